import { createReadStream } from 'node:fs';
import { createInterface } from 'node:readline';
import { dependencyRank, RANKS_COUNT } from './dependency-rank.ts';

/** Where a line of a chunk comes from. */
export interface SourceLine {
  file: string;
  line: number;
}

/** One piece of the export, in order; records stand in it or after a chunk with all that they name. */
export interface Chunk {
  sequence: number;
  content: string;
  lines: SourceLine[];
}

/**
 * Cuts NDJSON files into chunks of at most `bytesMax`. The same files give the same chunks, so an upload
 * can go on where it stopped. Files are read once per rank, line by line: memory is one chunk.
 */
export async function* cutChunks(
  files: readonly string[],
  bytesMax: number,
): AsyncGenerator<Chunk> {
  let sequence = 1;
  let parts: string[] = [];
  let lines: SourceLine[] = [];
  let bytes = 0;
  const flush = (): Chunk => {
    const chunk = { sequence, content: parts.join(''), lines };
    sequence += 1;
    parts = [];
    lines = [];
    bytes = 0;
    return chunk;
  };
  for (let rank = 0; rank < RANKS_COUNT; rank += 1) {
    for (const file of files) {
      let number = 0;
      for await (const text of readLines(file)) {
        number += 1;
        if (text.trim() === '' || dependencyRank(text) !== rank) continue;
        const size = Buffer.byteLength(text) + 1;
        if (bytes > 0 && bytes + size > bytesMax) yield flush();
        parts.push(`${text}\n`);
        lines.push({ file, line: number });
        bytes += size;
      }
    }
  }
  if (bytes > 0) yield flush();
}

async function* readLines(file: string): AsyncGenerator<string> {
  let first = true;
  const input = createReadStream(file, { encoding: 'utf8' });
  for await (const line of createInterface({ input, crlfDelay: Infinity })) {
    yield first ? line.replace(/^\uFEFF/, '') : line;
    first = false;
  }
}
