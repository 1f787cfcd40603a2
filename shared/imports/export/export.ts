import { PassThrough } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Fragment, Sql, Tx } from '../../postgres/connect.ts';
import { transactionOrigin } from '#preflight/records/provenance';
import type { RecordTypeName } from '#preflight/records/record-types';
import { UNKNOWN_FIELD } from '#preflight/records/fields';
import { exportedFields } from '../../ledger/record-columns.ts';
import { transferSides } from '../../transfers/store/transfers.ts';
import { exportedOrigin, tradeFiles } from './export-origins.ts';
import { exportRules } from './export-rules.ts';

/** Rows fetched at a time; this bounds the memory of an export. */
const FETCHED_ROWS = 500;

/** One statement per record type, each row the text of one line. */
type ExportQuery = (tx: Tx, householdId: string) => Fragment;

/**
 * Exports the household in native format, line by line, from one snapshot. Records come after everything they refer to, so the file
 * can be cut between any two lines into chunks that import in order. Amounts have the export's sign: money out is positive.
 *
 * Uses SQL cursors: a driver cursor is one server statement for as long as the client reads, so the statement timeout would cut off
 * every long export.
 */
export async function* exportLines(
  sql: Sql,
  householdId: string,
  signal: AbortSignal,
): AsyncGenerator<string> {
  const lines = new PassThrough({ objectMode: true, highWaterMark: 1 });
  sql
    .begin('isolation level repeatable read read only', async (tx) => {
      for (const query of EXPORT) {
        await pipeline(fetchLines(tx, query, householdId), lines, { signal, end: false });
      }
    })
    .then(
      () => lines.end(),
      (error: unknown) => lines.destroy(error as Error),
    );
  yield* lines;
}

async function* fetchLines(
  tx: Tx,
  query: ExportQuery,
  householdId: string,
): AsyncGenerator<string> {
  const fetch = () => tx<{ line: string }[]>`fetch ${tx.unsafe(String(FETCHED_ROWS))} from lines`;
  // Sent together: on a busy process each awaited answer costs an event-loop turn.
  let [, , batch] = await Promise.all([
    tx`close all`,
    tx`declare lines no scroll cursor for ${query(tx, householdId)}`,
    fetch(),
  ]);
  for (;;) {
    if (batch.length > 0) yield batch.map(({ line }) => `${line}\n`).join('');
    if (batch.length < FETCHED_ROWS) return;
    batch = await fetch();
  }
}

/** The ordinary fields of a type, as arguments of `jsonb_build_object`. */
const fields = (tx: Tx, ...wanted: Parameters<typeof exportedFields>) =>
  tx.unsafe(exportedFields(...wanted));

const accounts: ExportQuery = (tx, householdId) => tx`
  select json_build_object('type', 'Account', 'data', jsonb_build_object(
    'id', a.id, ${fields(tx, 'Account', 'a', ['subtype'])},
    'accountable', jsonb_build_object('subtype', a.subtype), 'currency_unknown', a.currency is null,
    'balance_is_opening', a.balance is not null and a.balance_at is null,
    ${UNKNOWN_FIELD}::text, case when a.balance is null then array['balance'] end,
    'provider_account_id', p.provider_account_id, 'provider_account_name', p.listed_name,
    'provider_digest_account_id', p.content_scope, 'provider_history_floor', p.history_floor,
    'provider_ignored', p.ignored,
    -- The opening anchor is among the valuations below, so the import must not create another.
    'skip_opening_balance_import', true))::text as line
  from accounts a
  left join provider_accounts p on p.household_id = a.household_id and p.account_id = a.id
  where a.household_id = ${householdId}
  order by a.created_at, a.id`;

/** A type whose records are the rows of one table, ordered by `sorted`. */
const rowsOf =
  (type: RecordTypeName, table: string, sorted: string): ExportQuery =>
  (tx, householdId) => tx`
  select json_build_object('type', ${type}::text, 'data', jsonb_build_object(
    'id', id, ${fields(tx, type, table)}))::text as line
  from ${tx(table)}
  where household_id = ${householdId}
  order by ${tx.unsafe(sorted)}`;

const tagIds = (tx: Tx, id: Fragment) => tx`coalesce((
      select jsonb_agg(tt.tag_id order by tt.tag_id)
      from transaction_tags tt
      where tt.transaction_id = ${id}
    ), '[]')`;

/** Fields that a split line inherits from its transaction. */
const NOT_OF_LINES = ['account_id', 'currency', 'external_id', ...Object.keys(transactionOrigin)];

const transactions: ExportQuery = (tx, householdId) => tx`
  select json_build_object('type', 'Transaction', 'data', jsonb_build_object(
    'id', t.id, ${fields(tx, 'Transaction', 't')}, 'tag_ids', ${tagIds(tx, tx`t.id`)}) || ${exportedOrigin(tx, householdId)} || case
      -- Stated in addition to the lines, because they may all be deleted.
      when t.is_split_parent then jsonb_build_object('is_split_parent', true, 'split_lines', coalesce((
        select jsonb_agg(jsonb_build_object(
          'id', s.id, ${fields(tx, 'Transaction', 's', NOT_OF_LINES)},
          'tag_ids', ${tagIds(tx, tx`s.id`)}) order by s.amount, s.name, s.id)
          -- A filter, not a condition of where: for that the planner might scan a partial index of all rows for each parent.
          filter (where s.removed_at is null)
        from transactions s
        where s.household_id = ${householdId} and s.parent_id = t.id
      ), '[]'))
      else '{}'
    end)::text as line
  from transactions t
  where t.household_id = ${householdId}
    and t.removed_at is null
    and t.parent_id is null
  order by t.date desc, t.id`;

const deletedTransactions: ExportQuery = (tx, householdId) => tx`
  select json_build_object('type', 'DeletedTransaction', 'data', jsonb_build_object(
    ${fields(tx, 'DeletedTransaction', 't')}, 'provider_id', t.external_id,
    'provider_digest', encode(t.content_hash, 'hex')))::text as line
  from accounts a
  cross join lateral (
    select *
    from transactions
    where household_id = ${householdId}
      and account_id = a.id
      and removed_at is not null
      and removed_reason = 'user'
      and source = 'provider'
      and external_id is not null
    offset 0
  ) t
  where a.household_id = ${householdId}
  order by a.created_at, a.id, t.date desc, t.id`;

/** A type whose records are pairs of transactions `i` and `o`. */
const pairsOf =
  (type: RecordTypeName, table: string, more: string): ExportQuery =>
  (tx, householdId) => tx`
  select json_build_object('type', ${type}::text, 'data', jsonb_build_object(
    'id', f.id, ${fields(tx, type, 'f')}${tx.unsafe(more)}))::text as line
  from ${tx(table)} f
  ${transferSides(tx)}
  where f.household_id = ${householdId}
    and i.removed_at is null
    and o.removed_at is null
  order by f.id`;

const MIRROR = `, 'mirror', case
    when i.mirror_of = o.id then 'inflow'
    when o.mirror_of = i.id then 'outflow'
  end`;

/** The identifiers of the security `s`. `ticker` is for readers that require one: without a ticker, the ISIN or the name. */
const security = (tx: Tx) => tx`
    'ticker', coalesce(s.ticker, s.isin, s.name), 'security_name', s.name,
    'exchange_operating_mic', s.exchange_operating_mic, 'security', jsonb_build_object(
      'ticker', s.ticker, 'exchange_operating_mic', s.exchange_operating_mic, 'name', s.name,
      'currency', s.currency, 'isin', s.isin, 'figi', s.figi, 'cusip', s.cusip)`;

const trades: ExportQuery = (tx, householdId) => tx`
  select json_build_object('type', 'Trade', 'data', jsonb_build_object(
    'id', t.id, ${fields(tx, 'Trade', 't')}, ${security(tx)}, 'files', ${tradeFiles(tx)}))::text as line
  from trades t
  join securities s on s.household_id = t.household_id and s.id = t.security_id
  where t.household_id = ${householdId}
  order by t.date desc, t.id`;

const holdings: ExportQuery = (tx, householdId) => tx`
  select json_build_object('type', 'Holding', 'data', jsonb_build_object(
    'id', h.id, ${fields(tx, 'Holding', 'h')}, ${security(tx)},
    'source', case when h.source = 'provider' and h.external_id is not null then h.source end,
    'provider_id', case h.source when 'provider' then h.external_id end,
    ${UNKNOWN_FIELD}::text, nullif(array_remove(
      array[case when h.price is null then 'price' end, case when h.value is null then 'amount' end], null), '{}'),
    -- Numbers the positions of one security on one day; null for the first.
    'position', nullif(row_number() over (
      partition by h.account_id, h.security_id, h.date, h.currency
      order by h.external_id nulls first, h.id
    ), 1)))::text as line
  from holdings h
  join securities s on s.household_id = h.household_id and s.id = h.security_id
  where h.household_id = ${householdId}
  -- The order of the window: any other would build every line before the first is sent.
  order by h.account_id, h.security_id, h.date, h.currency, h.external_id nulls first, h.id`;

const balances: ExportQuery = (tx, householdId) => tx`
  select json_build_object('type', 'Balance', 'data', components || jsonb_build_object(
    'id', id, ${fields(tx, 'Balance', 'balances')}))::text as line
  from balances
  where household_id = ${householdId}
  order by account_id, date desc, id`;

const EXPORT: readonly ExportQuery[] = [
  accounts,
  rowsOf('Category', 'categories', 'parent_id is not null, name, id'),
  rowsOf('Tag', 'tags', 'name, id'),
  rowsOf('Merchant', 'merchants', 'name, id'),
  rowsOf('RecurringTransaction', 'recurring_transactions', 'created_at, id'),
  transactions,
  deletedTransactions,
  pairsOf('Transfer', 'transfers', MIRROR),
  pairsOf('RejectedTransfer', 'rejected_transfers', ''),
  trades,
  holdings,
  rowsOf('Valuation', 'valuations', 'date desc, id'),
  balances,
  rowsOf('Budget', 'budgets', 'start_date, end_date, id'),
  rowsOf('BudgetCategory', 'budget_categories', 'created_at, id'),
  rowsOf('ImportProfile', 'import_profiles', 'name, id'),
  exportRules,
];
