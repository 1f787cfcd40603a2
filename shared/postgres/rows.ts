/** The first row that a statement returns; null if it returns none. */
export async function rowOrNull<Row>(rows: PromiseLike<readonly Row[]>): Promise<Row | null> {
  return (await rows)[0] ?? null;
}

/** Whether a statement returns any row. */
export async function hasRows(rows: PromiseLike<readonly unknown[]>): Promise<boolean> {
  return (await rows).length > 0;
}
