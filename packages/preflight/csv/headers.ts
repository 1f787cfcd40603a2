import { remember } from '../remember.ts';
import { excerpt } from '../text.ts';
import type { AssetMoves } from '../suggestions/asset-moves.ts';
import type { BookedRows } from '../suggestions/booked-rows.ts';
import type { OnlyBooked } from '../suggestions/only-booked.ts';
import type { BookingState } from '../suggestions/state-words.ts';
import type { CsvSettings } from './settings.ts';
import type { Problem } from '../problem-list.ts';
import type { CsvTypeSpec, FieldSpec } from '../types/csv-type.ts';
import type { FieldKey } from '../types/field-key.ts';

/** The header row: all of its cells, and those that answers list. */
export interface HeaderRow {
  cells: string[];
  /** The cells without unquoted empty ones. */
  listed: string[];
}

/** A column of the file from which a field is read. */
export interface MappedColumn {
  field: FieldSpec;
  index: number;
  /** The header as written. */
  header: string;
  /** Every row needs a value here. */
  required: boolean;
  /** The client named the column. */
  labelSent: boolean;
  /** In a column of states, or of texts that may name one: what the sample shows about them. */
  states?: ReadonlyMap<string, BookingState>;
  /** In a column of states: words for pending whose rows the balance includes. */
  counted?: ReadonlySet<string> | undefined;
  /** In a column of texts: some rows label opening and closing balances. */
  hasFigures?: boolean;
  /** For the column of names: the column that labels balances in rows without a name. */
  labels?: number | undefined;
  /** For the column of names: the column that only bookings fill. */
  booked?: OnlyBooked | undefined;
  /** For the column of dates: the columns that tell which rows move an asset and no money. */
  assets?: AssetMoves | undefined;
  /** For the column of dates: the column that has a day in rows that were cancelled. */
  cancelledAt?: number | undefined;
  /** For the column of dates: the column that calls rows memos. */
  memosAt?: number | undefined;
  /** For the column of names: the columns that have the name instead, by this one's text: the account's holder, or nothing. */
  instead?: ReadonlyMap<string, readonly number[]>;
}

export interface ColumnMapping {
  columns: MappedColumn[];
  requiredHeaders: string[];
  missingRequiredHeaders: string[];
  /** Named columns that are missing, and needed columns that occur more than once. */
  problems: Problem[];
}

/** Normalises a header for comparison: letter case, asterisks, hyphens and the kind of white space do not matter. */
export const normalizeHeader = remember((header) =>
  header
    .trim()
    .toLowerCase()
    .replaceAll('*', '')
    .trim()
    .replace(/[\s-]+/gu, '_'),
);

function sentLabel({ setting }: FieldSpec, { labels }: CsvSettings): string | undefined {
  return setting === undefined ? undefined : labels[setting];
}

/** The label of a field: the one that was sent, the type's own, or the bare key. */
function labelOf(field: FieldSpec, settings: CsvSettings): string {
  return sentLabel(field, settings) ?? field.defaultLabel ?? field.key;
}

/** Labels of the columns that a type needs, whether or not the file has them. */
export function requiredLabels(spec: CsvTypeSpec, settings: CsvSettings): string[] {
  return requiredFields(spec, settings).map((field) => labelOf(field, settings));
}

/** The amount is not needed if settings name columns for outflow or inflow instead. */
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

/** The name of a column without a header: its number, from 1. It finds any column, unless a header has the same name. */
export function columnName(index: number): string {
  return `Column ${index + 1}`;
}

/** How a setting names a column: by its header, or by its number if the header is blank or not unique. */
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

/** The columns, with what the sample shows about rows that are not bookings. */
export function withStates(
  { type }: CsvTypeSpec,
  mapping: ColumnMapping,
  sample: BookedRows | undefined,
): ColumnMapping {
  if (sample === undefined) return mapping;
  const { states, statesAt, counted, figures, labels, booked, assets, cancelledAt, memosAt } =
    sample;
  // Budget apps name the first booking of an account so, and a category or a shop may have such a name.
  const hasLabels = type === 'TransactionImport';
  const columns = mapping.columns.map((column) => ({
    ...column,
    ...(column.index === statesAt && { states, counted }),
    ...(hasLabels && figures.includes(column.index) && { hasFigures: true }),
    ...(column.field.key === 'date' && { assets, cancelledAt, memosAt }),
    ...(column.field.key === 'name' && booked !== undefined && { booked }),
    ...(hasLabels && column.field.key === 'name' && labels !== undefined && { labels }),
  }));
  return { ...mapping, columns };
}

/** Whether a field is money out or money in, which have a column each. */
export function isSplitField({ key }: Pick<FieldSpec, 'key'>): boolean {
  return key === 'outflow' || key === 'inflow';
}

/** Whether a field is an amount that may be blank or a dash in a row. */
export function isSparseAmount(field: FieldSpec): boolean {
  return isSplitField(field) || field.key === 'fee';
}

/** Under `custom_column` every row must say whether it is an inflow. */
function isTypeColumn(field: FieldSpec, settings: CsvSettings): boolean {
  return field.key === 'entity_type' && settings.strategy === 'custom_column';
}

/** The header if it identifies its column; undefined if it is blank or occurs twice. */
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
    // If several headers differ only in what normalisation drops, the exact one wins.
    const exact = matches.filter((index) => cells[index] === label);
    return exact.length === 1 && exact[0] !== undefined ? { index: exact[0] } : 'ambiguous';
  };
}

/** Aliases replace only the bare key: a column that a setting names must be there. */
function findField(field: FieldSpec, label: string, find: (label: string) => Match): Match {
  const match = find(label);
  if (match !== 'missing' || normalizeHeader(label) !== field.key) return match;
  for (const alias of field.aliases ?? []) {
    const other = find(alias);
    if (other !== 'missing') return other;
  }
  return 'missing';
}

/** For a type that knows two columns of unsigned amounts: where they are, if the file has no column for the amount. */
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
