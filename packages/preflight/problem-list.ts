import { excerpt } from './text.ts';
import type { ProblemCode } from './problems.ts';

/** At most this many errors are listed in an answer; the rest are only counted. */
export const LISTED_ERRORS_MAX = 100;
/** The longest message of a report, whatever it quotes. UTF-16 units. */
export const MESSAGE_MAX = 1000;
export const LISTED_WARNINGS_MAX = 20;

/** One fault of well-formed content. `line` is the physical line in the upload, 1-based. */
export interface Problem {
  code: ProblemCode;
  message: string;
  line?: number;
  column?: string;
  value?: string;
}

export function problemAt(
  line: number,
  code: ProblemCode,
  what: string,
  place: Pick<Problem, 'column' | 'value'> = {},
): Problem {
  return { code, message: `Line ${line}: ${what}`, line, ...place };
}

/**
 * Collects faults in order, at most `LISTED_ERRORS_MAX`: memory does not grow with their number. `finish` ends a truncated
 * list with one entry that carries the totals.
 */
export function createProblemList() {
  const listed: Problem[] = [];
  let count = 0;
  return {
    add(problem: Problem): void {
      count += 1;
      if (listed.length >= LISTED_ERRORS_MAX) return;
      listed.push(bounded(problem));
    },
    /** Counts faults that were found but need no entry because the list is full. */
    addUnlisted(faults: number): void {
      count += faults;
    },
    get count() {
      return count;
    },
    /** Whether further faults are only counted, so that the caller need not word them. */
    get full() {
      return listed.length >= LISTED_ERRORS_MAX;
    },
    finish(): Problem[] {
      if (count <= listed.length) return [...listed];
      return [...listed, totalsOf(count, listed.length)];
    },
  };
}

export type ProblemList = ReturnType<typeof createProblemList>;

/** Messages, columns and values quote clients: none may make an answer long. */
export function bounded({ message, column, value, ...rest }: Problem): Problem {
  return {
    ...rest,
    message: excerpt(message, MESSAGE_MAX),
    ...(column === undefined ? {} : { column: excerpt(column) }),
    ...(value === undefined ? {} : { value: excerpt(value) }),
  };
}

function totalsOf(count: number, listedCount: number): Problem {
  const hidden = count - listedCount;
  return {
    code: 'too_many_errors',
    message: `${hidden} more errors are not listed; ${count} were found in total.`,
  };
}

/** Joins lists that were filled side by side into one bounded answer, in the order given. */
export function joinProblemLists(lists: Iterable<ProblemList>): {
  errors: Problem[];
  count: number;
} {
  const errors: Problem[] = [];
  let count = 0;
  for (const list of lists) {
    const room = LISTED_ERRORS_MAX - errors.length;
    if (room > 0) errors.push(...list.finish().slice(0, Math.min(room, list.count)));
    count += list.count;
  }
  if (count > errors.length) errors.push(totalsOf(count, errors.length));
  return { errors, count };
}
