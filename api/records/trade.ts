import type { Trade } from '../../shared/ledger/trades.ts';
import {
  CURRENCY,
  DATE,
  DECIMAL,
  nullable,
  object,
  TIMESTAMP,
  UUID,
} from '../openapi/json-schema.ts';
import type { JsonSchema, Schemas } from '../openapi/json-schema.ts';
import { presentTimestamp } from './timestamp.ts';

export const tradeSchema: JsonSchema = object({
  id: UUID,
  account_id: UUID,
  security_id: UUID,
  ticker: nullable({ type: 'string' }),
  exchange_operating_mic: nullable({ type: 'string' }),
  date: DATE,
  name: { type: 'string' },
  quantity: DECIMAL,
  price: DECIMAL,
  amount: DECIMAL,
  currency: CURRENCY,
  fee: nullable(DECIMAL),
  investment_activity_label: nullable({ type: 'string' }),
  notes: nullable({ type: 'string' }),
  created_at: TIMESTAMP,
  updated_at: TIMESTAMP,
});

/** A trade on the wire. */
export function presentTrade(trade: Trade): Schemas['Trade'] {
  return {
    id: trade.id,
    account_id: trade.accountId,
    security_id: trade.securityId,
    ticker: trade.ticker,
    exchange_operating_mic: trade.exchangeOperatingMic,
    date: trade.date,
    name: trade.name,
    quantity: trade.quantity,
    price: trade.price,
    amount: trade.amount,
    currency: trade.currency,
    fee: trade.fee,
    investment_activity_label: trade.investmentActivityLabel,
    notes: trade.notes,
    created_at: presentTimestamp(trade.createdAt),
    updated_at: presentTimestamp(trade.updatedAt),
  };
}
