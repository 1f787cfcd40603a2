import { copiedColumns } from '../../ledger/record-columns.ts';
import { requireNamed } from './adopt-references.ts';
import { countWritten, mapped, matchById, rememberIds, stagedInAccounts } from './scope.ts';
import type { Apply } from './scope.ts';

const copied = copiedColumns('RecurringTransaction');

/** Recurring transactions; account and merchant are optional. */
export const applyRecurringTransactions: Apply = async (tx, scope) => {
  const superseded = await matchById(tx, scope, 'RecurringTransaction');
  await requireNamed(tx, scope, 'RecurringTransaction');
  const written = await tx<{ created: boolean }[]>`
    insert into recurring_transactions as t (
      id, household_id, account_id, merchant_id, currency, ${tx.unsafe(copied.names)})
    select s.id, h.id, a.id, merchant.record_id, coalesce(s.currency, a.currency, h.currency),
      ${tx.unsafe(copied.staged)}
    ${stagedInAccounts(tx, scope, 'RecurringTransaction')}
    ${mapped(tx, scope, 'Merchant', 'merchant_ref', 'merchant')}
    on conflict (id) do update
    set account_id = excluded.account_id,
        merchant_id = excluded.merchant_id,
        currency = excluded.currency,
        ${tx.unsafe(copied.fromExcluded)},
        updated_at = now()
    where t.household_id = excluded.household_id
    returning xmax = 0 as created`;
  await rememberIds(tx, scope, 'RecurringTransaction');
  return countWritten(written, written.length + superseded);
};
