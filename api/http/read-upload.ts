import { AppError, badRequest, validationFailed } from '../../shared/platform/errors.ts';
import { isLongerThan, textFault } from '#preflight/text';
import { searchOf } from './query-parameters.ts';
import { collectBody } from './read-body.ts';
import { hasBody, isJson, mediaType } from './read-json.ts';
import { readMultipart } from './read-multipart.ts';
import { CONTENT_FIELD, emptyReading, fieldTaker, readFields } from './request-fields.ts';
import { unknownName } from './strict-body.ts';
import { FILE_FIELD, REQUEST_BYTES_MAX } from './upload.ts';
import type { Upload, UploadOptions } from './upload.ts';
import type { PreflightPool } from '../preflight-pool/preflight-pool.ts';
import type { ApiRequest } from './route.ts';

/** No setting needs more, and answers repeat some settings. */
const FIELD_LENGTH_MAX = 10_000;
/** Larger JSON and form bodies are parsed on a thread, because they would block the event loop. */
const INLINE_BYTES_MAX = 64 * 1024;

/**
 * Reads a request with content: JSON, multipart or urlencoded. Limits apply while reading; query parameters win over
 * fields of the body.
 * Throws what `readBody` throws, and validation_failed.
 */
export async function readUpload(
  pool: PreflightPool,
  request: ApiRequest,
  options: UploadOptions,
): Promise<Upload> {
  const { raw: req } = request;
  const upload = hasBody(req)
    ? await readByType(pool, request, options)
    : { ...emptyReading(), file: null };
  const take = fieldTaker(upload, options.known);
  for (const [name, value] of searchOf(req)) take(name, value);
  checkFields(upload, options);
  return upload;
}

/** Throws validation_failed for text that cannot be stored, and for what the options do not ignore. */
function checkFields(
  { fields, file, content, unknown, unread }: Upload,
  { known, ignores }: UploadOptions,
): void {
  for (const [name, value] of Object.entries({ ...fields, filename: file?.filename })) {
    const fault = typeof value === 'string' ? textFault(value) : null;
    if (fault !== null) throw validationFailed(`${name} ${fault}.`);
    if (isLongerThan(String(value), FIELD_LENGTH_MAX)) {
      throw validationFailed(`${name} must have at most ${FIELD_LENGTH_MAX} characters.`);
    }
  }
  if (content?.wellFormed === false) {
    throw validationFailed(`${CONTENT_FIELD} must not contain half of a surrogate pair.`);
  }
  if (unread[0] !== undefined && !ignores.includes('unread')) {
    throw validationFailed(`${unread[0]} must be sent once, as a text, a number or a boolean.`);
  }
  const [first] = unknown;
  if (first === undefined || ignores.includes('unknown')) return;
  const names = [...known, CONTENT_FIELD, FILE_FIELD];
  const what = `The request must not have the field ${first}`;
  throw validationFailed(
    first === FILE_FIELD
      ? 'file must be sent as a file, with a name.'
      : unknownName(what, first, names),
  );
}

async function readByType(
  pool: PreflightPool,
  { raw: req, pace, householdId: owner, signal }: ApiRequest,
  options: UploadOptions,
): Promise<Upload> {
  const type = mediaType(req.headers['content-type']);
  if (type === 'multipart/form-data') return readMultipart(req, pace, options);
  const format = isJson(req) ? 'json' : 'form';
  if (format === 'form' && type !== 'application/x-www-form-urlencoded') {
    throw new AppError('unsupported_media_type', {
      publicMessage:
        'Send the request as application/json, multipart/form-data or application/x-www-form-urlencoded.',
    });
  }
  const content = await collectBody(req, { ...pace, bytesMax: REQUEST_BYTES_MAX });
  const wanted = { format, known: options.known } as const;
  const read =
    content.byteLength <= INLINE_BYTES_MAX
      ? readFields(content, wanted)
      : await pool.run({ kind: 'fields', content, ...wanted }, { owner, signal });
  if (read.kind === 'unreadable_body') throw badRequest(read.message);
  const { kind: _kind, ...reading } = read;
  return { ...reading, file: null };
}
