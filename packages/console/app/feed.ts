import { queryOptions } from '@tanstack/react-query';
import { useEffect } from 'react';
import { client } from './client.ts';
import { freshen, queryClient } from './queries.ts';

const LOCK = 'ledgerline.feed';
const AGAIN_MS = 5_000;

const query = { types: 'household', limit: 2 } as const;

/**
 * The cursor up to which the pages of this tab heard of changes. It is read before the first of them is: a change between the reading of
 * a page and the end of the feed would never be shown. A walk through one type, which has one record, passes over all there is.
 */
export const feedQuery = queryOptions({
  queryKey: ['feed'],
  queryFn: async ({ signal }) =>
    (await client.get('/changes', { query, retries: 0, timeoutMs: 3_000, signal })).next_cursor,
  staleTime: 'static',
  gcTime: Infinity,
});

/**
 * Keeps what is shown fresh while the shell is open. One tab reads the feed and says to the others what changed, since a browser has six
 * connections to a host and each reader holds one.
 */
export function useFeed(householdId: string): void {
  useEffect(() => {
    const name = `${LOCK}.${householdId}`;
    const ended = new AbortController();
    const { signal } = ended;
    const others = new BroadcastChannel(name);
    const hear = (cursor: string): Promise<void> => {
      queryClient.setQueryData(feedQuery.queryKey, cursor);
      return freshen();
    };
    const tell = (cursor: string): Promise<void> => {
      others.postMessage(cursor);
      return hear(cursor);
    };
    others.onmessage = ({ data }: MessageEvent<string>) => void hear(data);
    const read = async (): Promise<void> => {
      while (!signal.aborted) {
        try {
          const known = queryClient.getQueryData(feedQuery.queryKey);
          const cursor = known ?? (await queryClient.query(feedQuery));
          if (known === undefined) await tell(cursor);
          // What is shown is read before the next news: a sync brings hundreds of pages of them.
          for await (const { next_cursor } of client.changes({ cursor, signal })) {
            await tell(next_cursor);
          }
        } catch {
          // An ended session shows itself by the next read. A service that is away comes back: what it failed to show is then read again.
          signal.throwIfAborted();
          queryClient.removeQueries(feedQuery);
          await new Promise((resolve) => setTimeout(resolve, AGAIN_MS));
        }
      }
    };
    // Locks are there for https and loopback alone; elsewhere each tab reads.
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
