/**
 * API keys from the command line: `npm run keys -- --help` says how. Talks to the database itself (DATABASE_URL, else
 * that of the service that `npm start` runs here), because the first key of an installation cannot be made over the API.
 */
import { API_KEY_SCOPES } from '../shared/api-key.ts';
import { connect } from '../shared/db/connect.ts';
import { createKey, listKeys, revokeKey } from './keys/commands.ts';
import type { KeyLine } from './keys/commands.ts';
import { readCommandLine } from './terminal/command-line.ts';
import { loadServiceConfig } from './terminal/find-service.ts';

const USAGE = `Usage:
  npm run keys -- create --household NAME [--user NAME] [--name NAME]
                         --scope read|read_write [--expires-at 2027-01-01T00:00:00Z] [--json]
  npm run keys -- list [--household NAME] [--json]
  npm run keys -- revoke --id KEY_ID [--json]

create adds the household and the user when they do not exist. It shows the key once.`;

function fail(message: string): never {
  console.error(`${message}\n\n${USAGE}`);
  process.exit(2);
}

const { positionals, values } = readCommandLine(USAGE, {
  words: 1,
  options: {
    household: { type: 'string' },
    user: { type: 'string', default: 'owner' },
    name: { type: 'string' },
    scope: { type: 'string' },
    'expires-at': { type: 'string' },
    id: { type: 'string' },
    json: { type: 'boolean', default: false },
  },
});

function needed(name: 'household' | 'scope' | 'id'): string {
  const value = values[name]?.trim() ?? '';
  return value === '' ? fail(`--${name} is missing.`) : value;
}

function print(result: object, text: string): void {
  console.log(values.json ? JSON.stringify(result) : text);
}

function describe(key: KeyLine): string {
  const state = key.revoked_at === null ? `…${key.last_four}` : `revoked ${key.revoked_at}`;
  return `${key.id}  ${key.scope ?? 'no scope'}  ${state}  ${key.household} / ${key.user} / ${key.name}`;
}

async function run(command: string | undefined): Promise<void> {
  const config = loadServiceConfig();
  const sql = connect({
    databaseUrl: config.databaseUrl,
    poolMax: 1,
    applicationName: 'ledgerline-keys',
  });
  try {
    if (command === 'create') {
      const household = needed('household');
      const scope = API_KEY_SCOPES.find((each) => each === needed('scope'));
      if (scope === undefined) fail(`--scope must be one of ${API_KEY_SCOPES.join(', ')}.`);
      const created = await createKey(sql, {
        household,
        user: values.user.trim() || 'owner',
        name: values.name?.trim() ?? '',
        scope,
        expiresAt: values['expires-at'] ?? null,
      });
      print(created, `The key, shown this once:\n${created.api_key}`);
    } else if (command === 'list') {
      const keys = await listKeys(sql, values.household ?? null);
      print({ data: keys }, keys.map(describe).join('\n') || 'There are no keys.');
    } else {
      const id = needed('id');
      await revokeKey(sql, id);
      print({ id, revoked: true }, `The key ${id} is revoked.`);
    }
  } finally {
    await sql.end({ timeout: 5 });
  }
}

const [command] = positionals;
if (command === 'help') console.log(USAGE);
else if (command === 'create' || command === 'list' || command === 'revoke') {
  try {
    await run(command);
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    process.exit(1);
  }
} else fail(command === undefined ? 'Name a command.' : `There is no command ${command}.`);
