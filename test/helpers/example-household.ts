import { randomUUID } from 'node:crypto';
import { insertTestDelivery } from '../../shared/webhooks/deliveries.ts';
import { insertEndpoint } from '../../shared/webhooks/endpoints.ts';
import { rotateSecret } from '../../shared/webhooks/secrets.ts';
import { csvImports, csvOf } from './csv-imports.ts';
import { record } from './import-sessions.ts';
import { insertRow } from './insert-row.ts';
import { newAccount, newTransaction } from './rule-fixtures.ts';
import { runImport } from './run-import-job.ts';
import type { TestApi } from './start-api.ts';
import { beginSync, insertTestConnection } from './sync-harness.ts';
import type { TestDatabase } from './with-database.ts';
import { workerContext } from './worker-context.ts';

/** Adds to the household whose keys the API has one of everything that an operation can be about. */
export async function fillExampleHousehold(database: TestDatabase, api: TestApi): Promise<void> {
  const { sql } = database;
  const { householdId } = api.tenant;
  const insert = (table: string, row: object): Promise<string> =>
    insertRow(sql, table, householdId, row);
  const accounts = [];
  for (const name of ['Everyday', 'Savings', 'Card']) {
    accounts.push(await newAccount(sql, householdId, { name: `${name} ${randomUUID()}` }));
  }
  const [from = '', into = '', third = ''] = accounts;
  for (const table of ['categories', 'tags', 'merchants']) {
    await insert(table, { name: randomUUID() });
    await insert(table, { name: randomUUID() });
  }
  const pair = async (amount: string, kind: string) => ({
    outflow_transaction_id: await newTransaction(sql, householdId, {
      account_id: from,
      amount: `-${amount}`,
      kind,
    }),
    inflow_transaction_id: await newTransaction(sql, householdId, {
      account_id: into,
      amount,
      kind,
    }),
  });
  await insert('transfers', await pair('20', 'funds_movement'));
  await insert('transfer_suggestions', await pair('30', 'standard'));
  await insert('account_suggestions', { account_id: third, candidate_id: into });
  const posted = { account_id: from, amount: '-22' };
  await insert('transaction_suggestions', {
    transaction_id: await newTransaction(sql, householdId, posted),
    candidate_ids: [await newTransaction(sql, householdId, { ...posted, pending: true })],
  });
  await addWebhooks(database, api);
  await addConnection(database, api);
  await addImports(database, api, from);
  await addHabit(database, api, from);
}

/** Enough that one is left whichever is deleted first. */
async function addWebhooks(database: TestDatabase, { context, tenant }: TestApi): Promise<void> {
  const { sql } = database;
  const { householdId } = tenant;
  const settings = { url: 'https://app.test/', description: '', events: null };
  for (let n = 0; n < 2; n += 1) {
    const { id } = await insertEndpoint(sql, { householdId }, settings);
    await rotateSecret(sql, context.config.credentialKeys!, householdId, id);
    await insertTestDelivery(sql, householdId, id);
  }
}

async function addConnection({ sql }: TestDatabase, { context, tenant }: TestApi): Promise<void> {
  const owner = await insertTestConnection(context, randomUUID(), tenant.householdId);
  await beginSync(sql, owner, { now: context.clock.now() });
}

/** Imports and sessions, pending and complete, a profile, rules and an API key. */
async function addImports(database: TestDatabase, api: TestApi, accountId: string): Promise<void> {
  const post = async (path: string, body?: object): Promise<any> =>
    (await api.request('POST', `/api/v1/${path}`, { body })).body.data;
  const imports = csvImports(database, api);
  for (const isPublished of [true, false]) {
    const { id } = await imports.create({
      type: 'TransactionImport',
      account_id: accountId,
      date_format: '%Y-%m-%d',
      raw_file_content: csvOf('date,amount,name', [['2026-02-01', '-1.50', randomUUID()]]),
    });
    if (isPublished) await imports.publish(id);
    const session = await post('import_sessions', { type: 'NativeImport', expected_chunks: 1 });
    await post(`import_sessions/${session.id}/chunks`, {
      sequence: 1,
      raw_file_content: record('Tag', { id: 't', name: randomUUID() }),
    });
    if (!isPublished) continue;
    await post(`import_sessions/${session.id}/publish`);
    const { householdId } = api.tenant;
    const [run] = await database.sql`select run_id from import_sessions where id = ${session.id}`;
    const stored = { householdId, sessionId: session.id, runId: run!['runId'] };
    await runImport(workerContext(database), stored);
  }
  await post('import_profiles', { name: randomUUID(), settings: {} });
  const actions = [{ action_type: 'set_transaction_name', value: 'x' }];
  const rule = await post('rules', { resource_type: 'transaction', actions });
  await post(`rules/${rule.id}/runs`, {});
  await post('api_keys', { name: randomUUID(), scope: 'read' });
}

/** Edits from which a rule is suggested that no other habit explains. */
async function addHabit({ sql }: TestDatabase, api: TestApi, accountId: string): Promise<void> {
  const word = randomUUID().replaceAll(/[^a-f]/g, '');
  const category = await api.request('POST', '/api/v1/categories', { body: { name: word } });
  const body = { category_id: category.body.data.id };
  for (let n = 1; n <= HABIT; n += 1) {
    const purchase = { account_id: accountId, amount: `-${n}`, name: `Kiosk ${word}` };
    const id = await newTransaction(sql, api.tenant.householdId, purchase);
    await api.request('PATCH', `/api/v1/transactions/${id}`, { body });
  }
}

const HABIT = 12;
