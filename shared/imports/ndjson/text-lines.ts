import { isAscii, isUtf8 } from 'node:buffer';
import { hasLongRun } from './json-text.ts';

/**
 * One line of the content: its text without the line feed, or null when its bytes are not UTF-8. `holdsLongRun` is false
 * when no 16 digits stand in a row in it: that is cheaper to see in a block than in each of its lines.
 */
export type LineVisitor = (text: string | null, line: number, holdsLongRun: boolean) => void;

const LINE_FEED = 0x0a;
/** Content is decoded in blocks of about this size: small strings are faster to cut, and no copy of all is held. */
const BLOCK_BYTES = 128 * 1024;

/**
 * Visits every line, blank ones included, numbered from 1. A line ends at a line feed; a carriage return before
 * it is left in the text, where JSON takes it for white space.
 * Reads UTF-8 with or without byte order mark, and UTF-16 of both ends with one or, as JSON starts with ASCII,
 * without. The content is never changed.
 */
export function visitLines(content: Uint8Array, visit: LineVisitor): void {
  const bytes = Buffer.from(content.buffer, content.byteOffset, content.byteLength);
  const utf16 = decodeUtf16(bytes);
  if (utf16 !== null) {
    visitText(utf16, 1, visit);
    return;
  }
  let line = 1;
  let start = bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf ? 3 : 0;
  while (start < bytes.length) {
    const end = endOfBlock(bytes, start);
    line = visitBlock(bytes.subarray(start, end), line, visit);
    start = end;
  }
}

/** The text when the content is UTF-16, else null. An odd last byte is dropped. */
function decodeUtf16(bytes: Buffer): string | null {
  const [first, second] = bytes;
  if (first === undefined || second === undefined) return null;
  const marked = (first === 0xff && second === 0xfe) || (first === 0xfe && second === 0xff);
  const littleEnd = (first === 0xff && second === 0xfe) || (first !== 0 && second === 0);
  const bigEnd = (first === 0xfe && second === 0xff) || (first === 0 && second !== 0);
  if (!littleEnd && !bigEnd) return null;
  const body = bytes.subarray(marked ? 2 : 0, bytes.length - (bytes.length % 2));
  return (littleEnd ? body : Buffer.from(body).swap16()).toString('utf16le');
}

/** After the last line feed of the block, or of the line that is longer than a block. */
function endOfBlock(bytes: Buffer, start: number): number {
  if (start + BLOCK_BYTES >= bytes.length) return bytes.length;
  const last = bytes.lastIndexOf(LINE_FEED, start + BLOCK_BYTES);
  if (last >= start) return last + 1;
  const next = bytes.indexOf(LINE_FEED, start + BLOCK_BYTES);
  return next < 0 ? bytes.length : next + 1;
}

/** Visits whole lines and returns the number of the line after them. */
function visitBlock(block: Buffer, firstLine: number, visit: LineVisitor): number {
  if (isAscii(block)) return visitText(block.toString('latin1'), firstLine, visit);
  if (isUtf8(block)) return visitText(block.toString('utf8'), firstLine, visit);
  let line = firstLine;
  let start = 0;
  while (start < block.length) {
    const found = block.indexOf(LINE_FEED, start);
    const end = found < 0 ? block.length : found;
    const lineBytes = block.subarray(start, end);
    visit(isUtf8(lineBytes) ? lineBytes.toString('utf8') : null, line, true);
    line += 1;
    start = end + 1;
  }
  return line;
}

function visitText(text: string, firstLine: number, visit: LineVisitor): number {
  const holdsLongRun = hasLongRun(text);
  let line = firstLine;
  let start = 0;
  while (start < text.length) {
    const found = text.indexOf('\n', start);
    const end = found < 0 ? text.length : found;
    visit(text.slice(start, end), line, holdsLongRun);
    line += 1;
    start = end + 1;
  }
  return line;
}
