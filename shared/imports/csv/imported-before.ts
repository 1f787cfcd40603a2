import { warning } from '#preflight/warnings/warning';
import type { Fragment, Tx } from '../../postgres/connect.ts';
import { warnImport } from '../import-rows.ts';
import { isInLedger } from '../match/live-of-money.ts';
import type { CsvScope } from './scope.ts';
import { ofImport } from './scope.ts';

/**
 * Warns of rows that are new although the same file seems to be in the ledger: another release may have read its amounts otherwise,
 * and rows of other amounts never match.
 */
export async function warnOfImportedBefore(
  tx: Tx,
  { householdId, importId }: CsvScope,
): Promise<void> {
  const scope = { householdId, importId };
  const days = (one: Fragment) => tx`
    select line, date
    from import_rows
    where household_id = ${householdId}
      and import_id = ${one}.id`;
  const found = await tx<{ id: string; day: string; count: number }[]>`
    select i.id, i.created_at::date::text as day, rows.count
    from imports own
    join imports i on i.household_id = own.household_id
      and i.id <> own.id
      and i.filename = own.filename
      and i.byte_size = own.byte_size
      and ${isInLedger(tx)}
      and not exists (
        ${days(tx`own`)}
        except
        ${days(tx`i`)}
      )
    cross join lateral (
      select count(*)::integer as count
      from import_rows r
      where ${ofImport(tx, scope)}
        and r.verdict = 'new'
    ) rows
    where own.household_id = ${householdId}
      and own.id = ${importId}
      and rows.count > 0
    order by i.created_at desc
    limit 1`;
  const warnings = found.map((one) => warning('imported_before', { ...one }));
  await warnImport(tx, scope, ['imported_before'], warnings);
}
