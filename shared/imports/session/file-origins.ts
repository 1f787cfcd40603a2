import type { Fragment, Tx } from '../../postgres/connect.ts';
import { ofHousehold } from '../../postgres/plans.ts';
import type { ImportScope } from './scope.ts';
import { STAGES } from './stages.ts';

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
 * Creates imports that replace the files which staged records name, and sets each record's first file row as the one that brought
 * it.
 */
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
    insert into import_rows (household_id, import_id, line, verdict, of_id, date, name, more)
    select ${scope.householdId}, made.id,
      made.last_line + row_number() over (partition by made.id order by s.line, named.place),
      'duplicate', s.id, (named.file ->> 'date')::date, named.file ->> 'name',
      jsonb_build_object('external_id', named.file ->> 'external_id')
    from ${tx(STAGES[type].table)} s
    cross join lateral jsonb_array_elements(s.files) with ordinality as named (file, place)
    join made on ${isOfMake(tx, tx`named.file`)}
    where named.place > 1
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
