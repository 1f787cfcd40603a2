import { excerpt } from './text.ts';
import { LISTED_WARNINGS_MAX, MESSAGE_MAX } from './problem-list.ts';

/** Collects warnings with a bound, as createProblemList does for errors. Repeated warnings are dropped. */
export interface WarningList {
  add(warning: string): void;
  finish(): string[];
}

/** A new, empty list of at most `listedMax` warnings plus the closing one. */
export function createWarningList(listedMax: number = LISTED_WARNINGS_MAX): WarningList {
  const listed: string[] = [];
  let count = 0;
  return {
    add(warning) {
      const text = excerpt(warning, MESSAGE_MAX);
      if (listed.includes(text)) return;
      count += 1;
      if (listed.length < listedMax) listed.push(text);
    },
    finish() {
      if (count === listed.length) return [...listed];
      const hidden = count - listed.length;
      return [...listed, `${hidden} more warnings are not listed; ${count} were found in total.`];
    },
  };
}
