import type { Valuation } from '../../shared/store/ledger/valuations.ts';
import type { Schemas } from '../contract/json-schema.ts';
import { presentTimestamp } from '../contract/timestamp.ts';

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
