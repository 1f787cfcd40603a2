import { CSV_SETTINGS } from '../../../shared/imports/csv/settings.ts';
import { binaryKind } from '../../../shared/imports/file-kind.ts';
import { ACCEPTED_IMPORT_TYPES } from '../../../shared/imports/report.ts';
import type { CsvImportType, ImportType } from '../../../shared/imports/report.ts';
import { AppError, recordNotFound } from '../../../shared/errors.ts';
import { hasAccount } from '../../../shared/store/account-existence.ts';
import { listTaxonomyNames } from '../../../shared/store/taxonomy-names.ts';
import type { ApiContext } from '../../context.ts';
import type { FieldValue, RequestFields } from '../../http/request-fields.ts';
import { readUpload, uploadLimits } from '../../http/read-upload.ts';
import type { ApiRequest, ApiResponse } from '../../http/route.ts';
import { isUuid } from '../../http/uuid.ts';
import { checkContent, CSV_BYTES_MAX } from '../../http/check-content.ts';
import type { Content } from '../../http/check-content.ts';
import { presentPreflight } from './present.ts';

interface SentContent extends Content {
  /** Uploaded, not raw_file_content. */
  isFile: boolean;
}

const KNOWN_FIELDS = ['type', 'account_id', ...CSV_SETTINGS];

/**
 * POST /api/v1/imports/preflight. Nothing is stored and no job is queued. The order of the checks is part of the
 * interface: type, content, size, media type, account, settings, content of the content.
 */
export async function preflightImport(
  context: ApiContext,
  request: ApiRequest,
): Promise<ApiResponse> {
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
}

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
