import type { Tx } from '../../postgres/connect.ts';
import { ofHousehold } from '../../postgres/plans.ts';
import type { ImportScope } from './scope.ts';
import { STAGES } from './stages.ts';

/**
 * Keeps a staged record as the bank's, if it says that it is, only in an account that the session brought with its counterpart at
 * the provider and that no connection has read since; of transactions, only the first with a key that the account does not have.
 * All others become the session's own, like records that name no source.
 */
export async function keepOwnCounterparts(
  tx: Tx,
  scope: ImportScope,
  type: 'Transaction' | 'DeletedTransaction' | 'Holding',
): Promise<void> {
  const isTaken = tx`(
    named.nth > 1
    or exists (
      select 1
      from transactions t
      where t.${ofHousehold(tx, scope.householdId)}
        and t.account_id = named.account_id
        and t.source = 'provider'
        and t.external_id = named.provider_id
      offset 0
    )
  )`;
  const stage = tx(STAGES[type].table);
  await tx`
    update ${stage} s
    set source = null
    from (
      select o.ctid as place, o.provider_id, link.account_id,
        row_number() over (partition by o.account_ref, o.provider_id order by o.line) as nth
      from ${stage} o
      left join import_id_map m
        on m.session_id = ${scope.sessionId}
        and m.source_type = 'Account'
        and m.source_id = o.account_ref
        and not m.adopted
      left join provider_accounts link
        on link.${ofHousehold(tx, scope.householdId)}
        and link.account_id = m.record_id
        and link.connection_id is null
        and link.last_read_at is null
      where o.source = 'provider'
        and not o.known
    ) named
    where s.ctid = named.place
      and (
        named.provider_id is null
        or named.account_id is null
        or ${type === 'Holding' ? tx`false` : isTaken}
      )`;
}
