/** Sends one value at a time. Of the values that arrive meanwhile, only the last is sent. Ignores failures. */
export interface LastOnly<Value> {
  (value: Value): void;
  /** Resolves once nothing is being sent. */
  idle(): Promise<void>;
}

/** A sender for values of which only the latest matters, such as progress. */
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
