/** Gives the turn back; the next in line has it then. */
type Release = () => void;

/**
 * Lines of callers, one per name, served in the order of their arrival. Whoever waits in one costs
 * nothing but memory.
 */
export type Turns = {
  /** Resolves when it is the caller's turn; rejects with the signal's reason, and leaves the line. */
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
