import type { Budget } from '../../shared/ledger/budgets.ts';
import * as s from '../openapi/json-schema.ts';
import { ID, ITS_CURRENCY, record, TIMES } from './record.ts';

export const presentBudget = record<Budget, 'Budget'>(
  'Budget',
  'Planned spending and income for a span of days.',
  {
    id: ID,
    start_date: s.field(s.DATE, 'The first day.'),
    end_date: s.field(s.DATE, 'The last day.'),
    budgeted_spending: s.nullable(
      s.DECIMAL,
      'The planned spending in total, in `currency`; null where it was not set.',
    ),
    expected_income: s.nullable(
      s.DECIMAL,
      'The expected income, in `currency`; null where it was not set.',
    ),
    currency: ITS_CURRENCY,
    categories: s.list(
      s.object({
        category_id: s.field(s.UUID, 'The category.'),
        category_name: s.text('The name of the category.'),
        budgeted_spending: s.field(s.DECIMAL, 'The planned spending on it, in `currency`.'),
        currency: ITS_CURRENCY,
      }),
      'The planned spending by category.',
    ),
    ...TIMES,
  },
);
