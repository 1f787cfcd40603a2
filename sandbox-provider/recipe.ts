import { LosslessNumber } from 'lossless-json';
import type { Recipe } from './custom-user.ts';
import { fieldReader, isObject } from './read-fields.ts';

/** Reads `{rows, id_prefix, amount, currency, start_date, rows_per_day, newest_first, pending}`. */
export function readRecipe(input: unknown): Recipe {
  if (!isObject(input)) throw new Error('generate must be an object');
  const field = fieldReader(input);
  const amount = input['amount'];
  const rows = field.whole('rows', 100);
  if (rows > 1_000_000) throw new Error('rows must be at most 1000000');
  return {
    rows,
    idPrefix: field.text('id_prefix', 'g'),
    amount: amount instanceof LosslessNumber ? amount.toString() : field.optionalText('amount'),
    currency: field.optionalText('currency'),
    startDate: field.text('start_date', '2025-01-01'),
    rowsPerDay: Math.max(1, field.whole('rows_per_day', 40)),
    newestFirst: field.flag('newest_first', true),
    pending: field.whole('pending', 0),
  };
}
