/** Which name has which parent; the last link of a name counts. */
export interface ParentLinks {
  add(name: string, parent: string, line: number): void;
  /** Visits each ring of parents once: the line of one of its links, and the parent that it names. */
  forEachCycle(visit: (line: number, parent: string) => void): void;
}

/**
 * An empty set of links. Names become numbers, and links stand in arrays by number: an upload can hold a million
 * of them, and an object for each would cost more than all the rest of the check.
 */
export function createParentLinks(): ParentLinks {
  const numbers = new Map<string, number>();
  const names: string[] = [];
  /** Parent and line by name; 0 where a name has no parent, so numbers and lines count from 1. */
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

  return {
    add(name, parent, line) {
      const link = numberOf(name) - 1;
      parents[link] = numberOf(parent);
      lines[link] = line;
    },
    forEachCycle(visit) {
      /** Number of the walk that came by; a walk that meets its own number has closed a ring. */
      const walkOf = new Int32Array(names.length + 1);
      for (let start = 1; start <= names.length; start += 1) {
        let at = start;
        while (at !== 0 && walkOf[at] === 0) {
          walkOf[at] = start;
          at = parents[at - 1] ?? 0;
        }
        if (at === 0 || walkOf[at] !== start) continue;
        visit(lines[at - 1] ?? 1, names[(parents[at - 1] ?? 1) - 1] ?? '');
      }
    },
  };
}
