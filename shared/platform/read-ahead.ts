/** Yields what `source` yields, and requests the next value while the caller processes the current one. */
export async function* readAhead<T>(source: AsyncGenerator<T>): AsyncGenerator<T> {
  const ask = (): Promise<IteratorResult<T>> => {
    const next = source.next();
    // A failure surfaces when the value is awaited, or never if the caller has stopped.
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
