/** Lists of a service, and small commands on their records. */
import type { Schemas } from '#client';
import type { Action } from './action.ts';
import { EXIT, Failure } from './failure.ts';
import type { ServiceOptions } from './find-service.ts';
import { ask } from './import/ask.ts';
import { connect } from './service.ts';
import type { Screen } from './screen.ts';
import { printTable } from './table.ts';

type Doing<Options = object> = Action<ServiceOptions & Options>;

/** Prints records as a table, or with `--json` each on a line as it comes. */
async function printList<Row>(
  screen: Screen,
  rows: AsyncIterable<Row>,
  titles: readonly string[],
  cells: (row: Row) => readonly (string | number | null)[],
): Promise<number> {
  const table: string[][] = [];
  for await (const row of rows) {
    if (screen.isJson) screen.answerLine(row);
    else table.push(cells(row).map((cell) => String(cell ?? '-')));
  }
  if (table.length === 0) screen.print('There are none.');
  // An id is useful only in full.
  else printTable(screen, [[...titles], ...table], [], screen.columns);
  return EXIT.fine;
}

/** Says in sentences what was done, or with `--json` prints what the service answered. */
function done(screen: Screen, answer: unknown, ...lines: string[]): number {
  for (const line of lines) screen.print(line);
  screen.answer(answer ?? {});
  return EXIT.fine;
}

export const listRules: Doing = (screen, options) =>
  printList(screen, connect(screen, options).list('/rules'), ['Id', 'Active', 'Name'], (rule) => [
    rule.id,
    rule.active ? 'yes' : 'no',
    rule.name,
  ]);

export const previewRule: Doing = async (screen, options, [id = '']) => {
  const answer = await connect(screen, options).post('/rules/{id}/preview', { path: { id } });
  const { matched_count: matched, modified_count: modified, sample } = answer.data;
  const changed = sample.flatMap(({ transaction: { date, amount, name }, changes }) =>
    changes.map((change) => [
      date,
      amount,
      name,
      `${change.attribute}: ${change.old_value ?? '-'} → ${change.new_value ?? '-'}`,
    ]),
  );
  if (changed.length > 0) printTable(screen, changed, [false, true]);
  return done(screen, answer, `It matches ${matched} transactions and would change ${modified}.`);
};

interface KeyOptions {
  /** A household of the platform; absent: the key's own household. */
  household?: string;
}

export const listKeys: Doing<KeyOptions> = (screen, { household: id, ...options }) => {
  const client = connect(screen, options);
  const keys =
    id === undefined
      ? client.list('/api_keys')
      : client.list('/households/{id}/api_keys', { path: { id } });
  return printList(screen, keys, ['Id', 'Ends in', 'Scopes', 'State', 'Name'], (key) => [
    key.id,
    key.last_four,
    key.scopes.join(','),
    key.revoked_at === null ? 'live' : 'revoked',
    key.name,
  ]);
};

interface NewKeyOptions extends KeyOptions {
  scope: string;
  expiresAt?: string;
}

export const createKey: Doing<NewKeyOptions> = async (screen, options, [name = '']) => {
  const { household: id, scope, expiresAt } = options;
  const client = connect(screen, options);
  // The service validates what the person typed.
  const scopes = scope.split(',') as Schemas['CreatedApiKey']['scopes'];
  const body = { name, scopes, ...(expiresAt !== undefined && { expires_at: expiresAt }) };
  const made =
    id === undefined
      ? await client.post('/api_keys', { body })
      : await client.post('/households/{id}/api_keys', { path: { id }, body });
  return done(screen, made, `The key ${made.data.id}, shown this once:`, made.data.api_key);
};

export const rotateKey: Doing<KeyOptions> = async (screen, options, [id = '']) => {
  const { household } = options;
  const client = connect(screen, options);
  const made =
    household === undefined
      ? await client.post('/api_keys/{id}/rotate', { path: { id } })
      : await client.post('/households/{id}/api_keys/{key_id}/rotate', {
          path: { id: household, key_id: id },
        });
  return done(screen, made, `The new key ${made.data.id}, shown this once:`, made.data.api_key);
};

export const revokeKey: Doing<KeyOptions> = async (screen, options, [id = '']) => {
  const { household } = options;
  const client = connect(screen, options);
  if (household === undefined) await client.delete('/api_keys/{id}', { path: { id } });
  else {
    const path = { id: household, key_id: id };
    await client.delete('/households/{id}/api_keys/{key_id}', { path });
  }
  return done(screen, { id, revoked: true }, `The key ${id} is revoked.`);
};

export const listHouseholds: Doing = (screen, options) =>
  printList(
    screen,
    connect(screen, options).list('/households'),
    ['Id', 'Currency', 'Time zone', 'Name'],
    (household) => [household.id, household.currency, household.time_zone, household.name],
  );

export const createHousehold: Doing<{ currency?: string; timeZone?: string }> = async (
  screen,
  { currency, timeZone, ...options },
  [name = ''],
) => {
  const body = {
    name,
    ...(currency !== undefined && { currency }),
    ...(timeZone !== undefined && { time_zone: timeZone }),
  };
  const made = await connect(screen, options).post('/households', { body });
  return done(screen, made, `Household ${made.data.id} is created.`);
};

export const deleteHousehold: Doing<{ yes?: true }> = async (screen, options, [id = '']) => {
  const client = connect(screen, options);
  const path = { id };
  const { name } = (await client.get('/households/{id}', { path })).data;
  if (options.yes !== true) {
    const answer = await ask(`Delete "${name}" with all its data? [y/N] `, screen.streams);
    if (answer === 'unasked') throw new Failure('usage', 'There is no terminal to ask on: --yes.');
    if (answer === 'no') return EXIT.faults;
  }
  const run = await client.delete('/households/{id}', { path });
  return done(screen, run, `${name} is gone; deletion ${run.data.id} removes its data.`);
};

export const listEndpoints: Doing = (screen, options) =>
  printList(
    screen,
    connect(screen, options).list('/webhook_endpoints'),
    ['Id', 'State', 'Events', 'URL'],
    ({ id, enabled, events, url }) => [
      id,
      enabled ? 'enabled' : 'disabled',
      events?.join(',') ?? 'all',
      url,
    ],
  );

export const testEndpoint: Doing = async (screen, options, [id = '']) => {
  const path = { id };
  const answer = await connect(screen, options).post('/webhook_endpoints/{id}/test', { path });
  return done(screen, answer, `Event ${answer.data.id} is on its way.`);
};

export const replayDelivery: Doing = async (screen, options, [id = '']) => {
  const path = { id };
  const answer = await connect(screen, options).post('/webhook_deliveries/{id}/replay', { path });
  return done(screen, answer, `Event ${answer.data.id} is sent again.`);
};

/** Says whether the service answers, and what the key may do. */
export const checkConnection: Doing = async (screen, options) => {
  const usage = await connect(screen, options).get('/usage');
  const { api_key: key, rate_limit: limit } = usage;
  const rate = limit.limit === null ? 'no limit' : `${limit.remaining} of ${limit.limit} left`;
  return done(
    screen,
    usage,
    'The service answers, and takes the key.',
    `Key:      ${key.name} (${key.scopes.join(', ')})`,
    `Requests: ${rate}`,
  );
};
