import { readInferred } from '../../packages/preflight/csv/read-settings.ts';
import type { ImportProfile } from '../../shared/imports/profiles/import-profiles.ts';
import type { Schemas } from '../contract/json-schema.ts';
import { presentTimestamp } from '../contract/timestamp.ts';

/** A profile of imports on the wire. */
export function presentImportProfile(row: ImportProfile): Schemas['ImportProfile'] {
  const inferred = readInferred(row.settings);
  return {
    id: row.id,
    name: row.name,
    type: row.type,
    account_id: row.accountId,
    settings: {
      ...row.settings,
      ...(inferred !== undefined && { inferred_settings: inferred }),
    },
    header_fingerprint: row.headerFingerprint,
    created_at: presentTimestamp(row.createdAt),
    updated_at: presentTimestamp(row.updatedAt),
  };
}
