import { withAccounts } from '../../shared/sync/store/sync-accounts.ts';
import { findSync } from '../../shared/sync/store/syncs.ts';
import type { ApiContext } from '../context.ts';
import { isStillOpen } from '../http/authenticate.ts';
import type { HouseholdCaller } from '../http/authenticate.ts';
import { resource } from '../http/resource.ts';
import { looksByPool } from '../http/shared-looks.ts';
import { takePlace } from '../http/watching.ts';
import { presentSync } from '../records/sync.ts';

export const syncEventRoutes = resource('Bank sync');

syncEventRoutes.read('GET /api/v1/syncs/{id}/events', {
  operationId: 'streamSyncEvents',
  summary: 'Watch a sync',
  description:
    'Server-sent events: `sync` at each change, with the run as GET /syncs/{id} shows it, and `end` when the run has ended. A stream ends after ten minutes, or when its key is revoked; reconnect then. A key may have 10 streams open, a household 30.',
  responses: {
    200: {
      description: 'The stream.',
      mediaType: 'text/event-stream',
      schema: { type: 'string' },
    },
  },
  exists: findSync,
  async handler(context, request) {
    const { caller, id, raw } = request;
    const isThere = takePlace(context, request);
    // A client that closed its side only wanted the first event, or is gone.
    const isWanted = (): boolean => isThere() && !raw.socket.readableEnded;
    return {
      status: 200,
      // Without `no-transform` and the nginx header, proxies hold events back until there are many.
      headers: {
        'Content-Type': 'text/event-stream',
        'Cache-Control': 'no-store, no-transform',
        'X-Accel-Buffering': 'no',
      },
      stream: events({ context, caller, id, isWanted }),
    };
  },
});

/** Proxies close streams that are silent for a minute. The key is checked again as often. */
const HEARTBEAT_MS = 15_000;

/** After this the stream ends; the client reconnects, as EventSource does automatically. */
const LONGEST_MS = 10 * 60_000;

/**
 * Yields one `sync` event per change, with the whole run each time, and `end` when it has ended or is gone. Ends
 * without `end` when its key is revoked or after ten minutes; the client learns why when it reconnects.
 *
 * @internal
 */
export async function* events(stream: EventStream): AsyncGenerator<string> {
  const { context, caller, id, isWanted, heartbeatMs = HEARTBEAT_MS } = stream;
  const { sql } = context;
  const { householdId } = caller;
  const looks = looksAt(sql);
  const look = async (): Promise<Seen> => {
    const found = await findSync(sql, householdId, id);
    const [sync] = await withAccounts(sql, householdId, found === null ? [] : [found]);
    if (sync === undefined) return null;
    return { data: JSON.stringify(presentSync(sync)), hasEnded: sync.finishedAt !== null };
  };
  yield 'retry: 2000\n\n';
  let sent = '';
  let beatAt = Date.now();
  const until = Date.now() + LONGEST_MS;
  // Households must not share a look: another household's sync must stay unknown.
  const key = `${householdId} ${id}`;
  let seen = await looks.now(key, look);
  do {
    if (seen !== null && seen.data !== sent) {
      yield `event: sync\ndata: ${seen.data}\n\n`;
      sent = seen.data;
    }
    if (seen === null || seen.hasEnded) {
      yield 'event: end\ndata: {}\n\n';
      return;
    }
    if (Date.now() - beatAt > heartbeatMs) {
      if (!(await isStillOpen(context, caller))) return;
      yield ': still here\n\n';
      beatAt = Date.now();
    }
    seen = await looks.next(key, look);
  } while (isWanted() && Date.now() < until);
}

interface EventStream {
  context: Pick<ApiContext, 'sql' | 'clock'>;
  caller: Pick<HouseholdCaller, 'apiKeyId' | 'householdId' | 'sessionDigest'>;
  /** The id of the sync. */
  id: string;
  isWanted: () => boolean;
  heartbeatMs?: number;
}

/** A run as it is sent; null when it no longer exists. */
type Seen = { data: string; hasEnded: boolean } | null;

const looksAt = looksByPool<Seen>();
