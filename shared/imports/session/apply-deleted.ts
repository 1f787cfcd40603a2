import { ofHousehold } from '../../postgres/plans.ts';
import { requireNamed } from './adopt-references.ts';
import { keepOwnCounterparts, removeBankRows } from './transaction-origins.ts';
import { countStaged, mapped } from './scope.ts';
import type { Apply } from './scope.ts';

/** Bank rows that a person deleted: stored as deleted, so that the bank's next list does not bring them back. */
export const applyDeletedTransactions: Apply = async (tx, scope) => {
  await requireNamed(tx, scope, 'DeletedTransaction');
  const removed = await removeBankRows(tx, scope);
  await keepOwnCounterparts(tx, scope, 'DeletedTransaction');
  const written = await tx`
    insert into transactions (
      household_id, account_id, date, first_seen_date, amount, currency, name, provider_merchant,
      provider_description, content_hash, source, external_id, import_session_id, removed_at, removed_reason)
    select h.id, a.id, s.date, s.date, s.amount, coalesce(s.currency, a.currency, h.currency),
      coalesce(s.provider_merchant, s.provider_description, 'Deleted'), s.provider_merchant, s.provider_description,
      decode(s.provider_digest, 'hex'), s.source, s.provider_id, ${scope.sessionId}, now(), 'user'
    from stage_deleted_transactions s
    join households h on h.id = ${scope.householdId}
    ${mapped(tx, scope, 'Account', 'account_ref')}
    join accounts a on a.${ofHousehold(tx, scope.householdId)} and a.id = m.record_id
    where s.source is not null`;
  const staged = await countStaged(tx, 'DeletedTransaction');
  return { created: written.count, updated: removed, skipped: staged - written.count - removed };
};
