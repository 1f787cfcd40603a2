import { readInferred } from '#preflight/csv/read-settings';
import type { ImportProfile } from '../../shared/imports/profiles/import-profiles.ts';
import * as s from '../openapi/json-schema.ts';
import type { JsonSchema, Schemas } from '../openapi/json-schema.ts';
import { SETTING_SCHEMAS } from './import-fields.ts';
import { CSV_IMPORT_TYPES } from './import.ts';
import { fieldsOf, ID, record, TIMES } from './record.ts';

/** Settings that concern only one upload are not part of a profile. */
const { account_id: _account, sample_rows: _sample, ...SETTINGS } = SETTING_SCHEMAS;

const FIELDS = {
  name: { ...s.named('Unique in the household.'), examples: ['My bank'] },
  type: { ...s.choice(CSV_IMPORT_TYPES, 'What the rows are.'), default: 'TransactionImport' },
  account_id: s.nullable(
    s.UUID,
    'The account that such files belong to, where a request names none; null: each request names it.',
  ),
  settings: s.object(SETTINGS, {
    required: [],
    description: 'Settings to read such files with, as an import takes them.',
  }),
  header_fingerprint: {
    type: ['string', 'null'],
    pattern: '^[0-9a-f]{64}$',
    examples: ['5f70bf18a086007016e948b04aed3b82103a36bea41755b6cddfaf10ace3c6ef'],
    description:
      'Recognises files by their type and header cells. Null: it is learned from the first import that is published with the profile.',
  },
} satisfies Record<string, JsonSchema>;

export const presentImportProfile = record<ImportProfile, 'ImportProfile'>(
  'ImportProfile',
  'How the files of a bank are read, kept under a name.',
  {
    id: ID,
    ...FIELDS,
    settings: { ...FIELDS.settings, read: presentSettings },
    ...TIMES,
  },
);

s.define(
  'NewImportProfile',
  'The answer of GET can be sent back: id and times are ignored.',
  ['name'],
  fieldsOf('ImportProfile'),
);

s.change('ImportProfileChange', 'Absent fields stay as they are.', FIELDS);

function presentSettings({ settings }: ImportProfile): Schemas['ImportProfile']['settings'] {
  const inferred = readInferred(settings);
  return { ...settings, ...(inferred !== undefined && { inferred_settings: inferred }) };
}
