import type { ProblemList } from '../problem-list.ts';

/** At most this many line numbers are named in one problem. */
const NAMED_LINES_MAX = 10;

interface Repetition {
  lines: number[];
  count: number;
}

/** Where each key of one kind was first seen, and which were seen again. */
export interface KeyIndex {
  /** Notes the key at the line. */
  add(key: string, line: number): void;
  has(key: string): boolean;
  /** Every distinct key, in the order of first appearance. */
  keys(): string[];
  /** Repeated keys in the order of their first place. */
  repetitions(): { key: string; lines: number[]; count: number }[];
}

/** An empty index. Memory: one entry per distinct key; a repeated one keeps at most ten lines. */
export function createKeyIndex(): KeyIndex {
  const first = new Map<string, number>();
  const repeated = new Map<string, Repetition>();
  return {
    add(key, line) {
      const firstLine = first.get(key);
      if (firstLine === undefined) {
        first.set(key, line);
        return;
      }
      const repetition = repeated.get(key);
      if (repetition === undefined) repeated.set(key, { lines: [firstLine, line], count: 2 });
      else {
        repetition.count += 1;
        if (repetition.lines.length < NAMED_LINES_MAX) repetition.lines.push(line);
      }
    },
    has: (key) => first.has(key),
    keys: () => [...first.keys()],
    repetitions() {
      const found = [...repeated].map(([key, { lines, count }]) => ({ key, lines, count }));
      return found.sort((a, b) => (a.lines[0] ?? 0) - (b.lines[0] ?? 0));
    },
  };
}

/** One problem for each repeated key, at the line of its first repetition. `what` reads like "account id". */
export function reportRepetitions(
  index: KeyIndex,
  problems: ProblemList,
  code: 'duplicate_source_id' | 'duplicate_taxonomy_name',
  what: string,
): void {
  for (const { key, lines, count } of index.repetitions()) {
    const more = count > lines.length ? ` and ${count - lines.length} more` : '';
    const line = lines[1] ?? lines[0] ?? 1;
    problems.add({
      code,
      message: `Line ${line}: ${what} "${key.slice(0, 100)}" is used ${count} times (lines ${lines.join(', ')}${more}).`,
      line,
      value: key,
    });
  }
}
