import { decideDateFormat } from '../fields/decide-date-format.ts';
import { decideNumberFormat } from '../fields/number-formats.ts';
import { createCheck } from './column-checks.ts';
import {
  createLeftOutJudge,
  createSplitTest,
  LINES_LISTED_MAX,
  tallyLeftOut,
} from './left-out-rows.ts';
import { createInflowCheck } from './inflow-check.ts';
import { cellsOf, createRowCheck, createRowReader, problemOf } from './read-row.ts';
import { COLUMNS_MAX, createRowView, isBlankCell } from './row-view.ts';
import { scanRows } from './scan-rows.ts';
import { createTwoSidedTest, createZeroTest } from './odd-amounts.ts';
import { createTailWatch } from './unbooked-tail.ts';
import { firstRows, RowTally } from '../row-tally.ts';
import type { DateVerdict } from '../fields/decide-date-format.ts';
import type { NumberVerdict } from '../fields/number-formats.ts';
import type { ProblemList } from '../problem-list.ts';
import type { SampleRow } from '../report.ts';
import type { RowMark } from '../row-tally.ts';
import type { CsvTypeSpec } from '../types/csv-type.ts';
import type { ColumnCheck, DecidedFormats } from './column-checks.ts';
import type { ColumnMapping } from './headers.ts';
import type { LeftOutTally } from './left-out-rows.ts';
import type { InflowCheck } from './inflow-check.ts';
import type { BalanceFollower } from '../evidence/follow-balance.ts';
import type { Reading, ReadRow } from './read-row.ts';
import type { RowView } from './row-view.ts';
import type { ScanStart } from './scan-rows.ts';
import type { CsvSettings } from './settings.ts';

/** The rows of an upload and how to read them. */
export interface RowSource {
  bytes: Uint8Array;
  /** Where the rows start, below the header. */
  start: ScanStart;
  /** Number of cells in the header row, and their number without blank ones at its end. */
  headerCells: number;
  namedCells: number;
  /** In a file of several sections: the first cell of the rows of this one. */
  section?: string;
}

/** What one pass over all rows finds, before any single fault is looked up. */
export interface RowsProfile {
  /** All rows with content, including those that are left out. */
  rowsCount: number;
  /** Rows that are not imported. */
  leftOut: LeftOutTally;
  /** Rows that are imported as pending. */
  pending: LeftOutTally;
  /** Rows whose number of cells differs from the header's, and the first few of them. */
  raggedCount: number;
  raggedFirst: { line: number; cells: number }[];
  tornLines: number[];
  /** Whether a row has a quote that may not open a cell. */
  mayJoinCells: boolean;
  /** Rows that are imported with amounts of zero. */
  zeros: RowTally;
  /** Rows that are imported with the difference of money in and money out. */
  twoSided: RowTally;
  checks: ColumnCheck[];
  date?: DateVerdict;
  number?: NumberVerdict;
  formats: DecidedFormats;
  inflow?: InflowCheck;
  /** Rows with no outflow, inflow or fee, if the amount is split into columns. */
  emptySplits: RowTally;
  /** Rows after the last one whose date and numbers can be read: a footer if there are few. */
  trailingFaults: number;
  /** How many of them are totals, which are left out anyway. */
  trailingTotals: number;
  /** Rows from a heading on, if it says that what is below is not booked yet: "Upcoming". */
  unbookedTail: number;
}

/** Reads every row once: counts rows, checks their structure, and notes how each column is written. */
export function profileRows(
  source: RowSource,
  mapping: ColumnMapping,
  { settings, spec, accepted }: Pick<Reading, 'settings' | 'spec' | 'accepted'>,
  balance?: BalanceFollower,
): RowsProfile {
  const checks = mapping.columns.map((column) =>
    createCheck(column, accepted, settings.dateFormat),
  );
  const isEmptySplit = createSplitTest(mapping.columns);
  const isZero = createZeroTest(mapping.columns, spec.type);
  const isTwoSided = createTwoSidedTest(mapping.columns);
  const judgeLeftOut = createLeftOutJudge(mapping.columns, settings, source.section);
  const inflow = createInflowCheck(mapping, settings);
  // A missing text matters only in a required column.
  const profiled = checks.filter(
    ({ kind, column }) => kind !== 'text' || column.required || column.field.known !== undefined,
  );
  const texts = checks.filter((check) => check.kind === 'text');
  const lengthMin = Math.min(...texts.map(({ column }) => column.field.lengthMax ?? Infinity));
  const tail = createTailWatch();
  const profile = emptyProfile(checks, settings);
  scanRows(createRowView(source.bytes), source.start, (row) => {
    profile.rowsCount += 1;
    if (row.mayJoinCells) profile.mayJoinCells = true;
    const leftOut = judgeLeftOut?.(row);
    const dateAt = leftOut?.dateAt;
    if (leftOut !== undefined && dateAt !== undefined) {
      tallyLeftOut(profile.pending, leftOut, row.line);
    } else if (leftOut !== undefined) {
      tallyLeftOut(profile.leftOut, leftOut, row.line);
      tail.row(row, false);
      // A total after the last booking is part of the footer.
      if (leftOut.reason === 'total') {
        profile.trailingFaults += 1;
        profile.trailingTotals += 1;
      }
      return undefined;
    }
    if (row.cells !== source.headerCells && isRagged(row, source)) noteRagged(profile, row);
    if (row.isTorn && profile.tornLines.length < LINES_LISTED_MAX) profile.tornLines.push(row.line);
    let reads = true;
    for (let at = 0; at < profiled.length; at += 1) {
      if (profiled[at]?.profile(row, dateAt) === false) reads = false;
    }
    if (rowBytes(row) > lengthMin) for (const check of texts) check.measure(row);
    if (isEmptySplit?.(row) === true) profile.emptySplits.add(row);
    if (isZero?.(row) === true) profile.zeros.add(row);
    if (isTwoSided?.(row) === true) profile.twoSided.add(row);
    inflow?.profile(row);
    // Most balances do not include pending rows yet.
    if (dateAt === undefined || leftOut?.isCounted === true) balance?.row(row);
    profile.trailingFaults = reads ? 0 : profile.trailingFaults + 1;
    if (reads) profile.trailingTotals = 0;
    tail.row(row, reads);
    return undefined;
  });
  profile.unbookedTail = tail.rows();
  if (inflow !== undefined) profile.inflow = inflow;
  decideFormats(profile, settings, spec);
  return profile;
}

/** The bytes up to the end of the row's last cell; Infinity if it has more cells than are kept. */
const rowBytes = ({ from, cells, ends }: RowView): number => (ends[cells - 1] ?? Infinity) - from;

function emptyProfile(checks: ColumnCheck[], settings: CsvSettings): RowsProfile {
  return {
    rowsCount: 0,
    leftOut: { count: 0, reasons: {} },
    pending: { count: 0, reasons: {} },
    raggedCount: 0,
    raggedFirst: [],
    tornLines: [],
    mayJoinCells: false,
    zeros: new RowTally(),
    twoSided: new RowTally(),
    checks,
    formats: {
      dateFormat: settings.dateFormat ?? '',
      dateFormatSent: settings.dateFormat !== undefined,
      numberFormat: settings.numberFormat ?? '1,234.56',
      numberFormatSent: settings.numberFormat !== undefined,
      currencyIgnored: false,
      negatedSplits: new Set(),
    },
    emptySplits: new RowTally(),
    trailingFaults: 0,
    trailingTotals: 0,
    unbookedTail: 0,
  };
}

/** Whether a row lacks a cell of a named column, or has content after the last column. */
function isRagged(row: RowView, { headerCells, namedCells }: RowSource): boolean {
  if (row.cells < headerCells) return row.cells < namedCells;
  for (let column = headerCells; column < Math.min(row.cells, COLUMNS_MAX); column += 1) {
    if (!isBlankCell(row, column)) return true;
  }
  return row.cells > COLUMNS_MAX;
}

function noteRagged(profile: RowsProfile, row: RowView): void {
  profile.raggedCount += 1;
  if (profile.raggedFirst.length < LINES_LISTED_MAX) {
    profile.raggedFirst.push({ line: row.line, cells: row.cells });
  }
}

function decideFormats(profile: RowsProfile, settings: CsvSettings, spec: CsvTypeSpec): void {
  const { checks, formats } = profile;
  const date = checks.find((check) => check.kind === 'date');
  if (date !== undefined) {
    const hasOwn = date.dates.readings.some(({ rows }) => rows.count > 0);
    profile.date = decideDateFormat(hasOwn ? date.dates : date.elsewhere, spec.dateFormat);
    formats.dateFormat = settings.dateFormat ?? profile.date.format;
  }
  const numbers = checks.filter((check) => check.kind === 'number');
  if (numbers.length > 0) {
    profile.number = decideNumberFormat(numbers.map((check) => check.counts()));
    formats.numberFormat = settings.numberFormat ?? profile.number.format;
    formats.negatedSplits = new Set(
      numbers.filter((check) => check.negativesMore > 0).map(({ column }) => column.field.key),
    );
  }
  formats.currencyIgnored = foreignCurrencyColumns(profile).length > 0;
}

/** Tallies of rows with faulty cells, one for each kind of fault: their number and positions, known before any is read again. */
function faultyRows({ checks, formats, emptySplits }: RowsProfile): RowTally[] {
  return [
    emptySplits,
    ...checks.flatMap((check) => [
      ...(check.column.required ? [check.blanks] : []),
      ...check.faults(formats),
    ]),
  ];
}

/** The headers of currency columns that no setting named and that hold no currency. */
export function foreignCurrencyColumns(profile: RowsProfile): string[] {
  return profile.checks
    .filter((check) => check.kind === 'currency' && check.isForeign())
    .map((check) => check.column.header);
}

/**
 * Passes the rows that are not left out to `onRow`, one by one, until it returns false: their cells, what these mean,
 * and which could not be read. With `marks`, reads only the rows that start there.
 */
export function readRows(
  source: RowSource,
  reading: Reading,
  onRow: (row: ReadRow) => boolean,
  marks?: readonly RowMark[],
): void {
  const { columns, settings } = reading;
  const read = createRowReader(reading);
  const judgeLeftOut = createLeftOutJudge(columns, settings, source.section);
  const dateColumn = columns.find(({ field }) => field.kind === 'date')?.index;
  const view = createRowView(source.bytes);
  const take = (row: RowView): boolean => {
    const leftOut = judgeLeftOut?.(row);
    const dateAt = leftOut?.dateAt;
    if (leftOut !== undefined && dateAt === undefined) return true;
    const cells = cellsOf(row, columns, dateAt);
    const { values, faults } = read(cells, dateAt !== undefined && dateAt !== dateColumn);
    if (dateAt !== undefined) values.pending = true;
    return onRow({ line: row.line, cells, values, faults });
  };
  if (marks === undefined) {
    scanRows(view, source.start, take);
    return;
  }
  // A mark already has the line of the file.
  const { lines: _lines, ...unlined } = source.start;
  marks.every((mark) => {
    let goesOn = true as boolean;
    scanRows(view, { ...unlined, ...mark }, (row) => {
      goesOn = take(row);
      return false;
    });
    return goesOn;
  });
}

/**
 * Lists the faults in line order. Reads only the faulty rows again, unless a check of the type needs all rows. A fault
 * whose row no tally remembers comes after as many as an answer lists.
 */
export function reportRows(
  source: RowSource,
  reading: Reading,
  profile: RowsProfile,
  problems: ProblemList,
): void {
  const check = createRowCheck(reading);
  const faulty = faultyRows(profile);
  const faults = faulty.reduce((sum, { count }) => sum + count, 0);
  if (check === undefined && faults === 0) return;
  const before = problems.count;
  const report = problems.add.bind(problems);
  const listRow = (row: ReadRow): boolean => {
    for (const fault of row.faults) problems.add(problemOf(fault, row.line, row.cells));
    check?.row(row, report);
    // The other faults are already counted; only a row check has to see every row.
    return check !== undefined || !problems.full;
  };
  readRows(source, reading, listRow, check === undefined ? firstRows(faulty) : undefined);
  if (check === undefined) problems.addUnlisted(before + faults - problems.count);
  check?.end(report);
}

export function sampleRows(source: RowSource, reading: Reading): SampleRow[] {
  const { sampleRows: count } = reading.settings;
  const sample: SampleRow[] = [];
  readRows(source, reading, ({ line, values }) => {
    sample.push({ line, ...values });
    return sample.length < count;
  });
  return sample;
}
