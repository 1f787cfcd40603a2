import { isUtf8 } from 'node:buffer';
import { assertModestJson } from '../../shared/imports/ndjson/json-structure.ts';
import type {
  ContentField,
  FieldsTask,
  ReadFields,
  UnreadableBody,
} from '../preflight-pool/tasks.ts';

/** A scalar, as a field of JSON or of a form may carry one. */
export type FieldValue = string | number | boolean | null;
/** Fields as they were sent; absent ones are not there. No prototype: names come from clients. */
export type RequestFields = Record<string, FieldValue>;

const AMPERSAND = 0x26;
/** Bytes of a character beyond ASCII, as a form writes them. */
const ESCAPED_HIGH_BYTES = /(?:%[89a-f][0-9a-f])+/gi;
/** More fields than any honest form has would only cost memory. */
const FORM_FIELDS_MAX = 1000;

/** Adds a value under a known name; an array, an object or an unknown name counts as not sent. */
export function takeField(
  fields: RequestFields,
  known: readonly string[],
  name: string,
  value: unknown,
): void {
  if (!known.includes(name)) return;
  if (value === null || ['string', 'number', 'boolean'].includes(typeof value)) {
    fields[name] = value as FieldValue;
  }
}

/**
 * Reads a JSON or urlencoded body into its known fields. The content field is text, and comes back as UTF-8 bytes;
 * anything but text counts as not sent. An empty JSON body has no fields.
 */
export function readFields(
  body: Uint8Array,
  { format, known, contentField }: Omit<FieldsTask, 'kind' | 'content'>,
): ReadFields | UnreadableBody {
  const bytes = Buffer.from(body.buffer, body.byteOffset, body.byteLength);
  if (!isUtf8(bytes)) return unreadable('The body is not UTF-8.');
  const entries = format === 'json' ? jsonEntries(bytes) : formEntries(bytes);
  if (!Array.isArray(entries)) return entries;
  const fields: RequestFields = {};
  let content: ContentField | null = null;
  for (const [name, value] of entries) {
    if (name === contentField) content = contentOf(value);
    else takeField(fields, known, name, value);
  }
  return { kind: 'fields', fields, content };
}

/** The content field’s text as bytes; null when it is no text. */
export function contentOf(value: unknown): ContentField | null {
  if (typeof value !== 'string') return null;
  // Not Buffer.from: a small buffer would share Node’s pool and could not be handed to another thread.
  return { bytes: new TextEncoder().encode(value), blank: value.trim() === '' };
}

function jsonEntries(bytes: Buffer): [string, unknown][] | UnreadableBody {
  const text = bytes.toString('utf8').replace(/^\uFEFF/, '');
  if (text.trim() === '') return [];
  try {
    assertModestJson(text);
    const value: unknown = JSON.parse(text);
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) {
      return Object.entries(value);
    }
    return unreadable('The body must be a JSON object.');
  } catch {
    return unreadable('The body is not valid JSON.');
  }
}

function formEntries(bytes: Buffer): [string, unknown][] | UnreadableBody {
  let fields = 1;
  for (const byte of bytes) if (byte === AMPERSAND) fields += 1;
  if (fields > FORM_FIELDS_MAX) return unreadable('The form has too many fields.');
  const text = bytes.toString('utf8');
  for (const [run] of text.matchAll(ESCAPED_HIGH_BYTES)) {
    if (!isUtf8(Buffer.from(run.replaceAll('%', ''), 'hex'))) {
      return unreadable('The body is not UTF-8.');
    }
  }
  return [...new URLSearchParams(text)];
}

function unreadable(message: string): UnreadableBody {
  return { kind: 'unreadable_body', message };
}
