import { isUtf8 } from 'node:buffer';
import type { Request } from 'express';
import type { ValidateFunction } from 'ajv/dist/2020.js';
import { AppError, badRequest, validationFailed } from '../../shared/platform/errors.ts';
import { jsonFault, parseModestJson } from '#preflight/modest-json';
import { compileSchema, describeErrors } from '#preflight/validate';
import { collectBody } from './read-body.ts';
import type { BodyLimits, BodyPace } from './read-body.ts';
import type { ApiContext } from '../context.ts';
import { openBodyMemory } from '../limits/body-memory.ts';
import type { BodySchema, JsonSchema } from '../openapi/json-schema.ts';
import { FAULTS_MAX, listBodyFaults } from './strict-body.ts';

/** JSON is parsed on the event loop and must not block it. For comparison, a rule with fifty conditions has 10 KiB. */
const JSON_BYTES_MAX = 1024 * 1024;

/** Whether the request says that its body is JSON. */
export function isJson(req: { headers: Request['headers'] }): boolean {
  const type = mediaType(req.headers['content-type']);
  return type === 'application/json' || /^application\/[\w.+-]+\+json$/.test(type);
}

/** The media type without parameters, in lower case; '' when there is none. */
export function mediaType(contentType: string | undefined): string {
  return (contentType?.split(';')[0] ?? '').trim().toLowerCase();
}

/** Whether the request has a body at all. */
export function hasBody(req: Request): boolean {
  if (req.headers['transfer-encoding'] !== undefined) return true;
  return Number(req.headers['content-length'] ?? 0) > 0;
}

/**
 * Reads the body as one JSON object and validates it. No body counts as `{}` where none is required.
 *
 * Throws bad_request (not JSON, not an object, a required field absent), validation_failed, and what `readBody` throws.
 */
export async function readJson(
  req: Request,
  body: BodySchema,
  validate: ValidateFunction | null,
  pace: BodyPace,
): Promise<unknown> {
  const value = hasBody(req) ? await parse(req, { ...pace, bytesMax: JSON_BYTES_MAX }) : {};
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw badRequest('The body must be a JSON object.');
  }
  const checked = withoutRows(value, body);
  const faults = body.json === undefined ? [] : listBodyFaults(checked, body.json);
  if (faults[0] !== undefined) throw validationFailed(faults[0], faults);
  if (body.validate === false || validate === null || validate(checked)) return value;
  throw describeInvalid(validate);
}

/** Reads JSON from a page of ours, such as its login. Uploads count it under `what`. Throws what `readJson` throws. */
export async function readOwnJson<Value>(
  { config, limits }: Pick<ApiContext, 'config' | 'limits'>,
  req: Request,
  what: string,
  json: JsonSchema,
): Promise<Value> {
  const memory = openBodyMemory(limits.uploadBytes, what);
  try {
    const { bodyTimeoutMs: timeoutMs, bodyStallMs: stallMs } = config;
    const pace = { timeoutMs, stallMs, memory };
    return (await readJson(req, { required: true, json }, compileSchema(json), pace)) as Value;
  } finally {
    memory.close();
  }
}

/** The body without the list that its handler checks. Anything but a list stays, so that the schema refuses it. */
function withoutRows(value: object, { rows }: BodySchema): object {
  const fields = value as Record<string, unknown>;
  if (rows === undefined || !Array.isArray(fields[rows])) return value;
  return Object.fromEntries(Object.entries(fields).filter(([name]) => name !== rows));
}

async function parse(req: Request, limits: BodyLimits): Promise<unknown> {
  if (!isJson(req)) {
    throw new AppError('unsupported_media_type', {
      publicMessage: 'Send the body as application/json.',
    });
  }
  return parseJsonBytes(await collectBody(req, limits));
}

/** The value of a JSON text in UTF-8; blank text is an object without fields. Throws bad_request. */
function parseJsonBytes(bytes: Uint8Array): unknown {
  if (!isUtf8(bytes)) throw badRequest('The body is not UTF-8.');
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('utf8');
  if (text.trim() === '') return {};
  try {
    return parseModestJson(text.replace(/^\uFEFF/, ''));
  } catch (error) {
    throw badRequest(`The body ${jsonFault(error)}.`, error);
  }
}

function describeInvalid(validate: ValidateFunction): AppError {
  const errors = validate.errors ?? [];
  const missing = errors.find((error) => error.keyword === 'required' && error.instancePath === '');
  if (missing !== undefined) {
    const name = String((missing.params as { missingProperty: unknown }).missingProperty);
    return badRequest(`The parameter ${name} is missing.`);
  }
  const messages = [...new Set(describeErrors(errors))].slice(0, FAULTS_MAX);
  return validationFailed(messages[0] ?? 'The body is not valid.', messages);
}
