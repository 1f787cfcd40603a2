import { addAbortListener } from 'node:events';

/**
 * Begins works of the same name one after another, in the order of their calls. A caller whose signal aborts before its turn
 * leaves at once, with the signal's reason, and its work is not begun. A waiting caller only costs memory.
 */
export function createTurns() {
  const last = new Map<string, Promise<unknown>>();

  return async <T>(name: string, work: () => Promise<T>, signal?: AbortSignal): Promise<T> => {
    signal?.throwIfAborted();
    const before = last.get(name);
    const turn = new Promise<void>((resolve, reject) => {
      const listening = signal && addAbortListener(signal, () => reject(signal.reason as Error));
      void Promise.resolve(before).then(() => {
        listening?.[Symbol.dispose]();
        resolve();
      });
    });
    const result = turn.then(work);
    // A caller that left lets nobody pass those before it.
    const ended = Promise.allSettled([before, result]);
    last.set(name, ended);
    void ended.then(() => last.get(name) === ended && last.delete(name));
    return await result;
  };
}
