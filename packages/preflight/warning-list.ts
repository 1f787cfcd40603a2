import { LISTED_WARNINGS_MAX } from './problem-list.ts';
import { warning } from './warnings/warning.ts';
import type { Warning } from './warnings/warning.ts';

/** Collects at most as many warnings as an answer has, plus the closing one, as createProblemList does for errors. */
export function createWarningList() {
  const listed: Warning[] = [];
  const last: Warning[] = [];
  let count = 0;
  return {
    /** Ignores undefined and repeated sentences; a function words its warning only if that will be listed. */
    add(...warnings: (Warning | undefined | (() => Warning))[]): void {
      for (const one of warnings) {
        if (one === undefined) continue;
        const isLazy = typeof one === 'function';
        if (!isLazy && listed.some(({ message }) => message === one.message)) continue;
        count += 1;
        if (listed.length < LISTED_WARNINGS_MAX) listed.push(isLazy ? one() : one);
      }
    },
    /** Adds a warning about the whole content: always listed, after the others. */
    addLast: (warning: Warning): void => void last.push(warning),
    finish(): Warning[] {
      const all = count + last.length;
      if (all <= LISTED_WARNINGS_MAX) return [...listed, ...last];
      const shown = listed.slice(0, LISTED_WARNINGS_MAX - last.length);
      const hidden = count - shown.length;
      const closing = warning('more_warnings', { hidden, total: all });
      return [...shown, ...last, ...(hidden > 0 ? [closing] : [])];
    },
  };
}

export type WarningList = ReturnType<typeof createWarningList>;
