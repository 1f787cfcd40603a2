import { findRecordType } from '../records/record-types.ts';
import type { Plan } from './check-record.ts';
import { planOf } from './check-record.ts';
import { PlainReader } from './plain-reader.ts';
import { isFlat } from './record-checks.ts';
import type { LineTaker } from './text-lines.ts';

/** What lines of one record type with the same keys share: everything but the values. */
interface Shape {
  plan: Plan;
  /** The bytes before each value. */
  heads: readonly Uint8Array[];
  /** The bytes after the last value. */
  tail: Uint8Array;
}

/** How many shapes are tried on a line; the one that fitted last comes first. */
const SHAPES_MAX = 12;
/** Learning costs more than parsing: it is tried on one of every eight lines that no known shape fits. */
const LEARNED_EVERY = 8;
/** Records with more fields are left to the parser. */
const KEYS_MAX = 100;

const TYPE =
  /\{[ \t\r]*"type"[ \t\r]*:[ \t\r]*"(\w+)"[ \t\r]*,[ \t\r]*"data"[ \t\r]*:[ \t\r]*\{[ \t\r]*/y;
const KEY = /"([ !#-[\]-~]+)"[ \t\r]*:[ \t\r]*/y;
const COMMA = /[ \t\r]*,[ \t\r]*/y;
const END = /[ \t\r]*\}[ \t\r]*\}[ \t\r]*(?=\n|$)/y;

/**
 * Reads lines that differ from an earlier one only in their values, without parsing them: it compares the text between
 * the values with that line, and reads the values from the bytes. Such lines are records of flat types with plain
 * values; every other line is left to the parser. `visit` gets the values that JSON.parse would read, at the places
 * that the plan names, in an array that the next line overwrites.
 */
export function takeKnownShapes(
  visit: (plan: Plan, values: readonly unknown[], line: number) => void,
): LineTaker {
  const reader = new PlainReader();
  const shapes: Shape[] = [];
  const values: unknown[] = [];
  let strangers = 0;
  return (block, text, start, line) => {
    reader.goTo(block, text, start);
    let place = 0;
    let shape = shapes[0];
    while (shape !== undefined && !fits(shape, reader, values)) {
      reader.at = start;
      place += 1;
      shape = shapes[place];
    }
    if (shape === undefined) {
      strangers += 1;
      const learned = strangers % LEARNED_EVERY === 1 ? learn(reader, values) : null;
      if (learned === null) return -1;
      shape = learned;
      if (shapes.length === SHAPES_MAX) shapes.pop();
      shapes.unshift(shape);
    } else if (place > 0) {
      shapes.splice(place, 1);
      shapes.unshift(shape);
    }
    visit(shape.plan, values, line);
    return reader.at;
  };
}

/** Reads the values of a line of that shape; false when the line has another. */
function fits({ heads, tail }: Shape, reader: PlainReader, values: unknown[]): boolean {
  let place = 0;
  for (const head of heads) {
    if (!reader.skip(head)) return false;
    const value = reader.value();
    if (value === undefined) return false;
    values[place] = value;
    place += 1;
  }
  return reader.skip(tail) && reader.isAtEnd();
}

/** Reads the values of a line member by member and returns its shape; null when the line has none that can be used. */
function learn(reader: PlainReader, values: unknown[]): Shape | null {
  let start = reader.at;
  const type = findRecordType(reader.match(TYPE) ?? '');
  if (type === undefined) return null;
  const keys: string[] = [];
  const heads: Uint8Array[] = [];
  do {
    const key = reader.match(KEY);
    if (key === null || keys.includes(key) || keys.length === KEYS_MAX) return null;
    heads.push(reader.bytesFrom(start));
    const value = reader.value();
    if (value === undefined) return null;
    values[keys.length] = value;
    keys.push(key);
    start = reader.at;
  } while (reader.match(COMMA) !== null);
  if (reader.match(END) === null || !isFlat(type, keys)) return null;
  return { plan: planOf(type, keys), heads, tail: reader.bytesFrom(start) };
}
