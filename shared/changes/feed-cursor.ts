import { AppError, validationFailed } from '../platform/errors.ts';
import { FEED_TYPE_NAMES } from './feed-types.ts';
import type { FeedTypeName } from './feed-types.ts';

/** A position in the log: after the first `items` records of this line, or after the whole line if `items` is 0. */
export interface LogPlace {
  xact: string;
  line: string;
  items: number;
  /** Every line after this position has a higher id than this. 0: unknown. */
  above: string;
}

/** A position in the walk through a household's records: after the one of this type with these keys, or before the type's first. */
export interface StatePlace {
  householdId: string;
  type: FeedTypeName;
  keys: readonly string[];
  /** The types of which everything before was sent; undefined: all. */
  types?: readonly FeedTypeName[] | undefined;
}

/** How far a client has read. */
export interface FeedPlace {
  /** Which log the position belongs to: derived from the Postgres cluster, which numbers the transactions. */
  origin: string;
  log: LogPlace;
  /** Set while the client reads the existing records. It then continues with the log, from where the log ended when that began. */
  state?: StatePlace;
}

/** The cursor as text: opaque to clients, safe in a URL. */
export function encodeFeedCursor({ origin, log, state }: FeedPlace): string {
  const parts: unknown[] = [origin, log.xact, log.line, log.items, log.above];
  if (state !== undefined) {
    const { householdId, type, types, keys } = state;
    parts.push(householdId, type, ...(types === undefined ? [] : [types]), ...keys);
  }
  return Buffer.from(JSON.stringify(parts)).toString('base64url');
}

/** Reads a cursor that `encodeFeedCursor` wrote. It grants no access: the caller names the households. Throws validation_failed. */
export function decodeFeedCursor(text: string): FeedPlace {
  const parts = readParts(text);
  const [origin, xact, line, items, above, householdId, type, ...rest] = parts;
  if (!isNumber(origin) || !isNumber(xact) || !isNumber(line)) throw invalid();
  if (!isCount(items) || !isNumber(above)) throw invalid();
  const place = { origin, log: { xact, line, items, above } };
  if (householdId === undefined) return place;
  const name = FEED_TYPE_NAMES.find((known) => known === type);
  const [sent] = rest;
  const types = Array.isArray(sent)
    ? FEED_TYPE_NAMES.filter((known) => sent.includes(known))
    : undefined;
  const keys = types === undefined ? rest : rest.slice(1);
  if (typeof householdId !== 'string' || name === undefined || !keys.every(isShortText)) {
    throw invalid();
  }
  return { ...place, state: { householdId, type: name, keys, types } };
}

/** Throws validation_failed for a cursor in the walk through another household, which would find nothing of this one. */
export function refuseForeignWalk(text: string, householdId: string): void {
  const { state } = decodeFeedCursor(text);
  if (state !== undefined && state.householdId !== householdId) throw invalid();
}

function readParts(text: string): unknown[] {
  if (!/^[\w-]{1,1000}$/.test(text)) throw invalid();
  try {
    const parts: unknown = JSON.parse(Buffer.from(text, 'base64url').toString());
    if (Array.isArray(parts)) return parts;
  } catch {
    // Not JSON, so not one of our cursors.
  }
  throw invalid();
}

const isNumber = (value: unknown): value is string =>
  typeof value === 'string' && /^\d{1,18}$/.test(value);
const isCount = (value: unknown): value is number =>
  Number.isSafeInteger(value) && Number(value) >= 0;
const isShortText = (value: unknown): value is string =>
  typeof value === 'string' && value.length <= 40;

/** The answer to a client that asks for another kind in the middle of its first walk, which is past some of these records. */
export const typesChanged = (): AppError =>
  validationFailed(
    'types must name no further kinds until has_more is false: the walk is past some of their records. Read the feed again without a cursor.',
  );

const invalid = (): AppError =>
  validationFailed('cursor must be one that this feed returned, unchanged.');

/** The answer to a client whose position is no longer in the log. */
export const cursorExpired = (): AppError =>
  new AppError('cursor_expired', {
    publicMessage:
      'The changes after this cursor are no longer kept. Read the feed again without a cursor, and forget the records that it does not return.',
  });
