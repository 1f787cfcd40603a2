import { excerpt, listed } from '../text.ts';
import { foreignCurrencyColumns } from './check-rows.ts';
import { FEW_TEXTS_MAX } from './column-checks.ts';
import { isSplitField } from './headers.ts';
import type { ColumnMapping } from './headers.ts';
import { leftOutWarnings, LINES_LISTED_MAX, pendingWarning } from './left-out-rows.ts';
import { COLUMNS_MAX } from './row-view.ts';
import type { RowTally } from '../row-tally.ts';
import type { DateVerdict } from '../fields/decide-date-format.ts';
import type { ReadUpload } from '../suggestions/choose-readings.ts';
import type { Problem } from '../problem-list.ts';
import type { Suggestion } from '../report.ts';
import type { CsvTypeSpec } from '../types/csv-type.ts';
import { NAMELESS } from '../types/common-fields.ts';
import type { WarningList } from '../warning-list.ts';
import { warning } from '../warnings/warning.ts';
import type { RowsProfile } from './check-rows.ts';
import type { Table } from './read-header.ts';
import type { CsvSetting, CsvSettings } from './settings.ts';

/** Warns of what the rows as a whole show: their number, their cells, and formats that fit as well. */
export function addWarnings(
  profile: RowsProfile,
  table: Table,
  { usualRowsMax = 10_000 }: CsvTypeSpec,
  settings: CsvSettings,
  warnings: WarningList,
): void {
  const imported = profile.rowsCount - profile.leftOut.count;
  if (imported > usualRowsMax) {
    warnings.add(warning('many_rows', { count: imported, max: usualRowsMax }));
  }
  const { headerCells } = table.source;
  if (headerCells > COLUMNS_MAX) {
    warnings.add(warning('many_columns', { count: headerCells, max: COLUMNS_MAX }));
  }
  warnings.add(...leftOutWarnings(profile.leftOut));
  if (!settings.chosen.has('unbooked_rows')) warnings.add(pendingWarning(profile.pending));
  if (profile.zeros.count > 0) warnings.add(warning('zero_amounts', linesOf(profile.zeros)));
  if (profile.twoSided.count > 0)
    warnings.add(warning('two_sided_amounts', linesOf(profile.twoSided)));
  if (profile.raggedCount > 0) {
    const { raggedCount: count } = profile;
    const first = profile.raggedFirst.map(({ line, cells }) => `${line} (${cells})`);
    const rows = listed(first, count);
    warnings.add(warning('ragged_rows', { cells: headerCells, count, rows }));
  }
  if (profile.tornLines.length > 0) {
    warnings.add(warning('quote_missing', { lines: profile.tornLines.join(', ') }));
  }
  for (const check of profile.checks) {
    if (check.kind === 'number' && check.hasNegatives && check.negativesMore === 0)
      warnings.add(warning('signs_tied', { column: excerpt(check.column.header) }));
    const { known } = check.column.field;
    if (check.kind !== 'text' || known === undefined || check.unknown.count === 0) continue;
    const { count } = check.unknown;
    const texts = [...check.unknownTexts];
    const isUsual = count * 2 > imported;
    // In a language that is unknown here, one state is usual and others are odd.
    const areStates =
      count + check.blanks.count === imported &&
      texts.length > 1 &&
      texts.length <= FEW_TEXTS_MAX &&
      texts.every(({ length }) => length > FLAG_CHARS_MAX);
    if (known.isMostly === true && isUsual && !areStates) continue;
    const text = excerpt(texts[0] ?? '');
    warnings.add(warning(known.warning, { text, ...linesOf(check.unknown) }));
  }
  warnOfOtherFormats(profile, settings, warnings);
  for (const header of foreignCurrencyColumns(profile)) {
    warnings.add(warning('not_currencies', { column: excerpt(header) }));
  }
  const { example, some, codes = [] } = profile.formats.fileCurrency ?? {};
  if (some !== undefined && profile.formats.currency === undefined)
    warnings.add(warning('currency_of_some', { ...some, text: excerpt(example ?? '') }));
  if (codes.length > 1 && profile.formats.currency === undefined) {
    const text = excerpt(example ?? '');
    warnings.add(warning('currency_open', { text, codes: codes.join(', ') }));
  }
  warnings.add(profile.inflow?.warning());
}

/** Shorter texts are flags, whose meaning no word tells. */
const FLAG_CHARS_MAX = 2;

function linesOf({ count, first }: RowTally): { count: number; lines: string } {
  const lines = first.slice(0, LINES_LISTED_MAX).map(({ line }) => line);
  return { count, lines: listed(lines, count) };
}

/** Warns of other formats that fit as well, or nearly so, unless a person chose one. */
function warnOfOtherFormats(
  { formats, date, number }: RowsProfile,
  { chosen }: CsvSettings,
  warnings: WarningList,
): void {
  if (date !== undefined && !chosen.has('date_format')) {
    const { format, tiesWith, decided } = date;
    const isAsDecided = decided !== undefined && format === formats.dateFormat;
    if (isAsDecided && decided.rival !== undefined) warnings.add(decided.rival);
    else if (tiesWith !== undefined && !isAsDecided) {
      const read = formats.dateFormat;
      const other = tiesWith === read ? format : tiesWith;
      warnings.add(warning('dates_alike', { format: read, other }));
    }
    warnIfClose('dates_close', date, warnings);
  }
  if (number !== undefined && !chosen.has('number_format')) {
    const { format, tiesWith, isProven } = number;
    const read = formats.numberFormat;
    if (tiesWith !== undefined && !(isProven === true && read === format)) {
      const other = tiesWith === read ? '1,234.56' : tiesWith;
      warnings.add(warning('numbers_alike', { format: read, other }));
    }
    warnIfClose('numbers_close', number, warnings);
  }
}

function warnIfClose(
  code: 'dates_close' | 'numbers_close',
  { format, nearly, cells }: Pick<DateVerdict, 'format' | 'nearly' | 'cells'>,
  warnings: WarningList,
): void {
  if (nearly === undefined) return;
  const { telling: count, format: other } = nearly;
  warnings.add(warning(code, { count, cells, format, other }));
}

/** Warns of suggested columns that are optional: otherwise a file with other headers would silently lose its names. */
export function warnOfUnreadColumns(
  { fields }: CsvTypeSpec,
  suggestions: Partial<Record<CsvSetting, Suggestion>>,
  warnings: WarningList,
): void {
  const unread = fields.flatMap(({ key, setting, required }) => {
    const found = setting === undefined ? undefined : suggestions[setting];
    const isSign = key === 'entity_type' || isSplitField({ key });
    if (found === undefined || required === true || isSign) return [];
    return [`"${excerpt(String(found.value))}" (${setting ?? ''})`];
  });
  if (unread.length === 0) return;
  warnings.add(warning('columns_unread', { columns: unread.join(', ') }));
}

/** Warns if no column of several is the name, or it is blank in most rows: transactions would silently get the same name. */
export function warnOfNoNames(
  { spec, settings, table, mapping: { columns }, reading }: ReadUpload,
  suggestions: Partial<Record<CsvSetting, Suggestion>>,
  warnings: WarningList,
): void {
  const name = columns.find(({ field }) => field.key === 'name');
  const hasOthers = table.header.listed.length > columns.length;
  if (spec.type !== 'TransactionImport' || settings.chosen.has('name_col_label')) return;
  if (suggestions.name_col_label !== undefined) return;
  const { filled = 0, rows = 0 } = reading?.looks[name?.index ?? -1] ?? {};
  if (filled * 2 < rows && !name?.instead?.get('')?.length) {
    const column = excerpt(name?.header ?? '');
    warnings.add(warning('names_blank', { column, name: NAMELESS }));
  }
  if (name !== undefined || !hasOthers) return;
  warnings.add(warning('names_missing', { name: NAMELESS }));
}

/** Reports what is wrong with the headers, and whether rows are missing. A statement has no header. */
export function addHeaderProblems(
  mapping: ColumnMapping,
  profile: RowsProfile,
  isStatement: boolean,
  add: (problem: Problem) => void,
): void {
  const missing = mapping.missingRequiredHeaders;
  if (missing.length > 0) {
    add({
      code: 'missing_required_headers',
      message: `Missing required headers: ${missing.map((label) => excerpt(label)).join(', ')}`,
    });
  }
  for (const problem of mapping.problems) add(problem);
  const { count, reasons } = profile.leftOut;
  if (profile.rowsCount === count) {
    const left = reasons.incomplete?.count === count ? 'row with a date and an amount' : 'booking';
    const kind = count === 0 ? 'row' : left;
    const message = isStatement
      ? 'The file holds none of the bookings or trades that this type reads'
      : `There is no ${kind} below the header`;
    add({ code: 'no_data_rows', message });
  }
  const inflow = profile.inflow?.problem();
  if (inflow !== undefined) add(inflow);
}
