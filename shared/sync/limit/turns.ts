/** Gives the turn back; the next caller in line gets it. */
type Release = () => void;

/** Queues of callers by name, first in, first out. A waiting caller only costs memory. */
export type Turns = {
  /** Resolves at the caller's turn; on abort, leaves the queue and rejects with the signal's reason. */
  take(name: string, signal?: AbortSignal): Promise<Release>;
};

export function createTurns(): Turns {
  const lines = new Map<string, Set<() => void>>();

  const releaseOf = (name: string): Release => {
    let released = false;
    return () => {
      if (released) return;
      released = true;
      const line = lines.get(name);
      const [next] = line ?? [];
      if (next === undefined) lines.delete(name);
      else {
        line?.delete(next);
        next();
      }
    };
  };

  return {
    async take(name, signal) {
      signal?.throwIfAborted();
      const line = lines.get(name);
      if (line === undefined) {
        lines.set(name, new Set());
        return releaseOf(name);
      }
      return await new Promise<Release>((resolve, reject) => {
        const leave = (): void => {
          line.delete(enter);
          // eslint-disable-next-line @typescript-eslint/prefer-promise-reject-errors
          reject(signal?.reason);
        };
        const enter = (): void => {
          signal?.removeEventListener('abort', leave);
          resolve(releaseOf(name));
        };
        line.add(enter);
        signal?.addEventListener('abort', leave, { once: true });
      });
    },
  };
}
