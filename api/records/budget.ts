import type { Budget } from '../../shared/ledger/budgets.ts';
import {
  DATE,
  DECIMAL,
  field,
  list,
  nullable,
  object,
  text,
  UUID,
} from '../openapi/json-schema.ts';
import { CREATED_AT, ID, ITS_CURRENCY, record, UPDATED_AT } from './record.ts';

/** A budget on the wire. */
export const presentBudget = record<Budget, 'Budget'>(
  'Budget',
  'What is to be spent and earned in a span of days.',
  {
    id: ID,
    start_date: field(DATE, 'The first day.'),
    end_date: field(DATE, 'The last day.'),
    budgeted_spending: nullable(
      DECIMAL,
      'What is to be spent in all, in `currency`; null where nobody said.',
    ),
    expected_income: nullable(
      DECIMAL,
      'What is expected to come in, in `currency`; null where nobody said.',
    ),
    currency: ITS_CURRENCY,
    categories: list(
      object({
        category_id: field(UUID, 'The category.'),
        category_name: text('The name of the category.'),
        budgeted_spending: field(DECIMAL, 'What is to be spent on it, in `currency`.'),
        currency: ITS_CURRENCY,
      }),
      'What is to be spent on each category.',
    ),
    created_at: CREATED_AT,
    updated_at: UPDATED_AT,
  },
);
