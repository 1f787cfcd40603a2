import type { Tx } from '../../postgres/connect.ts';
import { ID_LIST } from '#preflight/records/field-kinds';
import type { ReferencedKind } from '#preflight/records/fields';
import type { NamedRecordType } from '#preflight/records/record-types';
import { columnOf } from '#preflight/records/fields';
import { RECORD_TYPES, typeOfKind } from '#preflight/records/record-types';
import { requireReferences } from './scope.ts';
import type { ImportScope } from './scope.ts';
import type { StagedType } from './stages.ts';
import { STAGES } from './stages.ts';

/** A column of a stage that refers to other records by id; `list` if it holds several. */
interface StagedReference {
  stage: StagedType;
  column: string;
  kind: ReferencedKind;
  list: boolean;
}

const REFERENCES: readonly StagedReference[] = RECORD_TYPES.flatMap((type: NamedRecordType) =>
  Object.entries(type.fields).flatMap(([name, field]) =>
    field.names === undefined || field.names === 'transactions'
      ? []
      : {
          stage: type.name as StagedType,
          column: columnOf(name, field) ?? name,
          kind: field.names,
          list: field.kind === ID_LIST,
        },
  ),
);

/** Ids of this service, in any letter case. Other ids are the export's own. */
export const OWN_ID = '^[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}$';

/**
 * Adds to the session's id map the household's own records that staged records refer to by id, unless a chunk of the session
 * contains them. Ids of another household stay unknown. Transactions are looked up when needed.
 */
export async function adoptReferences(
  tx: Tx,
  scope: ImportScope,
  stagedTypes: ReadonlySet<StagedType>,
): Promise<void> {
  for (const { stage, column, kind, list } of REFERENCES) {
    if (!stagedTypes.has(stage)) continue;
    const type = typeOfKind(kind);
    const named = list ? tx`unnest(${tx(column)})` : tx(column);
    await tx`
      insert into import_id_map (session_id, household_id, source_type, source_id, record_id, adopted)
      select ${scope.sessionId}, ${scope.householdId}, ${type}, named.id, own.id, true
      from (select distinct ${named} as id from ${tx(STAGES[stage].table)}) named
      join ${tx(kind)} own
        on own.household_id = ${scope.householdId}
        and own.id = case when named.id ~ ${OWN_ID} then named.id::uuid end
      where not exists (
          select 1
          from import_id_map m
          where m.session_id = ${scope.sessionId}
            and m.source_type = ${type}
            and m.source_id = named.id
        )
        and not exists (
          select 1
          from import_chunks c
          where c.household_id = ${scope.householdId}
            and c.session_id = ${scope.sessionId}
            and c.outline -> 'definitions' -> ${kind}::text ? named.id
        )`;
  }
}

/** Throws ChunkRejectedError if staged records refer, by a single id, to a record that neither session nor household has. */
export function requireNamed(tx: Tx, scope: ImportScope, type: StagedType): Promise<void> {
  const named = REFERENCES.filter(({ stage }) => stage === type).map(
    ({ kind, column }, place) => `(${place}, '${typeOfKind(kind)}', s.${column})`,
  );
  const dangling = tx`
    select s.line, r.place, r.source_type, r.source_id
    from ${tx(STAGES[type].table)} s
    cross join lateral (values ${tx.unsafe(named.join(', '))}) as r (place, source_type, source_id)
    left join import_id_map m
      on m.session_id = ${scope.sessionId}
      and m.source_type = r.source_type
      and m.source_id = r.source_id
    where r.source_id is not null
      and m.record_id is null`;
  return requireReferences(tx, type, dangling);
}
