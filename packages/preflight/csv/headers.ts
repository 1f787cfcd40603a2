import { excerpt } from '../text.ts';
import type { BookedRows, OnlyBooked } from '../suggestions/booked-rows.ts';
import type { BookingState } from '../suggestions/state-words.ts';
import type { CsvSettings } from './settings.ts';
import type { Problem } from '../problem-list.ts';
import type { CsvTypeSpec, FieldSpec } from '../types/csv-type.ts';
import type { FieldKey } from '../types/field-key.ts';

/** The header row: every cell in order, and whether it was bare and empty. */
export interface HeaderRow {
  cells: string[];
  /** Cells as the answer lists them: empty bare ones are left out. */
  listed: string[];
}

/** A column that the rows are read from. */
export interface MappedColumn {
  field: FieldSpec;
  index: number;
  /** The header as written. */
  header: string;
  /** Every row needs a value here. */
  required: boolean;
  /** The client named the column. */
  labelSent: boolean;
  /** Of a column of states, or of texts some of which name one: what the sample shows of them. */
  states?: ReadonlyMap<string, BookingState>;
  /** Of a column of texts: some of its rows label opening and closing balances. */
  hasFigures?: boolean;
  /** Of a column of names: the column that only bookings fill. */
  booked?: OnlyBooked | undefined;
  /** Of a column of names: the columns that have the name in rows where this one has the account's holder, or nothing. */
  instead?: ReadonlyMap<string, readonly number[]>;
}

export interface ColumnMapping {
  columns: MappedColumn[];
  requiredHeaders: string[];
  missingRequiredHeaders: string[];
  /** Columns that were named but are not there, and needed columns that occur twice. */
  problems: Problem[];
}

/** Headers are compared like this: case, asterisks, and the kind of blank do not matter. */
export function normalizeHeader(header: string): string {
  return header
    .trim()
    .toLowerCase()
    .replaceAll('*', '')
    .trim()
    .replace(/[\s-]+/gu, '_');
}

function sentLabel({ setting }: FieldSpec, { labels }: CsvSettings): string | undefined {
  return setting === undefined ? undefined : labels[setting];
}

/** The label that a field goes by: the one sent, the type's own, or the bare key. */
function labelOf(field: FieldSpec, settings: CsvSettings): string {
  return sentLabel(field, settings) ?? field.defaultLabel ?? field.key;
}

/** Labels of the columns that a type needs, whether or not they are there. */
export function requiredLabels(spec: CsvTypeSpec, settings: CsvSettings): string[] {
  return requiredFields(spec, settings).map((field) => labelOf(field, settings));
}

/** The amount is not needed when columns for outflow or inflow are named in its place. */
function requiredFields(spec: CsvTypeSpec, settings: CsvSettings): FieldSpec[] {
  const split = splitFieldsSent(spec, settings);
  return spec.fields.flatMap((field) => {
    if (field.required !== true) return [];
    return field.key === 'amount' && split.length > 0 ? split : [field];
  });
}

function splitFieldsSent(spec: CsvTypeSpec, settings: CsvSettings): FieldSpec[] {
  return spec.fields.filter(
    (field) => isSplitField(field) && sentLabel(field, settings) !== undefined,
  );
}

/** The name of a column without a header: its number, from 1. It finds any column that no header is called by. */
export function columnName(index: number): string {
  return `Column ${index + 1}`;
}

/** How a setting names a column: by its header, or by its number where that is blank or not unique. */
export function labelAt(headers: readonly string[], index: number): string {
  const name = (headers[index] ?? '').trim();
  const same = headers.filter((header) => normalizeHeader(header) === normalizeHeader(name));
  return name === '' || same.length > 1 ? columnName(index) : name;
}

const COLUMN_NAME = /^column_(\d{1,4})$/;

type Match = { index: number } | 'missing' | 'ambiguous';

/** Finds the columns of a type in the header row, by label, bare key or known alias. */
export function mapColumns(
  spec: CsvTypeSpec,
  settings: CsvSettings,
  header: HeaderRow,
): ColumnMapping {
  const find = createFinder(header.cells);
  const required = new Set(requiredFields(spec, settings));
  const standIns = findSplitAmount(spec, settings, find);
  const mapping: ColumnMapping = {
    columns: [],
    requiredHeaders: requiredLabels(spec, settings),
    missingRequiredHeaders: [],
    problems: [],
  };
  for (const field of spec.fields) {
    if (field.key === 'amount' && (!required.has(field) || standIns.size > 0)) continue;
    const label = labelOf(field, settings);
    const labelSent = sentLabel(field, settings) !== undefined;
    if (field.onlyNamed === true && !labelSent) continue;
    if (field.unlessSent !== undefined && settings.labels[field.unlessSent] !== undefined) continue;
    const isSplit = isSplitField(field);
    if (isSplit && !labelSent && !standIns.has(field.key)) continue;
    const standIn = standIns.get(field.key);
    const match = standIn === undefined ? findField(field, label, find) : { index: standIn };
    const isRequired = required.has(field);
    const needed = isRequired || labelSent || isTypeColumn(field, settings);
    const named = `The column "${excerpt(label)}"`;
    if (typeof match === 'object') {
      mapping.columns.push({
        field,
        index: match.index,
        header: finds(find, header.cells[match.index], match.index) ?? label,
        required: (isRequired && !isSplit) || isTypeColumn(field, settings),
        labelSent,
      });
    } else if (match === 'missing' && isRequired) mapping.missingRequiredHeaders.push(label);
    else if (match === 'missing' && needed) {
      const message = `${named} (${field.setting ?? field.key}) is not in the header row`;
      mapping.problems.push({ code: 'mapped_header_missing', message, column: label });
    } else if (needed) {
      const message = `${named} is in the header row more than once`;
      mapping.problems.push({ code: 'duplicate_header', message, column: label });
    }
  }
  return mapping;
}

/** The columns, with what the sample shows of rows that are no bookings. */
export function withStates(mapping: ColumnMapping, sample: BookedRows | undefined): ColumnMapping {
  if (sample === undefined) return mapping;
  const { states, statesAt, figures, booked } = sample;
  const columns = mapping.columns.map((column) => ({
    ...column,
    ...(column.index === statesAt && { states }),
    ...(figures.includes(column.index) && { hasFigures: true }),
    ...(column.field.key === 'name' && booked !== undefined && { booked }),
  }));
  return { ...mapping, columns };
}

/** Money out or money in, a column each. */
export function isSplitField({ key }: Pick<FieldSpec, 'key'>): boolean {
  return key === 'outflow' || key === 'inflow';
}

/** A column of amounts that may have none in a row, or a dash. */
export function isSparseAmount(field: FieldSpec): boolean {
  return isSplitField(field) || field.key === 'fee';
}

/** Under `custom_column` every row must say whether it is an inflow. */
function isTypeColumn(field: FieldSpec, settings: CsvSettings): boolean {
  return field.key === 'entity_type' && settings.strategy === 'custom_column';
}

/** The header, when it names its column: a blank one or one that occurs twice does not. */
function finds(
  find: (label: string) => Match,
  header: string | undefined,
  index: number,
): string | undefined {
  if (header === undefined || header.trim() === '') return undefined;
  const match = find(header);
  return typeof match === 'object' && match.index === index ? header : undefined;
}

function createFinder(cells: readonly string[]): (label: string) => Match {
  const byName = new Map<string, number[]>();
  cells.forEach((cell, index) => {
    const name = normalizeHeader(cell);
    const known = byName.get(name);
    if (known === undefined) byName.set(name, [index]);
    else known.push(index);
  });
  return (label) => {
    const name = normalizeHeader(label);
    const matches = byName.get(name) ?? [];
    const [first] = matches;
    if (first === undefined) {
      const index = Number(COLUMN_NAME.exec(name)?.[1]) - 1;
      return index >= 0 && index < cells.length ? { index } : 'missing';
    }
    if (matches.length === 1) return { index: first };
    // Several headers differ only in what normalisation drops: the one written the same wins.
    const exact = matches.filter((index) => cells[index] === label);
    return exact.length === 1 && exact[0] !== undefined ? { index: exact[0] } : 'ambiguous';
  };
}

/** Aliases stand in for the bare key alone: a column that was named must be there. */
function findField(field: FieldSpec, label: string, find: (label: string) => Match): Match {
  const match = find(label);
  if (match !== 'missing' || normalizeHeader(label) !== field.key) return match;
  for (const alias of field.aliases ?? []) {
    const other = find(alias);
    if (other !== 'missing') return other;
  }
  return 'missing';
}

/** A type that knows two unsigned columns takes them when nothing is there for the amount. */
function findSplitAmount(
  spec: CsvTypeSpec,
  settings: CsvSettings,
  find: (label: string) => Match,
): Map<FieldKey, number> {
  const standIns = new Map<FieldKey, number>();
  const { splitAmount } = spec;
  if (splitAmount === undefined || settings.labels.amount_col_label !== undefined) return standIns;
  if (splitFieldsSent(spec, settings).length > 0 || find('amount') !== 'missing') return standIns;
  for (const key of ['outflow', 'inflow'] as const) {
    const match = find(splitAmount[key]);
    if (typeof match === 'object') standIns.set(key, match.index);
  }
  return standIns;
}
