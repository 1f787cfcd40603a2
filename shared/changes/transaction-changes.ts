import type { PendingQuery, Row } from 'postgres';
import type { AnySql, Tx } from '../postgres/connect.ts';
import { readPage } from '../postgres/page.ts';
import { ofHousehold } from '../postgres/plans.ts';
import { listSuccessions } from './journal.ts';
import type { Succession } from './journal.ts';
import type { Page, PageRequest } from '../postgres/page.ts';
import { hasRows } from '../postgres/rows.ts';

export interface TransactionChange {
  readonly attribute: string;
  readonly source: 'rule' | 'user' | 'provider' | 'transfer' | 'import';
  readonly ruleId: string | null;
  readonly ruleRunId: string | null;
  /** The import or import session that wrote it, or whose undo did. */
  readonly importId: string | null;
  readonly syncId: string | null;
  readonly apiKeyId: string | null;
  readonly oldValue: string | null;
  readonly newValue: string | null;
  readonly createdAt: Date;
}

/** The transaction columns that its log shows; undo knows more. */
const SHOWN = [
  ...['account_id', 'date', 'amount', 'currency', 'name', 'notes', 'category_id', 'merchant_id'],
  ...['excluded', 'kind', 'investment_activity_label', 'pending', 'source'],
];

/** Logged attributes that are not columns: `logChange` writes them. */
const NO_COLUMNS = ['tag_ids', 'splits', 'merged'] as const;
type NoColumn = (typeof NO_COLUMNS)[number];

/**
 * A statement, or the last part of one: logs a change that no transaction column holds. `changed` is a query of ids with an old and
 * a new value, as JSON.
 */
export const logChange = (
  sql: AnySql,
  householdId: string,
  attribute: NoColumn,
  changed: PendingQuery<Row[]>,
): PendingQuery<Row[]> => sql`
  insert into changes (household_id, kind, operation, record_id, before, after)
  select ${householdId}::uuid, 'transactions', 'updated', id, json_build_object(${attribute}::text, old_value),
    json_build_object(${attribute}::text, new_value)
  from (${changed}) as changed (id, old_value, new_value)`;

/** Moves the log of transactions to those that they become one with, and logs that they did. */
export async function moveChanges(
  tx: Tx,
  householdId: string,
  pairs: readonly Succession[],
): Promise<void> {
  const pair = listSuccessions(tx, pairs);
  await tx`
    update changes
    set record_id = pair.stays_id, source_id = null
    from ${pair}
    where ${ofHousehold(tx, householdId)}
      and record_id = pair.gone_id`;
  const merged = tx`select stays_id, to_json(gone_id), to_json(stays_id) from ${pair}`;
  await logChange(tx, householdId, 'merged', merged);
}

/** Whether the household has, or had, this transaction: its log outlives a soft delete. */
export function hasLoggedTransaction(sql: AnySql, householdId: string, transactionId: string) {
  return hasRows(sql`
    select 1
    from transactions
    where household_id = ${householdId}
      and id = ${transactionId}
      and removed_reason is distinct from 'vanished'`);
}

/** One page of a transaction's change log, newest first. */
export async function listTransactionChanges(
  sql: AnySql,
  householdId: string,
  transactionId: string,
  page: PageRequest,
): Promise<Page<TransactionChange>> {
  const matching = sql`
    from changes c
    cross join lateral (
      select key as attribute, b.value as old_value, a.value as new_value
      from json_each_text(c.before) b
      join json_each_text(c.after) a using (key)
      where key = any(${[...SHOWN, ...NO_COLUMNS]}::text[])
      union all
      select 'removed', 'false', 'true'
      where c.after ->> 'removed_reason' = 'user'
      union all
      select 'created', 'false', 'true'
      where c.operation = 'created'
    ) line
    where c.household_id = ${householdId}
      and c.record_id = ${transactionId}
      and c.kind = 'transactions'`;
  // Tags are stored as a list.
  const value = (column: string) => sql`
    case attribute when 'tag_ids' then nullif(translate(${sql(column)}, '[]" ', ''), '') else ${sql(column)} end as ${sql(column)}`;
  return readPage(
    sql,
    page,
    matching,
    [
      ['c.id', 'bigint', 'desc'],
      ['line.attribute', 'text', 'desc'],
    ],
    ({ keys, window }) => sql<TransactionChange[]>`
    select attribute,
      case
        when cause = 'sync' then 'provider'
        when cause in ('import', 'undo') then 'import'
        when cause = 'rule' and rules ? attribute then 'rule'
        when cause in ('rule', 'transfer') then 'transfer'
        else 'user'
      end as source,
      (rules ->> attribute)::uuid as rule_id,
      case when cause = 'rule' then cause_id end as rule_run_id,
      case when cause in ('import', 'undo') then cause_id end as import_id,
      case when cause = 'sync' then cause_id end as sync_id,
      case when cause = 'key' then cause_id end as api_key_id,
      ${value('old_value')}, ${value('new_value')}, created_at, ${keys}
    ${matching}
    ${window}`,
  );
}
