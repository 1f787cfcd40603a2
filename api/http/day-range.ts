import { addDays, daysBetween } from '#preflight/days';
import { validationFailed } from '../../shared/platform/errors.ts';
import { householdToday } from '../../shared/households/households.ts';
import type { DayRange } from '../../shared/ledger/daily-balances.ts';
import type { ApiContext } from '../context.ts';
import { dateParameter } from './query-parameters.ts';

/** The most days that one answer may hold. */
const DAYS_MAX = 366;

/** The parameters `start_date` and `end_date`. */
export const dayRangeQuery = {
  start_date: dateParameter('First day.'),
  end_date: dateParameter(
    `Last day, at most ${DAYS_MAX - 1} days after the first. Default: today.`,
  ),
};

/** The days that a query asks for; without a start date, the last `byDefault` days. Throws validation_failed. */
export async function readDayRange(
  { sql, clock }: ApiContext,
  householdId: string,
  query: { start_date?: string; end_date?: string },
  byDefault: number,
): Promise<DayRange> {
  const endDate = query.end_date ?? (await householdToday(sql, householdId, clock.now()));
  const startDate = query.start_date ?? addDays(endDate, 1 - byDefault);
  if (startDate > endDate) throw validationFailed('start_date must not be after end_date.');
  if (daysBetween(startDate, endDate) >= DAYS_MAX) {
    throw validationFailed(`start_date and end_date must be less than ${DAYS_MAX} days apart.`);
  }
  return { startDate, endDate };
}
