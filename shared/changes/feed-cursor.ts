import { AppError, validationFailed } from '../platform/errors.ts';
import { FEED_TYPE_NAMES } from './feed-types.ts';
import type { FeedTypeName } from './feed-types.ts';

/** A place in the log: behind the first `items` records of this line, or behind all of it where that is 0. */
export interface LogPlace {
  xact: string;
  line: string;
  items: number;
  /** No line with this id or a lower one is behind this place. 0: not known. */
  above: string;
}

/** A place in the walk through what a household has: behind the record of this type with these keys, or before the type's first. */
export interface StatePlace {
  householdId: string;
  type: FeedTypeName;
  keys: readonly string[];
}

/** How far a client has read. */
export interface FeedPlace {
  /** Which log it is a place of, by the Postgres cluster that counts its transactions. */
  origin: string;
  log: LogPlace;
  /** While the client reads what there is; the log follows from where it was when that began. */
  state?: StatePlace;
}

/** As text: opaque to clients, safe in a URL. */
export function encodeFeedCursor({ origin, log, state }: FeedPlace): string {
  const parts: unknown[] = [origin, log.xact, log.line, log.items, log.above];
  if (state !== undefined) parts.push(state.householdId, state.type, ...state.keys);
  return Buffer.from(JSON.stringify(parts)).toString('base64url');
}

/** Reads a cursor that `encodeFeedCursor` wrote. It grants nothing: households are named apart from it. Throws validation_failed. */
export function decodeFeedCursor(text: string): FeedPlace {
  const parts = readParts(text);
  const [origin, xact, line, items, above, householdId, type, ...keys] = parts;
  if (!isNumber(origin) || !isNumber(xact) || !isNumber(line)) throw invalid();
  if (!isCount(items) || !isNumber(above)) throw invalid();
  const place = { origin, log: { xact, line, items, above } };
  if (householdId === undefined) return place;
  const name = FEED_TYPE_NAMES.find((known) => known === type);
  if (typeof householdId !== 'string' || name === undefined || !keys.every(isShortText)) {
    throw invalid();
  }
  return { ...place, state: { householdId, type: name, keys } };
}

function readParts(text: string): unknown[] {
  if (!/^[\w-]{1,1000}$/.test(text)) throw invalid();
  try {
    const parts: unknown = JSON.parse(Buffer.from(text, 'base64url').toString());
    if (Array.isArray(parts)) return parts;
  } catch {
    // Not JSON: not ours.
  }
  throw invalid();
}

const isNumber = (value: unknown): value is string =>
  typeof value === 'string' && /^\d{1,18}$/.test(value);
const isCount = (value: unknown): value is number =>
  Number.isSafeInteger(value) && Number(value) >= 0;
const isShortText = (value: unknown): value is string =>
  typeof value === 'string' && value.length <= 40;

const invalid = (): AppError =>
  validationFailed('cursor must be one that this feed has answered, as it was.');

/** The answer to a client whose position is no longer in the log. */
export const cursorExpired = (): AppError =>
  new AppError('cursor_expired', {
    publicMessage:
      'The changes behind this cursor are no longer kept. Read the feed again without a cursor, and forget the records that it does not bring.',
  });
