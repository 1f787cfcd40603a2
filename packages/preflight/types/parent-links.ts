/** A link of a record to its parent, on a line. */
export interface ParentLink {
  name: string;
  parent: string;
  line: number;
}

/**
 * Which record of a tree has which parent. If a name has several links, the last one counts. Names become numbers, and links are in
 * arrays by number: an upload can hold a million of them, and an object for each would cost more than the rest of the check.
 */
export function createParentLinks() {
  const numbers = new Map<string, number>();
  const names: string[] = [];
  /** Number of the parent by name; 0 where a name has no parent, so numbers and lines count from 1. */
  const parents: number[] = [];
  const lines: number[] = [];

  function numberOf(name: string): number {
    const known = numbers.get(name);
    if (known !== undefined) return known;
    names.push(name);
    parents.push(0);
    lines.push(0);
    numbers.set(name, names.length);
    return names.length;
  }

  const parentOf = (at: number): number => parents[at - 1] ?? 0;
  const linkOf = (at: number): ParentLink => ({
    name: names[at - 1] ?? '',
    parent: names[parentOf(at) - 1] ?? '',
    line: lines[at - 1] ?? 1,
  });

  return {
    add(name: string, parent: string, line: number): void {
      const link = numberOf(name) - 1;
      parents[link] = numberOf(parent);
      lines[link] = line;
    },
    /** Each cycle of parents once. A record has one parent, so it is in at most one cycle. */
    rings(): ParentLink[][] {
      const rings: ParentLink[][] = [];
      /** The number of the walk that visited the name; a walk that meets its own number has found a cycle. */
      const walkOf = new Int32Array(names.length + 1);
      for (let start = 1; start <= names.length; start += 1) {
        let at = start;
        while (at !== 0 && walkOf[at] === 0) {
          walkOf[at] = start;
          at = parentOf(at);
        }
        if (at === 0 || walkOf[at] !== start) continue;
        const ring = [linkOf(at)];
        for (let next = parentOf(at); next !== at; next = parentOf(next)) ring.push(linkOf(next));
        rings.push(ring);
      }
      return rings;
    },
    /** The links whose parent has a parent of its own. */
    deep: (): ParentLink[] =>
      names.flatMap((_, index) => (parentOf(parentOf(index + 1)) > 0 ? [linkOf(index + 1)] : [])),
  };
}

export type ParentLinks = ReturnType<typeof createParentLinks>;
