const EQUALS = 61;
const QUOTE = 34;

/** `="0012"` at the start of a cell, unquoted or quoted as in CSV. */
const BARE_GUARD = /(?<=^|[,;|\t])="(?=[^"\r\n]*"(?:[,;|\t\r]|$))/gmu;
const QUOTED_GUARD = /(?<=^|[,;|\t])"=""([^"\r\n]*)"""(?=[,;|\t\r]|$)/gmu;

/**
 * Removes the formulas with which exports keep spreadsheets from changing a cell: `="0012"` becomes `"0012"`. Takes
 * UTF-8. Returns the same bytes if there are none.
 */
export function withoutGuards(bytes: Uint8Array): Uint8Array {
  if (!hasGuard(bytes)) return bytes;
  const text = new TextDecoder().decode(bytes);
  return new TextEncoder().encode(text.replace(QUOTED_GUARD, '"$1"').replace(BARE_GUARD, '"'));
}

function hasGuard(bytes: Uint8Array): boolean {
  for (let at = bytes.indexOf(EQUALS); at >= 0; at = bytes.indexOf(EQUALS, at + 1)) {
    if (bytes[at + 1] === QUOTE) return true;
  }
  return false;
}
