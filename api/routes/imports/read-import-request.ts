import { AppError, recordNotFound } from '../../../shared/platform/errors.ts';
import type { ImportType } from '../../../packages/preflight/report.ts';
import { ACCEPTED_IMPORT_TYPES } from '../../../packages/preflight/report.ts';
import { hasAccount } from '../../../shared/ledger/account-existence.ts';
import { isUuid } from '../../../packages/preflight/uuid.ts';
import type { ApiContext } from '../../context.ts';
import type { Content } from '../../http/check-content.ts';
import { checkContent, CSV_BYTES_MAX } from '../../http/check-content.ts';
import { readUpload, uploadLimits } from '../../http/read-upload.ts';
import { unknownName } from '../../http/strict-body.ts';
import { CONTENT_FIELD } from '../../http/upload.ts';
import type { FieldValue, RequestFields } from '../../http/request-fields.ts';
import type { ApiRequest } from '../../http/route.ts';
import type { MalformedCsv, OtherFormat } from '../../preflight-pool/tasks.ts';

const FILE_FIELD = 'file';

export interface SentContent extends Content {
  /** Uploaded, not raw_file_content. */
  isFile: boolean;
}

/** A request that brings content of an import. */
export interface ImportRequest {
  type: ImportType;
  content: SentContent;
  fields: RequestFields;
  /** What is to be told of the request itself: fields that nobody knows. */
  warnings: string[];
}

/**
 * Reads a request that brings content, and checks type, content, size and media type, in this order.
 * Throws as `readUpload` and `checkContent`, and invalid_import_type.
 */
export async function readImportRequest(
  { config, preflightPool: pool }: ApiContext,
  request: ApiRequest,
  known: readonly string[],
): Promise<ImportRequest> {
  const ndjsonBytesMax = config.nativeImportMaxChunkMb * 1024 * 1024;
  const upload = await readUpload(request.raw, {
    known,
    lenient: true,
    contentBytesMax: Math.max(CSV_BYTES_MAX, ndjsonBytesMax),
    limits: uploadLimits(request.pace),
    pool,
    owner: request.caller.householdId,
    signal: request.signal,
  });
  const type = readType(upload.fields['type']);
  const content = { ...checkContent(upload, type, ndjsonBytesMax), isFile: upload.file !== null };
  const warnings = upload.unknown
    .filter((name) => name !== FILE_FIELD)
    .map((name) => describeUnknown(name, [...known, CONTENT_FIELD, FILE_FIELD]));
  return { type, content, fields: upload.fields, warnings };
}

/** A misspelt setting would change nothing without a word. */
function describeUnknown(name: string, known: readonly string[]): string {
  return `${unknownName(`There is no field ${name} here: it was passed over`, name, known)}.`.replace(
    '?.',
    '?',
  );
}

/** Why content is no CSV at all: 422. */
export function unreadable(found: MalformedCsv | OtherFormat, isFile: boolean): AppError {
  if (found.kind === 'other_format') return otherFormat(found.message, isFile);
  const { message, suggestions } = found;
  return new AppError('invalid_csv', {
    publicMessage: 'The content could not be parsed as CSV.',
    errors: [message],
    ...(Object.keys(suggestions).length > 0 && { details: { suggestions } }),
  });
}

/** A file is refused for its type, a text for its content. */
export function otherFormat(message: string, isFile: boolean): AppError {
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

/** The account that a request names, if it names one. A malformed id, an unknown one and one of another household give the same answer. */
export async function findSentAccount(
  { sql }: ApiContext,
  { caller }: ApiRequest,
  value: FieldValue | undefined,
): Promise<string | null> {
  const id = value === false ? '' : String(value ?? '').trim();
  if (id === '') return null;
  if (!isUuid(id) || !(await hasAccount(sql, caller.householdId, id))) throw recordNotFound();
  return id.toLowerCase();
}
