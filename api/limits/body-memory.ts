import type { Shares } from './shares.ts';

/** The bytes that one request holds of its household's share. */
export interface BodyMemory {
  /** Counts received bytes, after decompression. False when the share is used up. */
  take(bytes: number): boolean;
  /** Gives back bytes that were thrown away. */
  give(bytes: number): void;
  /** Ends the request: gives everything back and refuses further bytes. */
  close(): void;
}

/** Starts at zero. Close it when the request ends, however it ends. */
export function openBodyMemory(shares: Shares, householdId: string): BodyMemory {
  let held = 0;
  let closed = false;
  const give = (bytes: number): void => {
    shares.give(householdId, bytes);
    held -= bytes;
  };
  return {
    take(bytes) {
      if (closed || !shares.take(householdId, bytes)) return false;
      held += bytes;
      return true;
    },
    give(bytes) {
      give(Math.min(bytes, held));
    },
    close() {
      closed = true;
      give(held);
    },
  };
}
