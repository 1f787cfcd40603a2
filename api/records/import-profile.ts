import { readInferred } from '../../packages/preflight/csv/read-settings.ts';
import type { ImportProfile } from '../../shared/imports/profiles/import-profiles.ts';
import { nullable, object, TIMESTAMP, UUID } from '../openapi/json-schema.ts';
import type { JsonSchema, Schemas } from '../openapi/json-schema.ts';
import { SETTING_SCHEMAS } from './import-fields.ts';
import { CSV_IMPORT_TYPES } from './import.ts';
import { presentTimestamp } from './timestamp.ts';

/** What belongs to one upload alone is no setting of a profile. */
const { account_id: _account, sample_rows: _sample, ...SETTINGS } = SETTING_SCHEMAS;

const FIELDS: Record<string, JsonSchema> = {
  name: {
    type: 'string',
    minLength: 1,
    maxLength: 255,
    description: 'Unique in the household.',
    examples: ['My bank'],
  },
  type: { type: 'string', enum: CSV_IMPORT_TYPES, default: 'TransactionImport' },
  account_id: {
    ...nullable(UUID),
    description:
      'The account that such files are of, where a request names none; null: each request names it.',
  },
  settings: {
    ...object(SETTINGS, { optional: Object.keys(SETTINGS) }),
    description: 'Settings to read such files with, as an import takes them.',
  },
  header_fingerprint: {
    type: ['string', 'null'],
    pattern: '^[0-9a-f]{64}$',
    examples: ['5f70bf18a086007016e948b04aed3b82103a36bea41755b6cddfaf10ace3c6ef'],
    description:
      'Recognises files by their type and header cells. Null: it is learned from the first import that is published with the profile.',
  },
};
/** A profile as it is answered can be sent to another household: these say nothing there. */
const OWN: Record<string, JsonSchema> = { id: UUID, created_at: TIMESTAMP, updated_at: TIMESTAMP };

export const importProfile: JsonSchema = object({ ...FIELDS, ...OWN });

export const newImportProfile: JsonSchema = object(
  { ...FIELDS, ...OWN },
  {
    optional: [...Object.keys(FIELDS).filter((name) => name !== 'name'), ...Object.keys(OWN)],
    description: 'What GET answers can be sent back: id and times are ignored.',
  },
);

export const importProfileChange: JsonSchema = {
  ...object(FIELDS, { optional: Object.keys(FIELDS) }),
  minProperties: 1,
};

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
