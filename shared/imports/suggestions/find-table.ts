import { matchHeader } from './header-words.ts';
import { SEPARATORS } from '../csv/settings.ts';
import { readAmountText } from '../fields/amounts.ts';
import { proposeHypotheses } from './hypotheses.ts';
import { readSample } from './sample.ts';
import type { Separator } from '../csv/settings.ts';
import type { DateRange } from '../fields/dates.ts';
import type { CsvTypeSpec, FieldKey } from '../types/csv-type.ts';
import type { Hypothesis } from './hypotheses.ts';
import type { SampleRow } from './sample.ts';
import type { ColumnRole } from './vocabulary.ts';

/** A header further down than this is not looked for. */
const HEADER_ROWS_MAX = 40;
const BELOW_MAX = 200;
/** How far the words of a header are believed when the rows below do not fit them. */
const WORDS_ALONE_WEIGHT = 0.4;

/**
 * The readings of a text under every separator and header row that name what the type needs, best first. When no
 * reading fits the rows below its header, those that fit by their words alone.
 */
export function findHypotheses(
  bytes: Buffer,
  spec: CsvTypeSpec,
  accepted: DateRange,
): Hypothesis[] {
  const samples = SEPARATORS.map((separator) => ({
    separator,
    rows: readSample(bytes, separator, 0),
  }));
  const found = proposeAll(samples, spec, accepted, BELOW_MAX, 1);
  return found.length > 0 ? found : proposeAll(samples, spec, accepted, 0, WORDS_ALONE_WEIGHT);
}

function proposeAll(
  samples: readonly { separator: Separator; rows: SampleRow[] }[],
  spec: CsvTypeSpec,
  accepted: DateRange,
  rowsBelow: number,
  weight: number,
): Hypothesis[] {
  const all: Hypothesis[] = [];
  for (const { separator, rows } of samples) {
    rows.slice(0, HEADER_ROWS_MAX).forEach((header, index) => {
      if (!looksLikeHeader(header, spec)) return;
      const below = rows.slice(index + 1, index + 1 + rowsBelow);
      for (const found of proposeHypotheses({ separator, header, below }, spec, accepted)) {
        all.push({ ...found, score: found.score * weight - index * 0.002 });
      }
    });
  }
  return all.sort((one, other) => other.score - one.score);
}

/** Roles whose words a header of the type must hold, for each needed field. */
export const HEADER_ROLES: Partial<Record<FieldKey, ColumnRole[]>> = {
  date: ['date'],
  amount: ['amount', 'outflow', 'inflow', 'balance'],
  name: ['name', 'category', 'account'],
  qty: ['qty'],
  ticker: ['ticker'],
  price: ['price'],
};

/** A cheap look: a word for every needed column, and few numbers. */
function looksLikeHeader(row: SampleRow, spec: CsvTypeSpec): boolean {
  const filled = row.cells.filter((cell) => cell !== '' && cell.length <= 80);
  if (filled.length === 0) return false;
  const numbers = filled.filter((cell) => readAmountText(cell) !== 0).length;
  if (numbers * 4 > filled.length) return false;
  return spec.fields.every((field) => {
    if (field.required !== true) return true;
    const roles = HEADER_ROLES[field.key];
    if (roles === undefined) return filled.some((cell) => cell.toLowerCase().includes(field.key));
    return filled.some((cell) => roles.some((role) => matchHeader(cell, role) > 0));
  });
}
