import type { Tx, Fragment } from '../../postgres/connect.ts';
import { ofHousehold } from '../../postgres/plans.ts';
import type { ImportScope } from './scope.ts';
import { STAGES } from './stages.ts';
import { removeWithTied } from '../../ledger/transaction-removal.ts';
import { hasRows } from '../../postgres/rows.ts';

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

/** Record types for which an export lists the file rows that they came from. */
type OfFiles = 'Transaction' | 'Trade';

/** The imports, as `made`, that replace the files of the session's records: one per make. */
const madeImports = (tx: Tx, { householdId, sessionId }: ImportScope) => tx`(
  select id, type, settings
  from imports
  where household_id = ${householdId}
    and restored_by = ${sessionId}
) made`;

const isOfMake = (tx: Tx, file: Fragment) => tx`
  made.type = ${file} ->> 'type' and made.settings = ${file} -> 'settings'`;

/**
 * Whether the record of the stage `s` itself holds the first of its file rows. What a person may edit holds none, so that the edit finds all of
 * them (`keepAsRead`), except one without a make, which no import can hold.
 */
const holdsFirst = (tx: Tx, type: OfFiles, s: Fragment) => tx`(
  not ${s}.files -> 0 ? 'as_read'
  and ${type === 'Trade' ? tx`true` : tx`(coalesce(${s}.source, '') in ('provider', 'csv_import') or ${s}.files -> 0 ->> 'type' is null)`}
)`;

/** Creates imports for the files that staged records name, and sets the file row that first brought each record. */
export async function settleFiles(tx: Tx, scope: ImportScope, type: OfFiles): Promise<void> {
  const stage = tx(STAGES[type].table);
  await tx`
    insert into imports (
      household_id, restored_by, type, settings, status, request_digest, filename, content_type, byte_size)
    select ${scope.householdId}, ${scope.sessionId}, make.type, make.settings, 'complete', '', '', 'text/csv', 0
    from (
      select distinct file ->> 'type' as type, file -> 'settings' as settings
      from ${stage} s
      cross join lateral jsonb_array_elements(s.files) file
      where not s.known
        and file ->> 'type' is not null
    ) make
    where not exists (
      select 1
      from ${madeImports(tx, scope)}
      where made.type = make.type
        and made.settings = make.settings
    )`;
  await tx`
    update ${stage} s
    set import_id = made.id,
        import_name = s.files -> 0 ->> 'name',
        import_date = (s.files -> 0 ->> 'date')::date,
        import_external_id = s.files -> 0 ->> 'external_id'
    from ${stage} o
    left join ${madeImports(tx, scope)} on ${isOfMake(tx, tx`o.files -> 0`)}
    where s.ctid = o.ctid
      and o.files is not null
      and ${holdsFirst(tx, type, tx`o`)}
      and not o.known`;
}

/** Stores any further file rows of records that were written; these are rare. */
export async function rememberFiles(tx: Tx, scope: ImportScope, type: OfFiles): Promise<void> {
  await tx`
    -- Read before the insert: during it, each search for the last line would pass all rows just written.
    with made as materialized (
      select made.*, (
        select coalesce(max(r.line), 0)
        from import_rows r
        where r.household_id = ${scope.householdId}
          and r.import_id = made.id
      ) as last_line
      from ${madeImports(tx, scope)}
    )
    insert into import_rows (household_id, import_id, line, verdict, of_id, account_id, date, name, pending, more, as_read)
    select ${scope.householdId}, made.id,
      made.last_line + row_number() over (partition by made.id order by s.line, named.place),
      'duplicate', s.id, (
        select m.record_id
        from import_id_map m
        where m.session_id = ${scope.sessionId}
          and m.source_type = 'Account'
          and m.source_id = named.file -> 'as_read' ->> 'account_id'
      ), (named.file ->> 'date')::date, named.file ->> 'name',
      (named.file -> 'pending')::boolean, jsonb_build_object('external_id', named.file ->> 'external_id'), (named.file -> 'as_read') - 'account_id'
    from ${tx(STAGES[type].table)} s
    cross join lateral jsonb_array_elements(s.files) with ordinality as named (file, place)
    join made on ${isOfMake(tx, tx`named.file`)}
    where (named.place > 1 or (named.file -> 'pending')::boolean or not ${holdsFirst(tx, type, tx`s`)})
      and not s.known
      -- A trade of this id may have been there.
      and exists (
        select 1
        from ${tx(STAGES[type].target)} t
        where t.${ofHousehold(tx, scope.householdId)}
          and t.id = s.id
        offset 0
      )`;
}

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
function areAccountsRead(tx: Tx, scope: ImportScope) {
  return hasRows(tx`
    select 1
    from import_id_map m
    join provider_accounts link on link.${ofHousehold(tx, scope.householdId)} and link.account_id = m.record_id
    where m.session_id = ${scope.sessionId}
      and m.source_type = 'Account'
      and not m.adopted
      and link.last_read_at is not null
    limit 1`);
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
