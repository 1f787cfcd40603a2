import type { IncomingMessage } from 'node:http';
import type { Server, Socket } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { isApiKeyLive } from '../../shared/households/api-keys.ts';
import { overloaded } from '../../shared/platform/errors.ts';
import { listSyncAccounts } from '../../shared/sync/store/sync-accounts.ts';
import { findSync } from '../../shared/sync/store/syncs.ts';
import type { ApiContext } from '../context.ts';
import type { Caller } from '../http/authenticate.ts';
import { defineRoute } from '../http/route.ts';
import type { ApiRequest, Route } from '../http/route.ts';
import { presentSync } from '../records/sync.ts';

/** GET /api/v1/syncs/{id}/events */
const streamSyncEvents = defineRoute({
  method: 'get',
  path: '/api/v1/syncs/{id}/events',
  scope: 'read',
  schema: {
    operationId: 'streamSyncEvents',
    summary: 'Watch a sync',
    description:
      'Server-sent events: `sync` with the run as GET /syncs/{id} shows it, at each change, and `end` after it has ended. A stream ends after ten minutes, or when its key is revoked; connect again. A key may have 10 streams open, a household 30.',
    tag: 'Bank sync',
    responses: {
      200: {
        description: 'The stream.',
        mediaType: 'text/event-stream',
        schema: { type: 'string' },
      },
    },
  },
  exists: findSync,
  async handler(context, { caller, id, signal, onClose, raw }) {
    takePlace(context, caller, onClose);
    // Whoever ended its side has what it asked for with the first event, or is gone.
    const isWanted = (): boolean =>
      !signal.aborted && !raw.socket.readableEnded && isListening(raw);
    return {
      status: 200,
      // Without `no-transform` and the nginx header, proxies hold events back until there are many.
      headers: {
        'Content-Type': 'text/event-stream',
        'Cache-Control': 'no-store, no-transform',
        'X-Accel-Buffering': 'no',
      },
      stream: events({ context, caller, id, isWanted, signal }),
    };
  },
});

const TOO_MANY_STREAMS =
  'Too many event streams are open. Close some, or ask for the sync instead.';

/** A stream counts for its key and its household until it is closed. Throws service_unavailable above their shares. */
function takePlace(
  { limits: { eventStreams, eventStreamsOfKeys } }: ApiContext,
  { apiKeyId, householdId }: Caller,
  onClose: ApiRequest['onClose'],
): void {
  if (!eventStreamsOfKeys.take(apiKeyId)) throw overloaded(TOO_MANY_STREAMS, 5);
  onClose(() => eventStreamsOfKeys.give(apiKeyId));
  if (!eventStreams.take(householdId)) throw overloaded(TOO_MANY_STREAMS, 5);
  onClose(() => eventStreams.give(householdId));
}

/** A server that is stopping ends its streams: the client comes back to its successor. */
function isListening({ socket }: IncomingMessage): boolean {
  const { server } = socket as Socket & { server?: Server };
  return server?.listening ?? true;
}

/** Proxies close streams that are silent for a minute. The key is looked at again as often. */
const HEARTBEAT_MS = 15_000;

/** Then the stream ends and the client comes back, as EventSource does by itself. */
const LONGEST_MS = 10 * 60_000;

/**
 * One `sync` event per change, the whole run each time, and `end` when it has ended or is gone. Ends without `end`
 * when its key does not open anything any more, or after ten minutes: then the client is told when it comes back.
 *
 * @internal
 */
export async function* events(stream: EventStream): AsyncGenerator<string> {
  const { context, caller, id, isWanted, signal, heartbeatMs = HEARTBEAT_MS } = stream;
  const { sql, clock } = context;
  const { householdId } = caller;
  const looks = looksAt(sql);
  const look = async (): Promise<Seen> => {
    const sync = await findSync(sql, householdId, id);
    if (sync === null) return null;
    const accounts = await listSyncAccounts(sql, householdId, [id]);
    const data = JSON.stringify(presentSync({ ...sync, accounts }));
    return { data, hasEnded: sync.finishedAt !== null };
  };
  const gone = new Promise<null>((resolve) => {
    signal.addEventListener('abort', () => resolve(null), { once: true });
  });
  yield 'retry: 2000\n\n';
  let sent = '';
  let beatAt = Date.now();
  const until = Date.now() + LONGEST_MS;
  // Households cannot share a look: ids are unique, but whose they are is part of the question.
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
      if (!(await isApiKeyLive(sql, householdId, caller.apiKeyId, clock.now()))) return;
      yield ': still here\n\n';
      beatAt = Date.now();
    }
    seen = await Promise.race([looks.next(key, look), gone]);
  } while (isWanted() && Date.now() < until);
}

interface EventStream {
  context: Pick<ApiContext, 'sql' | 'clock'>;
  caller: Pick<Caller, 'apiKeyId' | 'householdId'>;
  /** Of the sync. */
  id: string;
  isWanted: () => boolean;
  signal: AbortSignal;
  heartbeatMs?: number;
}

/** The looks of each process (or test), by its pool. */
const looksOf = new WeakMap<ApiContext['sql'], SharedLooks<Seen>>();

/** How often a run is looked at, for all its streams together; a change is sent at once after. */
const LOOK_EVERY_MS = 500;

function looksAt(sql: ApiContext['sql']): SharedLooks<Seen> {
  const known = looksOf.get(sql) ?? createSharedLooks<Seen>(LOOK_EVERY_MS);
  looksOf.set(sql, known);
  return known;
}

/** Looks at things again and again, one look for everybody who waits for the same thing. */
interface SharedLooks<Seen> {
  /** A look now, or the one that is under way. */
  now(key: string, look: () => Promise<Seen>): Promise<Seen>;
  /** The next look, at most `everyMs` from now. */
  next(key: string, look: () => Promise<Seen>): Promise<Seen>;
  /** How many looks were begun so far. */
  readonly begun: number;
}

/** A run as it is sent; null when it no longer exists. */
type Seen = { data: string; hasEnded: boolean } | null;

/** The looks of one process; it keeps nothing about a thing without a waiter. @internal */
export function createSharedLooks<Seen>(everyMs: number): SharedLooks<Seen> {
  const underWay = new Map<string, Promise<Seen>>();
  const planned = new Map<string, Promise<Seen>>();
  let begun = 0;

  function shared(
    promises: Map<string, Promise<Seen>>,
    key: string,
    make: () => Promise<Seen>,
  ): Promise<Seen> {
    const known = promises.get(key);
    if (known !== undefined) return known;
    const made = make().finally(() => promises.delete(key));
    promises.set(key, made);
    return made;
  }

  const now: SharedLooks<Seen>['now'] = (key, look) =>
    shared(underWay, key, () => {
      begun += 1;
      return look();
    });
  return {
    now,
    next: (key, look) =>
      shared(planned, key, async () => {
        await delay(everyMs);
        return now(key, look);
      }),
    get begun() {
      return begun;
    },
  };
}

export const syncEventRoutes: readonly Route[] = [streamSyncEvents];
