import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { writePrivately } from './secrets.ts';

/** The content of .data/ready.json: where everything is, for programs that wait for it. */
export interface Ready {
  base_url: string;
  api_key: string;
  household_id: string;
  user_id: string;
  database_url: string;
  redis_url: string | null;
  provider_url: string;
  dashboard_url: string;
}

/** Writes the file, once everything answers. */
export function writeReady(dataDir: string, ready: Ready): void {
  writePrivately(join(dataDir, 'ready.json'), ready);
}

/** Removes the file as soon as it is no longer true. */
export function removeReady(dataDir: string): void {
  rmSync(join(dataDir, 'ready.json'), { force: true });
}

/** What a user reads at the end of the start; the curl lines work as printed. The ticket is behind the #, so it reaches no log. */
export function describeReady(
  ready: Ready,
  { password, ticket }: { password: string; ticket: string },
): string {
  const key = `-H 'X-Api-Key: ${ready.api_key}'`;
  const sample = JSON.stringify({
    raw_file_content: 'date,amount,name\n2026-01-31,-4.20,Coffee\n2026-02-01,1900.00,Salary\n',
  });
  return `
Ledgerline is ready.

  Console    ${ready.base_url}/app/#ticket=${ticket}
             (signed in to the demo; once, for 15 minutes. Later the API key below signs in)
  Operators  ${ready.base_url}/admin   (password: ${password})
  API        ${ready.base_url}/api/v1
  Docs       ${ready.base_url}/docs
  Dashboard  ${ready.dashboard_url}
  Provider   ${ready.provider_url}
  Queue      ${ready.redis_url === null ? 'in PostgreSQL' : ready.redis_url}
  API key    ${ready.api_key}

Try:

curl -s ${key} '${ready.base_url}/api/v1/transactions?per_page=3'

curl -s ${key} '${ready.base_url}/api/v1/rules'

curl -s ${key} -H 'Content-Type: application/json' -d '${sample}' ${ready.base_url}/api/v1/imports/preflight

Ctrl-C stops everything; the data stays for the next start.
`;
}
