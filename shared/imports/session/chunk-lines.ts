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
