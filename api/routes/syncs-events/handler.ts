import type { IncomingMessage } from 'node:http';
import type { Server, Socket } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { recordNotFound } from '../../../shared/errors.ts';
import type { Sql } from '../../../shared/db/connect.ts';
import { listSyncAccounts } from '../../../shared/store/sync-accounts.ts';
import { findSync } from '../../../shared/store/syncs.ts';
import type { ApiContext } from '../../context.ts';
import type { ApiRequest, ApiResponse } from '../../http/route.ts';
import { presentSync } from '../syncs-list/present.ts';

/** How often the run is looked at; a change is sent at once after. */
const LOOK_EVERY_MS = 500;
/** Proxies close streams that are silent for a minute. */
const HEARTBEAT_MS = 15_000;
/** Then the stream ends and the client comes back, as EventSource does by itself. */
const LONGEST_MS = 10 * 60_000;

/** GET /api/v1/syncs/{id}/events */
export async function streamSyncEvents(
  { sql }: ApiContext,
  { caller, params, signal, raw }: ApiRequest,
): Promise<ApiResponse> {
  const id = params['id'] ?? '';
  if ((await findSync(sql, caller.householdId, id)) === null) throw recordNotFound();
  return {
    status: 200,
    // Without `no-transform` and the nginx header, proxies hold events back until there are many.
    headers: {
      'Content-Type': 'text/event-stream',
      'Cache-Control': 'no-store, no-transform',
      'X-Accel-Buffering': 'no',
    },
    stream: events(sql, caller.householdId, id, () => !signal.aborted && isListening(raw), signal),
  };
}

/** A server that is stopping ends its streams: the client comes back to its successor. */
function isListening({ socket }: IncomingMessage): boolean {
  const { server } = socket as Socket & { server?: Server };
  return server?.listening ?? true;
}

/** One `sync` event per change, the whole run each time, and `end` when it has ended or is gone. */
async function* events(
  sql: Sql,
  householdId: string,
  id: string,
  isWanted: () => boolean,
  signal: AbortSignal,
): AsyncGenerator<string> {
  yield 'retry: 2000\n\n';
  let sent = '';
  let sentAt = Date.now();
  const until = Date.now() + LONGEST_MS;
  while (isWanted() && Date.now() < until) {
    const sync = await findSync(sql, householdId, id);
    if (sync === null) break;
    const accounts = await listSyncAccounts(sql, householdId, [id]);
    const data = JSON.stringify(presentSync(sync, accounts));
    if (data !== sent) {
      yield `event: sync\ndata: ${data}\n\n`;
      sent = data;
      sentAt = Date.now();
    } else if (Date.now() - sentAt > HEARTBEAT_MS) {
      yield ': still here\n\n';
      sentAt = Date.now();
    }
    if (sync.finishedAt !== null) break;
    await delay(LOOK_EVERY_MS, undefined, { signal }).catch(() => undefined);
  }
  yield 'event: end\ndata: {}\n\n';
}
