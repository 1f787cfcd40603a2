import { negateDecimal, addDecimals, compareDecimals } from '#preflight/money';
import { FLAG, MONEY } from '#preflight/records/field-kinds';
import type { FieldKind, RecordData, StagedValue } from '#preflight/records/field-kinds';
import { columnOf, TAG_IDS_FIELD } from '#preflight/records/fields';
import type { Field, Fields } from '#preflight/records/fields';
import { typeOfKind } from '#preflight/records/record-types';
import type { RecordTypeName } from '#preflight/records/record-types';
import { shown } from '../session-error.ts';
import type { FaultReason, RecordFault } from '../session-error.ts';
import { isObject } from '#preflight/is-object';
import { findSplitAmount, findSplitLines } from '#preflight/ndjson/split-lines';
import { transactionOrigin } from '#preflight/records/provenance';
import { SPLIT_LINE } from '#preflight/records/record-parts';

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
function missing(
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

/** The staging columns of a record's fields; null: the import skips the record. Throws RecordRejected at the first fault. */
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

const TYPE = 'Transaction';

/** Banks and files only know the whole transaction, not its lines. */
const NO_ORIGIN = Object.fromEntries(
  Object.entries(transactionOrigin).map(([name, { kind }]) => [name, kind.read(null) ?? null]),
);

/**
 * A transaction followed by its split lines, which must add up exactly to its amount. The parent is excluded unless a person
 * decided otherwise.
 */
export function withSplitLines(row: Record<string, StagedValue>, data: RecordData): StagedRow[] {
  const lines = splitLines(data);
  const locked = data['locked_attributes'];
  const byHand = isObject(locked) && Object.hasOwn(locked, 'excluded');
  // Modifies the row itself: copying its many columns would take as long as reading them.
  const parent = Object.assign(row, {
    external_id: `${TYPE}:${String(row['external_id'])}`,
    parent_external_id: null,
    name: row['name'] ?? 'Imported transaction',
    excluded: (lines !== null && !byHand) || FLAG.read(data['excluded']) === true,
    is_split_parent: lines !== null || row['is_split_parent'] === true,
  });
  if (lines === null) return [parent];
  const children = lines.map((line, index) => splitRow(parent, line, index + 1));
  requireOwnIds([parent, ...children]);
  const sum = addDecimals(children.map((child) => String(child['amount'])));
  if (compareDecimals(sum, String(row['amount'])) !== 0) {
    const shown = negateDecimal(sum);
    const message = `split lines add up to ${shown}, not to ${negateDecimal(String(row['amount']))}`;
    throw reject(TYPE, 'split_amount_mismatch', 'split_lines', shown, message);
  }
  return [parent, ...children];
}

function splitLines(data: RecordData): RecordData[] | null {
  const found = findSplitLines(data);
  if (found === null) return null;
  const { field, value } = found;
  if (!Array.isArray(value)) {
    throw reject(TYPE, 'invalid_split_lines', field, null, `${field} is not a list`);
  }
  if (!value.every(isObject)) {
    throw reject(TYPE, 'invalid_split_lines', field, null, `${field} holds no objects`);
  }
  return value;
}

function splitRow(parent: StagedRow, line: RecordData, index: number): StagedRow {
  const row = readFields(TYPE, SPLIT_LINE.fields, line) ?? {};
  /** The parent's value, unless the line has the field, even if null. */
  const orParent = (field: string, column = field): StagedValue =>
    (Object.hasOwn(line, field) ? row[column] : parent[column]) ?? null;
  return {
    ...parent,
    ...NO_ORIGIN,
    ...row,
    // A line without an id is identified by its position.
    external_id:
      row['id'] === null
        ? `${String(parent['external_id'])}/${index}`
        : `${TYPE}:${String(row['id'])}`,
    parent_external_id: parent['external_id'] ?? null,
    client_external_id: null,
    amount: negateDecimal(splitAmount(line)),
    name: row['name'] ?? parent['name'] ?? null,
    merchant_ref: orParent('merchant_id', 'merchant_ref'),
    tag_refs: orParent(TAG_IDS_FIELD, 'tag_refs'),
    date: row['date'] ?? parent['date'] ?? null,
    pending: orParent('pending'),
    investment_activity_label: orParent('investment_activity_label'),
    is_split_parent: false,
  };
}

function splitAmount(line: RecordData): string {
  const value = findSplitAmount(line);
  if (value === undefined) throw missing(TYPE, 'split_lines.amount');
  const amount = MONEY.read(value);
  if (typeof amount !== 'string') throw wrongValue(TYPE, 'split_lines.amount', MONEY, value);
  return amount;
}

/** A transaction and its split lines become separate records, so their ids must differ. */
function requireOwnIds(rows: readonly StagedRow[]): void {
  const seen = new Set<unknown>();
  for (const { external_id: id } of rows) {
    if (seen.has(id)) {
      const value = String(id).replace(/^Transaction:/, '');
      const message = `the id ${value.slice(0, 100)} is used twice in one transaction`;
      throw reject(TYPE, 'invalid_split_lines', 'split_lines.id', value, message);
    }
    seen.add(id);
  }
}
