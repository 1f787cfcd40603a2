import type { Tx } from '../../postgres/connect.ts';
import { excerpt } from '#preflight/text';
import { warning } from '#preflight/warnings/warning';
import type { Warning } from '#preflight/warnings/warning';
import { ofHousehold } from '../../postgres/plans.ts';
import { warnImport } from '../import-rows.ts';
import { isBooking } from './claims.ts';
import type { CsvScope } from './scope.ts';
import { ofImport } from './scope.ts';

/**
 * Updates pending transactions. A booking of the import replaces its pending transaction in place, whether excluded or locked.
 * One that the file lists as pending again is no longer stale. One that the file should list, but does not, becomes stale and
 * is named in a warning. If a booking may be one of several, a person is asked. Call it after the new rows are written.
 */
export async function bookPending(tx: Tx, scope: CsvScope): Promise<void> {
  const { householdId } = scope;
  await tx`
    update transactions t
    set date = r.date,
        amount = r.amount,
        currency = coalesce(r.currency, t.currency),
        name = case
          when t.locked_attributes ? 'name' or t.rule_attributes ? 'name' then t.name
          else coalesce(r.name, t.name)
        end,
        import_external_id = coalesce(r.more ->> 'external_id', t.import_external_id),
        pending = false,
        stale_pending = false,
        updated_at = now()
    from import_rows r
    where ${ofImport(tx, scope)}
      and r.verdict = 'update'
      and t.${ofHousehold(tx, householdId)}
      and t.id = r.of_id
      and ${isBooking(tx)}`;
  await tx`
    update transactions t
    set stale_pending = false,
        updated_at = now()
    from import_rows r
    where ${ofImport(tx, scope)}
      and r.pending
      and r.verdict in ('duplicate', 'update')
      and t.${ofHousehold(tx, householdId)}
      and t.id = r.of_id
      and t.stale_pending`;
  await tx`
    insert into transaction_suggestions (household_id, transaction_id, candidate_ids)
    select r.household_id, r.record_id, d.candidates
    from match_doubts d
    join import_rows r on r.record_id = d.ref
    where ${ofImport(tx, scope)}
      and r.verdict = 'new'
    on conflict (transaction_id) do nothing`;
  const stale = await tx<{ date: string; amount: string; currency: string; name: string }[]>`
    update transactions t
    set stale_pending = true,
        updated_at = now()
    from match_stale s
    where t.${ofHousehold(tx, householdId)}
      and t.id = s.id
    returning t.date, t.amount, t.currency, t.name`;
  const named = stale.map(({ date, amount, currency, name }) =>
    [date, amount, currency, excerpt(name)].join(' '),
  );
  if (named.length > 0) await warnImport(tx, scope, staleWarning(named));
}

const NAMED_MAX = 5;

function staleWarning(rows: readonly string[]): Warning {
  const named = rows.toSorted().slice(0, NAMED_MAX).join('; ');
  const transactions = named + (rows.length > NAMED_MAX ? '; …' : '');
  return warning('pending_missing', { count: rows.length, transactions });
}
