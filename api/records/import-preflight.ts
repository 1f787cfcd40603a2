import { SAMPLE_ROWS_MAX } from '../../packages/preflight/csv/settings.ts';
import { EVIDENCE_BASES } from '../../packages/preflight/evidence/evidence.ts';
import { PROBLEMS } from '../../packages/preflight/problems.ts';
import { ACCEPTED_IMPORT_TYPES } from '../../packages/preflight/report.ts';
import { COUNT, object } from '../openapi/json-schema.ts';
import type { JsonSchema } from '../openapi/json-schema.ts';

/** PdfImport and QifImport are names of the specification that are always refused. */
export const IMPORT_TYPES = [...ACCEPTED_IMPORT_TYPES, 'PdfImport', 'QifImport'];

const TEXTS: JsonSchema = { type: 'array', items: { type: 'string' } };
const COUNTS: JsonSchema = { type: 'object', additionalProperties: COUNT };

export const importPreflightError: JsonSchema = object(
  {
    code: { type: 'string', enum: Object.keys(PROBLEMS) },
    message: { type: 'string' },
    line: { type: 'integer', minimum: 1, description: 'Physical line of the content.' },
    column: { type: 'string', description: 'Header of the column, or field of the record.' },
    value: { type: 'string', maxLength: 100, description: 'What the cell holds, shortened.' },
  },
  { optional: ['line', 'column', 'value'] },
);

export const importPreflightContent: JsonSchema = object({
  filename: { type: 'string' },
  content_type: { type: 'string' },
  byte_size: COUNT,
});

export const importPreflightStats: JsonSchema = object(
  {
    rows_count: {
      ...COUNT,
      description: 'CSV: rows below the header. NDJSON: lines that are not blank.',
    },
    skipped_rows_count: {
      ...COUNT,
      description:
        'CSV: how many of the rows are left out, for the reasons that the warnings give; absent when none is.',
    },
    valid_rows_count: { ...COUNT, description: 'NativeImport: well-formed, supported records.' },
    invalid_rows_count: { ...COUNT, description: 'NativeImport: the other lines.' },
    entity_counts: {
      ...COUNTS,
      description:
        'NativeImport: records by entity. Fifteen are always there; deleted_transactions and import_profiles where there are any.',
    },
    record_type_counts: {
      ...COUNTS,
      description: 'NativeImport: records by type as written, unsupported ones too.',
    },
  },
  {
    optional: [
      'skipped_rows_count',
      'valid_rows_count',
      'invalid_rows_count',
      'entity_counts',
      'record_type_counts',
    ],
  },
);

const TEXT: JsonSchema = { type: ['string', 'null'] };

export const importPreflightRow: JsonSchema = object(
  {
    line: { type: 'integer', minimum: 1, description: 'Physical line on which the row starts.' },
    date: { type: ['string', 'null'], format: 'date' },
    amount: {
      ...TEXT,
      description:
        'Exact decimal; money in is positive. Accounts: the balance. Null where blank or unread.',
    },
    currency: { ...TEXT, description: 'Null: that of the account.' },
    name: TEXT,
    category: {
      ...TEXT,
      description: '`Group: Category` where the file has groups; null where blank.',
    },
    tags: TEXTS,
    notes: TEXT,
    account: { ...TEXT, description: 'As the row names it; null where it names none.' },
    pending: { type: 'boolean', description: 'The file says that it is not booked yet.' },
    ticker: { ...TEXT, description: 'Trades: the symbol; null where blank.' },
    exchange_operating_mic: {
      ...TEXT,
      description: 'Trades: the exchange, as ISO 10383 operating MIC; null where blank.',
    },
    quantity: {
      ...TEXT,
      description: 'Trades: how many units, negative when sold; null where unread.',
    },
    price: { ...TEXT, description: 'Trades: of one unit; null where unread.' },
    account_type: { ...TEXT, description: 'Accounts: the type as written; null where blank.' },
  },
  { optional: ['ticker', 'exchange_operating_mic', 'quantity', 'price', 'account_type'] },
);

/** Which settings of a reading nobody chose. */
export const INFERRED: JsonSchema = {
  ...TEXTS,
  description:
    'Those of the settings that no person chose: what the content shows, suggestions that were applied, and defaults. ' +
    'Send them along as inferred_settings when you send the settings.',
};

const evidenceItem: JsonSchema = object(
  {
    basis: { type: 'string', enum: EVIDENCE_BASES },
    rows_agree: COUNT,
    rows_disagree: COUNT,
  },
  { optional: ['rows_agree', 'rows_disagree'] },
);

export const importEvidence: JsonSchema = object({
  sign: evidenceItem,
  number_format: evidenceItem,
  date_order: evidenceItem,
  amount_columns: evidenceItem,
});

export const importPreflight: JsonSchema = object(
  {
    type: { type: 'string', enum: IMPORT_TYPES },
    valid: { type: 'boolean', description: 'Whether there is no error. Warnings do not count.' },
    content: { $ref: '#/components/schemas/ImportPreflightContent' },
    stats: { $ref: '#/components/schemas/ImportPreflightStats' },
    headers: { ...TEXTS, description: 'CSV: as written, in order.' },
    required_headers: { ...TEXTS, description: 'CSV: what the type needs, as labelled.' },
    missing_required_headers: TEXTS,
    errors: {
      type: 'array',
      items: { $ref: '#/components/schemas/ImportPreflightError' },
      maxItems: 101,
      description: 'At most 100, then one entry too_many_errors with the totals.',
    },
    warnings: {
      ...TEXTS,
      maxItems: 26,
      description:
        'At most 20 of the content, then one with the totals; before them at most 5 of the request.',
    },
    sample: {
      type: 'array',
      items: { $ref: '#/components/schemas/ImportPreflightRow' },
      maxItems: SAMPLE_ROWS_MAX,
      description:
        'CSV: the first rows as understood; only with sample_rows. Null: blank or unread.',
    },
    settings: {
      type: 'object',
      description: 'CSV: the settings of this reading, those that were inferred with them.',
      additionalProperties: { type: ['string', 'integer', 'boolean'] },
    },
    inferred_settings: INFERRED,
    evidence: {
      ...importEvidence,
      description:
        'Statements: what the reading rests on. With a running balance, how many rows follow from the one before.',
    },
    suggestions: {
      type: 'object',
      description: 'CSV: settings by request field that would read the content better.',
      additionalProperties: object({
        value: { type: ['string', 'integer', 'boolean'] },
        confidence: { type: 'number', minimum: 0, maximum: 1 },
      }),
    },
  },
  {
    optional: [
      'headers',
      'required_headers',
      'missing_required_headers',
      'sample',
      'settings',
      'inferred_settings',
      'evidence',
      'suggestions',
    ],
  },
);
