import { CURRENCY, DATE, ID } from './field-kinds.ts';
import { entry, mic, securityText } from './fields.ts';
import type { RecordType } from './record-types.ts';

/** Records inside other records. */

/** A line of a split transaction: an amount, and what a transaction may hold. */
export const SPLIT_LINE = {
  name: 'Transaction',
  entityKey: 'transactions',
  fields: { id: { kind: ID, identifies: 'transactions' }, date: { kind: DATE }, ...entry },
} as const satisfies RecordType;

/** The `security` of a trade or a holding, with its letters as written. */
export const SECURITY = {
  name: 'Trade',
  entityKey: 'trades',
  fields: {
    ticker: { kind: securityText },
    exchange_operating_mic: mic,
    name: { kind: securityText, column: 'security_name' },
    currency: { kind: CURRENCY, column: 'security_currency' },
    isin: { kind: securityText },
    figi: { kind: securityText },
    cusip: { kind: securityText },
  },
} as const satisfies RecordType;
