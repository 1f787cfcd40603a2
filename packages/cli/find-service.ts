import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { Failure } from './failure.ts';

/** How a person names a service. */
export interface ServiceOptions {
  url?: string;
  key?: string;
  keyFile?: string;
}

/**
 * Finds the address of the service, and a key for it, that options name, else the environment, else what `npm start` wrote. The key of the service that
 * runs here is sent to no other service. Throws Failure.
 */
export function findService(options: ServiceOptions, env: NodeJS.ProcessEnv) {
  const ready = readReady(env);
  const named = options.url ?? env['LEDGERLINE_URL'];
  const url = named ?? ready.base_url;
  const key =
    readKey(options) ??
    env['LEDGERLINE_KEY'] ??
    (url === ready.base_url ? ready.api_key : undefined);
  if (url === undefined || !/^https?:/.test(url) || !URL.canParse(url)) {
    throw new Failure(
      'usage',
      'Name the service with --url or LEDGERLINE_URL, such as https://ledger.example.',
    );
  }
  if (!key)
    throw new Failure('usage', 'Give its key in LEDGERLINE_KEY, or in a file with --key-file.');
  return { url, key };
}

function readKey({ key, keyFile }: ServiceOptions): string | undefined {
  if (keyFile === undefined) return key;
  try {
    return readFileSync(keyFile, 'utf8').trim();
  } catch {
    throw new Failure('usage', `${keyFile} cannot be read.`);
  }
}

/** What `npm start` wrote about the service that runs here. */
interface Ready {
  base_url?: string;
  api_key?: string;
  database_url?: string;
  redis_url?: string | null;
  provider_url?: string;
}

/** The service that runs here; empty if none does. */
export const readReady = (env: NodeJS.ProcessEnv): Ready => readData(env, 'ready.json');

/** Its secrets, of which commands beside it need this one. */
export const readSecrets = (env: NodeJS.ProcessEnv): { credentialsKeys?: string } =>
  readData(env, 'secrets.json');

function readData(env: NodeJS.ProcessEnv, name: string): object {
  const file = path.join(env['DATA_DIR'] ?? '.data', name);
  return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as object) : {};
}
