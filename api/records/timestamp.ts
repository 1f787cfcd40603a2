/** An instant on the wire: UTC, whole seconds, `Z`. */
export function presentTimestamp(instant: Date): string;
export function presentTimestamp(instant: Date | null): string | null;
export function presentTimestamp(instant: Date | null): string | null {
  return instant === null ? null : `${instant.toISOString().slice(0, 19)}Z`;
}

/** The same for what Postgres writes, a `timestamptz` in UTC such as `2026-11-22 15:30:09.5+00`. A Date would take ten times as long. */
export function presentTimestampText(text: string): string {
  return `${text.slice(0, 10)}T${text.slice(11, 19)}Z`;
}
