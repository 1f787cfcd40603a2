import { excerpt } from '../text.ts';
import { problemAt } from '../problem-list.ts';
import type { ProblemList } from '../problem-list.ts';

/** The most line numbers that one problem names. */
const NAMED_LINES_MAX = 10;

interface Repetition {
  /** The lines of the second and further occurrences. */
  lines: number[];
  count: number;
}

/** Where each key of one kind first occurs, and which occur again. Memory: an entry per distinct key, ten lines per repeated one. */
export function createKeyIndex() {
  const seen = new Set<string>();
  const repeated = new Map<string, Repetition>();
  /** Lines of the keys in `seen`, at the same places. */
  const firstLines: number[] = [];
  // Keys are collected, and put into the set all at once when asked for: twice as fast for many keys.
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
    /** Every distinct key, in order of first appearance. */
    keys: (): string[] => [...takeFresh()],
    /** The repeated keys, in order of first appearance. */
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

/** One problem for each repeated key, at the line of its first repetition. `what` is a phrase such as "account id". */
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
