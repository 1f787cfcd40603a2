import { copiedColumns } from '../../ledger/record-columns.ts';
import type { Apply } from './scope.ts';
import { matchById } from './scope.ts';

const copied = copiedColumns('Account');

/** Accounts, identified by the session's id map. Without a currency, an account gets the household's. */
export const applyAccounts: Apply = async (tx, scope) => {
  const superseded = await matchById(tx, scope, 'Account');
  const updated = await tx`
    update accounts a
    set ${tx.unsafe(copied.fromStage)},
        currency = coalesce(s.currency, a.currency),
        balance_at = case when not coalesce(s.balance_is_opening, false) then now() end,
        updated_at = now()
    from stage_accounts s
    where s.known
      and a.id = s.id
      and a.household_id = ${scope.householdId}`;
  const created = await tx`
    insert into accounts (id, household_id, ${tx.unsafe(copied.names)}, currency, balance_at)
    select s.id, h.id, ${tx.unsafe(copied.staged)},
      case when s.currency_unknown then null else coalesce(s.currency, h.currency) end,
      case when s.balance is not null and not coalesce(s.balance_is_opening, false) then now() end
    from stage_accounts s
    join households h on h.id = ${scope.householdId}
    where not s.known`;
  // As if its connection had been deleted: the next connection that lists the account takes it over.
  await tx`
    insert into provider_accounts (
      household_id, account_id, provider_account_id, listed_name, content_scope, history_floor, ignored)
    select ${scope.householdId}, id, provider_account_id, provider_account_name, provider_digest_account_id,
      provider_history_floor, coalesce(provider_ignored, false)
    from stage_accounts
    where not known
      and provider_account_id is not null`;
  // The opening balance is anchored when the session ends: only then is the oldest record known.
  await tx`
    insert into import_id_map (
      session_id, household_id, source_type, source_id, record_id, opening_date, opening_skipped)
    select ${scope.sessionId}, ${scope.householdId}, 'Account', source_id, id, opening_date, opening_skipped
    from stage_accounts
    where not known
    on conflict (session_id, source_type, source_id) do update
    set record_id = excluded.record_id,
        adopted = false,
        opening_date = excluded.opening_date,
        opening_skipped = excluded.opening_skipped`;
  return { created: created.count, updated: updated.count + superseded };
};
