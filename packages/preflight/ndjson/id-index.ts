import { excerpt } from '../text.ts';
import { problemAt } from '../problem-list.ts';
import type { ProblemList } from '../problem-list.ts';

/** At most this many line numbers are named in one problem. */
const NAMED_LINES_MAX = 10;

interface Repetition {
  /** Of the second and further places. */
  lines: number[];
  count: number;
}

/** Where each key of one kind was first seen, and which were seen again. Memory: one entry per distinct key; a repeated one keeps at most ten lines. */
export function createKeyIndex() {
  const seen = new Set<string>();
  const repeated = new Map<string, Repetition>();
  /** Lines of the keys in `seen`, at the same places. */
  const firstLines: number[] = [];
  // Keys are collected, and put into the set in one go when somebody asks: twice as fast for many keys.
  let freshKeys: string[] = [];
  let freshLines: number[] = [];

  function takeFresh(): ReadonlySet<string> {
    if (freshKeys.length === 0) return seen;
    const [keys, lines] = [freshKeys, freshLines];
    freshKeys = [];
    freshLines = [];
    for (let at = 0; at < keys.length; at += 1) take(keys[at] ?? '', lines[at] ?? 1);
    return seen;
  }

  function take(key: string, line: number): void {
    const size = seen.size;
    seen.add(key);
    if (seen.size > size) firstLines.push(line);
    else noteRepetition(repeated, key, line);
  }

  return {
    add(key: string, line: number): void {
      freshKeys.push(key);
      freshLines.push(line);
    },
    has: (key: string): boolean => takeFresh().has(key),
    /** Every distinct key, in the order of first appearance. */
    keys: (): string[] => [...takeFresh()],
    /** Repeated keys in the order of their first place. */
    repetitions() {
      takeFresh();
      if (repeated.size === 0) return [];
      const found: { key: string; lines: number[]; count: number }[] = [];
      let place = 0;
      for (const key of seen) {
        const repetition = repeated.get(key);
        const first = firstLines[place] ?? 1;
        if (repetition !== undefined) {
          found.push({ key, lines: [first, ...repetition.lines], count: repetition.count });
        }
        place += 1;
      }
      return found;
    },
  };
}

function noteRepetition(repeated: Map<string, Repetition>, key: string, line: number): void {
  const repetition = repeated.get(key);
  if (repetition === undefined) repeated.set(key, { lines: [line], count: 2 });
  else {
    repetition.count += 1;
    if (repetition.lines.length < NAMED_LINES_MAX - 1) repetition.lines.push(line);
  }
}

export type KeyIndex = ReturnType<typeof createKeyIndex>;

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
    const times = `is used ${count} times (lines ${lines.join(', ')}${more}).`;
    problems.add(problemAt(line, code, `${what} "${excerpt(key)}" ${times}`, { value: key }));
  }
}
