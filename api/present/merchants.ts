import type { Merchant } from '../../shared/store/ledger/merchants.ts';
import type { Schemas } from '../contract/json-schema.ts';
import { presentTimestamp } from '../contract/timestamp.ts';

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
