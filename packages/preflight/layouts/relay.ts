import { SEPARATORS } from '../csv/settings.ts';
import { MalformedCsvError, orMalformed } from '../report.ts';
import { utf8Text } from '../bytes.ts';
import { firstRows, SAMPLE_BYTES_MAX } from '../suggestions/sample.ts';
import { fillDirections, namesDirection } from './blank-directions.ts';
import { takeBlockedAmounts } from './blocked-amounts.ts';
import { joinBrokenRows } from './broken-rows.ts';
import { completeDays } from './complete-days.ts';
import { continueTexts } from './continued-texts.ts';
import { joinDateParts } from './date-parts.ts';
import { currencyColumns, joinCurrencyColumns } from './currency-columns.ts';
import { fillDates } from './fill-dates.ts';
import { joinCharges } from './joined-charges.ts';
import { nameByLabels } from './labelled-cells.ts';
import { restoreMinus } from './lost-minus.ts';
import { readMoneySides } from './money-sides.ts';
import { alignColumns } from './other-columns.ts';
import { signByPlus } from './plus-signs.ts';
import { joinLabelBlocks, splitFixedWidth, splitOtherSeparators } from './printed-tables.ts';
import { shiftHeader } from './shifted-header.ts';
import { joinSidedCurrencies, sidedCurrencies } from './sided-currencies.ts';
import { signByBalance } from './signs-by-balance.ts';
import type { RowSource } from '../csv/check-rows.ts';
import type { Reading } from '../csv/read-row.ts';
import type { DateRange } from '../fields/dates.ts';
import type { Hypothesis } from '../suggestions/hypotheses.ts';
import type { CsvReport } from '../report.ts';
import type { Relaid, SeparatedText } from './rewrite-cells.ts';

type Layout = (bytes: Uint8Array, accepted: DateRange) => Relaid | undefined;

/** Layouts of texts without a readable table, or with unreadable rows or dates in it; the first one reads all rows. */
const LAYOUTS: readonly Layout[] = [
  joinBrokenRows,
  underSeparators(shiftHeader),
  underSeparators(completeDays),
  underSeparators(joinDateParts),
  underSeparators(joinCurrencyColumns),
  underSeparators(joinSidedCurrencies),
  underSeparators(fillDirections),
  withDirections(splitOtherSeparators),
  withDirections(splitFixedWidth),
  joinLabelBlocks,
];

/**
 * Rewrites the text of a statement as a table that can be read; undefined if no known layout fits. If all rows are
 * known to be whole, it does not look for broken ones.
 */
export function relay(
  bytes: Uint8Array,
  accepted: DateRange,
  areRowsWhole = false,
): Relaid | undefined {
  const layouts = areRowsWhole ? LAYOUTS.slice(1) : LAYOUTS;
  return firstRelaid(layouts, (layout) => layout(bytes, accepted));
}

/** Tries a layout of tables under each separator. */
function underSeparators(layout: (text: SeparatedText) => Relaid | undefined): Layout {
  return (bytes, accepted) =>
    firstRelaid(SEPARATORS, (separator) =>
      layout({ bytes, separator, rows: firstRows(bytes, separator), accepted }),
    );
}

/** A layout whose table may mark money in alone. */
function withDirections(layout: Layout): Layout {
  return (bytes, accepted) => {
    const relaid = layout(bytes, accepted);
    if (relaid === undefined) return undefined;
    const filled = underSeparators(fillDirections)(relaid.bytes, accepted);
    if (filled === undefined) return relaid;
    return { bytes: filled.bytes, warnings: [...relaid.warnings, ...filled.warnings] };
  };
}

function firstRelaid<Way>(
  ways: readonly Way[],
  relayBy: (way: Way) => Relaid | undefined,
): Relaid | undefined {
  for (const way of ways) {
    // A quote may be left open above the table, or under another separator.
    const relaid = orMalformed(() => relayBy(way));
    if (relaid !== undefined && !(relaid instanceof MalformedCsvError)) return relaid;
  }
  return undefined;
}

/** What the first rows of a text have if amounts lack a sign, and what gives them one. Looking at the rows themselves costs more. */
const markedIn = underSeparators(signByPlus);
const SIGNS: readonly (readonly [RegExp, Layout])[] = [
  [/\+|\d ?Cr\b/i, markedIn],
  [/\?\s?\d/, underSeparators(restoreMinus)],
];

/** The text with a sign in each amount, if the file only marks money in, unless a person chose the sign, or has lost its minus signs; undefined otherwise. */
export function relaySigns(
  bytes: Uint8Array,
  accepted: DateRange,
  isSignChosen: boolean,
): Relaid | undefined {
  const start = utf8Text(bytes.subarray(0, SAMPLE_BYTES_MAX));
  const layouts = SIGNS.filter(([, layout]) => !(isSignChosen && layout === markedIn));
  const found = layouts.flatMap(([mark, layout]) => (mark.test(start) ? [layout] : []));
  return firstRelaid(found, (layout) => layout(bytes, accepted));
}

/**
 * The text with the columns of each part where those of the first one are. Undefined where they are there, all rows are bookings, or a
 * person chose a later part.
 */
export function relayParts(
  { bytes, accepted, settings, spec, warnings }: Relaid & Omit<Reading, 'columns' | 'formats'>,
  { errorsCount, skippedRowsCount = 0 }: CsvReport,
): Relaid | undefined {
  const isDone = warnings.some(({ code }) => code === 'columns_moved');
  const hasOthers = errorsCount + skippedRowsCount > 0;
  if (isDone || !hasOthers || spec.type !== 'TransactionImport') return undefined;
  const skipped = settings.chosen.has('rows_to_skip') ? settings.rowsToSkip : 0;
  return underSeparators((text) => alignColumns(text, skipped))(bytes, accepted);
}

/** The text with the money of trades in the column of the amounts, all that comes on top in that of the fee, and signs that only a balance tells. */
export function relayTrades(bytes: Uint8Array, trades: Hypothesis): Relaid | undefined {
  return firstRelaid([readMoneySides, joinCharges, signByBalance], (layout) =>
    layout(bytes, trades),
  );
}

/** What finds columns of several currencies in a header, and what joins them. */
const SEVERAL_CURRENCIES = [
  [currencyColumns, joinCurrencyColumns],
  [sidedCurrencies, joinSidedCurrencies],
] as const;

/** Completes rows with what they leave to other columns, or to the rows above or below. Undefined where they leave nothing. */
export function relayRows(
  source: RowSource,
  reading: Reading,
  { headers, warnings, skippedRowsCount = 0 }: CsvReport,
): Relaid | undefined {
  for (const [find, join] of SEVERAL_CURRENCIES) {
    if (reading.spec.type !== 'TransactionImport' || find(headers) === undefined) continue;
    const joined = underSeparators(join)(source.bytes, reading.accepted);
    if (joined !== undefined) return joined;
  }
  const isByWords = reading.settings.strategy === 'custom_column';
  const isOpen = !isByWords || warnings.some(({ code }) => code === 'left_out_neutral');
  if (reading.spec.type === 'TransactionImport' && isOpen && headers.some(namesDirection)) {
    const filled = underSeparators(fillDirections)(source.bytes, reading.accepted);
    if (filled !== undefined) return filled;
  }
  const named = nameByLabels(source, reading);
  if (named !== undefined) return named;
  if (skippedRowsCount === 0) return undefined;
  const blocked = takeBlockedAmounts(source, reading, headers);
  if (blocked !== undefined) return blocked;
  // Only rows that were left out as incomplete can be continued by others.
  if (!reading.settings.skipIncompleteRows) return undefined;
  const dated = fillDates(source, reading, headers);
  const { bytes = source.bytes } = dated ?? {};
  const to = source.start.to + bytes.length - source.bytes.length;
  const continued = continueTexts({ ...source, bytes, start: { ...source.start, to } }, reading);
  if (dated === undefined || continued === undefined) return continued ?? dated;
  return { bytes: continued.bytes, warnings: [...dated.warnings, ...continued.warnings] };
}
