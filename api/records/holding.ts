import { normalizeDecimal } from '#preflight/money';
import type { Holding, HoldingsAccount } from '../../shared/ledger/holdings.ts';
import * as s from '../openapi/json-schema.ts';
import type { Schemas } from '../openapi/json-schema.ts';
import { ID, ITS_ACCOUNT, ITS_CURRENCY, part, record, TIMES } from './record.ts';

// Fields of a security.
export const TICKER = s.nullable(s.TEXT, 'The symbol at its exchange; null where unknown.');

const security = part<Holding, Schemas['Holding']['security']>({
  id: { ...ID, read: ({ securityId }) => securityId },
  name: {
    ...s.nullable(s.TEXT, 'Its name; null where it has none.'),
    read: ({ securityName }) => securityName,
  },
  ticker: TICKER,
  isin: s.nullable(s.TEXT, 'ISO 6166 number; null where unknown.'),
  figi: s.nullable(s.TEXT, 'OpenFIGI number; null where unknown.'),
  cusip: s.nullable(s.TEXT, 'CUSIP number; null where unknown.'),
  currency: {
    ...s.nullable(s.CURRENCY, 'What it is traded in, as ISO 4217; null where unknown.'),
    read: ({ securityCurrency }) => securityCurrency,
  },
});

export const presentHolding = record<Holding, 'Holding'>(
  'Holding',
  'How much of a security an account has on a day.',
  {
    id: ID,
    account_id: ITS_ACCOUNT,
    security: { ...s.field(security.schema, 'What is held.'), read: security.present },
    date: s.field(s.DATE, 'The position is that at the end of this day.'),
    quantity: s.field(s.DECIMAL, 'Negative for a short position.'),
    price: s.nullable(s.DECIMAL, 'Of one unit, in `currency`; null where unknown.'),
    value: {
      ...s.nullable(s.DECIMAL, 'Of the whole position, in `currency`; null where unknown.'),
      read: ({ value }) => trimmed(value),
    },
    cost_basis: s.nullable(s.DECIMAL, 'What the position cost, in `currency`; null where unknown.'),
    currency: ITS_CURRENCY,
    source: s.text('Where it came from: the bank, an import, a rule or a person.'),
    ...TIMES,
  },
);

export const presentHoldingsValuation = record<
  { currency: string; value: string },
  'HoldingsValuation'
>(
  'HoldingsValuation',
  'The sum of all selected positions in one currency; currencies are never mixed.',
  {
    currency: ITS_CURRENCY,
    value: {
      ...s.field(s.DECIMAL, 'The sum of the values, in `currency`.'),
      read: ({ value }) => trimmed(value),
    },
  },
);

export const presentHoldingsAccount = record<HoldingsAccount, 'HoldingsAccount'>(
  'HoldingsAccount',
  'What the bank says about the holdings of an account.',
  {
    account_id: ITS_ACCOUNT,
    holdings: {
      ...s.choice(
        ['unknown', 'available', 'not_supported'],
        'Whether the bank reports holdings; `unknown` until it was asked.',
      ),
      read: ({ state }) => state,
    },
    total_value: {
      ...s.nullable(
        s.DECIMAL,
        'The value of the portfolio as the bank states it; null where it does not.',
      ),
      read: ({ total }) => trimmed(total),
    },
    currency: s.nullable(s.CURRENCY, 'Of `total_value`; null where the bank does not say.'),
    checked_at: s.nullable(s.TIMESTAMP, 'When the bank was last asked, in UTC; null before that.'),
  },
);

/** Removes the trailing zeros of sums and products. */
function trimmed<Decimal extends string | null>(decimal: Decimal): Decimal | string {
  return decimal === null ? decimal : (normalizeDecimal(decimal) ?? decimal);
}
