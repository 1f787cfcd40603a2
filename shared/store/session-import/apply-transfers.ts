import type { Tx } from '../../db/connect.ts';
import type { Apply, DanglingRow, ImportScope } from './scope.ts';
import { FAULTS_MAX, missingReferences, rejected } from './scope.ts';

/** Records whose two transactions the session does not both know. */
function danglingPairs(tx: Tx, scope: ImportScope): Promise<DanglingRow[]> {
  return tx<DanglingRow[]>`
    select s.line, 'Transaction' as source_type, r.ref as source_id
    from stage_transfers s
    cross join lateral (values (1, s.inflow_ref), (2, s.outflow_ref)) as r (place, ref)
    left join transactions t
      on t.import_session_id = ${scope.sessionId} and t.external_id = 'Transaction:' || r.ref
    where t.id is null
    order by s.line, r.place
    limit ${FAULTS_MAX}`;
}

/** Both sides of staged transfers get the kind that the destination account gives the payment. */
async function setKinds(tx: Tx, scope: ImportScope): Promise<void> {
  await tx`
    with pair as (
      select i.id as inflow_id, o.id as outflow_id, a.accountable_type
      from stage_transfers s
      join transactions i
        on i.import_session_id = ${scope.sessionId} and i.external_id = 'Transaction:' || s.inflow_ref
      join transactions o
        on o.import_session_id = ${scope.sessionId} and o.external_id = 'Transaction:' || s.outflow_ref
      join accounts a on a.id = i.account_id
    ),
    side as (
      select inflow_id as id, 'funds_movement' as kind
      from pair
      union all
      select outflow_id,
        case
          when accountable_type = 'Loan' then 'loan_payment'
          when accountable_type in ('CreditCard', 'OtherLiability') then 'cc_payment'
          when accountable_type in ('Investment', 'Crypto') then 'investment_contribution'
          else 'funds_movement'
        end
      from pair
    )
    update transactions t
    set kind = side.kind
    from side
    where t.id = side.id
      and t.household_id = ${scope.householdId}
      and t.kind <> side.kind`;
}

/** Transfers, one per pair of transactions. */
export const applyTransfers: Apply = async (tx, scope) => {
  const dangling = await danglingPairs(tx, scope);
  if (dangling.length > 0) return rejected(missingReferences('Transfer', dangling));
  const superseded = await tx`
    delete from stage_transfers s
    using stage_transfers later
    where later.inflow_ref = s.inflow_ref
      and later.outflow_ref = s.outflow_ref
      and later.line > s.line`;
  const written = await tx<{ created: boolean }[]>`
    insert into transfers (household_id, inflow_transaction_id, outflow_transaction_id, status, notes)
    select ${scope.householdId}, i.id, o.id, s.status, s.notes
    from stage_transfers s
    join transactions i
      on i.import_session_id = ${scope.sessionId} and i.external_id = 'Transaction:' || s.inflow_ref
    join transactions o
      on o.import_session_id = ${scope.sessionId} and o.external_id = 'Transaction:' || s.outflow_ref
    on conflict (inflow_transaction_id, outflow_transaction_id) do update
    set status = excluded.status,
        notes = excluded.notes,
        updated_at = now()
    returning xmax = 0 as created`;
  await setKinds(tx, scope);
  const created = written.filter((row) => row.created).length;
  return {
    counts: { created, updated: written.length - created + superseded.count },
    faults: [],
  };
};

/** Pairs that a person said are no transfer. Those that name an unknown transaction are skipped. */
export const applyRejectedTransfers: Apply = async (tx, scope) => {
  const [staged] = await tx<{ count: number }[]>`
    select count(*)::int as count
    from stage_rejected_transfers`;
  const [found] = await tx<{ count: number; created: number }[]>`
    with pair as (
      select i.id as inflow_id, o.id as outflow_id
      from stage_rejected_transfers s
      join transactions i
        on i.import_session_id = ${scope.sessionId} and i.external_id = 'Transaction:' || s.inflow_ref
      join transactions o
        on o.import_session_id = ${scope.sessionId} and o.external_id = 'Transaction:' || s.outflow_ref
    ),
    written as (
      insert into rejected_transfers (household_id, inflow_transaction_id, outflow_transaction_id)
      select distinct ${scope.householdId}::uuid, inflow_id, outflow_id
      from pair
      on conflict do nothing
      returning id
    )
    select (select count(*)::int from pair) as count, (select count(*)::int from written) as created`;
  const pairs = found?.count ?? 0;
  const created = found?.created ?? 0;
  return {
    counts: { created, updated: pairs - created, skipped: (staged?.count ?? 0) - pairs },
    faults: [],
  };
};
