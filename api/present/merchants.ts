import type { Merchant } from '../../shared/ledger/merchants.ts';
import { TIMESTAMP, UUID, nullable, object } from '../contract/json-schema.ts';
import type { JsonSchema, Schemas } from '../contract/json-schema.ts';
import { presentTimestamp } from '../contract/timestamp.ts';

export const merchantSchema: JsonSchema = object({
  id: UUID,
  name: { type: 'string' },
  color: { type: 'string' },
  website_url: nullable({ type: 'string' }),
  logo_url: nullable({ type: 'string' }),
  created_at: TIMESTAMP,
  updated_at: TIMESTAMP,
});

/** A merchant on the wire. */
export function presentMerchant(merchant: Merchant): Schemas['Merchant'] {
  return {
    id: merchant.id,
    name: merchant.name,
    color: merchant.color,
    website_url: merchant.websiteUrl,
    logo_url: merchant.logoUrl,
    created_at: presentTimestamp(merchant.createdAt),
    updated_at: presentTimestamp(merchant.updatedAt),
  };
}
