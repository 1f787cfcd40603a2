import { AppError, recordNotFound } from '../../../shared/errors.ts';
import {
  CSV_SETTINGS,
  LABEL_SETTINGS,
  SAMPLE_ROWS_MAX,
  SEPARATORS,
} from '../../../shared/imports/csv/settings.ts';
import { NUMBER_FORMATS } from '../../../shared/imports/fields/amounts.ts';
import { binaryKind } from '../../../shared/imports/file-kind.ts';
import type { CsvImportType, ImportType } from '../../../shared/imports/report.ts';
import { ACCEPTED_IMPORT_TYPES } from '../../../shared/imports/report.ts';
import { hasAccount } from '../../../shared/store/ledger/account-existence.ts';
import { listTaxonomyNames } from '../../../shared/store/ledger/taxonomy-names.ts';
import type { ApiContext } from '../../context.ts';
import { IMPORT_TYPES } from '../../contract/import-preflight.ts';
import type { JsonSchema } from '../../contract/json-schema.ts';
import { dataOf, ref } from '../../contract/json-schema.ts';
import type { Content } from '../../http/check-content.ts';
import { checkContent, CSV_BYTES_MAX } from '../../http/check-content.ts';
import { readUpload, uploadLimits } from '../../http/read-upload.ts';
import type { FieldValue, RequestFields } from '../../http/request-fields.ts';
import type { ApiRequest, ApiResponse } from '../../http/route.ts';
import { defineRoute } from '../../http/route.ts';
import { isUuid } from '../../../shared/uuid.ts';
import { presentPreflight } from '../../present/preflights.ts';

interface SentContent extends Content {
  /** Uploaded, not raw_file_content. */
  isFile: boolean;
}

const KNOWN_FIELDS = ['type', 'account_id', ...CSV_SETTINGS];
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
/**
 * POST /api/v1/imports/preflight. Nothing is stored and no job is queued. The order of the checks is part of the
 * interface: type, content, size, media type, account, settings, content of the content.
 */
export const preflightImport = defineRoute({
  method: 'post',
  path: '/api/v1/imports/preflight',
  scope: 'read',
  schema: {
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
  },
  async handler(context, request) {
    const { config, preflightPool: pool } = context;
    const ndjsonBytesMax = config.nativeImportMaxChunkMb * 1024 * 1024;
    const upload = await readUpload(request.raw, {
      known: KNOWN_FIELDS,
      lenient: true,
      contentBytesMax: Math.max(CSV_BYTES_MAX, ndjsonBytesMax),
      limits: uploadLimits(request.pace),
      pool,
      owner: request.caller.householdId,
      signal: request.signal,
    });
    const type = readType(upload.fields['type']);
    const content = { ...checkContent(upload, type, ndjsonBytesMax), isFile: upload.file !== null };
    if (type === 'NativeImport') return preflightNative(context, request, content);
    await checkAccount(context, request, upload.fields['account_id']);
    const { account_id: _account, type: _type, ...settings } = upload.fields;
    return preflightSheet(context, request, { type, content, settings });
  },
});

async function preflightNative(
  { sql, config, preflightPool }: ApiContext,
  { caller, signal }: ApiRequest,
  { bytes, isFile, ...content }: SentContent,
): Promise<ApiResponse> {
  const kind = binaryKind(bytes);
  if (kind !== undefined) throw otherFormat(`The content is ${kind}.`, isFile);
  const existing = await listTaxonomyNames(sql, caller.householdId);
  const rowsMax = config.nativeImportMaxRows;
  const task = { kind: 'ndjson', content: bytes, existing, rowsMax } as const;
  const report = await preflightPool.run(task, { owner: caller.householdId, signal });
  return { status: 200, body: { data: presentPreflight('NativeImport', content, report) } };
}

async function preflightSheet(
  { clock, preflightPool }: ApiContext,
  { caller, signal }: ApiRequest,
  {
    type,
    content,
    settings,
  }: { type: CsvImportType; content: SentContent; settings: RequestFields },
): Promise<ApiResponse> {
  const { bytes, isFile, ...described } = content;
  const task = { kind: 'csv', content: bytes, type, settings, now: clock.now() } as const;
  const report = await preflightPool.run(task, { owner: caller.householdId, signal });
  if (report.kind === 'other_format') throw otherFormat(report.message, isFile);
  if (report.kind === 'malformed_csv') {
    const { message, suggestions } = report;
    throw new AppError('invalid_csv', {
      publicMessage: 'The content could not be parsed as CSV.',
      errors: [message],
      ...(Object.keys(suggestions).length > 0 && { details: { suggestions } }),
    });
  }
  return { status: 200, body: { data: presentPreflight(type, described, report) } };
}

/** A file is refused for its type, a text for its content. */
function otherFormat(message: string, isFile: boolean): AppError {
  return isFile
    ? new AppError('invalid_file_type', { publicMessage: message })
    : new AppError('invalid_csv', { publicMessage: message, errors: [message] });
}

/** Blank means TransactionImport; any other name must be exact. */
function readType(value: FieldValue | undefined): ImportType {
  const name = String(value ?? '');
  if (value === false || name.trim() === '') return 'TransactionImport';
  const type = ACCEPTED_IMPORT_TYPES.find((accepted) => accepted === name);
  if (type !== undefined) return type;
  throw new AppError('invalid_import_type', {
    publicMessage: `type must be one of ${ACCEPTED_IMPORT_TYPES.join(', ')}.`,
  });
}

/** A malformed id, an unknown one and one of another household give the same answer. */
async function checkAccount(
  { sql }: ApiContext,
  { caller }: ApiRequest,
  value: FieldValue | undefined,
): Promise<void> {
  const id = value === false ? '' : String(value ?? '').trim();
  if (id === '') return;
  if (!isUuid(id) || !(await hasAccount(sql, caller.householdId, id))) throw recordNotFound();
}
