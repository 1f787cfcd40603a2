import type { Fragment, Tx } from '../../postgres/connect.ts';
import { ofHousehold } from '../../postgres/of-household.ts';
import { keepOwnCounterparts } from './counterparts.ts';
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
  await makeFileImports(tx, scope);
  // The first row of a file is kept with the transaction, as that of the file that brought it; more are rare.
  await tx`
    update stage_transactions s
    set import_id = made.id,
        import_name = s.files -> 0 ->> 'name',
        import_date = (s.files -> 0 ->> 'date')::date,
        import_external_id = s.files -> 0 ->> 'external_id'
    from stage_transactions o
    left join ${madeImports(tx, scope)} on ${isOfMake(tx, tx`o.files -> 0`)}
    where s.ctid = o.ctid
      and o.files is not null
      and not o.known`;
  return true;
}

/** The imports `made` in place of the files of the session's transactions, one for each make. */
const madeImports = (tx: Tx, { householdId, sessionId }: ImportScope) => tx`(
  select id, type, settings
  from imports
  where household_id = ${householdId}
    and restored_by = ${sessionId}
) made`;

const isOfMake = (tx: Tx, file: Fragment) => tx`
  made.type = ${file} ->> 'type' and made.settings = ${file} -> 'settings'`;

async function makeFileImports(tx: Tx, scope: ImportScope): Promise<void> {
  await tx`
    insert into imports (
      household_id, restored_by, type, settings, status, request_digest, filename, content_type, byte_size)
    select ${scope.householdId}, ${scope.sessionId}, make.type, make.settings, 'complete', '', '', 'text/csv', 0
    from (
      select distinct file ->> 'type' as type, file -> 'settings' as settings
      from stage_transactions s
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
  await tx`
    -- Asked while the rows are written, the last line would be looked for behind all of them.
    with made as materialized (
      select made.*, (
        select coalesce(max(r.line), 0)
        from import_rows r
        where r.household_id = ${scope.householdId}
          and r.import_id = made.id
      ) as last_line
      from ${madeImports(tx, scope)}
    )
    insert into import_rows (household_id, import_id, line, verdict, of_id, date, name, more)
    select ${scope.householdId}, made.id,
      made.last_line + row_number() over (partition by made.id order by s.line, named.place),
      'duplicate', s.id, (named.file ->> 'date')::date, named.file ->> 'name',
      jsonb_build_object('external_id', named.file ->> 'external_id')
    from stage_transactions s
    cross join lateral jsonb_array_elements(s.files) with ordinality as named (file, place)
    join made on ${isOfMake(tx, tx`named.file`)}
    where named.place > 1
      and not s.known`;
}
