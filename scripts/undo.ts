/**
 * `npm run undo -- ID [--url URL] [--key KEY]`: undoes the import of a CSV or an import session and prints what was kept.
 * Exit code 0 when it is undone, 1 when it is not, 2 when the command is wrong.
 */
import { createApiClient } from './import/api-client.ts';
import { showRows } from './import/show-rows.ts';
import { undoImport } from './import/undo-import.ts';
import { readCommandLine } from './terminal/command-line.ts';
import { describeFailure, findService, printAway } from './terminal/find-service.ts';

const USAGE = `Usage: npm run undo -- ID [--url URL] [--key KEY]

Undoes a CSV import or the session of a native one: removes what it created and restores what it changed. Keeps, and names, what a person has edited
since or a bank sync took over. --url and --key work as in npm run import.`;

async function main(): Promise<number> {
  const { values, positionals } = readCommandLine(USAGE, {
    words: 1,
    options: { url: { type: 'string' }, key: { type: 'string' } },
  });
  const [id] = positionals;
  if (id === undefined) {
    console.error(USAGE);
    return 2;
  }
  const service = findService(values);
  if (service === undefined) {
    console.error('Name the service with --url and --key.');
    return 2;
  }
  const api = createApiClient(service.url, service.key, printAway);
  try {
    return await undoImport({ api, progress: (shownId) => showRows('Undo', shownId) }, id);
  } catch (error) {
    console.error(describeFailure(error, service.url));
    return 1;
  }
}

main().then(
  (code) => (process.exitCode = code),
  (error: unknown) => {
    console.error(error instanceof Error ? error.message : String(error));
    process.exitCode = 2;
  },
);
