import { negateDecimal } from '../../money.ts';
import { externalId } from './entry-records.ts';
import type { RecordData, StagedRow } from './fields.ts';
import {
  boundedText,
  currency,
  decimal,
  freeText,
  integer,
  nested,
  ownId,
  requiredDay,
  requiredDecimal,
  requiredReference,
  text,
} from './fields.ts';
import { multiplyDecimals } from './multiply-decimals.ts';

/** The database keeps ticker, exchange and name in one index entry, which must stay below 2,700 bytes. */
const SECURITY_TEXT_MAX = 300;
/** Positions of one security on one day: what six digits can number. */
const POSITIONS_MAX = 999_999;

/**
 * What names the security: an exact one as this service exports it (`security`), else ticker and exchange, which are
 * written in capitals. Null without either.
 */
function securityFields(type: 'Trade' | 'Holding', data: RecordData): StagedRow | null {
  const exact = nested(data, 'security');
  const mic = boundedText(type, exact, 'exchange_operating_mic', 32);
  const own = {
    ticker: boundedText(type, exact, 'ticker', SECURITY_TEXT_MAX),
    security_name: boundedText(type, exact, 'name', SECURITY_TEXT_MAX),
  };
  if (own.ticker !== null || own.security_name !== null) {
    return {
      ...own,
      mic,
      security_currency: currency(type, exact),
      isin: boundedText(type, exact, 'isin', SECURITY_TEXT_MAX),
      figi: boundedText(type, exact, 'figi', SECURITY_TEXT_MAX),
      cusip: boundedText(type, exact, 'cusip', SECURITY_TEXT_MAX),
      security_exact: true,
    };
  }
  const ticker = boundedText(type, data, 'ticker', 64);
  if (ticker === null) return null;
  return {
    ticker: ticker.toUpperCase(),
    mic: boundedText(type, data, 'exchange_operating_mic', 32)?.toUpperCase() ?? null,
    security_name: boundedText(type, data, 'security_name', 255),
    security_currency: currency(type, data),
    security_exact: false,
  };
}

/** Trade; its amount is a flow, or quantity times price when it has none. Null without a security. */
export function readTrade(data: RecordData): StagedRow[] | null {
  const type = 'Trade';
  const security = securityFields(type, data);
  if (security === null) return null;
  const quantity = requiredDecimal(type, data, 'qty');
  const price = requiredDecimal(type, data, 'price');
  const amount = decimal(type, data, 'amount') ?? multiplyDecimals(quantity, price);
  const side = quantity.startsWith('-') ? 'Sell' : 'Buy';
  return [
    {
      external_id: externalId(type, ownId(type, data)),
      account_ref: requiredReference(type, data, 'account_id', 'Account'),
      date: requiredDay(type, data, 'date'),
      ...security,
      name:
        boundedText(type, data, 'name') ??
        `${side} ${quantity.replace('-', '')} shares of ${String(security['ticker'] ?? security['security_name'])}`,
      quantity,
      price,
      amount: negateDecimal(amount),
      currency: currency(type, data),
      fee: decimal(type, data, 'fee'),
      investment_activity_label: boundedText(type, data, 'investment_activity_label', 255),
      notes: freeText(type, data, 'notes'),
    },
  ];
}

/** Holding on a day; no flow. Null without a security. */
export function readHolding(data: RecordData): StagedRow[] | null {
  const type = 'Holding';
  const security = securityFields(type, data);
  if (security === null) return null;
  const source = text(data, 'cost_basis_source');
  return [
    {
      account_ref: requiredReference(type, data, 'account_id', 'Account'),
      date: requiredDay(type, data, 'date'),
      ...security,
      position: integer(data, 'position', 2, POSITIONS_MAX),
      quantity: requiredDecimal(type, data, 'qty'),
      price: decimal(type, data, 'price'),
      value: decimal(type, data, 'amount'),
      currency: currency(type, data),
      cost_basis: decimal(type, data, 'cost_basis'),
      cost_basis_source:
        ['manual', 'calculated', 'provider'].find((entry) => entry === source) ?? null,
    },
  ];
}
