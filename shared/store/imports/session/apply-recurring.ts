import type { Apply, DanglingRow } from './scope.ts';
import { findFaults, matchById, missingReferences, rememberIds } from './scope.ts';

/** Recurring transactions; account and merchant are optional. */
export const applyRecurringTransactions: Apply = async (tx, scope) => {
  const superseded = await matchById(tx, scope, 'RecurringTransaction');
  const dangling = await findFaults<DanglingRow>(
    tx,
    tx`
    select s.line, r.place, r.source_type, r.source_id
    from stage_recurring_transactions s
    cross join lateral (values (1, 'Account', s.account_ref), (2, 'Merchant', s.merchant_ref))
      as r (place, source_type, source_id)
    left join import_id_map m
      on m.session_id = ${scope.sessionId}
      and m.source_type = r.source_type
      and m.source_id = r.source_id
    where r.source_id is not null
      and m.record_id is null`,
  );
  if (dangling.linesCount > 0) return missingReferences('RecurringTransaction', dangling);
  const written = await tx<{ known: boolean }[]>`
    insert into recurring_transactions as t (
      id, household_id, account_id, merchant_id, name, amount, currency, expected_day_of_month,
      last_occurrence_date, next_expected_date, status, occurrence_count)
    select s.id, h.id, a.id, m.record_id, s.name, s.amount, coalesce(s.currency, a.currency, h.currency),
      s.expected_day_of_month, s.last_occurrence_date, s.next_expected_date, s.status, s.occurrence_count
    from stage_recurring_transactions s
    join households h on h.id = ${scope.householdId}
    left join import_id_map am
      on am.session_id = ${scope.sessionId} and am.source_type = 'Account' and am.source_id = s.account_ref
    left join accounts a on a.id = am.record_id
    left join import_id_map m
      on m.session_id = ${scope.sessionId} and m.source_type = 'Merchant' and m.source_id = s.merchant_ref
    on conflict (id) do update
    set account_id = excluded.account_id,
        merchant_id = excluded.merchant_id,
        name = excluded.name,
        amount = excluded.amount,
        currency = excluded.currency,
        expected_day_of_month = excluded.expected_day_of_month,
        last_occurrence_date = excluded.last_occurrence_date,
        next_expected_date = excluded.next_expected_date,
        status = excluded.status,
        occurrence_count = excluded.occurrence_count,
        updated_at = now()
    where t.household_id = excluded.household_id
    returning xmax <> 0 as known`;
  await rememberIds(tx, scope, 'RecurringTransaction');
  const created = written.filter((row) => !row.known).length;
  return { counts: { created, updated: written.length - created + superseded }, faults: [] };
};
