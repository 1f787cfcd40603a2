import { ofHousehold } from '../../postgres/of-household.ts';
import { danglingReferences } from './adopt-references.ts';
import { keepOwnCounterparts } from './counterparts.ts';
import { missingReferences } from './scope.ts';
import type { Apply } from './scope.ts';

/** Rows of a bank that a person deleted: as after the deletion, so that the bank's next list does not bring them back. */
export const applyDeletedTransactions: Apply = async (tx, scope) => {
  const dangling = await danglingReferences(tx, scope, 'DeletedTransaction');
  if (dangling.linesCount > 0) return missingReferences('DeletedTransaction', dangling);
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
    join import_id_map m
      on m.session_id = ${scope.sessionId} and m.source_type = 'Account' and m.source_id = s.account_ref
    join accounts a on a.${ofHousehold(tx, scope.householdId)} and a.id = m.record_id
    where s.source is not null`;
  const [staged] = await tx<[{ count: number }]>`
    select count(*)::int as count
    from stage_deleted_transactions`;
  return { counts: { created: written.count, skipped: staged.count - written.count }, faults: [] };
};
