import { isUtf8 } from 'node:buffer';
import { isObject } from '#preflight/is-object';
import { jsonFault, parseModestJson } from '#preflight/modest-json';
import { excerpt } from '#preflight/text';
import { escapesUtf8 } from './escaped-bytes.ts';

/** A scalar, as a field of JSON or of a form may carry one. */
export type FieldValue = string | number | boolean | null;
/** Fields as they were sent, without absent ones. No prototype, because names come from clients. */
export type RequestFields = Record<string, FieldValue>;

const AMPERSAND = 0x26;
/** How many names an answer lists at most. */
const NAMES_MAX = 5;
/** More fields than any real form has. */
const FORM_FIELDS_MAX = 1000;

/** The field that carries content as text; it comes back as bytes. */
export const CONTENT_FIELD = 'raw_file_content';

export interface WantedFields {
  format: 'json' | 'form';
  known: readonly string[];
}

export interface ReadingFields {
  fields: RequestFields;
  /** The content field, if it is text. */
  content: ContentField | null;
  /** The first unknown names. */
  unknown: string[];
  /** The first known names that were sent twice, or as what no field is: an object, an array, a file. */
  unread: string[];
}

export interface ReadFields extends ReadingFields {
  kind: 'fields';
}

/** The body does not match its media type. */
export interface UnreadableBody {
  kind: 'unreadable_body';
  message: string;
}

interface ContentField {
  bytes: Uint8Array;
  blank: boolean;
  /** False when the text held half of a surrogate pair, which its bytes no longer show. */
  wellFormed: boolean;
}

/** Fields that are lists: an array in JSON, or text with commas in a form. */
const LIST_FIELDS: ReadonlySet<string> = new Set(['inferred_settings']);

export function emptyReading(): ReadingFields {
  return { fields: {}, content: null, unknown: [], unread: [] };
}

/**
 * Returns a function that adds a value under a known name, for the values of one source: a body, or a query. Objects, unknown names, and
 * arrays in fields that are not lists count as not sent; of a name that is sent twice the last value counts.
 */
export function fieldTaker(
  reading: ReadingFields,
  known: readonly string[],
): (name: string | undefined, value: unknown) => void {
  const taken = new Set<string>();
  return (name, value) => {
    if (name !== CONTENT_FIELD && (name === undefined || !known.includes(name))) {
      note(reading.unknown, excerpt(name ?? ''));
      return;
    }
    if (taken.has(name)) note(reading.unread, name);
    taken.add(name);
    if (name === CONTENT_FIELD) reading.content = contentOf(value);
    else if (value === null || ['string', 'number', 'boolean'].includes(typeof value)) {
      reading.fields[name] = value as FieldValue;
    } else if (Array.isArray(value) && LIST_FIELDS.has(name)) {
      reading.fields[name] = value.join(',');
    } else note(reading.unread, name);
  };
}

function note(names: string[], name: string): void {
  if (names.length < NAMES_MAX && !names.includes(name)) names.push(name);
}

/**
 * Reads a JSON or urlencoded body into its known fields. The content field must be text and comes back as UTF-8 bytes;
 * anything else counts as not sent. An empty JSON body has no fields.
 */
export function readFields(
  body: Uint8Array,
  { format, known }: WantedFields,
): ReadFields | UnreadableBody {
  const bytes = Buffer.from(body.buffer, body.byteOffset, body.byteLength);
  if (!isUtf8(bytes)) return unreadable('The body is not UTF-8.');
  const entries = format === 'json' ? jsonEntries(bytes) : formEntries(bytes);
  if (!Array.isArray(entries)) return entries;
  const reading = emptyReading();
  const take = fieldTaker(reading, known);
  for (const [name, value] of entries) take(name, value);
  return { kind: 'fields', ...reading };
}

/** The content field’s text as bytes; null when it is not text. */
function contentOf(value: unknown): ContentField | null {
  if (typeof value !== 'string') return null;
  // Not Buffer.from: a small buffer would share Node’s pool and could not be transferred to another thread.
  return {
    bytes: new TextEncoder().encode(value),
    blank: value.trim() === '',
    wellFormed: value.isWellFormed(),
  };
}

function jsonEntries(bytes: Buffer): [string, unknown][] | UnreadableBody {
  const text = bytes.toString('utf8').replace(/^\uFEFF/, '');
  if (text.trim() === '') return [];
  try {
    const value = parseModestJson(text);
    return isObject(value) ? Object.entries(value) : unreadable('The body must be a JSON object.');
  } catch (error) {
    return unreadable(`The body ${jsonFault(error)}.`);
  }
}

function formEntries(bytes: Buffer): [string, unknown][] | UnreadableBody {
  let fields = 1;
  for (const byte of bytes) if (byte === AMPERSAND) fields += 1;
  if (fields > FORM_FIELDS_MAX) return unreadable('The form has too many fields.');
  const text = bytes.toString('utf8');
  if (!escapesUtf8(text)) return unreadable('The body is not UTF-8.');
  return [...new URLSearchParams(text)];
}

function unreadable(message: string): UnreadableBody {
  return { kind: 'unreadable_body', message };
}
