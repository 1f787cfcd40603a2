import { decimalsOf, isMoney } from '../currencies.ts';
import { AMBIGUOUS, readAmountText } from '../fields/amounts.ts';
import { currenciesNamed } from '../fields/currency-marks.ts';
import { amountColumns } from '../suggestions/score-columns.ts';
import { cellsIn } from './file-currency.ts';
import type { NumberFormat } from '../fields/amounts.ts';
import type { CsvTypeSpec } from '../types/csv-type.ts';
import type { Hypothesis } from '../suggestions/hypotheses.ts';

/** What the separator in `-11.829` means, and whether the currency proves it. */
interface DecimalsChoice {
  format: NumberFormat;
  isProven: boolean;
}

/**
 * Decides whether amounts that all have three digits after their separator are in thousands or have three decimals, by the decimals
 * of the file's currency. Without a currency, amounts with three decimals are rarer than those without any, unless the last digit
 * is only padding, which no header with `$` or the like allows. Undefined where nothing decides, and for trades, whose quantities may have any number of decimals.
 */
export function formatByDecimals(
  { choices, looks, rows }: Hypothesis,
  spec: CsvTypeSpec,
  fileCurrency?: string,
): DecimalsChoice | undefined {
  if (spec.type !== 'TransactionImport') return undefined;
  const openIn = (columns: readonly number[]): string[] =>
    cellsIn(rows, columns).filter((cell) => (readAmountText(cell) & AMBIGUOUS) !== 0);
  const amounts = amountColumns(choices);
  if (openIn(amounts).length === 0) return undefined;
  const numbers = looks.flatMap((look, index) => (look.numbers === look.filled ? [index] : []));
  // The numbers in other columns are written the same way.
  const open = openIn([...new Set([...amounts, ...numbers])]);
  const isPoint = open.every((cell) => cell.includes('.'));
  if (!isPoint && !open.every((cell) => cell.includes(','))) return undefined;
  const grouped: NumberFormat = isPoint ? '1.234,56' : '1,234.56';
  const decimal: NumberFormat = isPoint ? '1,234.56' : '1.234,56';
  const currency = fileCurrency ?? onlyCurrency(looks[choices.currency?.index ?? -1]?.values);
  const decimals = currency === undefined ? undefined : decimalsOf(currency);
  if (decimals === 3) return { format: decimal, isProven: true };
  if (decimals === 0) return { format: grouped, isProven: true };
  const marks = amounts.flatMap((at) => currenciesNamed(looks[at]?.header ?? '') ?? []);
  const hasTwo = marks.length > 0 && marks.every((code) => decimalsOf(code) < 3);
  const isPadded = !hasTwo && open.every((cell) => /0\D*$/.test(cell));
  return isPadded ? undefined : { format: grouped, isProven: decimals !== undefined };
}

/** The currency that all rows share. */
function onlyCurrency(values: ReadonlySet<string> = new Set()): string | undefined {
  const [first = '', more] = values;
  const code = first.toUpperCase();
  return more === undefined && isMoney(code) ? code : undefined;
}
