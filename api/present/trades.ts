import type { Trade } from '../../shared/store/ledger/trades.ts';
import type { Schemas } from '../contract/json-schema.ts';
import { presentTimestamp } from '../contract/timestamp.ts';

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
