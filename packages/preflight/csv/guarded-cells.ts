const EQUALS = 61;
const QUOTE = 34;

/** `="0012"` where a cell begins, bare or in the quotes of a CSV. */
const BARE_GUARD = /(?<=^|[,;|\t])="(?=[^"\r\n]*"(?:[,;|\t\r]|$))/gmu;
const QUOTED_GUARD = /(?<=^|[,;|\t])"=""([^"\r\n]*)"""(?=[,;|\t\r]|$)/gmu;

/**
 * A text in UTF-8 without the formulas by which exports keep a spreadsheet from changing a cell: `="0012"` is `"0012"`. The same bytes
 * where there are none.
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
