import {
  LABEL_SETTINGS,
  SAMPLE_ROWS_MAX,
  SEPARATORS,
} from '../../../shared/imports/csv/settings.ts';
import { NUMBER_FORMATS } from '../../../shared/imports/fields/amounts.ts';
import { IMPORT_TYPES } from '../../contract/import-preflight.ts';
import { dataOf, ref } from '../../contract/json-schema.ts';
import type { JsonSchema } from '../../contract/json-schema.ts';
import type { OperationSchema } from '../../http/route.ts';

const LABELS = Object.fromEntries(
  LABEL_SETTINGS.map((name): [string, JsonSchema] => [
    name,
    { type: ['string', 'null'], description: 'CSV: header of this column.' },
  ]),
);

const FIELDS: Record<string, JsonSchema> = {
  type: {
    type: 'string',
    enum: IMPORT_TYPES,
    default: 'TransactionImport',
    description: 'PdfImport and QifImport are refused.',
  },
  account_id: { type: 'string', description: 'CSV: uuid of an account of yours.' },
  ...LABELS,
  date_format: { type: 'string', description: 'CSV: a strftime pattern.', examples: ['%d.%m.%Y'] },
  number_format: { type: ['string', 'null'], enum: [...NUMBER_FORMATS, null] },
  signage_convention: {
    type: ['string', 'null'],
    enum: ['inflows_positive', 'inflows_negative', null],
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
  footer_rows_to_skip: {
    type: ['integer', 'string'],
    minimum: 0,
    default: 0,
    description: 'CSV: rows at the end that are not data.',
  },
  amount_type_strategy: { type: 'string', enum: ['signed_amount', 'custom_column'] },
  amount_type_inflow_value: {
    type: 'string',
    description: 'CSV: what marks an inflow when the strategy is custom_column.',
  },
  skip_incomplete_rows: {
    type: ['boolean', 'string'],
    default: false,
    description:
      'CSV: rows whose date or amount is blank (trades: date, quantity or price) are left out of every check.',
  },
  sample_rows: {
    type: ['integer', 'string'],
    minimum: 0,
    maximum: SAMPLE_ROWS_MAX,
    default: 0,
    description: 'CSV: how many rows the answer shows as they were understood.',
  },
  encoding: { type: 'string', description: 'CSV: name of the encoding; absent: it is detected.' },
};

const RAW: JsonSchema = {
  type: 'string',
  description: 'The CSV or NDJSON text itself, at most 10 MiB of UTF-8.',
};
const FILE: JsonSchema = {
  type: 'string',
  format: 'binary',
  description: 'The CSV or NDJSON file, at most 10 MiB. It wins over raw_file_content.',
};

export const preflightImportSchema: OperationSchema = {
  operationId: 'preflightImport',
  summary: 'Check import content',
  description: [
    'Says whether content can be imported, and if not, which line, which column and why. Nothing is stored.',
    'Settings concern CSV alone: those that are sent are applied strictly, others are inferred.',
    'Fields may stand in the body or in the query string.',
  ].join(' '),
  tag: 'Imports',
  lenient: true,
  body: {
    required: false,
    json: { type: 'object', properties: { raw_file_content: RAW, ...FIELDS } },
    multipart: { type: 'object', properties: { file: FILE, raw_file_content: RAW, ...FIELDS } },
    urlencoded: { type: 'object', properties: { raw_file_content: RAW, ...FIELDS } },
    validate: false,
  },
  responses: {
    200: { description: 'What was found.', schema: dataOf(ref('ImportPreflight')) },
  },
  errors: [
    'record_not_found',
    'missing_content',
    'invalid_import_type',
    'invalid_file_type',
    'file_too_large',
    'content_too_large',
    'content_too_complex',
    'invalid_csv',
    'preflight_timeout',
  ],
};
