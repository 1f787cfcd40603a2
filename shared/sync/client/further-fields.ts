import { isObject } from '#preflight/is-object';
import { excerpt } from '#preflight/text';

type Json = Readonly<Record<string, unknown>>;

/** What is kept of a row at most, whatever a provider sends: characters in all and of one text, and levels of nesting. */
const [CHARACTERS_MAX, TEXT_MAX, LEVELS_MAX] = [4000, 1000, 5];

/** Fields with such names may open something. */
const SECRET_NAME = /secret|token|passw|api.?key|authori[sz]ation|cookie|credential|cvv|cvc/i;

const NONE: ReadonlySet<string> = new Set();

/** How many characters may still be kept, and the key that none of them may show. */
interface Room {
  left: number;
  readonly apiKey: string;
}

/**
 * The fields of a row that no column holds, as the JSON of `transactions.extra`, where they are below `provider`. Null if there are
 * none. Leaves out what is empty, secret or too much.
 * @param known the names of the fields that have columns
 */
export function furtherFields(row: Json, known: ReadonlySet<string>, apiKey = ''): string | null {
  const kept = keepFields(row, { left: CHARACTERS_MAX, apiKey }, LEVELS_MAX, known);
  return kept.length === 0 ? null : JSON.stringify({ provider: Object.fromEntries(kept) });
}

function keepFields(
  object: Json,
  room: Room,
  levels: number,
  known = NONE,
): (readonly [string, unknown])[] {
  const kept: (readonly [string, unknown])[] = [];
  for (const name in object) {
    if (known.has(name)) continue;
    // Even a field that is left out takes room, so that a row of a million costs little.
    room.left -= name.length + 1;
    if (room.left <= 0) break;
    if (SECRET_NAME.test(name) || keepText(name, room) !== name) continue;
    const value = keepValue(object[name], room, levels - 1);
    if (value !== undefined) kept.push([name, value]);
  }
  return kept;
}

/** The part of a value that there is room for; undefined if there is none. */
function keepValue(value: unknown, room: Room, levels: number): unknown {
  if (typeof value === 'object' && value !== null) {
    const kept = levels === 0 ? [] : keepFields(value as Json, room, levels);
    if (kept.length === 0) return undefined;
    return isObject(value) ? Object.fromEntries(kept) : kept.map(([, item]) => item);
  }
  const scalar = typeof value === 'string' ? keepText(value, room) : value;
  const length = String(scalar).length;
  if (scalar === null || scalar === '' || length > room.left) return undefined;
  room.left -= length;
  return scalar;
}

/** A text as Postgres can store it, cut off; empty if it shows the key. */
function keepText(text: string, { apiKey }: Room): string {
  if (apiKey !== '' && text.includes(apiKey)) return '';
  return excerpt(text.replaceAll('\0', ''), TEXT_MAX).toWellFormed();
}
