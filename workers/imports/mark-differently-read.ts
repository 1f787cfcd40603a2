import { findDifferentlyRead } from '../../shared/imports/csv/find-differently-read.ts';
import type { CsvRun } from '../../shared/store/imports/import-runs.ts';
import { warnImport, warnImportRows } from '../../shared/store/imports/import-rows.ts';
import { findImport, findImportContent } from '../../shared/store/imports/imports.ts';
import type { WorkerContext } from '../context.ts';
import type { HeldLease } from '../with-lease.ts';

/** More rows than these are one warning of the import: then its dialect is in doubt, not a row. */
const ROWS_WARNED_MAX = 20;

const WARNING = {
  code: 'read_differently',
  message: 'Another CSV reader cuts this row into other cells: compare it with the file.',
};

/**
 * Reads the content of an import again with csv-parser and warns of the rows that come out differently. Where two
 * sound readers disagree, the file is ambiguous and a person should look. Many rows are one warning of the import, with
 * the first lines. Skips content that has expired.
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
  if (lines.length <= ROWS_WARNED_MAX) {
    await held.write((tx) => warnImportRows(tx, householdId, importId, lines, WARNING));
    return;
  }
  const named = lines.slice(0, ROWS_WARNED_MAX).join(', ');
  const text = `Another CSV reader cuts ${lines.length} rows into other cells: compare lines ${named}, … with the file.`;
  await held.write((tx) => warnImport(tx, householdId, importId, text));
}
