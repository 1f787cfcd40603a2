import { excerpt } from './text.ts';
import { LISTED_WARNINGS_MAX, MESSAGE_MAX } from './problem-list.ts';

/** Collects warnings with a bound, as createProblemList does for errors. */
export interface WarningList {
  /** What is undefined and a text that repeats is dropped; a function words its warning only when it will be listed. */
  add(...warnings: (string | undefined | (() => string))[]): void;
  /** A warning about the whole content: always listed, after the others. */
  addLast(warning: string): void;
  finish(): string[];
}

/** A new, empty list of at most as many warnings as an answer has, plus the closing one. */
export function createWarningList(): WarningList {
  const listed: string[] = [];
  const last: string[] = [];
  let count = 0;
  return {
    add(...warnings) {
      for (const warning of warnings) {
        const text = typeof warning === 'string' ? excerpt(warning, MESSAGE_MAX) : '';
        if (warning === undefined || (text !== '' && listed.includes(text))) continue;
        count += 1;
        if (listed.length >= LISTED_WARNINGS_MAX) continue;
        listed.push(typeof warning === 'string' ? text : warning());
      }
    },
    addLast: (warning) => void last.push(warning),
    finish() {
      const all = count + last.length;
      if (all <= LISTED_WARNINGS_MAX) return [...listed, ...last];
      const shown = listed.slice(0, LISTED_WARNINGS_MAX - last.length);
      const closing = `${count - shown.length} more warnings are not listed; ${all} were found in total.`;
      return [...shown, ...last, ...(count > shown.length ? [closing] : [])];
    },
  };
}
