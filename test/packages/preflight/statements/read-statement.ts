import { readImport } from '#preflight/rows/read-import';
import type { ImportRow } from '#preflight/rows/import-row';
import type { CsvSettingsInput } from '#preflight/csv/settings';
import type { StatementType } from '#preflight/statements/statement-table';
import { NOW } from '../judge.ts';
import { sentences } from '../sentences.ts';

type Reading = CsvSettingsInput & { hasAccount?: boolean; type?: StatementType };

/** Reads a statement as an import does: its rows, short, and what the report says. */
export function readStatement(
  text: string | Uint8Array,
  { hasAccount = true, type = 'TransactionImport', ...settings }: Reading = {},
) {
  const rows: ImportRow[] = [];
  const content = typeof text === 'string' ? Buffer.from(text) : text;
  const read = readImport(
    { content, type, settings, now: NOW, applySuggestions: 'all', hasAccount },
    (row) => rows.push(row),
  );
  const short = rows.map(({ values }) => [values.date, values.amount, values.name, values.notes]);
  return { ...read.report, warnings: sentences(read.report), rows, short };
}
