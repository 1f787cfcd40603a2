/**
 * A sender for values of which only the latest matters, such as progress: sends one at a time, and only the last of those that
 * arrive meanwhile. Ignores failures. `idle` resolves once nothing is being sent.
 */
export function lastOnly<Value>(send: (value: Value) => Promise<void>) {
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
