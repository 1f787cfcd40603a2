import { randomBytes } from 'node:crypto';
import { chmodSync, existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** Secrets that are generated once and kept in .data/secrets.json, readable only by its owner. */
export interface Secrets {
  /** Superuser of the embedded PostgreSQL. */
  postgresPassword: string;
  /** As CREDENTIALS_KEYS: encrypts the provider keys in the database. */
  credentialsKeys: string;
  /** Opens the queue dashboard. */
  adminPassword: string;
  /** The demo household's API key; the database has its digest only. Absent before the first start. */
  apiKey?: string;
}

export function newSecrets(): Secrets {
  return {
    postgresPassword: randomBytes(24).toString('hex'),
    credentialsKeys: `k1:${randomBytes(32).toString('base64')}`,
    adminPassword: randomBytes(9).toString('base64url'),
  };
}

/** Writes a JSON file in one step, readable only by its owner. */
export function writePrivately(file: string, content: object): void {
  writeFileSync(`${file}.new`, `${JSON.stringify(content, null, 2)}\n`, { mode: 0o600 });
  renameSync(`${file}.new`, file);
}

export function writeSecrets(dataDir: string, secrets: Secrets): void {
  writePrivately(join(dataDir, 'secrets.json'), secrets);
}

/** The secrets of earlier starts, or new ones. Throws when the file exists but cannot be read. */
export function loadSecrets(dataDir: string): Secrets {
  const file = join(dataDir, 'secrets.json');
  if (!existsSync(file)) {
    const secrets = newSecrets();
    writeSecrets(dataDir, secrets);
    return secrets;
  }
  chmodSync(file, 0o600);
  try {
    return { ...newSecrets(), ...(JSON.parse(readFileSync(file, 'utf8')) as Partial<Secrets>) };
  } catch {
    throw new Error(`${file} is broken. Repair it, or start over with: npm start -- --fresh`);
  }
}
