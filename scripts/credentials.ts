/**
 * Provider keys and webhook secrets at rest: `npm run credentials -- rotate` encrypts every one anew with the first key of
 * CREDENTIALS_KEYS. Put a new key in front, restart, rotate, then take the old one out.
 */
import { digestSecret, openSecret, sealSecret } from '../shared/platform/crypto.ts';
import type { KeyRing } from '../shared/platform/crypto.ts';
import { loadConfig } from '../shared/platform/config.ts';
import { connect } from '../shared/postgres/connect.ts';
import type { Sql } from '../shared/postgres/connect.ts';
import {
  lockConnectionsNotSealedWith,
  resealCredential,
} from '../shared/sync/store/provider-connections.ts';
import { resealSecrets } from '../shared/webhooks/secrets.ts';
import { readCommandLine } from './terminal/command-line.ts';

const USAGE = `Usage: npm run credentials -- rotate

Encrypts every provider key and webhook secret anew with the first key of CREDENTIALS_KEYS.`;
const BATCH = 100;

/** Returns how many were re-encrypted. Throws when one cannot be decrypted: its whole batch stays unchanged. */
async function rotate(sql: Sql, ring: KeyRing): Promise<number> {
  let rotated = 0;
  for (;;) {
    const count = await sql.begin(async (tx) => {
      const rows = await lockConnectionsNotSealedWith(tx, ring.current.id, BATCH);
      for (const row of rows) {
        const apiKey = openSecret(ring, row.credential, row.id);
        const sealed = sealSecret(ring, apiKey, row.id);
        const digest = digestSecret(ring.current.key, apiKey, row.householdId);
        await resealCredential(tx, row.householdId, row.id, sealed, digest);
      }
      return rows.length;
    });
    rotated += count;
    if (count < BATCH) break;
  }
  for (;;) {
    const count = await sql.begin((tx) => resealSecrets(tx, ring, BATCH));
    rotated += count;
    if (count < BATCH) return rotated;
  }
}

async function main(): Promise<void> {
  const { positionals } = readCommandLine(USAGE, { words: 1 });
  if (positionals[0] !== 'rotate') {
    console.error(USAGE);
    process.exitCode = 2;
    return;
  }
  const config = loadConfig();
  if (config.credentialKeys === null) throw new Error('CREDENTIALS_KEYS is not set.');
  const { databaseUrl } = config;
  const sql = connect({ databaseUrl, poolMax: 1, applicationName: 'ledgerline-credentials' });
  try {
    const rotated = await rotate(sql, config.credentialKeys);
    console.log(`${rotated} keys are now encrypted with ${config.credentialKeys.current.id}.`);
  } finally {
    await sql.end({ timeout: 5 });
  }
}

try {
  await main();
} catch (error) {
  console.error(error instanceof Error ? error.message : String(error));
  process.exitCode = 1;
}
