import type { Fragment, Tx } from '../../postgres/connect.ts';
import { createTemporaryTables } from '../../postgres/temporary-tables.ts';
import { ofHousehold } from '../../postgres/plans.ts';
import { lockLedger } from '../../ledger/lock-ledger.ts';
import { endRuleRunsOf } from '../../rules/store/rule-runs.ts';
import { isClaimed, isInUse } from './in-use.ts';
import { signChanges } from '../../changes/sign-changes.ts';
import { deleteJournal } from '../../changes/journal.ts';
import type { UndoSource } from '../../changes/journal.ts';
import { endTransfers, markKeptTransactions } from './keep-transactions.ts';
import { insertKept, withoutZeros } from '../../imports/kept-record.ts';
import type { UndoSummary } from '../../imports/kept-record.ts';
import { isSetByPerson, openAnew, removeOpenings } from './openings.ts';
import { passOn } from './pass-on.ts';
import { countRestored, KEPT, restoreChanged } from './restore-changed.ts';

/** Records that link two transactions go first. */
const PAIRS = ['transfers', 'rejected_transfers'] as const;

/** Ledger tables in the order of deletion: referring records first, child categories before their parents. */
const ORDER = [
  'trades',
  'holdings',
  'valuations',
  'balances',
  'recurring_transactions',
  'budget_categories',
  'budgets',
  'rules',
  'tags',
  'merchants',
  'categories',
  'categories',
  'securities',
  'import_profiles',
  'accounts',
] as const;
const KINDS: ReadonlySet<string> = new Set(['transactions', ...PAIRS, ...ORDER]);

/**
 * Undoes, in the caller's transaction, everything that the journal says an import wrote, and rules because of it: restores old
 * values and removes what it created, except what others have used, edited or taken over since. Records that other imports claim
 * belong to those from then on. Set-based, so it works at any size.
 */
export async function undoWrites(
  tx: Tx,
  source: UndoSource,
  now: Date,
  onRemoved: (records: number) => void = () => undefined,
): Promise<UndoSummary> {
  await lockLedger(tx, source.householdId);
  await signChanges(tx, { by: 'undo', id: source.sourceId });
  await endRuleRunsOf(tx, source.householdId, source.sourceId);
  await listCreated(tx, source);
  await lockCreated(tx, source);
  await markKeptTransactions(tx, source);
  await restoreChanged(tx, source);
  const removed: Record<string, number> = { transfers: await endTransfers(tx, source, now) };
  for (const kind of PAIRS) removed[kind] = (removed[kind] ?? 0) + (await remove(tx, source, kind));
  const closed = await removeOpenings(tx, source);
  removed['transactions'] = await removeTransactions(tx, source, onRemoved);
  const removeUnused = async (kinds: readonly string[]): Promise<void> => {
    for (const kind of kinds) {
      const gone = await remove(tx, source, kind);
      removed[kind] = (removed[kind] ?? 0) + gone;
      onRemoved(gone);
    }
  };
  await removeUnused(ORDER);
  removed['valuations'] = (removed['valuations'] ?? 0) + (await openAnew(tx, source, closed));
  for (const kind of KINDS) await listLeft(tx, source, kind);
  await passOn(tx, source);
  const uninherited = await listUninherited(tx);
  await removeUnused(ORDER.filter((kind) => uninherited.has(kind)));
  const restored = await countRestored(tx);
  await deleteJournal(tx, source);
  await deleteRestoredImports(tx, source);
  await forgetHidden(tx, source);
  const kept = await insertKept(tx, source);
  return { removed: withoutZeros(removed), restored: withoutZeros(restored), ...kept };
}

/** Fills `undo_created`: the records that the import created, alone or together with others, and why some of them stay. */
async function listCreated(tx: Tx, { householdId, sourceId }: UndoSource): Promise<void> {
  await createTemporaryTables(tx, {
    undo_created: `
      kind text not null,
      id uuid not null,
      is_inherited boolean not null,
      reason text`,
    undo_standing: `
      record_id uuid not null,
      key text not null,
      before json not null,
      after json not null,
      restored json not null,
      last_id bigint not null,
      written_at timestamptz not null,
      reason text`,
    undo_restored: `
      kind text not null,
      id uuid not null`,
    undo_left: `
      kind text not null,
      id uuid not null,
      reason text not null,
      date date,
      amount numeric,
      currency text,
      name text`,
    undo_heirs: `
      kind text not null,
      id uuid not null,
      heir uuid not null`,
  });
  await tx`
    insert into undo_created (kind, id, is_inherited, reason)
    select j.kind, one.id, bool_or(j.operation = 'inherited'), max(j.operation) filter (where j.operation = 'joined')
    from changes j
    cross join lateral unnest(coalesce(j.record_ids, array[j.record_id])) as one (id)
    where j.household_id = ${householdId}
      and j.source_id = ${sourceId}
      and j.operation in ('created', 'inherited', 'joined')
    group by j.kind, one.id`;
  await tx.unsafe('analyze undo_created');
}

/** Locks the records until the end: what others write meanwhile must neither refer to deleted records nor be lost with them. */
async function lockCreated(tx: Tx, { householdId }: UndoSource): Promise<void> {
  for (const kind of KINDS) {
    await tx`
      select count(*)
      from (
        select x.id
        from ${tx(kind)} x
        where x.${ofHousehold(tx, householdId)}
          and x.id in (select id from undo_created where kind = ${kind})
        order by x.id
        for update
      ) held`;
  }
}

/** The conditions that keep a created record `x` that is not marked. */
function staysFor(tx: Tx, source: UndoSource, kind: string): Fragment {
  switch (kind) {
    case 'transfers':
    case 'rejected_transfers':
      return tx`x.inflow_transaction_id in ${KEPT(tx)} or x.outflow_transaction_id in ${KEPT(tx)}`;
    case 'valuations':
      // Those that go are gone: a person set these, another list of accounts states them, or their bookings stay.
      return tx`x.kind = 'opening_anchor'`;
    default:
      return tx`${isEdited(tx, source, kind)} or ${isClaimed(tx, source, tx`x.id`)} or ${isInUse(tx, source, kind)}`;
  }
}

/** Whether a person changed the record `x` since, or the opening balance of an account: the log shows requests. */
function isEdited(tx: Tx, source: UndoSource, kind: string): Fragment {
  const anchors = tx`select 1 from valuations v where v.account_id = x.id and ${isSetByPerson(tx, source, tx`v`)}`;
  const isOpenedAnew: Record<string, Fragment> = {
    accounts: tx`exists (${anchors})`,
    valuations: isSetByPerson(tx, source, tx`x`),
  };
  return tx`(
    exists (
      select 1
      from changes e
      where e.household_id = ${source.householdId}
        and e.record_id = x.id
        and e.kind = ${kind}
        and e.operation = 'updated'
        and e.cause = 'key'
    )
    or ${isOpenedAnew[kind] ?? tx`false`}
  )`;
}

/** Transactions removed per statement: enough to be fast, few enough to show progress. */
const BATCH_ROWS = 10_000;

/** Transactions that stay are already marked. Does not count those that a person had deleted before. */
async function removeTransactions(
  tx: Tx,
  { householdId }: UndoSource,
  onRemoved: (records: number) => void,
): Promise<number> {
  let removed = 0;
  for (;;) {
    const [batch] = await tx<[{ taken: number; gone: number }]>`
      with taken as (
        delete from undo_created
        where ctid = any(array(
          select ctid
          from undo_created
          where kind = 'transactions'
            and reason is null
          limit ${BATCH_ROWS}
        ))
        returning id
      ),
      gone as (
        delete from transactions x
        using taken
        where x.${ofHousehold(tx, householdId)}
          and x.id = taken.id
        returning x.removed_at
      )
      select (select count(*)::integer from taken) as taken,
        (select count(*)::integer from gone where removed_at is null) as gone`;
    removed += batch.gone;
    onRemoved(batch.gone);
    if (batch.taken < BATCH_ROWS) return removed;
  }
}

async function remove(tx: Tx, source: UndoSource, kind: string): Promise<number> {
  const [removed] = await tx<[{ count: number }]>`
    with gone as (
      delete from ${tx(kind)} x
      where x.${ofHousehold(tx, source.householdId)}
        and x.id in (select id from undo_created where kind = ${kind} and reason is null)
        and not (${staysFor(tx, source, kind)})
      returning x.id
    ),
    unlisted as (
      delete from undo_left
      where kind = ${kind}
        and id in (select id from gone)
    )
    select count(*)::integer as count
    from gone`;
  return removed.count;
}

/** The kinds with records in use that nobody inherits. A rule run or a person may have ended their use since they were listed. */
async function listUninherited(tx: Tx): Promise<ReadonlySet<string>> {
  const rows = await tx<{ kind: string }[]>`
    select distinct kind
    from undo_left
    where reason = 'in_use'
      and (kind, id) not in (select kind, id from undo_heirs)`;
  return new Set(rows.map(({ kind }) => kind));
}

/** Lists created records that still exist. Opening balances count as part of the import's accounts. */
async function listLeft(tx: Tx, source: UndoSource, kind: string): Promise<void> {
  const isPart = tx`x.kind = 'opening_anchor' and x.account_id in (select id from undo_created where kind = 'accounts')`;
  const isListed = kind === 'valuations' ? tx`not (${isPart})` : tx`true`;
  await tx`
    insert into undo_left (kind, id, reason)
    select ${kind}, x.id,
      case
        when c.reason is not null then c.reason
        when ${isClaimed(tx, source, tx`x.id`)} then 'claimed'
        when ${isEdited(tx, source, kind)} then 'edited'
        else 'in_use'
      end as reason
    from undo_created c
    join ${tx(kind)} x on x.${ofHousehold(tx, source.householdId)} and x.id = c.id
    where c.kind = ${kind}
      and ${isListed}`;
}

/** Deletes what identifies the session's transactions and trades in files, once the last of them is gone. */
async function deleteRestoredImports(tx: Tx, { householdId, sourceId }: UndoSource): Promise<void> {
  await tx`
    delete from imports
    where household_id = ${householdId}
      and restored_by = ${sourceId}
      and not exists (select 1 from undo_left where kind in ('transactions', 'trades'))`;
}

/** A mirror that gave way stays for those who may bring it back, but is not in the ledger for a person to see. */
async function forgetHidden(tx: Tx, { householdId }: UndoSource): Promise<void> {
  await tx`
    delete from undo_left l
    using transactions t
    where l.kind = 'transactions'
      and t.${ofHousehold(tx, householdId)}
      and t.id = l.id
      and t.removed_at is not null`;
}
