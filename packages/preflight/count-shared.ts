/**
 * How many texts of the files an earlier file has, too: one that several files repeat counts as often as both have it. Repetitions
 * within a file do not count.
 */
export function countShared(files: readonly (readonly string[])[]): number {
  const most = new Map<string, number>();
  let shared = 0;
  for (const texts of files) {
    const own = new Map<string, number>();
    for (const text of texts) {
      const count = (own.get(text) ?? 0) + 1;
      own.set(text, count);
      if (count <= (most.get(text) ?? 0)) shared += 1;
    }
    for (const [text, count] of own) most.set(text, Math.max(count, most.get(text) ?? 0));
  }
  return shared;
}
