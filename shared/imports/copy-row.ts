import { copyLine } from '../postgres/driver/copy-text.ts';
import type { ImportRow } from '#preflight/rows/import-row';

export const COPIED_COLUMNS = [
  'household_id',
  'import_id',
  'line',
  'verdict',
  'date',
  'amount',
  'currency',
  'name',
  'category',
  'tags',
  'notes',
  'account',
  'pending',
  'more',
  'errors',
  'warnings',
  'account_id',
] as const;

/** A row of an import as a line of a `copy` into import_rows. */
export function copyRow(
  {
    householdId,
    importId,
    accountId,
  }: { householdId: string; importId: string; accountId: string | null },
  { line, values, more, errors, warnings }: ImportRow,
): string {
  return copyLine([
    householdId,
    importId,
    line,
    errors.length > 0 ? 'invalid' : 'new',
    values.date,
    values.amount,
    values.currency,
    values.name,
    values.category,
    values.tags,
    values.notes,
    values.account,
    values.pending,
    JSON.stringify(more),
    JSON.stringify(errors),
    JSON.stringify(warnings),
    accountId,
  ]);
}
