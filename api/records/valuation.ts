import { VALUATION_KINDS } from '../../shared/ledger/valuations.ts';
import type { Valuation } from '../../shared/ledger/valuations.ts';
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

export const valuationSchema: JsonSchema = object({
  id: UUID,
  account_id: UUID,
  date: DATE,
  kind: { type: 'string', enum: VALUATION_KINDS },
  name: nullable({ type: 'string' }),
  amount: DECIMAL,
  currency: CURRENCY,
  notes: nullable({ type: 'string' }),
  created_at: TIMESTAMP,
  updated_at: TIMESTAMP,
});

/** A valuation on the wire. */
export function presentValuation(valuation: Valuation): Schemas['Valuation'] {
  return {
    id: valuation.id,
    account_id: valuation.accountId,
    date: valuation.date,
    kind: valuation.kind,
    name: valuation.name,
    amount: valuation.amount,
    currency: valuation.currency,
    notes: valuation.notes,
    created_at: presentTimestamp(valuation.createdAt),
    updated_at: presentTimestamp(valuation.updatedAt),
  };
}
