import { matchHeader } from './header-words.ts';
import { hasWorth } from './sample.ts';
import { isBalance, isOtherAmount, rankColumns } from './score-columns.ts';
import { isCharge } from './total-of-charges.ts';
import { namesFactor } from './worth-of-trades.ts';
import type { ColumnLook, SampleRow } from './sample.ts';
import type { ColumnChoices } from './score-columns.ts';

/** The columns that may hold the amounts: a single one, or a pair for money out and money in. */
export type AmountsChoice = Pick<ColumnChoices, 'amount' | 'outflow' | 'inflow'>;

/** So many columns are tried at most. */
export const SINGLES_MAX = 4;
/** Factor for a header that names a fee, a rate or the like. */
export const OTHER_PART = 0.6;
/** The header has no known word, so only a balance can confirm such a column. */
const UNNAMED_CONFIDENCE = 0.1;

/** Rows that only inform have no amount; more than one may under a blank header, where no words tell balances apart. */
const FILLED_SHARES_MIN = { named: 0.8, bare: 0.6 };

/** Columns of decimals under a header without a known word. */
export function unnamedAmounts(
  looks: readonly ColumnLook[],
  taken: ReadonlySet<number>,
  known: ReadonlySet<number>,
): AmountsChoice[] {
  // The charges of trades are not what was paid for them.
  const areTrades = (['qty', 'price'] as const).every((role) =>
    looks.some(({ header }) => namesFactor(header, role)),
  );
  return rankColumns(looks, taken, (look) => {
    const least = FILLED_SHARES_MIN[look.header === '' ? 'bare' : 'named'];
    if (look.filled < look.rows * least || look.numbers < look.filled) return 0;
    const isBare = look.decimals + look.negatives === 0;
    if (isBare && !(look.header === '' && isShort(look))) return 0;
    if (isBalance(look) || isOfTrade(look) || (areTrades && isCharge(look.header))) return 0;
    // Only some bookings have a quantity.
    const filled = look.filled / look.rows;
    const other = isOtherAmount(look.header) || isBare ? OTHER_PART : 1;
    return UNNAMED_CONFIDENCE * filled * other;
  })
    .filter(({ index }) => !known.has(index))
    .slice(0, SINGLES_MAX)
    .map((amount) => ({ amount }));
}

/** Whether these may be amounts without cents; longer numbers are account numbers. */
function isShort({ values }: ColumnLook): boolean {
  return values.size > 2 && [...values].every((value) => value.length <= 7);
}

function isOfTrade({ header }: ColumnLook): boolean {
  return matchHeader(header, 'price') > 0 || matchHeader(header, 'qty') > 0.9;
}

/** Two columns without a known word in their headers, of which every row fills exactly one: a balance decides which is which. */
export function unnamedPairs(
  looks: readonly ColumnLook[],
  rows: readonly SampleRow[],
  taken: ReadonlySet<number>,
): AmountsChoice[] {
  const columns = looks.flatMap((look, index) =>
    taken.has(index) ||
    look.filled === 0 ||
    look.numbers < look.filled ||
    look.dates === look.filled ||
    isBalance(look)
      ? []
      : [index],
  );
  // The number of a cheque excludes money in, just as its amount does.
  const hasCents = (index: number): boolean => (looks[index]?.decimals ?? 0) > 0;
  columns.sort((one, other) => Number(hasCents(other)) - Number(hasCents(one)));
  const isPaid = (index: number): boolean => rows.some((row) => hasWorth(row, index));
  const excludes = (one: number, other: number): boolean =>
    one !== other &&
    isPaid(one) &&
    isPaid(other) &&
    rows.every((row) => hasWorth(row, one) !== hasWorth(row, other));
  return columns
    .flatMap((out) =>
      columns.filter((paidIn) => excludes(out, paidIn)).map((paidIn) => [out, paidIn]),
    )
    .slice(0, 2)
    .map(([out = 0, paidIn = 0]) => ({
      outflow: { index: out, confidence: UNNAMED_CONFIDENCE },
      inflow: { index: paidIn, confidence: UNNAMED_CONFIDENCE },
    }));
}
