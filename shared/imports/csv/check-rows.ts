import {
  blankProblem,
  createCurrencyCheck,
  createDateCheck,
  createNumberCheck,
  createTextCheck,
  isBlankCell,
} from './column-checks.ts';
import { decideDateFormat } from '../fields/dates.ts';
import { decideNumberFormat } from '../fields/number-formats.ts';
import { cellText, createRowView, scanRows } from './scan-rows.ts';
import { createInflowCheck } from './inflow-check.ts';
import type {
  ColumnCheck,
  CurrencyCheck,
  DateCheck,
  DecidedFormats,
  NumberCheck,
} from './column-checks.ts';
import type { DateRange, DateVerdict } from '../fields/dates.ts';
import type { ColumnMapping, MappedColumn } from './headers.ts';
import type { InflowCheck } from './inflow-check.ts';
import type { NumberVerdict } from '../fields/number-formats.ts';
import type { CsvSettings } from './settings.ts';
import type { ProblemList } from '../problem-list.ts';
import type { CsvTypeSpec, FieldKey } from '../types/csv-type.ts';
import type { RowView, ScanStart } from './scan-rows.ts';

/** The rows of an upload and how to read them. */
export interface RowSource {
  bytes: Buffer;
  /** Where the rows start, below the header. */
  start: ScanStart;
  /** Cells of the header row. */
  headerCells: number;
}

/** What one pass over all rows finds, before any single fault is looked up. */
export interface RowsProfile {
  /** All rows with content, those that are left out too. */
  rowsCount: number;
  /** Rows that `skip_incomplete_rows` leaves out, and the lines of the first few of them. */
  skippedCount: number;
  skippedFirst: number[];
  /** Rows with another number of cells than the header, and the first few of them. */
  raggedCount: number;
  raggedFirst: { line: number; cells: number }[];
  checks: ColumnCheck[];
  date?: DateVerdict;
  number?: NumberVerdict;
  formats: DecidedFormats;
  inflow?: InflowCheck;
  /** Rows with neither outflow nor inflow, when the amount is split. */
  emptySplits: number;
  /** Rows after the last one whose date and numbers read: a footer, when they are few. */
  trailingFaults: number;
}

/** Lines that a warning about rows names. */
const LINES_LISTED_MAX = 5;

/** Reads every row once: counts, structure, and how each column is written. */
export function profileRows(
  source: RowSource,
  mapping: ColumnMapping,
  settings: CsvSettings,
  spec: CsvTypeSpec,
  accepted: DateRange,
): RowsProfile {
  const checks = mapping.columns.map((column) => createCheck(column, settings, accepted));
  const isEmptySplit = createSplitTest(checks);
  const isIncomplete = settings.skipIncompleteRows ? createIncompleteTest(checks) : undefined;
  const inflow = createInflowCheck(mapping, settings);
  const telling = checks.filter(
    (check): check is DateCheck | NumberCheck =>
      'lastRead' in check && check.column.field.required === true,
  );
  const profile: RowsProfile = {
    rowsCount: 0,
    skippedCount: 0,
    skippedFirst: [],
    raggedCount: 0,
    raggedFirst: [],
    checks,
    formats: { dateFormat: '', dateFormatSent: false, numberFormat: '1,234.56' },
    emptySplits: 0,
    trailingFaults: 0,
  };
  scanRows(createRowView(source.bytes), source.start, (row) => {
    profile.rowsCount += 1;
    if (isIncomplete?.(row) === true) {
      noteSkipped(profile, row);
      return undefined;
    }
    if (row.cells !== source.headerCells) noteRagged(profile, row);
    for (const check of checks) check.profile(row);
    if (isEmptySplit(row)) profile.emptySplits += 1;
    inflow?.profile(row);
    if (telling.every((check) => check.lastRead)) profile.trailingFaults = 0;
    else profile.trailingFaults += 1;
    return undefined;
  });
  if (inflow !== undefined) profile.inflow = inflow;
  decideFormats(profile, settings, spec);
  return profile;
}

type RowTest = (row: RowView) => boolean;

/** Whether a row has neither outflow nor inflow; never, when the amount is one column. */
function createSplitTest(checks: readonly ColumnCheck[]): RowTest {
  const columns = checks.filter(isSplitCheck).map((check) => check.column.index);
  if (columns.length === 0) return () => false;
  return (row) => columns.every((column) => isBlankCell(row, column));
}

const SKIPPED_KINDS: ReadonlySet<string> = new Set(['date', 'amount', 'quantity', 'price']);

/**
 * Whether a row is of another kind: a date, amount, quantity or price that every row needs is blank. Parts of a
 * collective booking, balances brought forward and prose look so.
 */
function createIncompleteTest(checks: readonly ColumnCheck[]): RowTest {
  const needed = checks
    .filter(({ column }) => column.required && SKIPPED_KINDS.has(column.field.kind))
    .map((check) => check.column.index);
  const isEmptySplit = createSplitTest(checks);
  return (row) => isEmptySplit(row) || needed.some((column) => isBlankCell(row, column));
}

function noteSkipped(profile: RowsProfile, row: RowView): void {
  profile.skippedCount += 1;
  if (profile.skippedFirst.length < LINES_LISTED_MAX) profile.skippedFirst.push(row.line);
}

function isSplitCheck(check: ColumnCheck): boolean {
  return check.column.field.key === 'outflow' || check.column.field.key === 'inflow';
}

function createCheck(
  column: MappedColumn,
  settings: CsvSettings,
  accepted: DateRange,
): ColumnCheck {
  switch (column.field.kind) {
    case 'date':
      return createDateCheck(column, accepted, settings.dateFormat);
    case 'currency':
      return createCurrencyCheck(column);
    case 'text':
      return createTextCheck(column);
    default:
      return createNumberCheck(column, column.field.kind);
  }
}

function noteRagged(profile: RowsProfile, row: RowView): void {
  profile.raggedCount += 1;
  if (profile.raggedFirst.length < LINES_LISTED_MAX) {
    profile.raggedFirst.push({ line: row.line, cells: row.cells });
  }
}

function decideFormats(profile: RowsProfile, settings: CsvSettings, spec: CsvTypeSpec): void {
  const { formats } = profile;
  const dates = profile.checks.filter((check): check is DateCheck => 'dates' in check);
  const [date] = dates;
  if (settings.dateFormat !== undefined) {
    formats.dateFormat = settings.dateFormat;
    formats.dateFormatSent = true;
  }
  if (date !== undefined) {
    profile.date = decideDateFormat(date.dates, spec.dateFormat);
    if (settings.dateFormat === undefined) formats.dateFormat = profile.date.format;
  }
  const numbers = profile.checks.filter((check): check is NumberCheck => 'counts' in check);
  if (numbers.length > 0) profile.number = decideNumberFormat(numbers.map((check) => check.counts));
  formats.numberFormat = settings.numberFormat ?? profile.number?.format ?? '1,234.56';
}

/** Faults of single cells, known before any is looked up; without one the second pass is not needed. */
function countFaults(profile: RowsProfile): number {
  return profile.checks.reduce((sum, check) => {
    const blanks = check.column.required ? check.blanks : 0;
    return sum + blanks + check.faults(profile.formats);
  }, profile.emptySplits);
}

/** The columns of currencies that were not named and hold none. */
export function foreignCurrencyColumns(profile: RowsProfile): string[] {
  return profile.checks
    .filter((check): check is CurrencyCheck => 'isForeign' in check)
    .filter((check) => check.isForeign())
    .map((check) => check.column.header);
}

/** Reads the rows again and lists every fault in line order. */
export function reportRows(
  source: RowSource,
  profile: RowsProfile,
  settings: CsvSettings,
  spec: CsvTypeSpec,
  problems: ProblemList,
): void {
  const rule = spec.rowRule?.();
  const faults = countFaults(profile);
  if (rule === undefined && faults === 0) return;
  const { checks, formats } = profile;
  const firstSplit = checks.find(isSplitCheck);
  const isEmptySplit = createSplitTest(checks);
  const isIncomplete = settings.skipIncompleteRows ? createIncompleteTest(checks) : undefined;
  const columns = new Map<FieldKey, MappedColumn>();
  for (const check of checks) columns.set(check.column.field.key, check.column);
  const before = problems.count;
  const report = problems.add.bind(problems);
  const row = createRowView(source.bytes);
  const ruleRow = {
    line: 0,
    cell(key: FieldKey): string {
      const column = columns.get(key);
      return column === undefined ? '' : cellText(row, column.index).trim();
    },
    header: (key: FieldKey): string => columns.get(key)?.header ?? key,
  };
  scanRows(row, source.start, () => {
    if (isIncomplete?.(row) === true) return undefined;
    for (const check of checks) {
      const fault = check.fault(row, formats);
      if (fault !== undefined) problems.add(fault);
    }
    if (firstSplit !== undefined && isEmptySplit(row)) {
      problems.add(blankProblem(row, firstSplit.column));
    }
    if (rule !== undefined) {
      ruleRow.line = row.line;
      rule.row(ruleRow, report);
    }
    // The rest is known by number; only a rule has to see every row.
    return rule !== undefined || !problems.full;
  });
  if (rule === undefined) problems.addUnlisted(before + faults - problems.count);
  rule?.end(report);
}
