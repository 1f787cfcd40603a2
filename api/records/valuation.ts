import { VALUATION_KINDS } from '../../shared/ledger/valuations.ts';
import type { Valuation } from '../../shared/ledger/valuations.ts';
import * as s from '../openapi/json-schema.ts';
import { NOTES } from './new-transaction.ts';
import { ID, ITS_ACCOUNT, ITS_CURRENCY, record, TIMES } from './record.ts';

export const presentValuation = record<Valuation, 'Valuation'>(
  'Valuation',
  'What an account was worth on a day, as stated.',
  {
    id: ID,
    account_id: ITS_ACCOUNT,
    date: s.field(s.DATE, 'The day, as `YYYY-MM-DD`.'),
    kind: s.choice(
      VALUATION_KINDS,
      '`opening_anchor` opens the account, `reconciliation` corrects its balance, `current_anchor` is the balance stated last.',
    ),
    name: s.nullable(s.TEXT, 'What people call it; null without a name.'),
    amount: s.field(
      s.DECIMAL,
      'The balance at the end of the day, in `currency`; a debt is negative.',
    ),
    currency: ITS_CURRENCY,
    notes: NOTES,
    ...TIMES,
  },
);
