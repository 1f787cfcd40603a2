import type { Fragment, Tx } from '../../postgres/connect.ts';
import { ofHousehold } from '../../postgres/of-household.ts';
import { keepOwnCounterparts } from './counterparts.ts';
import { rememberFiles, settleFiles } from './file-origins.ts';
import type { ImportScope } from './scope.ts';

/** Where the id begins in `Transaction:<id>`, the external id of a transaction that neither bank nor file brought. */
export const ID_START = 'Transaction:'.length + 1;

/** The id of the session's transaction with that id in the export, or null: two index probes. */
export function transactionOfSession(
  tx: Tx,
  { householdId, sessionId, source }: ImportScope,
  ref: Fragment,
): Fragment {
  return tx`coalesce(
    (
      select t.id
      from transactions t
      where ${ofHousehold(tx, householdId)}
        and t.import_session_id = ${sessionId}
        and t.external_id = 'Transaction:' || ${ref}
        and t.source = ${source}
      limit 1
    ),
    (
      select m.record_id
      from import_id_map m
      where m.session_id = ${sessionId}
        and m.source_type = 'Transaction'
        and m.source_id = ${ref}
    )
  )`;
}

/** Decides where staged transactions are from, before they are written. False: none of them says. */
export async function settleOrigins(tx: Tx, scope: ImportScope): Promise<boolean> {
  const stated = await tx`
    select 1
    from stage_transactions
    where not known
      and (source is not null or files is not null)
    limit 1`;
  if (stated.length === 0) return false;
  await keepOwnCounterparts(tx, scope, 'Transaction');
  await settleFiles(tx, scope, 'Transaction');
  return true;
}

/** Keeps, of transactions that were written, their ids, the keys that they had before and the further rows of files. */
export async function rememberOrigins(tx: Tx, scope: ImportScope): Promise<void> {
  await tx`
    insert into import_id_map (session_id, household_id, source_type, source_id, record_id)
    select ${scope.sessionId}, ${scope.householdId}, 'Transaction', substr(external_id, ${ID_START}), id
    from stage_transactions
    where source is not null
      and not known`;
  await tx`
    insert into transaction_aliases (household_id, account_id, external_id, transaction_id)
    select t.household_id, t.account_id, former.key, t.id
    from stage_transactions s
    cross join lateral unnest(s.provider_former_ids) as former (key)
    join transactions t on t.${ofHousehold(tx, scope.householdId)} and t.id = s.id
    where s.source = 'provider'
      and not s.known
    on conflict (account_id, external_id) do nothing`;
  await rememberFiles(tx, scope, 'Transaction');
}
