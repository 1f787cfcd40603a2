import { warning } from '#preflight/warnings/warning';
import type { Tx } from '../../shared/postgres/connect.ts';
import type { Run } from '../../shared/queue/runs/run-kind.ts';
import { warnImport, warnImportRows } from '../../shared/imports/import-rows.ts';
import { findImportContent } from '../../shared/imports/import-content.ts';
import { findImport } from '../../shared/imports/imports.ts';
import type { Import } from '../../shared/imports/imports.ts';
import type { WorkerContext } from '../frame/context.ts';
import { findDifferentlyRead } from './find-differently-read.ts';

/** If more rows differ, there is a single warning on the import: then its dialect is in doubt rather than a row. */
const ROWS_WARNED_MAX = 20;

const WARNING = {
  code: 'read_differently',
  message: 'Another CSV reader splits this row into other cells: compare it with the file.',
};

/** A second reading that runs in parallel with other work. */
interface Marking {
  /** Waits for the reading, which needs no connection, then adds warnings to the rows. Throws the reading's error. */
  write(tx: Tx): Promise<void>;
  /** Ends the reading if nobody waits for it any more. */
  stop(): void;
}

/**
 * Reads the content of an import again with csv-parser and adds warnings to rows that are read differently. If two sound readers
 * disagree, the file is ambiguous and a person should look. Many rows give a single warning on the import, with the first lines.
 * Skips content that has expired. Resolves once the content is loaded: the rest uses no connection, so a transaction can wait for
 * it.
 */
export async function markDifferentlyRead(
  { sql }: WorkerContext,
  run: Run,
  signal: AbortSignal,
): Promise<Marking> {
  const { householdId, id: importId } = run;
  const found = await findImport(sql, householdId, importId);
  const content = await findImportContent(sql, householdId, importId);
  const stopping = new AbortController();
  const ends = AbortSignal.any([signal, stopping.signal]);
  const reading =
    found === null || content === null
      ? Promise.resolve([])
      : listDifferentlyRead(found, content, ends);
  // Avoids an unhandled rejection in the meantime: `write` throws the error.
  reading.catch(() => undefined);
  return {
    async write(tx) {
      const lines = await reading;
      if (lines.length === 0) return;
      if (lines.length <= ROWS_WARNED_MAX) {
        await warnImportRows(tx, householdId, importId, lines, WARNING);
        return;
      }
      const named = lines.slice(0, ROWS_WARNED_MAX).join(', ');
      const many = warning('rows_read_differently', { count: lines.length, lines: named });
      await warnImport(tx, householdId, importId, many);
    },
    stop: () => stopping.abort(),
  };
}

async function listDifferentlyRead(
  { type, fields }: Import,
  content: Uint8Array,
  signal: AbortSignal,
): Promise<number[]> {
  const lines: number[] = [];
  for await (const line of findDifferentlyRead(content, type, fields, signal)) lines.push(line);
  return lines;
}
