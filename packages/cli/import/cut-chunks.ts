import { createReadStream } from 'node:fs';
import { createInterface } from 'node:readline';
import { startsAsExport } from '#preflight/ndjson/starts-as-export';
import { dependencyRank, RANKS_COUNT } from './dependency-rank.ts';

/** Where a line of a chunk comes from. */
export interface SourceLine {
  file: string;
  line: number;
}

/** One piece of the export. A record comes after the records that it names, or in the same chunk. */
export interface Chunk {
  sequence: number;
  content: string;
  lines: SourceLine[];
}

/**
 * Cuts NDJSON files into chunks of at most about `bytesMax`. The same files give the same chunks, so an upload can
 * resume where it stopped. Files are read once per rank, line by line, so memory holds one chunk. A line that is not a
 * record never comes first, because the service would refuse the chunk; it is reported with the others.
 */
export async function* cutChunks(
  files: readonly string[],
  bytesMax: number,
): AsyncGenerator<Chunk> {
  let sequence = 1;
  let parts: string[] = [];
  let lines: SourceLine[] = [];
  let bytes = 0;
  /** Lines that wait for the first record of their chunk. */
  let waiting: { text: string; source: SourceLine }[] = [];
  const add = (text: string, source: SourceLine): void => {
    parts.push(`${text}\n`);
    lines.push(source);
    bytes += Buffer.byteLength(text) + 1;
  };
  const addWaiting = (): void => {
    for (const { text, source } of waiting) add(text, source);
    waiting = [];
  };
  const flush = (): Chunk => {
    const chunk = { sequence, content: parts.join(''), lines };
    sequence += 1;
    parts = [];
    lines = [];
    bytes = 0;
    return chunk;
  };
  for (let rank = 0; rank < RANKS_COUNT; rank += 1) {
    for await (const { text, source } of linesOfRank(files, rank)) {
      if (bytes > 0 && bytes + Buffer.byteLength(text) + 1 > bytesMax) yield flush();
      if (bytes === 0 && !startsAsExport(Buffer.from(text))) {
        waiting.push({ text, source });
        continue;
      }
      add(text, source);
      addWaiting();
    }
  }
  addWaiting();
  if (bytes > 0) yield flush();
}

async function* linesOfRank(files: readonly string[], rank: number) {
  for (const file of files) {
    let line = 0;
    for await (const text of readLines(file)) {
      line += 1;
      if (text.trim() === '' || dependencyRank(text) !== rank) continue;
      yield { text, source: { file, line } };
    }
  }
}

async function* readLines(file: string): AsyncGenerator<string> {
  let first = true;
  const input = createReadStream(file, { encoding: 'utf8' });
  for await (const line of createInterface({ input, crlfDelay: Infinity })) {
    yield first ? line.replace(/^\uFEFF/, '') : line;
    first = false;
  }
}
