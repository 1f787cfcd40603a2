import { ACCEPTED_IMPORT_TYPES, CSV_BYTES_MAX } from '#preflight/report';
import type { CsvImportType, ImportType } from '#preflight/report';
import type { AppliedSuggestions } from '#preflight/rows/judge-content';
import { nearestName } from '#preflight/text';
import { isUuid } from '#preflight/uuid';
import { warning } from '#preflight/warnings/warning';
import type { Warning } from '#preflight/warnings/warning';
import { householdNow } from '../../shared/households/households.ts';
import type { Import, ImportReadingRecord } from '../../shared/imports/imports.ts';
import { hasAccount } from '../../shared/ledger/accounts.ts';
import { AppError, recordNotFound, validationFailed } from '../../shared/platform/errors.ts';
import type { ApiContext } from '../context.ts';
import { checkContent } from '../http/check-content.ts';
import { readUpload } from '../http/read-upload.ts';
import { CONTENT_FIELD } from '../http/request-fields.ts';
import type { FieldValue, RequestFields } from '../http/request-fields.ts';
import type { ApiRequest } from '../http/route.ts';
import { FILE_FIELD } from '../http/upload.ts';
import type { UploadedFile, UploadOptions } from '../http/upload.ts';
import type { ImportReading, MalformedCsv, OtherFormat } from '../preflight-pool/tasks.ts';

export interface SentContent extends UploadedFile {
  /** Uploaded as a file, not as raw_file_content. */
  isFile: boolean;
}

export interface ImportRequest {
  type: ImportType;
  content: SentContent;
  fields: RequestFields;
  /** Warnings about the request itself: fields that are unknown or were not read. */
  warnings: Warning[];
}

/**
 * Reads a request with content, and checks type, content, size and media type, in this order. Throws what `readUpload`
 * and `checkContent` throw, and invalid_import_type.
 */
export async function readImportRequest(
  { config, preflightPool }: ApiContext,
  request: ApiRequest,
  known: readonly string[],
  ignores: UploadOptions['ignores'],
): Promise<ImportRequest> {
  const ndjsonBytesMax = config.nativeImportMaxChunkMb * 1024 * 1024;
  const upload = await readUpload(preflightPool, request, {
    known,
    ignores,
    contentBytesMax: Math.max(CSV_BYTES_MAX, ndjsonBytesMax),
  });
  const type = readType(upload.fields['type']);
  const content = { ...checkContent(upload, type, ndjsonBytesMax), isFile: upload.file !== null };
  const warnings = [
    ...upload.unread.map((field) => warning('field_unread', { field })),
    ...upload.unknown
      .filter((name) => name !== FILE_FIELD)
      .map((name) => describeUnknown(name, [...known, CONTENT_FIELD, FILE_FIELD])),
  ];
  return { type, content, fields: upload.fields, warnings };
}

/** Without a warning a misspelt setting would silently change nothing. */
function describeUnknown(field: string, known: readonly string[]): Warning {
  const near = nearestName(field, known);
  return near === null
    ? warning('unknown_field', { field })
    : warning('unknown_field_near', { field, near });
}

/** The error for content that is not CSV at all: 422. */
export function unreadable(found: MalformedCsv | OtherFormat, isFile: boolean): AppError {
  if (found.kind === 'other_format') return otherFormat(found.message, isFile);
  const { message, suggestions } = found;
  return new AppError('invalid_csv', {
    publicMessage: 'The content could not be parsed as CSV.',
    errors: [message],
    ...(Object.keys(suggestions).length > 0 && { details: { suggestions } }),
  });
}

/** Refuses a file for its type, and a text for its content. */
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
  { householdId }: ApiRequest,
  value: FieldValue | undefined,
): Promise<string | null> {
  const id = value === false ? '' : String(value ?? '').trim();
  if (id === '') return null;
  if (!isUuid(id) || !(await hasAccount(sql, householdId, id))) throw recordNotFound();
  return id.toLowerCase();
}

export interface Sheet {
  importId: string;
  type: CsvImportType;
  content: Uint8Array;
  /** Whether it came as a file, which decides how a refusal is worded. */
  isFile: boolean;
  accountId: string | null;
  fields: RequestFields;
  applySuggestions: AppliedSuggestions;
  profile: Import['profile'];
  /** Whether the content is needed afterwards; otherwise it is empty then. */
  keepContent?: boolean;
}

/** What is stored of a reading, with rows and content as `copyImportRows` and `insertImport` take them. */
export interface ReadSheet extends Pick<
  ImportReading,
  'rows' | 'keptContent' | 'fingerprint' | 'openFormats' | 'repeated'
> {
  reading: ImportReadingRecord;
}

/**
 * Reads content on a thread of the preflight pool. Throws what preflight throws, and validation_failed for a wrong setting.
 */
export async function readSheet(
  { sql, clock, preflightPool }: ApiContext,
  { householdId, signal }: ApiRequest,
  { isFile, fields, profile, keepContent = false, ...sheet }: Sheet,
): Promise<ReadSheet> {
  const { sample_rows: _sample, ...settings } = fields;
  const now = await householdNow(sql, householdId, clock.now());
  const task = { kind: 'import', ...sheet, settings, householdId, now } as const;
  const read = await preflightPool.run(task, { owner: householdId, signal, keepContent });
  if (read.kind !== 'import') throw unreadable(read, isFile);
  if (read.settings === null) {
    const messages = read.report.errors.map(({ message }) => message);
    throw validationFailed(`${messages[0] ?? 'A setting is wrong'}.`, messages);
  }
  // An import stores these separately.
  const { settings: _settings, inferredSettings: _inferred, ...report } = read.report;
  const { rows, keptContent, fingerprint, openFormats, repeated } = read;
  const reading = {
    accountId: sheet.accountId,
    fields: read.sent as RequestFields,
    settings: read.settings,
    suggested: read.suggested,
    report,
    profile: profile && { ...profile, headerFingerprint: fingerprint },
  };
  return { reading, rows, keptContent, fingerprint, openFormats, repeated };
}

/** A JSON boolean, or its text as a form carries it; absent, null and blank are false. Throws validation_failed. */
export function readFlag(name: string, value: FieldValue | undefined): boolean {
  const text = String(value ?? '')
    .trim()
    .toLowerCase();
  if (!['true', 'false', ''].includes(text)) {
    throw validationFailed(`${name} must be true or false.`);
  }
  return text === 'true';
}
