import { compileStrptime } from '../fields/strptime.ts';
import type { DateVerdict } from '../fields/decide-date-format.ts';
import type { NumberFormat } from '../fields/amounts.ts';
import type { Hypothesis } from './hypotheses.ts';

/** A suggested date format and how sure we are of it, 0 to 1. */
export interface DateFormatChoice {
  format: string;
  confidence: number;
  /** The other format that fits, as a sentence for the person who decides. */
  rival?: string;
}

/**
 * The format that the whole column decided on. Breaks a tie by what statements have in common: rows are sorted by
 * date, and outside the United States the day comes first.
 */
export function chooseDateFormat(
  verdict: DateVerdict,
  table: Hypothesis,
  numberFormat: NumberFormat,
): DateFormatChoice {
  const confidence = (verdict.cells - verdict.faults) / verdict.cells;
  const { format, tiesWith, nearly } = verdict;
  if (tiesWith === undefined)
    return { format, confidence: nearly ? confidence * 0.75 : confidence };
  const breaks = breaksInOrder(table, format);
  const rivalBreaks = breaksInOrder(table, tiesWith);
  if (breaks !== rivalBreaks) {
    const [better, other] = breaks < rivalBreaks ? [format, tiesWith] : [tiesWith, format];
    const rival = `The order of the rows suggests ${better}, but ${other} fits the dates as well: compare one booking.`;
    return { format: better, confidence: confidence * 0.75, rival };
  }
  const dayFirst = [format, tiesWith].find((one) => /^%[de]/.test(one));
  if (dayFirst !== undefined && isOutsideUnitedStates(table, numberFormat)) {
    const other = dayFirst === format ? tiesWith : format;
    const rival = `The rest of the content suggests ${dayFirst}, but ${other} fits the dates as well: compare one booking.`;
    return { format: dayFirst, confidence: confidence * 0.65, rival };
  }
  return { format, confidence: confidence * 0.5 };
}

/** How many neighbouring rows break the order of the dates, ascending or descending. */
function breaksInOrder(table: Hypothesis, format: string): number {
  const { date } = table.choices;
  if (date === undefined) return 0;
  const read = compileStrptime(format);
  let rises = 0;
  let falls = 0;
  let last: number | undefined;
  for (const row of table.rows) {
    const day = read(row.cells[date.index] ?? '');
    if (day === undefined) continue;
    if (last !== undefined && day > last) rises += 1;
    if (last !== undefined && day < last) falls += 1;
    last = day;
  }
  return Math.min(rises, falls);
}

function isOutsideUnitedStates(table: Hypothesis, numberFormat: NumberFormat): boolean {
  if (table.separator === ';' || numberFormat.endsWith(',56')) return true;
  if (table.looks.some((look) => /[^\p{ASCII}]/u.test(look.header))) return true;
  const { currency } = table.choices;
  const values = currency === undefined ? undefined : table.looks[currency.index]?.values;
  return (
    values !== undefined && values.size > 0 && ![...values].some((value) => /usd/i.test(value))
  );
}
