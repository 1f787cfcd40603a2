/**
 * API keys from the command line: `npm run keys -- --help` says how. Talks to the database itself (DATABASE_URL, else
 * that of the service that `npm start` runs here), because the first key of an installation cannot be made over the API.
 */
import { API_KEY_SCOPES } from '../shared/households/api-key.ts';
import { connect } from '../shared/postgres/connect.ts';
import { createKey, listKeys, revokeKey } from './keys/commands.ts';
import type { KeyLine, KeyRequest } from './keys/commands.ts';
import { readCommandLine } from './terminal/command-line.ts';
import { loadServiceConfig } from './terminal/find-service.ts';

const USAGE = `Usage:
  npm run keys -- create --household NAME | --household-id ID [--user NAME] [--name NAME]
                         --scope read|read_write [--expires-at 2027-01-01T00:00:00Z] [--json]
  npm run keys -- list [--household-id ID] [--json]
  npm run keys -- revoke --id KEY_ID [--json]

create makes a new household of that name, or a key of the household of that id: names are not unique. It adds
the user when the household has none of that name, and shows the key once. list shows the ids.`;

function fail(message: string): never {
  console.error(`${message}\n\n${USAGE}`);
  process.exit(2);
}

const { positionals, values } = readCommandLine(USAGE, {
  words: 1,
  options: {
    household: { type: 'string' },
    'household-id': { type: 'string' },
    user: { type: 'string', default: 'owner' },
    name: { type: 'string' },
    scope: { type: 'string' },
    'expires-at': { type: 'string' },
    id: { type: 'string' },
    json: { type: 'boolean', default: false },
  },
});

function needed(name: 'scope' | 'id'): string {
  const value = values[name]?.trim() ?? '';
  return value === '' ? fail(`--${name} is missing.`) : value;
}

/** A new household by its name, or one that exists by its id. */
function neededHousehold(): KeyRequest['household'] {
  const name = values.household?.trim() ?? '';
  const id = values['household-id']?.trim() ?? '';
  if ((name === '') === (id === '')) {
    fail('Give --household NAME for a new household, or --household-id ID for one that exists.');
  }
  return id === '' ? { name } : { id };
}

function print(result: object, text: string): void {
  console.log(values.json ? JSON.stringify(result) : text);
}

function describe(key: KeyLine): string {
  const state = key.revoked_at === null ? `…${key.last_four}` : `revoked ${key.revoked_at}`;
  return `${key.id}  ${key.scope ?? 'no scope'}  ${state}  ${key.household} (${key.household_id}) / ${key.user} / ${key.name}`;
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
      const household = neededHousehold();
      const scope = API_KEY_SCOPES.find((each) => each === needed('scope'));
      if (scope === undefined) fail(`--scope must be one of ${API_KEY_SCOPES.join(', ')}.`);
      const created = await createKey(sql, {
        household,
        user: values.user.trim() || 'owner',
        name: values.name?.trim() ?? '',
        scope,
        expiresAt: values['expires-at'] ?? null,
      });
      const { household_id: id, api_key: key } = created;
      print(created, `The key of household ${id}, shown this once:\n${key}`);
    } else if (command === 'list') {
      if (values.household !== undefined) fail('Name the household with --household-id ID.');
      const keys = await listKeys(sql, values['household-id'] ?? null);
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
