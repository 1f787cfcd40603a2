import {
  CSV_SETTINGS,
  LABEL_SETTINGS,
  SAMPLE_ROWS_MAX,
  SEPARATORS,
  UNBOOKED_ROWS,
} from '#preflight/csv/settings';
import { NUMBER_FORMATS } from '#preflight/fields/amounts';
import type { BodySchema, JsonSchema } from '../openapi/json-schema.ts';
import { exampleId } from '../openapi/example-ids.ts';
import { IMPORT_TYPES } from './import-preflight.ts';

/** The fields that every request with content of an import may have. */
export const IMPORT_FIELDS = ['type', 'account_id', ...CSV_SETTINGS];

/** A file of a bank, with what is needed to read it. */
export const IMPORT_EXAMPLE = {
  type: 'TransactionImport',
  account_id: exampleId('account'),
  raw_file_content: 'date,amount,name\n2026-03-01,-12.50,Coffee\n2026-03-02,-48.20,Groceries\n',
  date_format: '%Y-%m-%d',
};

/** The errors with which content of an import is refused. */
export const CONTENT_ERRORS = [
  'missing_content',
  'invalid_import_type',
  'invalid_file_type',
  'file_too_large',
  'content_too_large',
  'content_too_complex',
  'invalid_csv',
  'preflight_timeout',
] as const;

export const PROFILE_NAME_CHARS_MAX = 255;

export const SAVE_PROFILE: JsonSchema = {
  type: ['string', 'null'],
  maxLength: PROFILE_NAME_CHARS_MAX,
  description:
    'Publishing saves how the content is read, including applied suggestions, as the profile of this name, creating or updating it. Null: not saved.',
};

const LABELS = Object.fromEntries(
  LABEL_SETTINGS.map((name): [string, JsonSchema] => [
    name,
    {
      type: ['string', 'null'],
      description: 'CSV: header of this column; null or absent: it is inferred.',
    },
  ]),
);
const FIELDS: Record<string, JsonSchema> = {
  type: {
    type: 'string',
    enum: IMPORT_TYPES,
    default: 'TransactionImport',
    description: 'PdfImport and QifImport are refused.',
  },
  account_id: { type: 'string', description: 'CSV: the uuid of one of your accounts.' },
  ...LABELS,
  date_format: { type: 'string', description: 'CSV: a strftime pattern.', examples: ['%d.%m.%Y'] },
  number_format: {
    type: ['string', 'null'],
    enum: [...NUMBER_FORMATS, null],
    description: 'How amounts are written; null or absent: it is inferred.',
  },
  signage_convention: {
    type: ['string', 'null'],
    enum: ['inflows_positive', 'inflows_negative', null],
    description:
      'Whether money in is written as a positive number; null or absent: it is inferred.',
  },
  col_sep: {
    type: 'string',
    enum: [...SEPARATORS],
    default: ',',
    description:
      'CSV: what separates the columns. A tab is sent as itself: "\\t" in JSON, %09 in a form or query.',
  },
  rows_to_skip: {
    type: ['integer', 'string'],
    minimum: 0,
    default: 0,
    description: 'CSV: leading rows skipped before the headers.',
  },
  has_header: {
    type: ['boolean', 'string'],
    default: true,
    description:
      'CSV: false: the first row is data. A column without a header, or with that of another column, is named by its number: "Column 1".',
  },
  footer_rows_to_skip: {
    type: ['integer', 'string'],
    minimum: 0,
    default: 0,
    description: 'CSV: rows at the end that are not data.',
  },
  amount_type_strategy: {
    type: 'string',
    enum: ['signed_amount', 'custom_column'],
    description: 'CSV: what distinguishes money in from money out: the sign, or a column of words.',
  },
  amount_type_inflow_value: {
    type: 'string',
    description:
      'CSV: what marks an inflow when the strategy is custom_column; several values are separated by |.',
  },
  amount_type_outflow_value: {
    type: 'string',
    description:
      'CSV: what marks an outflow when the strategy is custom_column, in the form of amount_type_inflow_value. If both are sent, rows with neither value are left out; if one is sent, they count as the other direction.',
  },
  currency: {
    type: 'string',
    description:
      'CSV: the ISO 4217 code of rows whose cells name no currency. Inferred from signs, headers and the lines above the table.',
  },
  skip_other_units: {
    type: ['boolean', 'string'],
    default: false,
    description:
      'CSV: leaves out rows in a unit that is not money: a coin, a metal, points or shares.',
  },
  skip_incomplete_rows: {
    type: ['boolean', 'string'],
    default: false,
    description: 'CSV: ignores rows with a blank date or amount (trades: date, quantity or price).',
  },
  unbooked_rows: {
    type: ['string', 'null'],
    enum: [...UNBOOKED_ROWS, null],
    description:
      'CSV: how to treat rows that the file calls pending, declined, reverted, cancelled and the like. import_pending: pending rows with a date and an amount are imported as pending; import: all are imported as bookings. Null or absent: rows that the file clearly calls pending are imported as pending, the others are left out.',
  },
  sample_rows: {
    type: ['integer', 'string'],
    minimum: 0,
    maximum: SAMPLE_ROWS_MAX,
    default: 0,
    description: 'CSV: how many rows the answer shows as understood.',
  },
  encoding: { type: 'string', description: 'CSV: name of the encoding; absent: it is detected.' },
  inferred_settings: {
    type: ['array', 'string', 'null'],
    items: { type: 'string' },
    description:
      'CSV: which of the settings you send are suggestions that no person confirmed, as a list or as text with commas. ' +
      'They stay in doubt, with their warnings. An empty list: a person chose all. Null or absent: those that only repeat a ' +
      'doubtful suggestion.',
  },
};
export const APPLY_SUGGESTIONS: JsonSchema = {
  type: ['boolean', 'string'],
  default: false,
  description:
    'CSV: also applies what preflight suggests, until it suggests nothing more. What you send stays as it is.',
};
const RAW: JsonSchema = {
  type: 'string',
  description: 'The text of the CSV, the statement or the NDJSON itself, at most 10 MiB of UTF-8.',
};
const FILE: JsonSchema = {
  type: 'string',
  format: 'binary',
  description:
    'The CSV, the statement or the NDJSON file, at most 10 MiB. It wins over raw_file_content.',
};

/** The bodies of a request with content: the fields that preflight takes, and `more`. */
export function contentBody(more: Record<string, JsonSchema>): BodySchema {
  const properties = { raw_file_content: RAW, ...FIELDS, ...more };
  return {
    required: false,
    json: { type: 'object', properties },
    multipart: { type: 'object', properties: { file: FILE, ...properties } },
    urlencoded: { type: 'object', properties },
    validate: false,
  };
}

/** The schemas of the settings alone, by name. */
export const SETTING_SCHEMAS: Readonly<Record<string, JsonSchema>> = Object.fromEntries(
  Object.entries(FIELDS).filter(([name]) => name !== 'type'),
);
