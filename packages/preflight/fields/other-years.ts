/** A format with a two-digit Buddhist year instead of a Gregorian one. */
export function inBuddhistYears(format: string): string {
  return format.replace('%y', '%Ey');
}

/** A format of three numbers from the other end, with its two-digit year first; undefined for other formats. */
export function withYearFirst(format: string): string | undefined {
  const [, sign] = /^%d([./-])%m\1%y$/.exec(format) ?? [];
  return sign === undefined ? undefined : `%y${sign}%m${sign}%d`;
}
