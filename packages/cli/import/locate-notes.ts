import type { Schemas } from '#client';
import { cutChunks } from './cut-chunks.ts';
import type { SourceLine } from './cut-chunks.ts';

type Session = Pick<Schemas['ImportSession'], 'error' | 'chunks'>;

/** What the service says about one line of the files. */
export interface Note {
  source: SourceLine;
  text: string;
}

interface ChunkNote {
  sequence: number;
  line: number;
  text: string;
}

type Details = Record<string, unknown>;

/**
 * What the session says about single lines: the faults that ended it, and skipped lines. The files are cut into the
 * same chunks again, which leads from a line of a chunk back to its file.
 */
export async function locateNotes(
  session: Session,
  files: readonly string[],
  chunkBytesMax: number,
): Promise<Note[]> {
  const wanted = [...faultNotes(session), ...skippedNotes(session)];
  if (wanted.length === 0) return [];
  const notes: Note[] = [];
  for await (const { sequence, lines } of cutChunks(files, chunkBytesMax)) {
    for (const note of wanted) {
      const source = note.sequence === sequence ? lines[note.line - 1] : undefined;
      if (source !== undefined) notes.push({ source, text: note.text });
    }
  }
  return notes;
}

function faultNotes({ error }: Session): ChunkNote[] {
  const sequence = Number(error?.['chunk_sequence'] ?? 0);
  if (error === null || sequence === 0) return [];
  const others = (error['errors'] ?? []) as Details[];
  return [error as Details, ...others].map((fault) => ({
    sequence,
    line: Number(fault['line'] ?? 0),
    text: describeFault(fault),
  }));
}

function describeFault(fault: Details): string {
  const text = (name: string): string => String(fault[name]);
  if (fault['source_id'] === '(blank)') return `${text('record_type')} lacks ${text('field')}`;
  if (fault['source_id'] !== undefined) {
    return `${text('record_type')} names ${text('source_type')} ${text('source_id')}, which was not imported before it`;
  }
  return text('message') + (fault['value'] === undefined ? '' : `: ${text('value')}`);
}

function skippedNotes({ chunks }: Session): ChunkNote[] {
  return chunks
    .filter(({ error }) => error?.['code'] === 'lines_skipped')
    .flatMap(({ sequence, error }) =>
      ((error?.['lines'] ?? []) as Details[]).map((skipped) => ({
        sequence,
        line: Number(skipped['line']),
        text: `skipped: ${describeSkipped(skipped)}`,
      })),
    );
}

function describeSkipped({ code, type }: Details): string {
  if (code === 'invalid_json') return 'no JSON';
  if (code !== 'unsupported_record_type') return 'no record';
  return `records of type ${JSON.stringify(type)} are not known`;
}
