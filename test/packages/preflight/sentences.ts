import type { Warning } from '#preflight/warnings/warning';

/** What the warnings of a report say. */
export function sentences({ warnings }: { warnings: readonly Warning[] }): string[] {
  return warnings.map(({ message }) => message);
}
