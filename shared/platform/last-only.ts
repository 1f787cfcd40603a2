/** Sends one value at a time; of those that come meanwhile the last. Failures are ignored. */
export interface LastOnly<Value> {
  (value: Value): void;
  /** Resolves when nothing is on its way. */
  idle(): Promise<void>;
}

/** A sender of values of which only the latest counts, such as progress. */
export function lastOnly<Value>(send: (value: Value) => Promise<void>): LastOnly<Value> {
  let waiting: { value: Value } | null = null;
  let sending: Promise<void> | null = null;
  const sendAll = async (): Promise<void> => {
    for (let next = waiting; next !== null; next = waiting) {
      waiting = null;
      await send(next.value).catch(() => undefined);
    }
    sending = null;
  };
  const take = (value: Value): void => {
    waiting = { value };
    sending ??= sendAll();
  };
  return Object.assign(take, { idle: () => sending ?? Promise.resolve() });
}
