import type { Fragment, Tx } from '../../postgres/connect.ts';
import { dissolveTransfers } from '../../ledger/transaction-removal.ts';
import { groupBy } from '../../platform/group-by.ts';
import { transferKind } from '#preflight/rules/transfer-kinds';
import { OWN_ID } from './adopt-references.ts';
import { ofHousehold } from '../../postgres/plans.ts';
import { transactionOfSession } from './transaction-origins.ts';
import {
  countStaged,
  countWritten,
  dropSuperseded,
  requireFit,
  requireReferences,
} from './scope.ts';
import type { Apply, ImportScope } from './scope.ts';

/**
 * Looks up the transactions that staged pairs refer to, by one index probe each. For a join the planner might choose badly: it has
 * no statistics on a session that began minutes ago.
 */
async function findTransactions(
  tx: Tx,
  scope: ImportScope,
  stage: 'stage_transfers' | 'stage_rejected_transfers',
): Promise<void> {
  /** A transaction of the session, else the household's own with that id. */
  const found = (ref: Fragment) => tx`coalesce(
          ${transactionOfSession(tx, scope, ref)},
          (
            select t.id
            from transactions t
            where ${ofHousehold(tx, scope.householdId)}
              and t.id = case when ${ref} ~ ${OWN_ID} then ${ref}::uuid end
              and t.removed_at is null
          )
        )`;
  await tx`
    update ${tx(stage)} s
    set inflow_id = ${found(tx`s.inflow_ref`)},
        outflow_id = ${found(tx`s.outflow_ref`)}`;
}

/** Refuses transfers if the session does not know both transactions, or if they are one. */
async function requireBoth(tx: Tx): Promise<void> {
  const dangling = tx`
    select s.line, r.place, 'Transaction' as source_type, r.ref as source_id
    from stage_transfers s
    cross join lateral (values (1, s.inflow_ref, s.inflow_id), (2, s.outflow_ref, s.outflow_id))
      as r (place, ref, id)
    where r.id is null`;
  await requireReferences(tx, 'Transfer', dangling);
  const circular = tx`
    select s.line, 1 as place, 'outflow_transaction_id' as field, s.outflow_ref as value
    from stage_transfers s
    where s.inflow_id = s.outflow_id`;
  await requireFit(tx, 'Transfer', 'invalid_value', 'both sides are one transaction', circular);
}

/** Dissolves automatic matches: what the session says about a transaction wins. */
async function dissolveOtherMatches(tx: Tx, scope: ImportScope): Promise<void> {
  const others = await tx<{ ids: string[] }[]>`
    select array[f.inflow_transaction_id, f.outflow_transaction_id] as ids
    from stage_transfers s
    join transfers f on f.matched
      and f.household_id = ${scope.householdId}
      and f.inflow_transaction_id = s.inflow_id
      and f.outflow_transaction_id <> s.outflow_id
    union
    select array[f.inflow_transaction_id, f.outflow_transaction_id]
    from stage_transfers s
    join transfers f on f.matched
      and f.household_id = ${scope.householdId}
      and f.outflow_transaction_id = s.outflow_id
      and f.inflow_transaction_id <> s.inflow_id`;
  if (others.length === 0) return;
  const ids = others.flatMap((pair) => pair.ids);
  await dissolveTransfers(tx, scope.householdId, ids, new Date(), { matched: true });
}

/**
 * Gives both sides of staged transfers the kind that follows from the destination account. Runs one statement per kind, with lists
 * of ids: for a join, a planner without statistics on the household would compare all with all.
 */
async function setKinds(tx: Tx, scope: ImportScope): Promise<void> {
  const sides = await tx<{ id: string; isInflow: boolean; type: string }[]>`
    select side.id, side.is_inflow, a.accountable_type as type
    from stage_transfers s
    join transactions i on i.${ofHousehold(tx, scope.householdId)} and i.id = s.inflow_id
    join accounts a on a.id = i.account_id
    cross join lateral (values (s.inflow_id, true), (s.outflow_id, false)) as side (id, is_inflow)`;
  const byKind = groupBy(sides, ({ isInflow, type }) => transferKind(isInflow, type));
  for (const [kind, ofKind] of byKind) {
    await tx`
      update transactions
      set kind = ${kind}, updated_at = now()
      where household_id = ${scope.householdId}
        and id = any(${ofKind.map(({ id }) => id)}::uuid[])
        -- A side whose kind already names a kind of transfer keeps it.
        and kind in ('standard', 'one_time')`;
  }
}

/**
 * Stores which sides are mirrors that a rule made of the other side: at most one per transaction, never of another mirror, and only
 * among the session's own transactions.
 */
async function setMirrors(tx: Tx, scope: ImportScope): Promise<void> {
  await tx`
    with side as (
      select distinct on (source_id) mirror_id, source_id
      from stage_transfers s
      cross join lateral (values
        (case s.mirror when 'inflow' then s.inflow_id else s.outflow_id end,
          case s.mirror when 'inflow' then s.outflow_id else s.inflow_id end)
      ) as named (mirror_id, source_id)
      where s.mirror is not null
      order by source_id, s.line
    )
    update transactions t
    set mirror_of = side.source_id
    from side
    where t.${ofHousehold(tx, scope.householdId)}
      and t.import_session_id = ${scope.sessionId}
      and t.id = side.mirror_id
      and t.id <> side.source_id
      and not exists (select 1 from side other where other.mirror_id = side.source_id)
      and not exists (
        select 1
        from transactions own
        where own.${ofHousehold(tx, scope.householdId)}
          and (own.mirror_of in (t.id, side.source_id) or (own.id = side.source_id and own.mirror_of is not null))
      )`;
}

/** Transfers, one per pair of transactions. */
export const applyTransfers: Apply = async (tx, scope) => {
  await findTransactions(tx, scope, 'stage_transfers');
  await requireBoth(tx);
  const isSame = tx`later.inflow_ref = s.inflow_ref and later.outflow_ref = s.outflow_ref`;
  const superseded = await dropSuperseded(tx, 'Transfer', isSame);
  const written = await tx<{ created: boolean }[]>`
    insert into transfers (household_id, inflow_transaction_id, outflow_transaction_id, status, notes)
    select ${scope.householdId}, s.inflow_id, s.outflow_id, s.status, s.notes
    from stage_transfers s
    on conflict (inflow_transaction_id, outflow_transaction_id) do update
    set status = excluded.status,
        notes = excluded.notes,
        matched = false,
        updated_at = now()
    returning xmax = 0 as created`;
  await dissolveOtherMatches(tx, scope);
  await setKinds(tx, scope);
  await setMirrors(tx, scope);
  return countWritten(written, written.length + superseded);
};

/** Pairs that a person rejected as transfers. Pairs with an unknown transaction are skipped. */
export const applyRejectedTransfers: Apply = async (tx, scope) => {
  await findTransactions(tx, scope, 'stage_rejected_transfers');
  const [{ pairs, created }] = await tx<[{ pairs: number; created: number }]>`
    with pair as (
      select inflow_id, outflow_id
      from stage_rejected_transfers
      where inflow_id is not null
        and outflow_id is not null
    ),
    written as (
      insert into rejected_transfers (household_id, inflow_transaction_id, outflow_transaction_id)
      select distinct ${scope.householdId}::uuid, inflow_id, outflow_id
      from pair
      on conflict do nothing
      returning id
    )
    select (select count(*)::int from pair) as pairs, (select count(*)::int from written) as created`;
  const staged = await countStaged(tx, 'RejectedTransfer');
  return { created, updated: pairs - created, skipped: staged - pairs };
};
