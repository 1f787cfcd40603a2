const LF = 10;
const CR = 13;

/**
 * Counts physical lines: LF, CRLF and a lone CR each end one, even inside quotes. An empty rest after the last line end
 * does not count.
 */
export function countLines(bytes: Uint8Array): number {
  let lines = 0;
  for (let at = 0; at < bytes.length; at = nextLineStart(bytes, at)) lines += 1;
  return lines;
}

/** Where the line after the one that holds `from` starts, or the length of the text. */
export function nextLineStart(bytes: Uint8Array, from: number): number {
  const { length } = bytes;
  for (let at = from; at < length; at += 1) {
    const byte = bytes[at];
    if (byte === LF) return at + 1;
    if (byte === CR) return bytes[at + 1] === LF ? at + 2 : at + 1;
  }
  return length;
}

/** Where the text continues after its first `count` lines. */
export function skipLines(bytes: Uint8Array, count: number): number {
  let at = 0;
  for (let line = 0; line < count && at < bytes.length; line += 1) at = nextLineStart(bytes, at);
  return at;
}

/** The physical line that holds an offset, 1-based. */
export function lineAt(bytes: Uint8Array, offset: number): number {
  let line = 1;
  let at = nextLineStart(bytes, 0);
  for (; at <= offset && at < bytes.length; at = nextLineStart(bytes, at)) line += 1;
  return line;
}

/** The end of the text before `from`, without trailing white space and line ends. */
export function trimmedEnd(bytes: Uint8Array, from: number): number {
  let end = from;
  while (end > 0 && (bytes[end - 1] ?? 0) <= 32) end -= 1;
  return end;
}
