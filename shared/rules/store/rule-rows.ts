import { setImmediate } from 'node:timers/promises';
import type { AnySql, Fragment } from '../../postgres/connect.ts';
import { readAhead } from '../../platform/read-ahead.ts';
import type { RuleRow } from '#preflight/rules/row-state';
import type { RuleSet } from '../rule-set.ts';

const PAGE_ROWS = 1000;
/** How many rows rules process in one go, initially and at most: nothing else in the process runs meanwhile. */
const [BATCH_FIRST, BATCH_MAX] = [10, 200];
/** Fewer if that takes longer than this. */
const BATCH_MS = 20;

/** The progress of a run: the last transaction that is done. */
export interface RowCursor {
  /** Null if rows come ordered by id alone. */
  readonly date: string | null;
  readonly id: string;
}

interface RowSelection {
  readonly householdId: string;
  readonly rules: Pick<RuleSet, 'needs'>;
  readonly disabledAccountIds: readonly string[];
  /** Leaves out rows that this run changed before it was interrupted. */
  readonly exceptChangedBy?: string;
}

export interface RowScope extends RowSelection {
  readonly rules: RuleSet;
  /** Null: all of the household. Sorted. */
  readonly ids: readonly string[] | null;
  /** Aborts the reading, which throws its reason. */
  readonly signal?: AbortSignal | null;
}

/** The candidates after the cursor, in batches; other work of the process runs in between. */
export async function* readRowBatches(
  sql: AnySql,
  scope: RowScope,
  after: RowCursor | null = null,
): AsyncGenerator<RuleRow[]> {
  let size = BATCH_FIRST;
  for await (const page of readAhead(readRowPages(sql, scope, after))) {
    for (let at = 0; at < page.length;) {
      await setImmediate();
      scope.signal?.throwIfAborted();
      const batch = page.slice(at, at + size);
      const begun = performance.now();
      yield batch;
      at += batch.length;
      // With many complex rules, a row may take milliseconds.
      const fitting = Math.floor((batch.length * BATCH_MS) / (performance.now() - begun));
      size = Math.max(1, Math.min(BATCH_MAX, 4 * size, fitting));
    }
  }
}

/**
 * The candidates after the cursor, page by page: live transactions on accounts that are not disabled; of a split one the lines but
 * not the whole. A whole household is read latest first, through its index.
 */
async function* readRowPages(
  sql: AnySql,
  scope: RowScope,
  after: RowCursor | null,
): AsyncGenerator<RuleRow[]> {
  if (scope.ids !== null) {
    const behind = after === null ? scope.ids : scope.ids.filter((id) => id > after.id);
    for (let at = 0; at < behind.length; at += PAGE_ROWS) {
      const page = behind.slice(at, at + PAGE_ROWS);
      yield await sql<RuleRow[]>`
        ${candidates(sql, scope)} and t.id = any(${page}::uuid[])
        order by t.id`;
    }
    return;
  }
  let cursor = after;
  for (;;) {
    const rows: RuleRow[] = await readHouseholdPage(sql, scope, cursor);
    const last = rows.at(-1);
    if (last === undefined) return;
    yield rows;
    if (rows.length < PAGE_ROWS) return;
    cursor = { date: last.date, id: last.id };
  }
}

/** After a cursor there are two index ranges: the rest of its day, and the days before. */
async function readHouseholdPage(
  sql: AnySql,
  scope: RowScope,
  cursor: RowCursor | null,
): Promise<RuleRow[]> {
  if (cursor === null) return readLatestRows(sql, scope, PAGE_ROWS);
  return sql<RuleRow[]>`
    (
      ${candidates(sql, scope)} and t.date = ${cursor.date} and t.id > ${cursor.id}
      order by t.date desc, t.id
      limit ${PAGE_ROWS}
    ) union all (
      ${candidates(sql, scope)} and t.date < ${cursor.date}
      order by t.date desc, t.id
      limit ${PAGE_ROWS}
    )
    limit ${PAGE_ROWS}`;
}

/** The household's latest candidates. */
export async function readLatestRows(sql: AnySql, scope: RowSelection, limit: number) {
  return sql<RuleRow[]>`
    ${candidates(sql, scope)}
    order by t.date desc, t.id
    limit ${limit}`;
}

/** These rows, whether they are candidates or not. */
export async function readRows(
  sql: AnySql,
  { householdId, rules }: Pick<RowSelection, 'householdId' | 'rules'>,
  ids: readonly string[],
): Promise<RuleRow[]> {
  if (ids.length === 0) return [];
  return sql<RuleRow[]>`
    select ${columns(sql, rules)}
    from transactions t
    where t.household_id = ${householdId} and t.id = any(${ids as string[]}::uuid[]) and t.removed_at is null`;
}

/** Those of the rows that are still candidates. */
export async function readCandidates(sql: AnySql, scope: RowScope, ids: readonly string[]) {
  return sql<RuleRow[]>`${candidates(sql, scope)} and t.id = any(${ids as string[]}::uuid[])`;
}

function candidates(sql: AnySql, scope: RowSelection): Fragment {
  const { householdId, disabledAccountIds, exceptChangedBy } = scope;
  return sql`
    select ${columns(sql, scope.rules)}
    from transactions t
    where t.household_id = ${householdId}
      and t.removed_at is null
      and not t.is_split_parent
      and t.account_id <> all(${disabledAccountIds as string[]}::uuid[])
      ${
        exceptChangedBy === undefined
          ? sql``
          : sql`and not exists (
              select 1
              from changes c
              where c.household_id = t.household_id
                and c.record_id = t.id
                and c.cause = 'rule'
                and c.cause_id = ${exceptChangedBy}
            )`
      }`;
}

/** The columns of a RuleRow from `t`. Details and tags are only read if a rule needs them. */
function columns(sql: AnySql, rules: RowSelection['rules']): Fragment {
  const tagIds = sql`(
    select array_agg(tt.tag_id::text order by tt.tag_id)
    from transaction_tags tt
    where tt.transaction_id = t.id
  )`;
  const details = sql`(
    jsonb_strip_nulls(jsonb_build_object('provider_merchant', t.provider_merchant, 'provider_description', t.provider_description))
    || t.extra
  )::text`;
  return sql`
    t.id, t.account_id, t.date, t.amount, t.currency, t.kind, t.name, t.notes,
    t.category_id, t.merchant_id, t.excluded,
    t.investment_activity_label as activity_label, t.xmin::text as version,
    ${rules.needs('details') ? details : sql`null`} as details,
    ${rules.needs('tags') ? tagIds : sql`null`} as tag_ids,
    case when t.locked_attributes <> '{}' then array(select jsonb_object_keys(t.locked_attributes)) end as locked`;
}
