import { readFeed } from '../../shared/changes/feed.ts';
import type { FeedRequest } from '../../shared/changes/feed.ts';
import type { FeedPage } from '../../shared/changes/feed-page.ts';
import { decodeFeedCursor, refuseForeignWalk } from '../../shared/changes/feed-cursor.ts';
import { readNews } from '../../shared/changes/news.ts';
import type { News } from '../../shared/changes/news.ts';
import { FEED_TYPE_NAMES } from '../../shared/changes/feed-types.ts';
import type { FeedTypeName } from '../../shared/changes/feed-types.ts';
import { listHouseholdIds } from '../../shared/households/platforms.ts';
import type { ApiContext } from '../context.ts';
import { isStillOpen } from '../http/authenticate.ts';
import type { Caller } from '../http/authenticate.ts';
import { integerParameter, textParameter } from '../http/query-parameters.ts';
import type { QueryParameter } from '../http/query-parameters.ts';
import { resource } from '../http/resource.ts';
import { looksByPool } from '../http/shared-looks.ts';
import { takePlace } from '../http/watching.ts';
import { field, FLAG, list, object, text, WANTED } from '../openapi/json-schema.ts';
import type { OnGone } from '../limits/places.ts';
import { FEED_ITEM } from '../records/feed-record.ts';
import { readFeedItems } from '../steps/feed-records.ts';

export const changeRoutes = resource('Ledger');

const LIMIT_DEFAULT = 100;

const typesParameter: QueryParameter<readonly FeedTypeName[]> = {
  description:
    'Only records of these kinds, separated by commas; a platform always sees that one of its households is gone. Default: all. Name no further kinds before `has_more` is false for the first time (422).',
  schema: { type: 'string', examples: ['transaction,account'] },
  expected: `some of ${FEED_TYPE_NAMES.join(', ')}, separated by commas`,
  parse(value) {
    const names = value.split(',').map((name) => name.trim());
    const known = FEED_TYPE_NAMES.filter((name) => names.includes(name));
    return known.length === new Set(names).size ? known : undefined;
  },
};

changeRoutes.read('GET /api/v1/changes', {
  operationId: 'listChanges',
  scope: ['read', 'platform'],
  summary: 'Follow everything that changes',
  description:
    'The feed for keeping a mirror: every record that was written or deleted, by anyone, in the order of commits. Without ' +
    '`cursor` it begins with what there is and continues with what changes from then on. Ask again with `next_cursor`, at once while ' +
    '`has_more`; a page may be empty. A record that changed often comes once, as it is now. With `wait` an answer without ' +
    'changes is held back until something comes. A key of a platform gets the feed of all households that the platform has made. The [guide](/docs/guides/mirror) has a complete program.',
  query: {
    cursor: textParameter('The `next_cursor` of the page before.', { maxLength: 1000 }),
    limit: integerParameter('Records per page; 100 by default.', { minimum: 1, maximum: 500 }),
    types: typesParameter,
    wait: integerParameter('Seconds to wait while nothing changes; 0 by default.', {
      minimum: 0,
      maximum: 60,
    }),
  },
  responses: {
    200: {
      description: 'A page of the feed.',
      schema: object({
        data: list(FEED_ITEM, WANTED),
        next_cursor: text('The `cursor` of the next page. Store it together with `data`.'),
        has_more: field(FLAG, 'Whether more is available already.'),
      }),
    },
  },
  errors: ['cursor_expired'],
  async handler(context, asked) {
    const { caller, query, onClose } = asked;
    const { limit = LIMIT_DEFAULT, wait = 0, types, cursor: after } = query;
    const request = { after, limit, types };
    // A platform may have lost the household in which its walk is, and goes on with the next one.
    if (after !== undefined && caller.kind === 'household') {
      refuseForeignWalk(after, caller.householdId);
    }
    const page = await readFeed(context.sql, await ownersOf(context, caller), request);
    if (wait === 0 || page.hasMore || page.lines.length > 0) {
      return { status: 200, json: await present(context, page) };
    }
    const isThere = takePlace(context, asked);
    const until = performance.now() + wait * 1000;
    const isWanted = (): boolean => isThere() && performance.now() < until;
    return {
      status: 200,
      headers: { 'Content-Type': 'application/json; charset=utf-8' },
      stream: waitFor({ context, caller, request, page, isWanted, onClose }),
    };
  },
});

/** The owners whose records a key reads: a household, or a platform and all its households. */
async function ownersOf(
  { sql }: Pick<ApiContext, 'sql'>,
  caller: Caller,
): Promise<readonly string[]> {
  return caller.kind === 'platform'
    ? [caller.platformId, ...(await listHouseholdIds(sql, caller.platformId))]
    : [caller.householdId];
}

async function present(
  context: Pick<ApiContext, 'sql' | 'clock'>,
  { lines, cursor, hasMore }: FeedPage,
): Promise<string> {
  const items = await readFeedItems(context, lines);
  const rest = JSON.stringify({ next_cursor: cursor, has_more: hasMore }).slice(1);
  return `{"data":[${items.join(',')}],${rest}`;
}

interface Waiting {
  context: ApiContext;
  caller: Caller;
  request: FeedRequest;
  /** What was read so far: an empty page, whose cursor says up to where. */
  page: FeedPage;
  /** False when the client is gone or time is up. */
  isWanted: () => boolean;
  onClose: OnGone;
}

/** Yields the answer when there is something in it, or time is up. While it waits it holds no read place. */
async function* waitFor(waiting: Waiting): AsyncGenerator<string> {
  const { context, caller, request, isWanted, onClose } = waiting;
  let { page } = waiting;
  while (page.lines.length === 0 && !page.hasMore) {
    const { cursor: after } = page;
    const { xact } = decodeFeedCursor(after).log;
    if (!(await untilNews(context.sql, caller.ownerId, xact, isWanted))) break;
    // A key that was revoked meanwhile gets nothing more.
    if (!(await isStillOpen(context, caller))) break;
    page = await context.limits.reads.run(caller.ownerId, onClose, async () =>
      readFeed(context.sql, await ownersOf(context, caller), { ...request, after }),
    );
  }
  yield await present(context, page);
}

const looksAt = looksByPool<News>();
/** How far the requests of a process have read the log, by pool: one statement polls for all of them, whatever their household. */
const horizons = new WeakMap<ApiContext['sql'], string>();

/**
 * Returns true when the owner may have changes after the transaction `behind`; false when no one waits for them any
 * more. If other requests have polled further already, what they found is gone, so the owner has to read again.
 */
async function untilNews(
  sql: ApiContext['sql'],
  ownerId: string,
  behind: string,
  isWanted: () => boolean,
): Promise<boolean> {
  const horizon = (): string => horizons.get(sql) ?? '0';
  for (let known = behind; isWanted();) {
    if (BigInt(horizon()) > BigInt(known)) return true;
    const news = await looksAt(sql).next('feed', async () => {
      const seen = await readNews(sql, horizon());
      horizons.set(sql, seen.horizon);
      return seen;
    });
    if (news.owners.has(ownerId)) return true;
    known = news.horizon;
  }
  return false;
}
