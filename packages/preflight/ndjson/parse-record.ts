import { utf8Bytes } from '../bytes.ts';
import { isObject } from '../is-object.ts';
import { ImmodestJsonError } from '../modest-json.ts';
import { findJsonFault, SHORT_JSON_MAX } from './json-fault.ts';
import { parseJsonExactly, withoutComments } from './json-text.ts';
import type { ProblemCode } from '../problems.ts';
import type { RecordData } from '../records/field-kinds.ts';
import { isBlank } from '../records/field-kinds.ts';

/** A line that is `{type, data}` with an object as data; the type may be unsupported. */
export interface ParsedRecord {
  kind: 'record';
  type: string;
  data: RecordData;
  /** The line had comments, which JSON does not allow. */
  commented: boolean;
}

/** A line that is not a record. `type` is set when the line names one. */
export interface ParseFault {
  kind: 'fault';
  code: Extract<ProblemCode, 'invalid_json' | 'invalid_ndjson_record'>;
  reason: string;
  type: string | null;
}

/** Reads one non-blank line of a native export. Never throws. Numbers of more than 15 digits are returned as text, digit for digit. */
export function parseRecord(text: string): ParsedRecord | ParseFault {
  if (!mayBeJson(text)) return fault('invalid_json', 'it is not JSON', null);
  const read = readJson(text);
  if ('reason' in read) return fault('invalid_json', read.reason, null);
  const { value, commented } = text.includes('\\u') ? readStorable(text, read) : read;
  if (!isObject(value)) return fault('invalid_ndjson_record', 'is not a JSON object', null);
  const type = typeText(value['type']);
  if (type === null) return fault('invalid_ndjson_record', 'has no type', null);
  const data = value['data'];
  if (data === undefined) return fault('invalid_ndjson_record', 'has no data', null);
  if (!isObject(data)) {
    return fault('invalid_ndjson_record', 'has data that is not an object', type);
  }
  return { kind: 'record', type, data, commented };
}

/** What JSON, or a comment before it, can start with. */
const FIRST_CHARACTERS: ReadonlySet<number> = new Set(utf8Bytes('{["-0123456789tfn/ \t\r'));

/** Rejects most of what is not JSON at a glance: an exception for each of a million lines would take seconds. */
function mayBeJson(text: string): boolean {
  const first = text.charCodeAt(0);
  if (first === OPEN_BRACE) {
    const last = text.charCodeAt(text.length - 1);
    return last === CLOSE_BRACE || last === CARRIAGE_RETURN || text.includes('}');
  }
  return FIRST_CHARACTERS.has(first);
}

const OPEN_BRACE = 0x7b;
const CLOSE_BRACE = 0x7d;
const CARRIAGE_RETURN = 0x0d;

function fault(code: ParseFault['code'], reason: string, type: string | null): ParseFault {
  return { kind: 'fault', code, reason, type };
}

function typeText(value: unknown): string | null {
  if (typeof value === 'string') return isBlank(value) ? null : value;
  return typeof value === 'number' || value === true ? String(value) : null;
}

type JsonValue = { value: unknown; commented: boolean };
type JsonReading = JsonValue | { reason: string };

/** The value of a JSON text, with or without comments. */
function readJson(text: string): JsonReading {
  const read = readBare(text);
  const bare = 'reason' in read ? withoutComments(text) : null;
  if (bare === null) return read;
  const again = readBare(bare);
  return 'reason' in again ? read : { ...again, commented: true };
}

/** Throws no exception for a short text that is not JSON: one content may have millions of such lines. */
function readBare(text: string): JsonReading {
  const at = text.length <= SHORT_JSON_MAX ? findJsonFault(text) : -1;
  if (at >= 0) return { reason: at >= text.length ? ENDS_EARLY : faultAt(at) };
  try {
    return { value: parseJsonExactly(text), commented: false };
  } catch (error) {
    return { reason: reasonOf(error) };
  }
}

/** Escapes in JSON: a backslash, NUL, a whole surrogate pair, half of one. */
const ESCAPES =
  /\\\\|\\u0000|\\u[dD][89abAB][\da-fA-F]{2}\\u[dD][c-fC-F][\da-fA-F]{2}|\\u[dD][89a-fA-F][\da-fA-F]{2}/g;

/**
 * The value as Postgres can store it: without NUL, and with U+FFFD for half of a surrogate pair. Thus two texts that
 * are the same to Postgres are the same to every check.
 */
function readStorable(text: string, read: JsonValue): JsonValue {
  const storable = text.replace(ESCAPES, (escape) =>
    escape === '\\u0000' ? '' : escape.length === 6 ? '\\ufffd' : escape,
  );
  if (storable === text) return read;
  const again = readJson(storable);
  return 'reason' in again ? read : again;
}

/** V8 quotes the text around the fault; the position is enough, and keeps the content out of the answer. */
function reasonOf(error: unknown): string {
  const message = error instanceof Error ? error.message : '';
  const position = /at position (\d+)/.exec(message)?.[1];
  if (error instanceof ImmodestJsonError) return `it ${message}`;
  if (message.includes('end of JSON')) return ENDS_EARLY;
  return position === undefined ? 'it cannot be read' : faultAt(Number(position));
}

const ENDS_EARLY = 'it ends too early';

function faultAt(index: number): string {
  return `fault at character ${index + 1}`;
}
