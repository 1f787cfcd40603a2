import { normalizeDecimal } from '../../packages/preflight/money.ts';
import type { Holding, HoldingsAccount } from '../../shared/ledger/holdings.ts';
import {
  choice,
  CURRENCY,
  DATE,
  DECIMAL,
  field,
  nullable,
  TEXT,
  text,
  TIMESTAMP,
} from '../openapi/json-schema.ts';
import type { Schemas } from '../openapi/json-schema.ts';
import { CREATED_AT, ID, ITS_ACCOUNT, ITS_CURRENCY, part, record, UPDATED_AT } from './record.ts';

// Of a security.
export const TICKER = nullable(TEXT, 'The symbol at its exchange; null where unknown.');

const security = part<Holding, Schemas['Holding']['security']>({
  id: { ...ID, read: ({ securityId }) => securityId },
  name: {
    ...nullable(TEXT, 'Its name; null where nobody names it.'),
    read: ({ securityName }) => securityName,
  },
  ticker: TICKER,
  isin: nullable(TEXT, 'ISO 6166 number; null where unknown.'),
  figi: nullable(TEXT, 'OpenFIGI number; null where unknown.'),
  cusip: nullable(TEXT, 'CUSIP number; null where unknown.'),
  currency: {
    ...nullable(CURRENCY, 'What it is traded in, as ISO 4217; null where unknown.'),
    read: ({ securityCurrency }) => securityCurrency,
  },
});

/** A position on the wire. */
export const presentHolding = record<Holding, 'Holding'>(
  'Holding',
  'How much of a security an account has on a day.',
  {
    id: ID,
    account_id: ITS_ACCOUNT,
    security: { ...field(security.schema, 'What is held.'), read: security.present },
    date: field(DATE, 'The day, at whose end it was held.'),
    quantity: field(DECIMAL, 'Negative for a short position.'),
    price: nullable(DECIMAL, 'Of one unit, in `currency`; null where unknown.'),
    value: {
      ...nullable(DECIMAL, 'Of the whole position, in `currency`; null where unknown.'),
      read: ({ value }) => trimmed(value),
    },
    cost_basis: nullable(DECIMAL, 'What the position cost, in `currency`; null where unknown.'),
    currency: ITS_CURRENCY,
    source: text('Where it came from: the bank, an import, a rule or a person.'),
    created_at: CREATED_AT,
    updated_at: UPDATED_AT,
  },
);

/** What all selected positions of a currency are worth together. */
export const presentHoldingsValuation = record<
  { currency: string; value: string },
  'HoldingsValuation'
>(
  'HoldingsValuation',
  'The sum of all selected positions in one currency; currencies are never mixed.',
  {
    currency: ITS_CURRENCY,
    value: {
      ...field(DECIMAL, 'The sum of the values, in `currency`.'),
      read: ({ value }) => trimmed(value),
    },
  },
);

/** What the provider states about the holdings of an account. */
export const presentHoldingsAccount = record<HoldingsAccount, 'HoldingsAccount'>(
  'HoldingsAccount',
  'What the bank says about the holdings of an account.',
  {
    account_id: ITS_ACCOUNT,
    holdings: {
      ...choice(
        ['unknown', 'available', 'not_supported'],
        'Whether the bank tells holdings; `unknown` until it was asked.',
      ),
      read: ({ state }) => state,
    },
    total_value: {
      ...nullable(
        DECIMAL,
        'The value of the portfolio as the bank states it; null where it does not.',
      ),
      read: ({ total }) => trimmed(total),
    },
    currency: nullable(CURRENCY, 'Of `total_value`; null where the bank does not say.'),
    checked_at: nullable(TIMESTAMP, 'When the bank was last asked, in UTC; null before that.'),
  },
);

/** Sums and products carry needless zeros. */
function trimmed<Decimal extends string | null>(decimal: Decimal): Decimal | string {
  return decimal === null ? decimal : (normalizeDecimal(decimal) ?? decimal);
}
