/** An instant on the wire: UTC, whole seconds, `Z`. */
export function presentTimestamp(instant: Date): string;
export function presentTimestamp(instant: Date | null): string | null;
export function presentTimestamp(instant: Date | null): string | null {
  return instant === null ? null : `${instant.toISOString().slice(0, 19)}Z`;
}
