import type { AnySql } from '../postgres/connect.ts';
import { isBehind, orderBy } from '../postgres/page.ts';
import { encodeFeedCursor, typesChanged } from './feed-cursor.ts';
import type { FeedPlace, StatePlace } from './feed-cursor.ts';
import type { FeedLine, FeedPage } from './feed-page.ts';
import { FEED_TYPE_NAMES, feedType } from './feed-types.ts';
import type { FeedTypeName } from './feed-types.ts';

/** Statements per page at most: a household without records of a type still costs one. */
const STATEMENTS_OF_PAGE = 100;

/**
 * The next page of the records that the households have, household by household and type by type. After the last one the client
 * continues with the log, from where it ended when the walk began; so what moves behind the walk meanwhile is not missed.
 */
export async function readState(
  sql: AnySql,
  householdIds: readonly string[],
  { state, ...rest }: FeedPlace & { state: StatePlace },
  { limit, types }: { limit: number; types: readonly FeedTypeName[] },
): Promise<FeedPage> {
  const { types: sent = FEED_TYPE_NAMES } = state;
  if (!types.every((type) => sent.includes(type))) throw typesChanged();
  const ids = [...householdIds].sort();
  const lines: FeedLine[] = [];
  let place: StatePlace | null = state;
  for (let asked = 0; place !== null && lines.length < limit && asked < STATEMENTS_OF_PAGE;) {
    const { householdId, type }: StatePlace = place;
    if (ids.includes(householdId) && types.includes(type)) {
      asked += 1;
      const wanted = limit - lines.length;
      const found = await listPresent(sql, place, wanted);
      lines.push(
        ...found.map(({ id }) => ({ householdId, type, id, cause: null, changedAt: null })),
      );
      const last = found.at(-1);
      if (found.length === wanted && last !== undefined) {
        place = { householdId, type, keys: last.keys };
        continue;
      }
    }
    place = nextType(place, ids);
  }
  const isPart = types.length < FEED_TYPE_NAMES.length;
  const next = place && { ...rest, state: { ...place, types: isPart ? types : undefined } };
  const cursor = encodeFeedCursor(next ?? rest);
  return { lines, cursor, hasMore: true };
}

/** The next type of the household, or the first one of the next household. */
function nextType({ householdId, type }: StatePlace, ids: readonly string[]): StatePlace | null {
  const next = FEED_TYPE_NAMES[FEED_TYPE_NAMES.indexOf(type) + 1];
  if (next !== undefined) return { householdId, type: next, keys: [] };
  const [first] = FEED_TYPE_NAMES;
  const following = ids.find((id) => id > householdId);
  return following === undefined || first === undefined
    ? null
    : { householdId: following, type: first, keys: [] };
}

/** Ids of the household's records of a type after a position, with their sort keys. */
function listPresent(sql: AnySql, { householdId, type, keys }: StatePlace, limit: number) {
  const { table, order } = feedType(type);
  const texts = order.map(([column]) => `${column}::text`).join(', ');
  const owner = sql(table === 'households' ? 'id' : 'household_id');
  return sql<{ id: string; keys: string[] }[]>`
    select id, array[${sql.unsafe(texts)}] as keys
    from ${sql(table)}
    where ${owner} = ${householdId}
      ${keys.length === 0 ? sql`` : sql`and ${isBehind(sql, order, keys)}`}
      ${table === 'transactions' ? sql`and removed_at is null` : sql``}
    ${orderBy(sql, order)}
    limit ${limit}`;
}
