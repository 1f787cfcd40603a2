import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';

/** Where the service is, and the key to it. */
export interface FoundService {
  url: string;
  key: string;
}

/** The service that options name, then the environment, then what `npm start` wrote. Undefined when none does. */
export function findService(options: { url?: string; key?: string }): FoundService | undefined {
  const ready = readReady();
  const url = options.url ?? process.env['LEDGERLINE_URL'] ?? ready.base_url;
  const key = options.key ?? process.env['LEDGERLINE_API_KEY'] ?? ready.api_key;
  return url === undefined || key === undefined ? undefined : { url, key };
}

interface Ready {
  base_url?: string;
  api_key?: string;
}

function readReady(): Ready {
  const file = path.join(process.env['DATA_DIR'] ?? '.data', 'ready.json');
  if (!existsSync(file)) return {};
  return JSON.parse(readFileSync(file, 'utf8')) as Ready;
}

/** An error for a person: its message, and what is behind a failed connection. */
export function describeFailure(error: unknown, url: string): string {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause.message : '';
  const message = error instanceof Error ? error.message : String(error);
  return `${message}${cause && ` (${url}: ${cause})`}`;
}

/** Says that a request is retried, so that a person does not wait at a silent terminal. */
export function printAway(seconds: number): void {
  console.error(`The service does not answer; trying again in ${Math.ceil(seconds)} s.`);
}
