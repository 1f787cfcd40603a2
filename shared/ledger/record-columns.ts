import { columnOf } from '#preflight/records/fields';
import { RECORD_TYPES } from '#preflight/records/record-types';
import type { NamedRecordType, RecordTypeName } from '#preflight/records/record-types';

/**
 * The SQL that follows from the table of record types. An ordinary field is a column of the record's own table: an import writes it
 * as staged, and an export names it like the field. Ids, references, currencies and fields that are stored elsewhere are left to
 * the statements.
 */

const types = new Map(RECORD_TYPES.map((type: NamedRecordType) => [type.name, type]));

function storedFields(type: RecordTypeName, without: readonly string[]) {
  return Object.entries(types.get(type)?.fields ?? {}).flatMap(([name, field]) => {
    const staged = columnOf(name, field);
    if (staged === null || field.elsewhere === true || name === 'id') return [];
    if (without.includes(name)) return [];
    return [{ name, field, column: field.names === undefined ? staged : name }];
  });
}

/** Arguments of `jsonb_build_object` for the fields of a type from the table `from`. Flows get the export's sign. */
export function exportedFields(
  type: RecordTypeName,
  from: string,
  without: readonly string[] = [],
): string {
  return storedFields(type, without)
    .map(({ name, field: { kind, flow }, column }) => {
      const value = `${from}.${column}`;
      if (kind.sql !== 'numeric') return `'${name}', ${value}`;
      return `'${name}', trim_scale(${flow === true ? '-' : ''}${value})::text`;
    })
    .join(', ');
}

/**
 * The ordinary columns of a type, which an import copies from the stage, as the parts of a statement; except for fields that the
 * statement handles itself.
 */
export function copiedColumns(type: RecordTypeName, without: readonly string[] = []) {
  const columns = storedFields(type, without)
    .filter(({ name, field }) => field.names === undefined && name !== 'currency')
    .map(({ column }) => column);
  const each = (text: (column: string) => string) => columns.map(text).join(', ');
  return {
    /** `name, notes` */
    names: columns.join(', '),
    /** `s.name, s.notes`, `s` being the stage. */
    staged: each((column) => `s.${column}`),
    /** `name = s.name, notes = s.notes` */
    fromStage: each((column) => `${column} = s.${column}`),
    /** `name = excluded.name, notes = excluded.notes` */
    fromExcluded: each((column) => `${column} = excluded.${column}`),
  };
}
