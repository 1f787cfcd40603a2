import { byteText, isAscii, isUtf8, plainBytes, utf8Text } from '../bytes.ts';

/** Gets one line of the content: its text without the line feed, or null when its bytes are not UTF-8. */
export type LineVisitor = (text: string | null, line: number) => void;

/**
 * Handles the line that starts at an offset of a UTF-8 block, before its text is cut out. Returns the index of its end (a line
 * feed, or the end of the block), or -1 to leave it to the visitor. `text` is the block as `byteText` returns it.
 */
export type LineTaker = (block: Uint8Array, text: string, start: number, line: number) => number;

const LINE_FEED = 0x0a;
/** Content is decoded in blocks of about this size: small strings are faster to cut, and a block that nothing refers to is freed. */
const BLOCK_BYTES = 128 * 1024;

/**
 * Visits every line, including blank ones, numbered from 1. A line ends at a line feed; a carriage return before it
 * stays in the text, where JSON treats it as white space. Reads UTF-8 with or without a byte order mark, and UTF-16 of
 * both byte orders with one or, as JSON starts with ASCII, without. Lines of UTF-8 are first offered to `take`. The
 * content is never changed.
 */
export function visitLines(
  content: Uint8Array,
  visit: LineVisitor,
  take: LineTaker = () => -1,
): void {
  const bytes = plainBytes(content);
  const utf16 = decodeUtf16(bytes);
  if (utf16 !== null) {
    visitText(utf16, visit);
    return;
  }
  let line = 1;
  let start = bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf ? 3 : 0;
  while (start < bytes.length) {
    const end = endOfBlock(bytes, start);
    line = visitBlock(bytes.subarray(start, end), line, visit, take);
    start = end;
  }
}

/** The text when the content is UTF-16, else null. An odd last byte is dropped. */
function decodeUtf16(bytes: Uint8Array): string | null {
  const [first, second] = bytes;
  if (first === undefined || second === undefined) return null;
  const marked = (first === 0xff && second === 0xfe) || (first === 0xfe && second === 0xff);
  const littleEnd = (first === 0xff && second === 0xfe) || (first !== 0 && second === 0);
  const bigEnd = (first === 0xfe && second === 0xff) || (first === 0 && second !== 0);
  if (!littleEnd && !bigEnd) return null;
  const body = bytes.subarray(marked ? 2 : 0, bytes.length - (bytes.length % 2));
  return new TextDecoder(littleEnd ? 'utf-16le' : 'utf-16be', { ignoreBOM: true }).decode(body);
}

/** The offset after the last line feed of the block, or of the line if that is longer than a block. */
function endOfBlock(bytes: Uint8Array, start: number): number {
  if (start + BLOCK_BYTES >= bytes.length) return bytes.length;
  const last = bytes.lastIndexOf(LINE_FEED, start + BLOCK_BYTES);
  if (last >= start) return last + 1;
  const next = bytes.indexOf(LINE_FEED, start + BLOCK_BYTES);
  return next < 0 ? bytes.length : next + 1;
}

/** Visits whole lines and returns the number of the next line. */
function visitBlock(
  block: Uint8Array,
  firstLine: number,
  visit: LineVisitor,
  take: LineTaker,
): number {
  const ascii = isAscii(block);
  const utf8 = ascii || isUtf8(block);
  const text = byteText(block);
  const textOf = (start: number, end: number) => {
    if (ascii) return text.slice(start, end);
    return utf8 || isUtf8(block.subarray(start, end)) ? utf8Text(block, start, end) : null;
  };
  let line = firstLine;
  let start = 0;
  while (start < block.length) {
    let end = utf8 ? take(block, text, start, line) : -1;
    if (end < 0) {
      end = endOfLine(text, start);
      visit(textOf(start, end), line);
    }
    line += 1;
    start = end + 1;
  }
  return line;
}

function visitText(text: string, visit: LineVisitor): void {
  let line = 1;
  for (let start = 0; start < text.length; line += 1) {
    const end = endOfLine(text, start);
    visit(text.slice(start, end), line);
    start = end + 1;
  }
}

function endOfLine(text: string, start: number): number {
  const found = text.indexOf('\n', start);
  return found < 0 ? text.length : found;
}
