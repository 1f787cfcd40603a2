import type { Fragment, Tx } from '../../postgres/connect.ts';
import { removeWithTied } from '../../ledger/transaction-removal.ts';
import { ofHousehold } from '../../postgres/plans.ts';
import { keepOwnCounterparts } from './counterparts.ts';
import { rememberFiles, settleFiles } from './file-origins.ts';
import type { ImportScope } from './scope.ts';
import { STAGES } from './stages.ts';

/** Where the id starts in `Transaction:<id>`, the external id of a transaction that neither a bank nor a file brought. */
export const ID_START = 'Transaction:'.length + 1;

/** The session's transaction with that id in the export, or null; costs two index probes. */
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

/** Whether a connection has read an account since an earlier chunk brought it. */
async function areAccountsRead(tx: Tx, scope: ImportScope): Promise<boolean> {
  const links = await tx`
    select 1
    from import_id_map m
    join provider_accounts link on link.${ofHousehold(tx, scope.householdId)} and link.account_id = m.record_id
    where m.session_id = ${scope.sessionId}
      and m.source_type = 'Account'
      and not m.adopted
      and link.last_read_at is not null
    limit 1`;
  return links.length > 0;
}

/** The staged bank rows that the bank has listed since: the `line` of the first, and the `id` of the bank's transaction. */
function listedByBank(
  tx: Tx,
  { householdId, sessionId }: ImportScope,
  type: 'Transaction' | 'DeletedTransaction',
): Fragment {
  return tx`
    select min(o.line) as line, t.id
    from ${tx(STAGES[type].table)} o
    join import_id_map m
      on m.session_id = ${sessionId}
      and m.source_type = 'Account'
      and m.source_id = o.account_ref
      and not m.adopted
    cross join lateral (
      select *
      from transactions
      where ${ofHousehold(tx, householdId)}
        and account_id = m.record_id
        and source = 'provider'
        and external_id = o.provider_id
        and import_session_id is null
        -- What a person has deleted since stays deleted.
        and (removed_at is null or removed_reason = 'user')
      offset 0
    ) t
    where o.source = 'provider'
      and not o.known
    group by t.id`;
}

/** Gives staged rows the ids of the transactions that their bank listed meanwhile, so that edits go there. Returns how many. */
export async function meetBankRows(tx: Tx, scope: ImportScope): Promise<number> {
  if (!(await areAccountsRead(tx, scope))) return 0;
  const { count } = await tx`
    with met as (
      update stage_transactions s
      set id = bank.id, known = true
      from (${listedByBank(tx, scope, 'Transaction')}) bank
      where s.line = bank.line
        and s.parent_external_id is null
      returning s.external_id, s.id
    )
    insert into import_id_map (session_id, household_id, source_type, source_id, record_id)
    select ${scope.sessionId}, ${scope.householdId}, 'Transaction', substr(external_id, ${ID_START}), id
    from met`;
  return count;
}

/** Removes transactions that a person had deleted and the bank has listed again meanwhile. Returns how many. */
export async function removeBankRows(tx: Tx, scope: ImportScope): Promise<number> {
  if (!(await areAccountsRead(tx, scope))) return 0;
  const { householdId } = scope;
  const rows = await tx<{ id: string }[]>`
    select t.id
    from (${listedByBank(tx, scope, 'DeletedTransaction')}) bank
    join transactions t on t.${ofHousehold(tx, householdId)} and t.id = bank.id
    where t.removed_at is null`;
  const ids = rows.map(({ id }) => id);
  await removeWithTied(tx, householdId, ids, new Date());
  return ids.length;
}

/** Decides the origin of staged transactions before they are written. False: none of them names one. */
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

/** Stores, for the written transactions, their ids, their former keys and any further file rows. */
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
