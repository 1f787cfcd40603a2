import { findDifferentlyRead } from '../../shared/imports/csv/find-differently-read.ts';
import type { CsvRun } from '../../shared/store/imports/import-runs.ts';
import { warnImportRows } from '../../shared/store/imports/import-rows.ts';
import { findImport, findImportContent } from '../../shared/store/imports/imports.ts';
import type { WorkerContext } from '../context.ts';
import type { HeldLease } from '../with-lease.ts';

const WARNING = {
  code: 'read_differently',
  message: 'Another CSV reader cuts this row into other cells: compare it with the file.',
};

/**
 * Reads the content of an import again with csv-parser and warns of the rows that come out differently. Where two
 * sound readers disagree, the file is ambiguous and a person should look. Skips content that has expired.
 */
export async function markDifferentlyRead(
  { sql }: WorkerContext,
  { householdId, importId }: CsvRun,
  held: HeldLease,
): Promise<void> {
  const found = await findImport(sql, householdId, importId);
  const content = await findImportContent(sql, householdId, importId);
  if (found === null || content === null) return;
  const lines: number[] = [];
  for await (const line of findDifferentlyRead(content, found.type, found.fields)) {
    held.signal.throwIfAborted();
    lines.push(line);
  }
  if (lines.length === 0) return;
  await held.write((tx) => warnImportRows(tx, householdId, importId, lines, WARNING));
}
