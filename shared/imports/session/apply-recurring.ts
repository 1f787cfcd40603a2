import { copiedColumns } from '../../ledger/record-columns.ts';
import { danglingReferences } from './adopt-references.ts';
import type { Apply } from './scope.ts';
import { matchById, missingReferences, rememberIds } from './scope.ts';

const copied = copiedColumns('RecurringTransaction');

/** Recurring transactions; account and merchant are optional. */
export const applyRecurringTransactions: Apply = async (tx, scope) => {
  const superseded = await matchById(tx, scope, 'RecurringTransaction');
  const dangling = await danglingReferences(tx, scope, 'RecurringTransaction');
  if (dangling.linesCount > 0) return missingReferences('RecurringTransaction', dangling);
  const written = await tx<{ known: boolean }[]>`
    insert into recurring_transactions as t (
      id, household_id, account_id, merchant_id, currency, ${tx.unsafe(copied.names)})
    select s.id, h.id, a.id, m.record_id, coalesce(s.currency, a.currency, h.currency),
      ${tx.unsafe(copied.staged)}
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
        currency = excluded.currency,
        ${tx.unsafe(copied.fromExcluded)},
        updated_at = now()
    where t.household_id = excluded.household_id
    returning xmax <> 0 as known`;
  await rememberIds(tx, scope, 'RecurringTransaction');
  const created = written.filter((row) => !row.known).length;
  return { counts: { created, updated: written.length - created + superseded }, faults: [] };
};
