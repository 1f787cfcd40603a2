import type { Trade } from '../../shared/ledger/trades.ts';
import * as s from '../openapi/json-schema.ts';
import { TICKER } from './holding.ts';
import { ID, ITS_ACCOUNT, ITS_CURRENCY, record, TIMES } from './record.ts';
import { ACTIVITY, AMOUNT, NOTES } from './new-transaction.ts';

export const presentTrade = record<Trade, 'Trade'>('Trade', 'A purchase or sale of a security.', {
  id: ID,
  account_id: ITS_ACCOUNT,
  security_id: s.field(s.UUID, 'The security that was traded.'),
  ticker: TICKER,
  exchange_operating_mic: s.nullable(
    s.TEXT,
    'The exchange, as ISO 10383 operating MIC; null where unknown.',
  ),
  date: s.field(s.DATE, 'The day, as `YYYY-MM-DD`.'),
  name: s.text('The name that people use.'),
  quantity: s.field(s.DECIMAL, 'How many units; negative when sold.'),
  price: s.field(s.DECIMAL, 'Of one unit, in `currency`.'),
  amount: AMOUNT,
  currency: ITS_CURRENCY,
  fee: s.nullable(s.DECIMAL, 'Fees in addition to the price, in `currency`; null where unknown.'),
  investment_activity_label: ACTIVITY,
  notes: NOTES,
  ...TIMES,
});
