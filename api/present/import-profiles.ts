import type { ImportProfile } from '../../shared/store/imports/import-profiles.ts';
import type { Schemas } from '../contract/json-schema.ts';
import { presentTimestamp } from '../contract/timestamp.ts';

/** A profile of imports on the wire. */
export function presentImportProfile(row: ImportProfile): Schemas['ImportProfile'] {
  return {
    id: row.id,
    name: row.name,
    type: row.type,
    account_id: row.accountId,
    settings: row.settings,
    header_fingerprint: row.headerFingerprint,
    created_at: presentTimestamp(row.createdAt),
    updated_at: presentTimestamp(row.updatedAt),
  };
}
