import { parseRecord } from '#preflight/ndjson/parse-record';
import { isObject } from '#preflight/is-object';
import { parseModestJson } from '#preflight/modest-json';
import { visitLines } from '#preflight/ndjson/text-lines';

/** A non-blank line of a chunk. `line` is 1-based, blank lines counted. */
export interface ChunkLine {
  line: number;
  /** Null when its bytes are not UTF-8. */
  text: string | null;
}

/** The non-blank lines of a chunk's content, in order. */
export function chunkLines(content: Uint8Array): ChunkLine[] {
  const lines: ChunkLine[] = [];
  visitLines(content, (text, line) => {
    if (text === null || text.trim() !== '') lines.push({ line, text });
  });
  return lines;
}

/**
 * Whether the first physical line is a JSON object that has `type` and `data`. A blank first line and a
 * byte order mark fail: the upload is not an NDJSON export, or not its beginning.
 */
export function startsAsExport(content: Uint8Array): boolean {
  const bytes = Buffer.from(content.buffer, content.byteOffset, content.byteLength);
  const end = bytes.indexOf(0x0a);
  const first = bytes.subarray(0, end < 0 ? bytes.length : end).toString('utf8');
  if (first.trim() === '' || first.startsWith('\uFEFF')) return false;
  try {
    const value = parseModestJson(first);
    return isObject(value) && Object.hasOwn(value, 'type') && Object.hasOwn(value, 'data');
  } catch {
    // With comments it may still be a record.
    return parseRecord(first).kind === 'record';
  }
}
