import type { PendingQuery, Row } from 'postgres';
import type { Sql, Tx } from '../postgres/connect.ts';
import type { Removed } from '../postgres/walk.ts';
import { ofHousehold } from '../postgres/of-household.ts';

/** An import of a CSV or an import session, as the journal knows what it wrote. */
export interface UndoSource {
  readonly householdId: string;
  readonly sourceId: string;
}

/**
 * Notes in the undo journal, until the transaction ends, which records it creates and changes: triggers of the ledger's
 * tables do it. Call it before the first write.
 */
export async function journalWrites(tx: Tx, sourceId: string): Promise<void> {
  await tx`select set_config('ledgerline.undo_source', ${sourceId}, true)`;
}

/** The same for what rules write because of the import. */
export async function journalRuleWrites(tx: Tx, sourceId: string): Promise<void> {
  await tx`
    select set_config('ledgerline.undo_source', ${sourceId}, true), set_config('ledgerline.undo_rules', 'on', true)`;
}

/** What of a transaction its log tells. */
export const LOGGED = [
  ...['account_id', 'date', 'amount', 'currency', 'name', 'notes', 'category_id', 'merchant_id'],
  ...['excluded', 'kind', 'investment_activity_label', 'pending'],
];

/**
 * Tells the log of older transactions what the import changed in them in this database transaction: each attribute, and the tags
 * that it added. Call it last.
 */
export async function logJournaled(tx: Tx, { householdId, sourceId }: UndoSource): Promise<void> {
  const written = tx`j.household_id = ${householdId} and j.source_id = ${sourceId} and j.created_at = now()`;
  await tx`
    insert into transaction_changes (household_id, transaction_id, attribute, source, import_id, old_value, new_value)
    select ${householdId}::uuid, j.record_id, b.key, 'import', ${sourceId}::uuid, b.value, a.value
    from undo_journal j
    cross join lateral json_each_text(j.before) b
    join lateral json_each_text(j.after) a on a.key = b.key
    where ${written}
      and j.kind = 'transactions'
      and j.before is not null
      and b.key = any(${LOGGED})
    union all
    select ${householdId}::uuid, t.id, 'tag_ids', 'import', ${sourceId}::uuid,
      string_agg(tt.tag_id::text, ',' order by tt.tag_id) filter (where tt.tag_id <> all(added.tag_ids)),
      string_agg(tt.tag_id::text, ',' order by tt.tag_id)
    from (
      select one.transaction_id, array_agg(one.tag_id) as tag_ids
      from undo_journal j
      cross join lateral unnest(j.created_ids, j.tag_ids) as one (transaction_id, tag_id)
      where ${written}
        and j.kind = 'transaction_tags'
      group by one.transaction_id
    ) added
    join transactions t on t.${ofHousehold(tx, householdId)} and t.id = added.transaction_id
    join transaction_tags tt on tt.transaction_id = t.id
    where t.import_id is distinct from ${sourceId}
      and t.import_session_id is distinct from ${sourceId}
    group by t.id`;
}

/** Deletes what was noted of an import: it has been undone. */
export async function deleteJournal(tx: Tx, { householdId, sourceId }: UndoSource): Promise<void> {
  await tx`
    delete from undo_journal
    where household_id = ${householdId}
      and source_id = ${sourceId}`;
}

/**
 * One leg of a walk through the entries of all households, the oldest first: deletes those from before then, but not what
 * an import brought that was complete later, or is being published or undone. `after` is the id of an entry.
 */
export async function deleteJournalsBefore(
  sql: Sql,
  before: Date,
  { after, limit }: { after: string | null; limit: number },
): Promise<Removed<string>> {
  const [leg] = await sql<[{ deleted: number; next: string | null }]>`
    with leg as materialized (
      select id, household_id, source_id, created_at
      from undo_journal
      where id > ${after ?? '0'}
      order by id
      limit ${limit}
    ),
    gone as (
      delete from undo_journal
      where id = any(array(
          select id
          from leg
          where created_at < ${before}
            and not exists (
              select 1
              from imports i
              where i.household_id = leg.household_id
                and i.id = leg.source_id
                and (i.status in ('publishing', 'undoing') or (i.status = 'complete' and i.published_at >= ${before}))
            )
            and not exists (
              select 1
              from import_sessions s
              where s.household_id = leg.household_id
                and s.id = leg.source_id
                and (s.status in ('importing', 'undoing') or s.finished_at >= ${before})
            )
        ))
      returning 1
    )
    select (select count(*)::integer from gone) as deleted,
      -- Behind an entry that is not old there are few that are.
      case when count(*) = ${limit} and bool_or(created_at < ${before}) then max(id) end as next
    from leg`;
  return leg;
}

/** A record that ends, and the one that goes on in its place with what it had. */
export interface Succession {
  readonly goneId: string;
  readonly staysId: string;
}

/** Transactions and their successors as a table `pair (gone_id, stays_id)`. */
export const listSuccessions = (tx: Tx, pairs: readonly Succession[]): PendingQuery<Row[]> => tx`
  unnest(
    ${pairs.map(({ goneId }) => goneId)}::uuid[],
    ${pairs.map(({ staysId }) => staysId)}::uuid[]
  ) as pair (gone_id, stays_id)`;

/**
 * Notes that two transactions became one: what imports brought to either is no longer theirs alone, so that undoing them
 * leaves the one that stays, and names it. Call it while both are there.
 */
export async function keepJoined(
  tx: Tx,
  householdId: string,
  pairs: readonly Succession[],
): Promise<void> {
  const pair = listSuccessions(tx, pairs);
  await tx`
    insert into undo_journal (household_id, source_id, kind, record_id, kept)
    select ${householdId}::uuid, made.source_id, 'transactions', pair.stays_id, 'joined'
    from ${pair}
    join transactions t on t.${ofHousehold(tx, householdId)} and t.id in (pair.gone_id, pair.stays_id)
    cross join lateral (values (t.import_id), (t.import_session_id)) made (source_id)
    where made.source_id is not null
    union
    select ${householdId}::uuid, j.source_id, 'transactions', pair.stays_id, 'joined'
    from ${pair}
    join undo_journal j on j.${ofHousehold(tx, householdId)} and j.record_id = pair.gone_id and j.kind = 'transactions'
    where j.kept is not null
      or j.before is not null
    union
    select ${householdId}::uuid, r.import_id, 'transactions', pair.stays_id, 'joined'
    from ${pair}
    join import_rows r on r.${ofHousehold(tx, householdId)} and r.of_id = pair.gone_id and r.verdict = 'update'
    join imports i on i.household_id = r.household_id and i.id = r.import_id and i.status in ('complete', 'undoing')`;
}
