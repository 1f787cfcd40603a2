import { negateDecimal } from '#preflight/money';
import type { FieldKind, RecordData, StagedValue } from '#preflight/records/field-kinds';
import type { Field, Fields } from '#preflight/records/fields';
import type { RecordTypeName } from '#preflight/records/record-types';
import { columnOf } from '#preflight/records/fields';
import { typeOfKind } from '#preflight/records/record-types';
import type { FaultReason, RecordFault } from '../session-error.ts';
import { shown } from '../session-error.ts';

export type StagedRow = Readonly<Record<string, StagedValue>>;

/** A record that cannot be imported. Readers throw it; the import collects the faults per chunk. */
export class RecordRejected extends Error {
  readonly fault: RecordFault;

  constructor(fault: RecordFault) {
    super(fault.message ?? fault.code);
    this.name = 'RecordRejected';
    this.fault = fault;
  }
}

/** The fault `import_failed`, with its reason and the offending value. */
export function reject(
  type: RecordTypeName,
  reason: FaultReason,
  field: string,
  value: unknown,
  message: string,
): RecordRejected {
  const text =
    typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'
      ? String(value)
      : null;
  return new RecordRejected({
    code: 'import_failed',
    record_type: type,
    reason,
    field,
    ...(text === null ? {} : { value: shown(text) }),
    message: `${type}: ${message}`,
  });
}

/** The fault for a value of the wrong kind. */
export function wrongValue(
  type: RecordTypeName,
  field: string,
  { fault, wanted }: FieldKind,
  value: unknown,
): RecordRejected {
  const reason = fault === 'value_too_long' && typeof value !== 'string' ? 'invalid_value' : fault;
  return reject(type, reason, field, value, `${field} is not ${wanted}`);
}

/** The fault for a blank field that the type requires. A blank id counts as an unknown reference, shown as `(blank)`. */
export function missing(
  type: RecordTypeName,
  field: string,
  { names, identifies, required }: Partial<Field> = {},
) {
  if (names === undefined && identifies === undefined && required !== 'by_import') {
    return reject(type, 'missing_required_field', field, null, `${field} is missing`);
  }
  return new RecordRejected({
    code: 'missing_source_reference',
    record_type: type,
    source_type: names === undefined ? type : typeOfKind(names),
    source_id: shown(null),
    field,
  });
}

/**
 * The staging columns of a record's fields; null when a field makes the import skip the record. Throws
 * RecordRejected at the first fault.
 */
export function readFields(
  type: RecordTypeName,
  fields: Fields,
  data: RecordData,
): Record<string, StagedValue> | null {
  const row: Record<string, StagedValue> = {};
  for (const name in fields) {
    const field = fields[name] as Field;
    const value = field.kind.read(data[name]);
    if (field.skips === true && (value === undefined || value === null)) return null;
    if (value === undefined) throw wrongValue(type, name, field.kind, data[name]);
    const isRequired = field.required === true || field.required === 'by_import';
    if (value === null && isRequired) throw missing(type, name, field);
    const column = columnOf(name, field);
    if (column === null) continue;
    row[column] =
      field.flow === true && typeof value === 'string'
        ? negateDecimal(value)
        : (value ?? field.byDefault ?? null);
  }
  return row;
}
