import { queryOptions } from '@tanstack/react-query';
import { useEffect } from 'react';
import { freshen, queryClient } from './queries.ts';
import { client } from './session.ts';

const LOCK = 'ledgerline.feed';
const AGAIN_MS = 5_000;

const query = { types: 'household', limit: 2 } as const;

/**
 * The cursor up to which this tab knows of changes. It is read before the first page is: otherwise a change between the two would never
 * be shown. One type with a single record is asked for, so that the walk passes over all that there is already.
 */
export const feedQuery = queryOptions({
  queryKey: ['feed'],
  queryFn: async ({ signal }) =>
    (await client.get('/changes', { query, retries: 0, timeoutMs: 1_000, signal })).next_cursor,
  staleTime: 'static',
  gcTime: Infinity,
});

/**
 * Keeps what is shown fresh while the shell is open. One tab reads the feed and passes its cursor on to the others, since a browser has
 * six connections to a host and each reader holds one.
 */
export function useFeed(householdId: string): void {
  useEffect(() => {
    const name = `${LOCK}.${householdId}`;
    const ended = new AbortController();
    const { signal } = ended;
    const others = new BroadcastChannel(name);
    const freshenTo = (cursor: string): Promise<void> => {
      queryClient.setQueryData(feedQuery.queryKey, cursor);
      return freshen();
    };
    const passOn = (cursor: string): Promise<void> => {
      others.postMessage(cursor);
      return freshenTo(cursor);
    };
    others.onmessage = ({ data }: MessageEvent<string>) => void freshenTo(data);
    const read = async (): Promise<void> => {
      while (!signal.aborted) {
        try {
          const known = queryClient.getQueryData(feedQuery.queryKey);
          const cursor = known ?? (await queryClient.query(feedQuery));
          if (known === undefined) await passOn(cursor);
          // What is shown is read again before the next page: a sync writes hundreds of them.
          for await (const { next_cursor } of client.changes({ cursor, signal })) {
            await passOn(next_cursor);
          }
        } catch {
          // The next read shows that a session has ended. When a service that was away is back, all that is shown is read again.
          signal.throwIfAborted();
          queryClient.removeQueries(feedQuery);
          await new Promise((resolve) => setTimeout(resolve, AGAIN_MS));
        }
      }
    };
    // Browsers have locks for https and loopback only; elsewhere each tab reads.
    const locks = navigator.locks as LockManager | undefined;
    (locks?.request(name, { signal }, read) ?? read()).catch((error: unknown) => {
      if (!signal.aborted) throw error;
    });
    return () => {
      ended.abort();
      others.close();
    };
  }, [householdId]);
}
