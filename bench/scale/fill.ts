import type { Sql, Tx } from '../../shared/postgres/connect.ts';

/** The large household has every twentieth transaction and sync, on five connections. */
const EVERY = 20;
const LARGE_CONNECTIONS = 5;

/**
 * Fills an empty database with households as a bank sync leaves them, in the proportions of 3 million transactions, 10,000
 * connections, 500,000 syncs and 2,000 households: rows of all households lie among one another, by day. `largeId` is one
 * that exists already and becomes the large one.
 */
export async function fill(sql: Sql, rows: number, largeId: string): Promise<void> {
  const connections = Math.ceil(rows / 300);
  await sql.begin(async (tx) => {
    // No triggers and no checks of foreign keys: every reference is right by construction.
    await tx.unsafe(`
      set local session_replication_role = replica;
      set local maintenance_work_mem = '512MB';
      set local work_mem = '256MB'`);
    await tx.unsafe(fillOwners(largeId, Math.ceil(rows / 1500), connections));
    await withoutIndexes(tx, 'transactions', fillTransactions(rows, connections));
    await withoutIndexes(tx, 'syncs', fillSyncs(Math.ceil(rows / 6), connections));
    await tx.unsafe(fillAround(largeId, Math.ceil(rows / 3000)));
  });
  await sql`vacuum analyze`;
}

/** Makes the indexes of a table after its rows, which takes a fraction of the time. */
async function withoutIndexes(tx: Tx, table: string, statements: string): Promise<void> {
  const indexes = await tx<{ indexname: string; indexdef: string }[]>`
    select indexname, indexdef
    from pg_indexes
    where tablename = ${table} and indexname not in (select conname from pg_constraint)`;
  for (const { indexname } of indexes) await tx`drop index ${tx(indexname)}`;
  await tx.unsafe(statements);
  for (const { indexdef } of indexes) await tx.unsafe(indexdef);
}

/** Households; one account for each connection, of which the first five are those of the large household. */
const fillOwners = (largeId: string, households: number, connections: number): string => `
  create temp table h on commit drop as
  select n, case n when 0 then '${largeId}' else gen_random_uuid() end as id,
    (select array_agg(gen_random_uuid()) from generate_series(1, 10 + 0 * n)) as categories,
    (select array_agg(gen_random_uuid()) from generate_series(1, 50 + 0 * n)) as merchants
  from generate_series(0, ${households - 1}) n;
  create temp table a on commit drop as
  select i as n, gen_random_uuid() as id, gen_random_uuid() as connection_id, h.id as household_id, categories, merchants
  from generate_series(0, ${connections - 1}) i
  join h on h.n = case when i < ${LARGE_CONNECTIONS} then 0 else 1 + i % ${households - 1} end;
  insert into households (id, name) select id, 'Household ' || n from h where n > 0;
  insert into categories (id, household_id, name)
  select categories[k], id, 'Category ' || k from h, generate_series(1, 10) k order by n, k;
  insert into merchants (id, household_id, name)
  select merchants[k], id, 'Merchant ' || k from h, generate_series(1, 50) k order by n, k;
  insert into tags (household_id, name) select id, 'Tag ' || k from h, generate_series(0, 4) k;
  insert into budgets (household_id, start_date, end_date, currency)
  select id, '2020-01-01'::date + k * 31, '2020-01-31'::date + k * 31, 'EUR' from h, generate_series(0, 23) k;
  insert into provider_connections
    (id, household_id, name, credential_key_id, credential_ciphertext, credential_last_four, next_sync_at, created_at)
  select connection_id, household_id, 'Bank ' || n, 'k1', '', '', now() + interval '1 minute' * (n % 1440),
    now() - interval '1 hour' * n
  from a;
  insert into accounts (id, household_id, name, currency, balance, created_at)
  select id, household_id, 'Account ' || n, 'EUR', 100, now() - interval '1 hour' * n from a;
  insert into provider_accounts (household_id, connection_id, provider_account_id, account_id, watermark)
  select household_id, connection_id, n + 1, id, current_date - 1 from a;
  insert into rule_runs (household_id, execution_type, trigger, status, finished_at, created_at)
  select id, 'scheduled', 'sync', 'completed', now() - interval '3 hours' * k, now() - interval '3 hours' * k
  from h, generate_series(1, 200) k;
  insert into import_sessions (household_id, type, status, created_at)
  select id, 'NativeImport', 'complete', now() - interval '1 hour' * k
  from h, generate_series(1, case n when 0 then 2000 else 3 end) k`;

/** The account of row `i`, unless `large` says which of the large household's it is. */
const joinAccount = (connections: number, large: string): string => `
  join a on a.n = case
    when i % ${EVERY} > 0 then ${LARGE_CONNECTIONS} + i * 7919 % ${connections - LARGE_CONNECTIONS}
    else ${large}
  end`;

/** A third of the large household's rows is in its first account. Every household has moved money between its accounts. */
const fillTransactions = (rows: number, connections: number): string => `
  insert into transactions
    (household_id, account_id, date, amount, currency, name, notes, category_id, merchant_id, source, external_id,
    provider_merchant, provider_description, pending, removed_at, removed_reason, created_at, updated_at)
  select household_id, a.id, current_date - ((${rows} - i) * 1825 / ${rows})::integer,
    (case when r % 20 = 7 then 1 else -1 end) * (1 + i * 7919 % 90000)::numeric / 100,
    'EUR', 'Merchant ' || r % 50,
    case when i % 100000 = 0 then 'A zebra' when r % 10 = 0 then 'Dinner for ' || r % 7 end,
    case when r % 3 = 0 then categories[1 + r % 10] end, case when r % 3 = 1 then merchants[1 + r % 50] end,
    'provider', 'tx-' || i, 'MERCHANT ' || r % 50, 'Card purchase no. ' || i, i > ${rows} * 0.999,
    case when r % 200 = 3 then at end, case when r % 200 = 3 then 'user' end, at, at
  from generate_series(1, ${rows}::bigint) i
  cross join lateral (
    select i / ${EVERY} as r, now() - interval '1825 days' * ((${rows} - i)::float8 / ${rows}) as at
  ) round
  ${joinAccount(connections, 'case r % 3 when 0 then 0 else 1 + r % 4 end')}
  order by i;
  insert into transfers (household_id, inflow_transaction_id, outflow_transaction_id)
  select household_id, id, outflow_id
  from (
    select household_id, id, lead(id) over household as outflow_id, row_number() over household as n
    from transactions
    where removed_at is null
    window household as (partition by household_id order by date, id)
  ) numbered
  where n % 75 = 1 and outflow_id is not null`;

/** And what the queue keeps of a day with 50,000 jobs. */
const fillSyncs = (syncs: number, connections: number): string => `
  insert into syncs (household_id, connection_id, trigger, status, deadline_at, finished_at, created_at)
  select household_id, connection_id, 'scheduled',
    case when i / ${EVERY} % 50 = 0 then 'failed' else 'completed' end, at, at, at
  from generate_series(1, ${syncs}::bigint) i
  cross join lateral (select now() - interval '1 minute' * (${syncs} - i) as at) time
  ${joinAccount(connections, `i / ${EVERY} % ${LARGE_CONNECTIONS}`)}
  order by i;
  insert into sync_accounts (household_id, sync_id, provider_account_id, account_id, position, status, step)
  select household_id, s.id, p.id, account_id, 0, 'completed', 'done'
  from syncs s
  join provider_accounts p using (household_id, connection_id);
  insert into ledgerline_queue.job (queue, id, seq, name, state, added_at_ms, finished_at_ms)
  select 'sync', 'done-' || i, i, 'sync-connection', 'completed', ms - 1000 * i, ms - 1000 * i
  from generate_series(1, 50000) i, (select (extract(epoch from now()) * 1000)::bigint as ms) now`;

/** What hangs on the transactions of the large household, the log of changes, and a history of imported holdings. */
const fillAround = (largeId: string, days: number): string => `
  create temp table t on commit drop as
  select household_id, id, account_id, date, amount, row_number() over (order by date, id) as n
  from transactions
  where household_id = '${largeId}' and removed_at is null;
  insert into transaction_tags (household_id, transaction_id, tag_id)
  select household_id, t.id, g.id from t join tags g using (household_id) where g.name = 'Tag ' || t.n % 100;
  update transactions set is_split_parent = true where id in (select id from t where n % 300 = 0);
  insert into transactions (household_id, account_id, date, amount, currency, name, parent_id)
  select household_id, account_id, date, amount / 3, 'EUR', 'Part ' || k, id
  from t, generate_series(1, 3) k
  where n % 300 = 0;
  insert into transfer_suggestions (household_id, inflow_transaction_id, outflow_transaction_id)
  select i.household_id, i.id, o.id
  from t i
  join t o on o.n between i.n + 1 and i.n + 40 and o.amount < 0 and o.account_id <> i.account_id
  where i.n % 200 = 1 and i.amount > 0
  limit 500;
  insert into transaction_suggestions (household_id, transaction_id, candidate_ids)
  select i.household_id, i.id, array[o.id] from t i join t o on o.n = i.n + 1 where i.n % 1000 = 1;
  insert into changes (household_id, kind, operation, record_id, before, after, cause, cause_id, source_id, created_at)
  select household_id, line.kind, 'updated', id, '{"name":"Old"}', json_build_object('name', name), line.cause,
    household_id, case line.cause when 'import' then id end, created_at
  from transactions
  join (
    values ('%7', 'transactions', 'key'), ('%7', 'transactions', 'rule'), ('%77', 'transactions', 'import'), ('%77', 'tags', 'key')
  ) line (ends, kind, cause) on external_id like ends
  order by created_at;
  insert into securities (household_id, ticker, name, currency)
  select id, 'T' || k, 'Security ' || k, 'EUR' from h, generate_series(1, 20) k;
  insert into holdings (household_id, account_id, security_id, date, quantity, price, value, currency)
  select household_id, a.id, s.id, current_date - ago, 1, 10, 10, 'EUR'
  from a
  join securities s using (household_id)
  cross join lateral generate_series(case household_id when '${largeId}' then ${days} else 2 end, 0, -1) ago
  where n < 2 or n % 5 = 0;
  insert into trades (household_id, account_id, security_id, date, name, quantity, price, amount, currency)
  select household_id, account_id, security_id, date, 'Buy', 1, 10, -10, 'EUR' from holdings;
  insert into valuations (household_id, account_id, date, amount, currency)
  select distinct household_id, account_id, date, 10, 'EUR' from holdings order by 1, 2, 3`;
