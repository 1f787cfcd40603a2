/**
 * Asks for all that is asked for in one turn of the event loop with one question: a busy process takes several requests
 * in a turn. `ask` answers each distinct key with what its map holds; a failure is everybody's. The question goes
 * out after all of its callers asked, so no answer is older than its question.
 */
export function batched<Source extends object, Key, Answer>(
  ask: (source: Source, keys: readonly Key[]) => Promise<ReadonlyMap<Key, Answer>>,
): (source: Source, key: Key) => Promise<Answer | undefined> {
  const asked = new WeakMap<
    Source,
    { keys: Set<Key>; answers: Promise<ReadonlyMap<Key, Answer>> }
  >();
  const open = (source: Source) => {
    const keys = new Set<Key>();
    const answers = new Promise<ReadonlyMap<Key, Answer>>((resolve, reject) => {
      setImmediate(() => {
        asked.delete(source);
        ask(source, [...keys]).then(resolve, reject);
      });
    });
    const batch = { keys, answers };
    asked.set(source, batch);
    return batch;
  };
  return async (source, key) => {
    const batch = asked.get(source) ?? open(source);
    batch.keys.add(key);
    return (await batch.answers).get(key);
  };
}
