import { isObject } from '../is-object.ts';
import { addDecimals, compareDecimals } from '../money.ts';
import { problemAt } from '../problem-list.ts';
import type { ProblemList } from '../problem-list.ts';
import type { RecordData } from '../records/field-kinds.ts';
import { decimalText, excerptOf, isBlank } from '../records/field-kinds.ts';

/** Field names under which a transaction may carry its split lines; the first that holds anything counts. */
export const SPLIT_LINES_FIELDS = ['split_lines', 'splitLines', 'splits'];
/** Field names under which a split line may carry its amount, bare or as `{amount}`; the first that is not blank counts. */
const SPLIT_AMOUNT_FIELDS = ['amount', 'amount_money', 'amount_decimal'];

/** What a transaction carries as split lines, and in which field. Null when it has none. */
export function findSplitLines(data: RecordData): { field: string; value: unknown } | null {
  for (const field of SPLIT_LINES_FIELDS) {
    const value = data[field];
    if (value !== false && (isObject(value) || !isBlank(value))) return { field, value };
  }
  return null;
}

/** The amount of a split line as written; undefined when it has none. */
export function findSplitAmount(split: RecordData): unknown {
  for (const field of SPLIT_AMOUNT_FIELDS) {
    const value = split[field];
    const amount = isObject(value) ? value['amount'] : value;
    if (!isBlank(amount)) return amount;
  }
  return undefined;
}

/**
 * Checks the split lines of one transaction: an array of objects, each with an amount, that add up exactly
 * to the amount of their parent. Returns the lines that are objects, for their ids and references.
 */
export function checkSplitLines(
  data: RecordData,
  line: number,
  problems: ProblemList,
): RecordData[] {
  const found = findSplitLines(data);
  if (found === null) return [];
  const { field, value } = found;
  if (!Array.isArray(value)) {
    const what = `${field} is not an array.`;
    problems.add(problemAt(line, 'invalid_split_lines', what, { column: field }));
    return [];
  }
  const amounts = value.map((split: unknown, index) =>
    checkSplit(split, `${field}[${index}]`, line, problems),
  );
  checkSum(amounts, data['amount'], field, line, problems);
  return value.filter(isObject);
}

function checkSum(
  amounts: readonly (string | null)[],
  wholeValue: unknown,
  field: string,
  line: number,
  problems: ProblemList,
): void {
  const whole = decimalText(wholeValue);
  const complete = amounts.filter((amount) => amount !== null);
  if (whole === null || complete.length < amounts.length) return;
  const sum = addDecimals(complete);
  if (compareDecimals(sum, whole) === 0) return;
  const what = `the split lines add up to ${sum}, the transaction to ${whole}.`;
  problems.add(problemAt(line, 'split_amount_mismatch', what, { column: field, value: sum }));
}

/** The amount in normalised form, or null after a fault. */
function checkSplit(
  split: unknown,
  place: string,
  line: number,
  problems: ProblemList,
): string | null {
  if (!isObject(split)) {
    const what = `${place} is not an object.`;
    problems.add(problemAt(line, 'invalid_split_line', what, { column: place }));
    return null;
  }
  const column = `${place}.amount`;
  const value = findSplitAmount(split);
  if (value === undefined) {
    problems.add(problemAt(line, 'missing_required_fields', `${place} lacks amount.`, { column }));
    return null;
  }
  const amount = decimalText(value);
  if (amount === null) {
    const what = `the amount of ${place} is not a decimal number.`;
    problems.add(problemAt(line, 'invalid_amount', what, { column, value: excerptOf(value) }));
  }
  return amount;
}
