import { warning } from '#preflight/warnings/warning';
import type { Tx } from '../../postgres/connect.ts';
import { warnImport } from '../import-rows.ts';
import type { CsvScope } from './scope.ts';
import { ofImport } from './scope.ts';

/**
 * Warns of rows that are new although the same file seems to be in the ledger, where the same lines have another amount: another
 * release may have read the amounts otherwise, and rows of other amounts never match.
 */
export async function warnOfImportedBefore(
  tx: Tx,
  { householdId, importId }: CsvScope,
): Promise<void> {
  const scope = { householdId, importId };
  const found = await tx<{ id: string; day: string; count: number }[]>`
    select i.id, i.created_at::date::text as day, lines.count
    from imports own
    join imports i on i.household_id = own.household_id
      and i.id <> own.id
      and i.filename = own.filename
      and i.byte_size = own.byte_size
      and i.status in ('complete', 'publishing')
    cross join lateral (
      select count(*) filter (where r.verdict = 'new' and t.id is not null)::integer as count,
        bool_and((before.date, before.name, before.account_id) is not distinct from (r.date, r.name, r.account_id)) as is_same
      from import_rows r
      left join import_rows before on before.household_id = r.household_id
        and before.import_id = i.id
        and before.line = r.line
      left join transactions t on t.household_id = r.household_id
        and t.id = coalesce(before.of_id, before.record_id)
        and t.removed_at is null
        and before.amount <> r.amount
      where ${ofImport(tx, scope)}
    ) lines
    where own.household_id = ${householdId}
      and own.id = ${importId}
      and lines.is_same
      and lines.count > 0
    order by i.created_at desc
    limit 1`;
  const warnings = found.map((one) => warning('imported_before', { ...one }));
  await warnImport(tx, scope, ['imported_before'], warnings);
}
