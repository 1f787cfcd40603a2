import { recordsOf } from '../postgres/household-rows.ts';

/** A payment that recurs monthly, as an import brought it. */
export interface RecurringTransaction {
  readonly id: string;
  readonly accountId: string | null;
  readonly merchantId: string | null;
  readonly name: string | null;
  /** Decimal text; money in is positive. */
  readonly amount: string;
  readonly currency: string;
  readonly expectedDayOfMonth: number;
  readonly lastOccurrenceDate: string;
  readonly nextExpectedDate: string;
  readonly status: 'active' | 'inactive';
  readonly occurrenceCount: number;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

export const { list: listRecurring } = recordsOf<RecurringTransaction>(
  'recurring_transactions',
  (sql) => sql`
    id, account_id, merchant_id, name, amount, currency, expected_day_of_month, last_occurrence_date,
    next_expected_date, status, occurrence_count, created_at, updated_at`,
);
