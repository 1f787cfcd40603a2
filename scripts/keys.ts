/**
 * API keys from the command line: `npm run keys -- --help` says how. Talks to the database itself (DATABASE_URL, else
 * that of the service that `npm start` runs here), because the first key of an installation cannot be made over the API.
 */
import { HOUSEHOLD_SCOPES } from '../shared/households/api-key.ts';
import type { ApiKeyScope } from '../shared/households/api-key.ts';
import type { KeyOwner } from '../shared/households/api-keys.ts';
import { connect } from '../shared/postgres/connect.ts';
import { createKey, listKeys, replaceKey, revokeKey } from './keys/commands.ts';
import type { KeyLine, KeyRequest } from './keys/commands.ts';
import { readCommandLine } from './terminal/command-line.ts';
import { loadServiceConfig } from './terminal/find-service.ts';

const USAGE = `Usage:
  npm run keys -- create --household NAME | --household-id ID [--user NAME] [--name NAME]
                         --scope ${HOUSEHOLD_SCOPES.join('|')}[,…] [--expires-at 2027-01-01T00:00:00Z] [--json]
  npm run keys -- create --platform NAME | --platform-id ID [--name NAME]
                         [--expires-at 2027-01-01T00:00:00Z] [--json]
  npm run keys -- list [--household-id ID | --platform-id ID] [--json]
  npm run keys -- rotate --id KEY_ID [--overlap-hours 24] [--json]
  npm run keys -- revoke --id KEY_ID [--json]

create makes a new household of that name, or a key of the household of that id: names are not unique. It adds
the user when the household has none of that name, and shows the key once. A platform is an app that makes
households over the API; its key opens none of their data. rotate makes a key in the place of one, which works on
for a day, or as long as you say, up to a week. list shows the ids.`;

function fail(message: string): never {
  console.error(`${message}\n\n${USAGE}`);
  process.exit(2);
}

const { positionals, values } = readCommandLine(USAGE, {
  words: 1,
  options: {
    household: { type: 'string' },
    'household-id': { type: 'string' },
    platform: { type: 'string' },
    'platform-id': { type: 'string' },
    user: { type: 'string', default: 'owner' },
    name: { type: 'string' },
    scope: { type: 'string' },
    'expires-at': { type: 'string' },
    id: { type: 'string' },
    'overlap-hours': { type: 'string', default: '24' },
    json: { type: 'boolean', default: false },
  },
});

function needed(name: 'scope' | 'id'): string {
  const value = values[name]?.trim() ?? '';
  return value === '' ? fail(`--${name} is missing.`) : value;
}

type Kind = 'household' | 'platform';

const given = (name: keyof typeof values): string => String(values[name] ?? '').trim();

/** A new one by its name, or one that exists by its id. */
function neededOwner(): KeyRequest['owner'] {
  const kinds: readonly Kind[] = ['household', 'platform'];
  const named = kinds.flatMap((kind) => [
    ...(given(kind) === '' ? [] : [{ kind, of: { name: given(kind) } }]),
    ...(given(`${kind}-id`) === '' ? [] : [{ kind, of: { id: given(`${kind}-id`) } }]),
  ]);
  const [owner, ...more] = named;
  if (owner === undefined || more.length > 0) {
    fail(
      'Give --household or --platform NAME for a new one, or its --…-id ID for one that exists.',
    );
  }
  return owner.kind === 'platform'
    ? { platform: owner.of }
    : { household: owner.of, user: values.user.trim() || 'owner' };
}

function neededScopes(owner: KeyRequest['owner']): readonly ApiKeyScope[] {
  if ('platform' in owner) {
    if (values.scope !== undefined) fail('A key of a platform has the scope platform, no other.');
    return ['platform'];
  }
  const wanted = needed('scope').split(',');
  const scopes = HOUSEHOLD_SCOPES.filter((scope) => wanted.includes(scope));
  if (scopes.length < wanted.length) {
    fail(`--scope must be one or several of ${HOUSEHOLD_SCOPES.join(',')}.`);
  }
  return scopes;
}

function listedOwner(): KeyOwner | null {
  const [householdId, platformId] = [given('household-id'), given('platform-id')];
  if (given('household') !== '' || given('platform') !== '') fail('Give an id, not a name.');
  if (householdId !== '') return { householdId };
  return platformId === '' ? null : { platformId };
}

function print(result: object, text: string): void {
  console.log(values.json ? JSON.stringify(result) : text);
}

function describe(key: KeyLine): string {
  const state = key.revoked_at === null ? `…${key.last_four}` : `revoked ${key.revoked_at}`;
  const owner =
    key.platform_id === null
      ? `${key.household} (${key.household_id}) / ${key.user}`
      : `platform ${key.platform} (${key.platform_id})`;
  return `${key.id}  ${key.scopes.join(',') || 'no scope'}  ${state}  ${owner} / ${key.name}`;
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
      const owner = neededOwner();
      const created = await createKey(sql, {
        owner,
        name: values.name?.trim() ?? '',
        scopes: neededScopes(owner),
        expiresAt: values['expires-at'] ?? null,
      });
      const { household_id: householdId, platform_id: platformId, api_key: key } = created;
      const of = householdId === undefined ? `platform ${platformId}` : `household ${householdId}`;
      print(created, `The key of ${of}, shown this once:\n${key}`);
    } else if (command === 'list') {
      const keys = await listKeys(sql, listedOwner());
      print({ data: keys }, keys.map(describe).join('\n') || 'There are no keys.');
    } else if (command === 'rotate') {
      const hours = Number(values['overlap-hours']);
      if (!(hours >= 0 && hours <= 168)) fail('--overlap-hours must be 0 to 168.');
      const made = await replaceKey(sql, needed('id'), hours);
      print(made, `The new key ${made.id}, shown this once:\n${made.api_key}`);
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
else if (['create', 'list', 'rotate', 'revoke'].includes(command ?? '')) {
  try {
    await run(command);
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    process.exit(1);
  }
} else fail(command === undefined ? 'Name a command.' : `There is no command ${command}.`);
