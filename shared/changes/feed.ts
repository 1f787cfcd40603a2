import type { AnySql, Fragment } from '../postgres/connect.ts';
import type { Cause } from './sign-changes.ts';
import { cursorExpired, decodeFeedCursor, encodeFeedCursor } from './feed-cursor.ts';
import type { FeedPlace, LogPlace } from './feed-cursor.ts';
import type { FeedLine, FeedPage } from './feed-page.ts';
import { readState } from './feed-state.ts';
import { FEED_TYPE_NAMES, feedTypeOf } from './feed-types.ts';
import type { FeedTypeName } from './feed-types.ts';
import { linesBehind } from './news.ts';

export interface FeedRequest {
  /** A cursor; undefined: start with the existing records. */
  after?: string | undefined;
  /** Records per page at most. */
  limit: number;
  /** Only these types, plus the news that a platform lost a household. Default: all. */
  types?: readonly FeedTypeName[] | undefined;
}

/** Lines that one page reads at most to find its records. */
const LINES_OF_PAGE = 1000;
const FIRST_LINES = 25;
/** Lines of all households that are scanned for those of many; if there are more, each household is searched separately. */
const LINES_OF_LOOK = 500;

/**
 * The next page of the feed of these households; add a platform's id to include those that it gains and loses. Reads only lines of
 * transactions older than any running one, by `(xact, id)`: none is added before them (docs/decisions/commit-order.md).
 *
 * Throws validation_failed for an invalid cursor, cursor_expired for one after which lines were deleted.
 */
export async function readFeed(
  sql: AnySql,
  householdIds: readonly string[],
  { after, limit, types = FEED_TYPE_NAMES }: FeedRequest,
): Promise<FeedPage> {
  const now = await readNow(sql);
  const place = after === undefined ? beginning(now, householdIds) : checked(after, now);
  if (place.state !== undefined) {
    return readState(sql, householdIds, { ...place, state: place.state }, { limit, types });
  }
  return readLog(sql, householdIds, place, { limit, types });
}

/** The cursor after everything written so far, in any household. */
export async function feedHead(sql: AnySql): Promise<string> {
  const { origin, ...now } = await readNow(sql);
  return encodeFeedCursor({ origin, log: headOf(now) });
}

/**
 * Which of these positions have complete lines after them; costs one index lookup each. A position in another log, or of a client
 * that still reads the existing records, counts as behind.
 */
export async function listAdvanced<Place extends { householdId: string; after: string }>(
  sql: AnySql,
  places: readonly Place[],
): Promise<Place[]> {
  const { origin } = await readNow(sql);
  const read = places.map(({ after }) => decodeFeedCursor(after));
  const rows = await sql<{ index: number }[]>`
    select place.index::integer as index
    from unnest(
      ${places.map(({ householdId }) => householdId)}::uuid[],
      ${read.map(({ log }) => log.xact)}::text[],
      ${read.map(({ log }) => lineBefore(log))}::text[]
    ) with ordinality as place (household_id, xact, line, index)
    where exists (
      select 1
      from changes
      where household_id = place.household_id
        and (xact, id) > (place.xact::xid8, place.line::bigint)
        and xact < pg_snapshot_xmin(pg_current_snapshot())
    )`;
  const advanced = new Set(rows.map(({ index }) => index - 1));
  const isBehind = (place: FeedPlace | undefined): boolean =>
    place?.state !== undefined || place?.origin !== origin;
  return places.filter((_, index) => advanced.has(index) || isBehind(read[index]));
}

/** A line that was read only in part is read again. */
function lineBefore({ line, items }: LogPlace): string {
  return items === 0 ? line : String(BigInt(line) - 1n);
}

/** Where the log currently ends. */
interface End {
  /** The oldest running transaction: lines of older ones are complete. */
  horizon: string;
  /** Lines of that transaction and of later ones have higher ids than this. */
  above: string;
}

const headOf = ({ horizon, above }: End): LogPlace => ({
  xact: horizon,
  line: '0',
  items: 0,
  above,
});

/** What Postgres reports about its transactions. */
interface Now extends End {
  origin: string;
  next: string;
  /** The newest transaction whose lines the retention deleted; 0 if that was in another cluster, before a backup was restored. */
  deleted: string;
}

async function readNow(sql: AnySql): Promise<Now> {
  const [now] = await sql<[Now]>`
    select ((system_identifier # 'changes'::regclass::oid::bigint) & 4294967295)::text as origin,
      pg_snapshot_xmin(snapshot)::text as horizon, pg_snapshot_xmax(snapshot)::text as next,
      case when deleted_xact > pg_snapshot_xmax(snapshot) then '0' else deleted_xact::text end as deleted, ${above(sql)} as above
    from pg_control_system(), pg_current_snapshot() snapshot, retention_walks
    where walked = 'changes'`;
  return now;
}

/** A lower bound that the schedulers maintain as they scan the log: every line after the horizon has a higher id. */
const above = (sql: AnySql): Fragment => sql`
  coalesce((
    select after_line
    from webhook_walk
    where horizon <= pg_snapshot_xmin(pg_current_snapshot())
  ), 0)::text`;

function beginning({ origin, ...now }: Now, householdIds: readonly string[]): FeedPlace {
  const [householdId = ''] = [...householdIds].sort();
  return {
    origin,
    log: headOf(now),
    state: { householdId, type: FEED_TYPE_NAMES[0] ?? 'household', keys: [] },
  };
}

/** A cursor of another log (before a backup was restored) or from the future (the server was rolled back) counts as expired. */
function checked(after: string, { origin, next, deleted }: Now): FeedPlace {
  const place = decodeFeedCursor(after);
  const xact = BigInt(place.log.xact);
  if (place.origin !== origin || xact <= BigInt(deleted) || xact > BigInt(next)) {
    throw cursorExpired();
  }
  return place;
}

interface LogLine {
  householdId: string;
  xact: string;
  line: string;
  kind: string;
  operation: string;
  recordIds: string[];
  cause: Cause['by'] | null;
  causeId: string | null;
  createdAt: Date;
}

/** The records of the next lines, each at its last occurrence among them. */
async function readLog(
  sql: AnySql,
  householdIds: readonly string[],
  { origin, log }: FeedPlace,
  { limit, types }: { limit: number; types: readonly FeedTypeName[] },
): Promise<FeedPage> {
  const found = new Map<string, { line: FeedLine; place: LogPlace }>();
  const gone = new Set<string>();
  let place = log;
  let read = 0;
  let isEnd = false;
  for (let batch = FIRST_LINES; found.size <= limit && read < LINES_OF_PAGE && !isEnd; batch *= 4) {
    const { lines, end } = await listLines(sql, householdIds, place, batch);
    for (const line of lines) {
      if (!gone.has(line.householdId)) collect(found, line, place, types);
      if (isGone(line)) line.recordIds.forEach((id) => gone.add(id));
      place = { ...place, xact: line.xact, line: line.line, items: 0 };
    }
    read += lines.length;
    isEnd = lines.length < batch;
    if (isEnd && BigInt(end.horizon) > BigInt(place.xact)) place = headOf(end);
  }
  const items = [...found.values()];
  const page = items.slice(0, limit);
  const isCut = items.length > limit;
  return {
    lines: page.map(({ line }) => line),
    cursor: encodeFeedCursor({ origin, log: isCut ? (page.at(-1)?.place ?? place) : place }),
    hasMore: isCut || !isEnd,
  };
}

/** A platform lost a household: later lines of that household are no longer the platform's. */
const isGone = ({ kind, operation }: LogLine): boolean =>
  kind === 'households' && operation === 'deleted';

/** Adds the records of a line after those found before. */
function collect(
  found: Map<string, { line: FeedLine; place: LogPlace }>,
  logLine: LogLine,
  before: LogPlace,
  types: readonly FeedTypeName[],
): void {
  const { xact, line, kind, recordIds, cause, causeId, createdAt } = logLine;
  const type = feedTypeOf(kind);
  if (type === undefined || !(types.includes(type) || isGone(logLine))) return;
  const done = before.xact === xact && before.line === line ? before.items : 0;
  recordIds.slice(done).forEach((id, index) => {
    const items = done + index + 1;
    const key = `${type} ${id}`;
    // Delete first, so that it moves to the end.
    found.delete(key);
    found.set(key, {
      line: {
        householdId: type === 'household' ? id : logLine.householdId,
        type,
        id,
        isGone: isGone(logLine),
        cause: cause === null || causeId === null ? null : { by: cause, id: causeId },
        changedAt: createdAt,
      },
      place: { ...before, xact, line, items: items === recordIds.length ? 0 : items },
    });
  });
}

/**
 * The next lines of the households, in order. If few lines were written by anyone since the position, it scans those; otherwise it
 * first finds, with one index lookup each, which households have any, and stops at `limit` of them.
 */
async function listLines(
  sql: AnySql,
  householdIds: readonly string[],
  after: LogPlace,
  limit: number,
): Promise<{ lines: LogLine[]; end: End }> {
  const isKnown = after.above !== '0' && householdIds.length > 1;
  const rows = await sql<(Partial<LogLine> & End)[]>`
    with horizon as materialized (
      select pg_snapshot_xmin(pg_current_snapshot()) as xmin
    ),
    written as materialized (
      select household_id
      from ${linesBehind(sql, sql`select ${after.above}::text::bigint where ${isKnown}`)} line
      limit ${LINES_OF_LOOK}
    ),
    first as materialized (
      select household.id, line.xact, line.id as line
      from unnest(${householdIds as string[]}::uuid[]) household (id)
      cross join lateral (
        select xact, id
        from changes
        where household_id = household.id
          and (xact, id) > (${after.xact}::text::xid8, ${lineBefore(after)}::text::bigint)
          and xact < (select xmin from horizon)
        order by xact, id
        limit 1
      ) line
      where (select not ${isKnown} or count(*) = ${LINES_OF_LOOK} from written)
        or household.id in (select household_id from written)
      order by line.xact, line.id
      limit ${limit}
    ),
    line as (
      select l.*
      from first
      cross join lateral (
        select *
        from changes
        where household_id = first.id
          and (xact, id) >= (first.xact, first.line)
          and xact < (select xmin from horizon)
        order by xact, id
        limit ${limit}
      ) l
      order by l.xact, l.id
      limit ${limit}
    )
    select horizon.xmin::text as horizon, ${above(sql)} as above, l.household_id, l.xact::text as xact, l.id::text as line, l.kind, l.operation,
      coalesce(l.record_ids, array[l.record_id]) as record_ids, l.cause, l.cause_id, l.created_at
    from horizon
    left join line l on true
    order by l.xact, l.id`;
  const [end = { horizon: after.xact, above: after.above }] = rows;
  const lines = rows.filter((row): row is LogLine & End => typeof row.line === 'string');
  return { lines, end };
}
