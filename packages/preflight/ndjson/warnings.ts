import { LISTED_WARNINGS_MAX } from '../problem-list.ts';

/** Collects warnings with a bound; the last place is kept for what concerns the whole content. */
export interface Warnings {
  /** A warning about one record. Worded only when it will be listed. */
  add(message: () => string): void;
  /** A warning about the whole content: always listed, after the others. */
  addLast(message: string): void;
  finish(): string[];
}

/** An empty list. */
export function createWarnings(): Warnings {
  const listed: string[] = [];
  const last: string[] = [];
  let count = 0;
  return {
    add(message) {
      count += 1;
      if (listed.length < LISTED_WARNINGS_MAX) listed.push(message());
    },
    addLast: (message) => void last.push(message),
    finish() {
      if (count + last.length <= LISTED_WARNINGS_MAX) return [...listed, ...last];
      const shown = listed.slice(0, LISTED_WARNINGS_MAX - last.length);
      const closing = `${count - shown.length} more warnings are not listed; ${count + last.length} were found in total.`;
      return [...shown, ...last, ...(count > shown.length ? [closing] : [])];
    },
  };
}
