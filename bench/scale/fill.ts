import type { Sql, Tx } from '../../shared/postgres/connect.ts';

type Size = ReturnType<typeof sizeOf>;

/** The large household has every twentieth transaction and sync, on five connections. */
const EVERY = 20;
const LARGE_CONNECTIONS = 5;

/** How much there is, in the proportions of 3 million transactions, 10,000 connections, 500,000 syncs and 2,000 households. */
export function sizeOf(transactions: number) {
  return {
    transactions,
    connections: Math.ceil(transactions / 300),
    syncs: Math.ceil(transactions / 6),
    households: Math.ceil(transactions / 1500),
    daysOfHoldings: Math.ceil(transactions / 3000),
  };
}

/**
 * Fills an empty database with households as a bank sync leaves them: rows of all households lie among one another, by
 * day. `largeId` is one that exists already and becomes the large one.
 */
export async function fill(sql: Sql, size: Size, largeId: string): Promise<void> {
  await sql.begin(async (tx) => {
    // No triggers and no checks of foreign keys: every reference is right by construction.
    await tx`set local session_replication_role = replica`;
    await tx`set local synchronous_commit = off`;
    await tx`set local maintenance_work_mem = '512MB'`;
    await tx`set local work_mem = '256MB'`;
    await fillHouseholds(tx, size, largeId);
    await fillAccounts(tx, size);
    await withoutIndexes(tx, 'transactions', () => fillTransactions(tx, size));
    await fillTransfers(tx);
    await fillAround(tx, largeId);
    await withoutIndexes(tx, 'syncs', () => fillSyncs(tx, size));
    await fillInvestments(tx, size, largeId);
    await fillRuns(tx, largeId);
  });
  await sql`vacuum analyze`;
}

/** Makes the indexes of a table after its rows, which takes a fraction of the time. */
async function withoutIndexes(tx: Tx, table: string, work: () => Promise<void>): Promise<void> {
  const indexes = await tx<{ indexname: string; indexdef: string }[]>`
    select indexname, indexdef
    from pg_indexes
    where tablename = ${table}
      and indexname not in (select conname from pg_constraint)`;
  for (const { indexname } of indexes) await tx`drop index ${tx(indexname)}`;
  await work();
  for (const { indexdef } of indexes) await tx.unsafe(indexdef);
}

async function fillHouseholds(tx: Tx, { households }: Size, largeId: string): Promise<void> {
  await tx`
    create temp table h on commit drop as
    select 0 as n, ${largeId}::uuid as id
    union all
    select n, gen_random_uuid() from generate_series(1, ${households - 1}::integer) n`;
  await tx`insert into households (id, name) select id, 'Household ' || n from h where n > 0`;
  await tx`
    create temp table c on commit drop as
    select h.n as h, k, gen_random_uuid() as id, h.id as household_id from h, generate_series(0, 9) k`;
  await tx`insert into categories (id, household_id, name) select id, household_id, 'Category ' || k from c`;
  await tx`
    create temp table m on commit drop as
    select h.n as h, k, gen_random_uuid() as id, h.id as household_id from h, generate_series(0, 49) k`;
  await tx`insert into merchants (id, household_id, name) select id, household_id, 'Merchant ' || k from m`;
  await tx`insert into tags (household_id, name) select h.id, 'Tag ' || k from h, generate_series(0, 4) k`;
  await tx`
    insert into budgets (household_id, start_date, end_date, currency)
    select h.id, '2020-01-01'::date + k * 31, '2020-01-31'::date + k * 31, 'EUR' from h, generate_series(0, 23) k`;
}

/** One account for each connection; the first five are those of the large household. */
async function fillAccounts(tx: Tx, { connections, households }: Size): Promise<void> {
  await tx`
    create temp table a on commit drop as
    select i as n, gen_random_uuid() as id, gen_random_uuid() as connection_id, h.id as household_id, h.n as h
    from generate_series(0, ${connections - 1}::integer) i
    join h on h.n = case when i < ${LARGE_CONNECTIONS} then 0 else 1 + i % (${households}::integer - 1) end`;
  await tx`
    insert into provider_connections (
      id, household_id, name, credential_key_id, credential_ciphertext, credential_last_four, next_sync_at,
      created_at
    )
    select connection_id, household_id, 'Bank ' || n, 'k1', '', '', now() + interval '1 minute' * (n % 1440),
      now() - interval '1 hour' * n
    from a`;
  await tx`
    insert into accounts (id, household_id, name, currency, balance, created_at)
    select id, household_id, 'Account ' || n, 'EUR', 100, now() - interval '1 hour' * n from a`;
  await tx`
    insert into provider_accounts (household_id, connection_id, provider_account_id, account_id, watermark)
    select household_id, connection_id, 'account-' || n, id, current_date - 1 from a`;
  await tx`analyze accounts`;
}

/** A third of the large household's rows is in its first account, the others in its second to fifth. */
async function fillTransactions(tx: Tx, { transactions, connections }: Size): Promise<void> {
  await tx`
    insert into transactions (
      household_id, account_id, date, amount, currency, name, notes, category_id, merchant_id, source, external_id,
      provider_merchant, provider_description, pending, removed_at, removed_reason, created_at, updated_at
    )
    select a.household_id, a.id,
      current_date - ((${transactions}::bigint - i) * 1825 / ${transactions}::bigint)::integer,
      (case when r % 20 = 7 then 1 else -1 end) * (1 + i * 7919 % 90000)::numeric / 100,
      'EUR',
      'Merchant ' || r % 50,
      case when i % 100000 = 0 then 'A zebra' when r % 10 = 0 then 'Dinner for ' || r % 7 end,
      case when r % 3 = 0 then c.id end,
      case when r % 3 = 1 then m.id end,
      'provider', 'tx-' || i,
      'MERCHANT ' || r % 50, 'Card purchase no. ' || i,
      i > ${transactions}::bigint * 0.999,
      case when r % 200 = 3 then at end, case when r % 200 = 3 then 'user' end, at, at
    from generate_series(1, ${transactions}::bigint) i
    cross join lateral (
      select i / ${EVERY} as r,
        now() - interval '1825 days' * ((${transactions}::bigint - i)::float8 / ${transactions}::bigint) as at
    ) round
    join a on a.n = case
      when i % ${EVERY} > 0 then ${LARGE_CONNECTIONS} + i * 7919 % (${connections}::bigint - ${LARGE_CONNECTIONS})
      when r % 3 = 0 then 0
      else 1 + r % 4
    end
    join c on c.h = a.h and c.k = r % 10
    join m on m.h = a.h and m.k = r % 50
    order by i`;
}

/** Every household has moved money between its accounts, in proportion to its transactions. */
async function fillTransfers(tx: Tx): Promise<void> {
  await tx`
    insert into transfers (household_id, inflow_transaction_id, outflow_transaction_id)
    select household_id, id, outflow_id
    from (
      select household_id, id, lead(id) over household as outflow_id, row_number() over household as n
      from transactions
      where removed_at is null
      window household as (partition by household_id order by date, id)
    ) numbered
    where n % 75 = 1 and outflow_id is not null`;
}

/** What hangs on the transactions of the large household. */
async function fillAround(tx: Tx, largeId: string): Promise<void> {
  await tx`
    create temp table t on commit drop as
    select id, account_id, date, amount, row_number() over (order by date, id) as n
    from transactions
    where household_id = ${largeId} and removed_at is null`;
  await tx`
    insert into transaction_tags (household_id, transaction_id, tag_id)
    select ${largeId}, t.id, g.id from t join tags g on g.household_id = ${largeId} and g.name = 'Tag ' || t.n % 100`;
  await tx`update transactions set is_split_parent = true where id in (select id from t where n % 300 = 0)`;
  await tx`
    insert into transactions (household_id, account_id, date, amount, currency, name, parent_id)
    select ${largeId}, account_id, date, amount / 3, 'EUR', 'Part ' || k, id
    from t, generate_series(1, 3) k
    where n % 300 = 0`;
  await tx`
    insert into transfer_suggestions (household_id, inflow_transaction_id, outflow_transaction_id)
    select ${largeId}, i.id, o.id
    from t i
    join t o on o.n between i.n + 1 and i.n + 40 and o.amount < 0 and o.account_id <> i.account_id
    where i.n % 200 = 1 and i.amount > 0
    limit 500`;
  await tx`
    insert into transaction_suggestions (household_id, transaction_id, candidate_ids)
    select ${largeId}, i.id, array[o.id] from t i join t o on o.n = i.n + 1 where i.n % 1000 = 1`;
  await tx`
    insert into changes (
      household_id, kind, operation, record_id, before, after, cause, cause_id, source_id, created_at
    )
    select household_id, line.kind, 'updated', id, '{"name":"Old"}', json_build_object('name', name), line.cause, household_id,
      case line.cause when 'import' then id end, created_at
    from transactions
    join (
      values ('%7', 'transactions', 'key'), ('%7', 'transactions', 'rule'), ('%77', 'transactions', 'import'), ('%77', 'tags', 'key')
    ) line (ends, kind, cause) on external_id like ends
    order by created_at`;
}

async function fillSyncs(tx: Tx, { syncs, connections }: Size): Promise<void> {
  await tx`
    insert into syncs (household_id, connection_id, trigger, status, deadline_at, finished_at, created_at)
    select a.household_id, a.connection_id, 'scheduled',
      case when i / ${EVERY} % 50 = 0 then 'failed' else 'completed' end, at, at, at
    from generate_series(1, ${syncs}::bigint) i
    cross join lateral (select now() - interval '1 minute' * (${syncs}::bigint - i) as at) time
    join a on a.n = case
      when i % ${EVERY} > 0 then ${LARGE_CONNECTIONS} + i * 7919 % (${connections}::bigint - ${LARGE_CONNECTIONS})
      else i / ${EVERY} % ${LARGE_CONNECTIONS}
    end
    order by i`;
  await tx`
    insert into sync_accounts (household_id, sync_id, provider_account_id, account_id, position, status, step)
    select s.household_id, s.id, p.id, p.account_id, 0, 'completed', 'done'
    from syncs s
    join provider_accounts p on p.connection_id = s.connection_id`;
}

/** A history of imported holdings, and what goes with it. */
async function fillInvestments(tx: Tx, { daysOfHoldings }: Size, largeId: string): Promise<void> {
  await tx`
    insert into securities (household_id, ticker, name, currency)
    select h.id, 'T' || k, 'Security ' || k, 'EUR' from h, generate_series(1, 20) k`;
  await tx`
    insert into holdings (household_id, account_id, security_id, date, quantity, price, value, currency)
    select a.household_id, a.id, s.id, day::date, 1, 10, 10, 'EUR'
    from a
    join securities s on s.household_id = a.household_id
    cross join lateral generate_series(
      current_date - case when a.household_id = ${largeId} then ${daysOfHoldings}::integer else 2 end,
      current_date,
      interval '1 day'
    ) day
    where a.n < 2 or a.n % 5 = 0`;
  await tx`
    insert into trades (household_id, account_id, security_id, date, name, quantity, price, amount, currency)
    select household_id, account_id, security_id, date, 'Buy', 1, 10, -10, 'EUR' from holdings`;
  await tx`
    insert into valuations (household_id, account_id, date, amount, currency)
    select distinct household_id, account_id, date, 10, 'EUR' from holdings`;
}

/** Runs of rules and imports that have ended. */
async function fillRuns(tx: Tx, largeId: string): Promise<void> {
  await tx`
    insert into rule_runs (household_id, execution_type, trigger, status, finished_at, created_at)
    select h.id, 'scheduled', 'sync', 'completed', at, at
    from h
    cross join generate_series(1, 200) k
    cross join lateral (select now() - interval '3 hours' * k as at) time`;
  await tx`
    insert into import_sessions (household_id, type, status, created_at)
    select h.id, 'NativeImport', 'complete', now() - interval '1 hour' * k
    from h, generate_series(1, case when h.id = ${largeId} then 2000 else 3 end) k`;
}
