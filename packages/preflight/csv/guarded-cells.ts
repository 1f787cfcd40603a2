/** `="0012"` at the start of a cell, unquoted or quoted as in CSV. */
const BARE_GUARD = /(?<=^|[,;|\t])="(?=[^"\r\n]*"(?:[,;|\t\r]|$))/gmu;
const QUOTED_GUARD = /(?<=^|[,;|\t])"=""([^"\r\n]*)"""(?=[,;|\t\r]|$)/gmu;

/**
 * Removes the formulas with which exports keep spreadsheets from changing a cell: `="0012"` becomes `"0012"`. Takes
 * UTF-8. Returns the same bytes if there are none.
 */
export function withoutGuards(bytes: Uint8Array): Uint8Array {
  const text = new TextDecoder().decode(bytes);
  const plain = text.replace(QUOTED_GUARD, '"$1"').replace(BARE_GUARD, '"');
  return plain === text ? bytes : new TextEncoder().encode(plain);
}
