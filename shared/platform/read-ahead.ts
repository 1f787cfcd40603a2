/** Yields what `source` yields, and asks for the next while the caller is busy with this one. */
export async function* readAhead<T>(source: AsyncGenerator<T>): AsyncGenerator<T> {
  const ask = (): Promise<IteratorResult<T>> => {
    const next = source.next();
    // Its failure is met when it is awaited, or never when the caller has stopped.
    next.catch(() => undefined);
    return next;
  };
  try {
    for (let next = ask(); ;) {
      const result = await next;
      if (result.done === true) return;
      next = ask();
      yield result.value;
    }
  } finally {
    await source.return(undefined);
  }
}
