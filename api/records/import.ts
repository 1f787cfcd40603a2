import { PROBLEMS } from '../../packages/preflight/problems.ts';
import { ACCEPTED_IMPORT_TYPES } from '../../packages/preflight/report.ts';
import { IMPORT_STATUSES, IMPORT_STEPS, ROW_VERDICTS } from '../../packages/preflight/states.ts';
import {
  COUNT,
  DATE,
  DECIMAL,
  nullable,
  object,
  ref,
  TIMESTAMP,
  UUID,
} from '../openapi/json-schema.ts';
import type { JsonSchema } from '../openapi/json-schema.ts';
import { SAVE_PROFILE, SETTING_SCHEMAS } from './import-fields.ts';
import { importEvidence, INFERRED } from './import-preflight.ts';
import { COUNTS, UNDO_SUMMARY } from './undo-summary.ts';

/** The types that a CSV can be imported as. */
export const CSV_IMPORT_TYPES = ACCEPTED_IMPORT_TYPES.filter((type) => type !== 'NativeImport');

const TEXT: JsonSchema = { type: ['string', 'null'] };

const summary: JsonSchema = {
  type: 'object',
  description: 'What publishing, and then undoing, did: records by table.',
  properties: { created: COUNTS, updated: COUNTS, ...UNDO_SUMMARY },
  additionalProperties: false,
};

const error: JsonSchema = {
  type: ['object', 'null'],
  description:
    'Null when nothing is wrong; invalid_rows names the first lines, invalid_content what is wrong with the whole.',
  required: ['code', 'message'],
  properties: {
    code: { type: 'string' },
    message: { type: 'string' },
    lines: { type: 'array', items: { type: 'integer' } },
  },
  additionalProperties: false,
};

export const importOfCsv: JsonSchema = object({
  id: UUID,
  type: { type: 'string', enum: CSV_IMPORT_TYPES },
  status: { type: 'string', enum: IMPORT_STATUSES },
  account_id: nullable(UUID),
  client_import_id: TEXT,
  filename: { type: 'string' },
  content_type: { type: 'string' },
  byte_size: COUNT,
  settings: {
    type: 'object',
    description: 'The settings that the content was read with, those that were inferred with them.',
    additionalProperties: { type: ['string', 'integer', 'boolean'] },
  },
  inferred_settings: INFERRED,
  stats: object({
    rows_count: COUNT,
    valid_rows_count: COUNT,
    invalid_rows_count: COUNT,
    skipped_rows_count: COUNT,
  }),
  verdicts: {
    anyOf: [
      object(Object.fromEntries([...ROW_VERDICTS, 'skipped'].map((verdict) => [verdict, COUNT]))),
      { type: 'null' },
    ],
    description:
      'Rows by what is to become, or became, of them. Null until a worker has judged a large file.',
  },
  headers: { type: 'array', items: { type: 'string' } },
  errors: {
    type: 'array',
    items: ref('ImportPreflightError'),
    description: 'What is wrong with the content as a whole; the errors of a row are with the row.',
  },
  warnings: { type: 'array', items: { type: 'string' } },
  evidence: { anyOf: [importEvidence, { type: 'null' }] },
  profile: {
    anyOf: [
      object({
        id: UUID,
        name: { type: 'string' },
        how: { type: 'string', enum: ['given', 'recognised'] },
      }),
      { type: 'null' },
    ],
  },
  save_profile: {
    ...TEXT,
    description: 'The profile that publishing keeps, or kept, of how it was read; null: none.',
  },
  progress: object(
    {
      step: {
        type: ['string', 'null'],
        enum: [...IMPORT_STEPS, null],
        description: 'What a worker is doing with the import; null while none does.',
      },
      rows_done: COUNT,
      rows_total: COUNT,
    },
    { description: 'Moves while a worker judges or publishes.' },
  ),
  summary,
  error,
  created_at: TIMESTAMP,
  updated_at: TIMESTAMP,
  published_at: nullable(TIMESTAMP),
  undone_at: nullable(TIMESTAMP),
  undo_until: nullable(TIMESTAMP),
});

const VALUES: Record<string, JsonSchema> = {
  date: nullable(DATE),
  amount: {
    ...nullable(DECIMAL),
    description: 'Money in is positive. Accounts: the balance. Null where blank or unread.',
  },
  currency: TEXT,
  name: TEXT,
  category: { ...TEXT, description: '`Group: Category` makes parent and child; null where blank.' },
  tags: { type: 'array', items: { type: 'string' } },
  notes: TEXT,
  account: { ...TEXT, description: 'Name of the account; null where the row names none.' },
  pending: { type: 'boolean', description: 'The file says that it is not booked yet.' },
};
const MORE: Record<string, JsonSchema> = Object.fromEntries(
  [
    ...['external_id', 'ticker', 'exchange_operating_mic', 'quantity', 'price', 'account_type'],
    ...['parent_category', 'color', 'icon', 'website_url'],
    ...['resource_type', 'active', 'effective_date', 'conditions', 'actions'],
  ].map((name) => [name, TEXT]),
);

export const importRow: JsonSchema = object({
  line: { type: 'integer', minimum: 1, description: 'Physical line on which the row starts.' },
  values: {
    ...object({ ...VALUES, ...MORE }, { optional: Object.keys(MORE) }),
    description: 'The row as understood.',
  },
  verdict: {
    type: ['string', 'null'],
    enum: [...ROW_VERDICTS, null],
    description: 'Null until a worker has judged a large file.',
  },
  of: {
    anyOf: [object({ transaction_id: UUID }), object({ record_id: UUID }), { type: 'null' }],
    description:
      'The stored record that a duplicate or update is the same as, and that a new row became once it is published; null for others.',
  },
  certainty: { type: ['string', 'null'], enum: ['exact', 'likely', null] },
  is_corrected: { type: 'boolean', description: 'A person changed a value or the verdict.' },
  errors: {
    type: 'array',
    items: object(
      {
        code: { type: 'string', enum: Object.keys(PROBLEMS) },
        message: { type: 'string' },
        column: { type: 'string' },
        value: { type: 'string' },
      },
      { optional: ['column', 'value'] },
    ),
  },
  warnings: {
    type: 'array',
    items: object({ code: { type: 'string' }, message: { type: 'string' } }),
  },
});

export const importRowChange: JsonSchema = {
  ...object(
    {
      verdict: {
        type: ['string', 'null'],
        enum: ['new', 'excluded', null],
        description:
          'new: import it whatever it looks like; excluded: leave it out; null: judge it.',
      },
      values: object(
        { ...VALUES, ...MORE },
        { optional: [...Object.keys(VALUES), ...Object.keys(MORE)] },
      ),
    },
    { optional: ['verdict', 'values'] },
  ),
  minProperties: 1,
};

const changeable = {
  ...SETTING_SCHEMAS,
  account_id: TEXT,
  apply_suggestions: { type: ['boolean', 'string'] },
  save_profile: SAVE_PROFILE,
};
export const importSettingsChange: JsonSchema = object(changeable, {
  optional: Object.keys(changeable),
  description: 'Settings to read the content with; null takes one back, so that it is inferred.',
});

export const importPublication: JsonSchema = object(
  {
    skip_invalid: {
      type: 'boolean',
      default: false,
      description: 'Leave rows with errors out instead of refusing.',
    },
  },
  { optional: ['skip_invalid'] },
);
