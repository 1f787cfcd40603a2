import { useEffect } from 'react';
import { client } from './client.ts';
import { freshen } from './queries.ts';
import type { RecordType } from './queries.ts';

const LOCK = 'ledgerline.feed';
const AGAIN_MS = 5_000;

/**
 * Keeps what is shown fresh while the shell is open. One tab reads the feed and says to the others what changed, since a browser has six
 * connections to a host and each reader holds one.
 */
export function useFeed(householdId: string): void {
  useEffect(() => {
    const ended = new AbortController();
    const others = new BroadcastChannel(`${LOCK}.${householdId}`);
    others.onmessage = ({ data }: MessageEvent<RecordType[]>) => void freshen(data);
    void lead(householdId, ended.signal, (types) => {
      void freshen(types);
      others.postMessage(types);
    });
    return () => {
      ended.abort();
      others.close();
    };
  }, [householdId]);
}

type OnChange = (types: RecordType[]) => void;

async function lead(householdId: string, signal: AbortSignal, onChange: OnChange): Promise<void> {
  const read = () => readUntilEnd(signal, onChange);
  // Locks are there for https and loopback alone; elsewhere each tab reads.
  const locks = navigator.locks as LockManager | undefined;
  try {
    await (locks?.request(`${LOCK}.${householdId}`, { signal }, read) ?? read());
  } catch (error) {
    if (!signal.aborted) throw error;
  }
}

async function readUntilEnd(signal: AbortSignal, onChange: OnChange): Promise<void> {
  while (!signal.aborted) {
    try {
      for await (const page of client.changes({ cursor: await endOfFeed(signal), signal })) {
        onChange([...new Set(page.data.map(({ type }) => type))]);
      }
    } catch {
      // An ended session shows itself by the next read; a service that is away comes back.
      await new Promise((resolve) => setTimeout(resolve, AGAIN_MS));
    }
  }
}

/** Where the feed is now: a walk through one type, which has one record, passes over what there is of the others. */
async function endOfFeed(signal: AbortSignal): Promise<string> {
  const query = { types: 'household', limit: 2 };
  return (await client.get('/changes', { query, signal })).next_cursor;
}
