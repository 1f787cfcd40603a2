import type { ErrorCode } from '../../shared/platform/errors.ts';
import { AppError } from '../../shared/platform/errors.ts';
import { CSV_BYTES_MAX } from '#preflight/report';
import type { ImportType } from '#preflight/report';
import { listed } from '#preflight/text';
import { mediaType } from './read-json.ts';
import type { Upload, UploadedFile } from './upload.ts';

interface ContentKind {
  label: string;
  bytesMax: number;
  /** What to do about content that is too large, as the end of a message. */
  advice?: string;
  rawFilename: string;
  rawContentType: string;
  accepts(file: UploadedFile): boolean;
}

/** CSV, statements, and both packed. */
const TABLE_TYPES = [
  ...['text/csv', 'text/plain', 'application/vnd.ms-excel', 'application/csv'],
  ...['application/xml', 'text/xml', 'application/ofx', 'application/x-ofx', 'application/x-qfx'],
  ...['application/vnd.intu.qfx', 'application/qif', 'application/x-qif', 'application/x-qw'],
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  'application/vnd.oasis.opendocument.spreadsheet',
  ...['application/zip', 'application/x-zip-compressed', 'application/x-zip'],
];
/** These say nothing, or were made up by programs. They are accepted with the file name of a table or statement. */
const VAGUE_TYPES =
  /^(?:|(?:application|binary)\/octet-stream|text\/.*|application\/(?:x-|vnd\.).*)$/;
const NAMES =
  /\.(?:csv|tsv|txt|xls|xls[xmb]|ods|zip|xml|camt|05[234]|ofx|qfx|qbo|qif|sta|swi|fin|mta|mt9|mt940|mt942|940|942)$/i;
const NDJSON_TYPES = [
  ...['application/x-ndjson', 'application/ndjson', 'application/json'],
  ...['application/octet-stream', 'text/plain'],
];

/** The content of an import. Throws what pickContent throws. */
export function checkContent(
  upload: Upload,
  type: ImportType,
  ndjsonBytesMax: number,
): UploadedFile {
  return pickContent(upload, type === 'NativeImport' ? ndjsonKind(ndjsonBytesMax) : CSV_KIND);
}

/**
 * Finds the content and checks its size, then its media type. A file wins over raw content. An empty file is content;
 * blank raw content is not.
 * Throws missing_content, file_too_large, content_too_large and invalid_file_type.
 */
export function pickContent(upload: Upload, kind: ContentKind): UploadedFile {
  const { file, content, unknown } = upload;
  if (file !== null) {
    if (file.byteSize > kind.bytesMax) throw refused('file_too_large', 'The file is', kind);
    if (kind.accepts(file)) return file;
    throw new AppError('invalid_file_type', {
      publicMessage: `The file has the media type ${file.contentType}. Upload a ${kind.label} file.`,
    });
  }
  if (content === null || content.blank) {
    throw new AppError('missing_content', {
      publicMessage: `Provide a ${kind.label} file or raw_file_content.${adviceOn(unknown)}`,
    });
  }
  const byteSize = content.bytes.byteLength;
  if (byteSize > kind.bytesMax) throw refused('content_too_large', 'raw_file_content is', kind);
  const { rawFilename: filename, rawContentType: contentType } = kind;
  return { filename, contentType, byteSize, bytes: content.bytes };
}

/** What was sent instead of content: a file under another name, or without a file name. */
function adviceOn(unknown: readonly string[]): string {
  return unknown.length === 0
    ? ''
    : ` The request has ${listed(unknown)} instead: a file is sent as file, with a file name.`;
}

const CSV_KIND: ContentKind = {
  label: 'CSV',
  bytesMax: CSV_BYTES_MAX,
  rawFilename: 'import.csv',
  rawContentType: 'text/csv',
  accepts({ contentType, filename }) {
    const type = mediaType(contentType);
    return TABLE_TYPES.includes(type) || (VAGUE_TYPES.test(type) && NAMES.test(filename));
  },
};

export function ndjsonKind(bytesMax: number): ContentKind {
  return {
    label: 'NDJSON',
    bytesMax,
    rawFilename: 'import.ndjson',
    rawContentType: 'application/x-ndjson',
    accepts: ({ contentType, filename }) =>
      NDJSON_TYPES.includes(mediaType(contentType)) || /\.(?:nd)?json$/i.test(filename),
  };
}

function refused(code: ErrorCode, what: string, { bytesMax, advice = '' }: ContentKind): AppError {
  return new AppError(code, {
    publicMessage: `${what} larger than the limit of ${bytesMax / 1024 / 1024}MB${advice}.`,
  });
}
