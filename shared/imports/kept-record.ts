import type { AnySql, Tx } from '../postgres/connect.ts';
import { ofHousehold } from '../postgres/plans.ts';
import { listRows } from '../postgres/page.ts';
import type { Page, PageRequest } from '../postgres/page.ts';
import type { UndoSource } from '../changes/journal.ts';

/** Why undo left a record alone. */
export const KEPT_REASONS = [
  'edited',
  'adopted',
  'claimed',
  'in_use',
  'changed',
  'joined',
] as const;
type KeptReason = (typeof KEPT_REASONS)[number];

/** A record that undo left alone, in its state at that time. */
export interface KeptRecord {
  kind: string;
  id: string;
  reason: KeptReason;
  line: number | null;
  date: string | null;
  amount: string | null;
  currency: string | null;
  name: string | null;
}

export interface UndoSummary {
  removed: Record<string, number>;
  restored: Record<string, number>;
  /** The first of the records that were kept, and the number of all. */
  kept: readonly KeptRecord[];
  kept_count: number;
}

export const withoutZeros = (counts: Record<string, number>): Record<string, number> =>
  Object.fromEntries(Object.entries(counts).filter(([, count]) => count > 0));

/** How many records a summary lists at most. */
const LISTED_MAX = 100;

/**
 * Stores what `undo_left` lists, with the values by which people know each record: in file order, then by day. Returns the first of
 * them, and how many there are.
 */
export async function insertKept(
  tx: Tx,
  source: UndoSource,
): Promise<Pick<UndoSummary, 'kept' | 'kept_count'>> {
  const { householdId, sourceId } = source;
  const kinds = await tx<{ kind: string }[]>`select distinct kind from undo_left order by kind`;
  for (const { kind } of kinds) {
    await tx`
      update undo_left l
      set date = coalesce(x.image ->> 'date', x.image ->> 'start_date')::date,
        amount = coalesce(x.image ->> 'amount', x.image ->> 'value', x.image ->> 'balance')::numeric,
        currency = x.image ->> 'currency',
        name = coalesce(x.image ->> 'name', x.image ->> 'ticker')
      from (
        select o.id, own.image
        from undo_left o
        cross join lateral (
          select to_jsonb(t) as image
          from ${tx(kind)} t
          where t.${ofHousehold(tx, householdId)}
            and t.id = o.id
          offset 0
        ) own
        where o.kind = ${kind}
      ) x
      where l.kind = ${kind}
        and l.id = x.id`;
  }
  await tx`
    insert into undo_kept (household_id, source_id, place, kind, record_id, reason, line, date, amount, currency, name)
    select ${householdId}::uuid, ${sourceId}::uuid, row_number() over (order by r.line nulls first, l.kind, l.date, l.id),
      l.kind, l.id, l.reason, r.line, l.date, l.amount, l.currency, l.name
    from (
      select kind, id, max(reason) as reason, max(date) as date, max(amount) as amount, max(currency) as currency,
        max(name) as name
      from undo_left
      group by kind, id
    ) l
    left join (
      select coalesce(of_id, record_id) as id, min(line) as line
      from import_rows
      where household_id = ${householdId}
        and import_id = ${sourceId}
        and verdict in ('new', 'update', 'duplicate')
      group by 1
    ) r on r.id = l.id`;
  const { rows, totalCount } = await listKept(tx, source, { page: 1, perPage: LISTED_MAX });
  return { kept: rows, kept_count: totalCount };
}

/** Deletes the list. Call it when its import or session is deleted. */
export async function deleteKept(
  sql: AnySql,
  householdId: string,
  sourceId: string,
): Promise<void> {
  await sql`
    delete from undo_kept
    where household_id = ${householdId}
      and source_id = ${sourceId}`;
}

export async function listKept(
  sql: AnySql,
  { householdId, sourceId }: UndoSource,
  page: PageRequest,
): Promise<Page<KeptRecord>> {
  const matching = sql`
    from undo_kept
    where household_id = ${householdId}
      and source_id = ${sourceId}`;
  const columns = sql`kind, record_id as id, reason, line, date, amount, currency, name`;
  return listRows(sql, page, matching, [['place', 'bigint']], columns);
}
