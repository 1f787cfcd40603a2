import { randomUUID } from 'node:crypto';
import { expect } from 'chai';
import { insertRow } from '../../helpers/insert-row.ts';
import { fillNastily } from '../../helpers/nasty-household.ts';
import { newHousehold } from '../../helpers/rule-fixtures.ts';
import { withDatabase } from '../../helpers/with-database.ts';
import { askOps } from '../../helpers/ops-command.ts';
import { workerContext } from '../../helpers/worker-context.ts';

describe('deleting a household', () => {
  const database = withDatabase();

  /** The tables that name the household of a row. */
  async function tables(): Promise<string[]> {
    const rows = await database.sql<{ relname: string }[]>`
      select c.relname
      from pg_class c
      join pg_attribute a on a.attrelid = c.oid and a.attname = 'household_id'
      where c.relkind in ('r', 'p')
        and not c.relispartition
        and c.relnamespace = 'public'::regnamespace
        -- Receipts of deletions outlive their households.
        and c.relname <> 'household_deletions'
      order by 1`;
    return rows.map(({ relname }) => relname);
  }

  async function countRows(householdId: string): Promise<Record<string, number>> {
    const counts: Record<string, number> = {};
    for (const table of await tables()) {
      const [row] = await database.sql<{ rows: number }[]>`
        select count(*)::integer as rows from ${database.sql(table)} where household_id = ${householdId}`;
      counts[table] = row?.rows ?? 0;
    }
    return counts;
  }

  /** Gives a household a row in every table, and a hold. */
  async function fill(householdId: string): Promise<void> {
    const { sql } = database;
    await fillNastily(sql, householdId, 1);
    const some = async (table: string): Promise<[string, string]> => {
      const rows = await sql<{ id: string }[]>`
        select id from ${sql(table)} where household_id = ${householdId} limit 2`;
      return [rows[0]?.id ?? '', rows[1]?.id ?? ''];
    };
    const insert = (table: string, row: object): Promise<string> =>
      insertRow(sql, table, householdId, row);
    const [account, candidate] = await some('accounts');
    const [transaction, other] = await some('transactions');
    const [rule] = await some('rules');
    const user = await insert('users', { name: 'Owner' });
    const key = { user_id: user, name: 'Key', digest: randomUUID(), last_four: '1234' };
    const apiKey = await insert('api_keys', { ...key, scopes: ['read'] });
    const opened = { api_key_id: apiKey, expires_at: new Date() };
    const used = { created_at: new Date(), last_used_at: new Date() };
    await insert('console_sessions', { ...opened, ...used, digest: randomUUID() });
    await insert('console_tickets', { ...opened, digest: randomUUID() });
    await insert('account_suggestions', { account_id: account, candidate_id: candidate });
    const pair = { outflow_transaction_id: transaction, inflow_transaction_id: other };
    await insert('transfer_suggestions', pair);
    await insert('transaction_suggestions', {
      transaction_id: transaction,
      candidate_ids: [other],
    });
    const alias = { account_id: account, external_id: 'old', transaction_id: transaction };
    await insert('transaction_aliases', alias);
    const change = { operation: 'updated', kind: 'transactions', record_id: transaction };
    await insert('changes', change);
    await insert('idempotency_keys', { key: 'k', request_digest: '', created_at: new Date() });

    const dismissed = { suggestion_id: randomUUID(), conditions: [], actions: [] };
    await insert('rule_decisions', dismissed);
    const run = { execution_type: 'manual', trigger: 'request', rule_id: rule };
    await insert('rule_work', { rule_run_id: await insert('rule_runs', run) });
    const lease = { kind: 'rules', resource: randomUUID(), expires_at: new Date() };
    await insert('leases', lease);

    const session = await insert('import_sessions', { type: 'NativeImport' });
    await insert('import_chunks', { session_id: session, sequence: 1, content_digest: '' });
    const mapped = { session_id: session, source_type: 'Tag', source_id: 't' };
    await insert('import_id_map', { ...mapped, record_id: randomUUID() });
    const file = { filename: 'a.csv', content_type: 'text/csv', byte_size: 1, request_digest: '' };
    const csv = await insert('imports', { type: 'TransactionImport', ...file });
    await insert('import_rows', { import_id: csv, line: 2, verdict: 'new' });
    await insert('import_profiles', { name: 'Bank', type: 'TransactionImport' });
    const made = { operation: 'created', kind: 'tags', record_ids: [randomUUID()] };
    await insert('changes', { source_id: csv, ...made });
    const kept = { place: 1, kind: 'tags', record_id: randomUUID(), reason: 'in_use' };
    await insert('undo_kept', { source_id: csv, ...kept });

    const credential = { credential_key_id: 'k', credential_ciphertext: Buffer.alloc(1) };
    const bank = { name: 'Bank', ...credential, credential_last_four: '1234' };
    const connection = await insert('provider_connections', bank);
    const hook = await insert('webhook_endpoints', { url: 'https://app.test/' });
    const event = { owner_id: householdId, endpoint_id: hook, type: 'sync.failed' };
    await insert('webhook_deliveries', { ...event, payload: '{}' });
    await insert('webhook_cursors', { endpoint_id: hook, cursor: 'x' });
    const own = await insert('accounts', { name: 'Linked', currency: 'EUR' });
    const linked = { connection_id: connection, provider_account_id: '1', account_id: own };
    const provided = await insert('provider_accounts', linked);
    const gone = { connection_id: connection, provider_account_id: '2', name: 'Old' };
    await insert('removed_provider_accounts', gone);
    const due = { trigger: 'manual', deadline_at: new Date() };
    const sync = await insert('syncs', { connection_id: connection, ...due });
    const read = { sync_id: sync, provider_account_id: provided, account_id: account };
    const syncAccount = await insert('sync_accounts', { ...read, position: 0 });
    await insert('staged_pages', { sync_account_id: syncAccount, page: 1, lines: '' });
    await sql`
      insert into holds (scope, target, mode, actor)
      values ('household', ${householdId}, 'pause', 'test'), ('connection', ${connection}, 'pause', 'test')`;
  }

  it('leaves no row of it, and every row of others', async () => {
    const gone = await newHousehold(database.sql);
    const other = await newHousehold(database.sql);
    await fill(gone);
    await fill(other);
    const before = await countRows(other);
    expect(Object.entries(await countRows(gone)).filter(([, rows]) => rows === 0)).deep.equals([]);
    const context = workerContext(database);
    const ask = async (name: string): Promise<string> =>
      (await askOps(context, 'delete', gone, '--name', name)).text;
    const refused = await ask('Another').catch(String);
    expect(refused).includes('--name has to be the name');
    expect(await ask('Household')).matches(/is deleted; \d+ rows/);
    expect(Object.entries(await countRows(gone)).filter(([, rows]) => rows > 0)).deep.equals([]);
    expect(await countRows(other)).deep.equals(before);
    expect(await database.sql`select 1 from households where id = ${gone}`).to.have.length(0);
    expect(await database.sql`select 1 from holds`).to.have.length(2);
    const [noted] = await database.sql`select actor, action, target from operator_actions`;
    const actor = 'ops: tester';
    expect(noted).deep.equals({ actor, action: 'delete', target: `household ${gone}` });
  });

  it('finds what refers to a row by an index: no foreign key reads a table from end to end', async () => {
    const unindexed = await database.sql`
      select c.conrelid::regclass::text as table, c.conname
      from pg_constraint c
      where c.contype = 'f'
        and c.connamespace = 'public'::regnamespace
        and c.conrelid <> 'api_keys'::regclass
        and not exists (
          select 1 from pg_index i where i.indrelid = c.conrelid and i.indkey[0] = any(c.conkey)
        )`;
    expect([...unindexed]).deep.equals([]);
  });
});
