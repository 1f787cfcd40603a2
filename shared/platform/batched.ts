interface Batch<Key, Answer> {
  keys: Set<Key>;
  answers: Promise<ReadonlyMap<Key, Answer>>;
}

/**
 * Batches lookups: sends one question for all keys that are asked for in one event-loop turn, and while the previous question is
 * pending, because a busy process takes in many requests meanwhile. `ask` returns a map of answers by distinct key; if it fails,
 * all callers fail. The question goes out after all of its callers asked, so no answer predates its request.
 */
export function batched<Source extends object, Key, Answer>(
  ask: (source: Source, keys: readonly Key[]) => Promise<ReadonlyMap<Key, Answer>>,
): (source: Source, key: Key) => Promise<Answer | undefined> {
  const gathering = new WeakMap<Source, Batch<Key, Answer>>();
  const asked = new WeakMap<Source, Promise<unknown>>();
  const gather = (source: Source): Batch<Key, Answer> => {
    const keys = new Set<Key>();
    const turn = new Promise((resolve) => setImmediate(resolve));
    const answers = Promise.allSettled([turn, asked.get(source)]).then(() => {
      gathering.delete(source);
      return ask(source, [...keys]);
    });
    asked.set(source, answers);
    const batch = { keys, answers };
    gathering.set(source, batch);
    return batch;
  };
  return async (source, key) => {
    const batch = gathering.get(source) ?? gather(source);
    batch.keys.add(key);
    return (await batch.answers).get(key);
  };
}
