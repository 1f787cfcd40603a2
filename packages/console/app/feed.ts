import { queryOptions } from '@tanstack/react-query';
import { useEffect } from 'react';
import { freshen, queryClient } from './queries.ts';
import { client } from './session.ts';

const LOCK = 'ledgerline.feed';
const AGAIN_MS = 5_000;

const query = { types: 'household', limit: 2 } as const;

/**
 * The feed cursor of this tab. It is read before the first page loads: a change between the two would otherwise never show. The query
 * asks for a type with a single record, so that one answer skips everything that already exists.
 */
export const feedQuery = queryOptions({
  queryKey: ['feed'],
  queryFn: async ({ signal }) =>
    (await client.get('/changes', { query, retries: 0, timeoutMs: 1_000, signal })).next_cursor,
  staleTime: 'static',
  gcTime: Infinity,
});

/**
 * Keeps the page fresh while the shell is open. One tab reads the feed and broadcasts the cursor to the others: a browser allows six
 * connections per host, and each reader occupies one.
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
          // Refetch before reading the next page of the feed: a sync writes hundreds of pages.
          for await (const { next_cursor } of client.changes({ cursor, signal })) {
            await passOn(next_cursor);
          }
        } catch {
          // If the session ended, the next request finds out. If the service was down, everything is refetched once it is back.
          signal.throwIfAborted();
          queryClient.removeQueries(feedQuery);
          await new Promise((resolve) => setTimeout(resolve, AGAIN_MS));
        }
      }
    };
    // Browsers offer locks on https and loopback only; elsewhere each tab reads the feed.
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
