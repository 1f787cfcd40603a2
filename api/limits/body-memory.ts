import type { Shares } from './shares.ts';

/** The bytes that one request holds of its household's share. */
export type BodyMemory = ReturnType<typeof openBodyMemory>;

/** Starts at zero. Close it when the request ends, however it ends. */
export function openBodyMemory(shares: Shares, householdId: string) {
  let held = 0;
  let closed = false;
  const give = (bytes: number): void => {
    shares.give(householdId, bytes);
    held -= bytes;
  };
  return {
    /** Counts received bytes, after decompression. False when the share is used up. */
    take(bytes: number) {
      if (closed || !shares.take(householdId, bytes)) return false;
      held += bytes;
      return true;
    },
    /** Gives back bytes that were thrown away. */
    give(bytes: number) {
      give(Math.min(bytes, held));
    },
    /** Ends the request: gives everything back and refuses further bytes. */
    close() {
      closed = true;
      give(held);
    },
  };
}
