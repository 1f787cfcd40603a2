import type { Tx } from '../../postgres/connect.ts';
import { ofHousehold } from '../../postgres/plans.ts';
import type { ImportScope } from './scope.ts';

/**
 * Anchors the opening balance of every account that the session created: at the date that its record names, else the day before its
 * oldest dated record in the whole session, else two years ago. An account gets none if its export brought an opening anchor or
 * asked for none. The balance of a record is that with which its account opens, and no longer what it holds today.
 */
export async function anchorOpeningBalances(
  tx: Tx,
  scope: ImportScope,
  today: string,
): Promise<void> {
  await tx`
    with account as (
      select a.id, a.balance, coalesce(a.currency, h.currency) as currency, m.opening_date
      from import_id_map m
      join accounts a on a.id = m.record_id and a.household_id = ${scope.householdId}
      join households h on h.id = a.household_id
      where m.session_id = ${scope.sessionId}
        and m.source_type = 'Account'
        and not m.opening_skipped
        and a.balance is not null
        and not exists (
          select 1
          from valuations v
          where v.account_id = a.id
            and v.kind = 'opening_anchor'
        )
    ),
    anchor as (
      select account.*, coalesce(
        account.opening_date,
        least(
          (
            select min(date)
            from transactions t
            where ${ofHousehold(tx, scope.householdId)}
              and t.account_id = account.id
              and t.removed_at is null
          ),
          (select min(date) from trades t where t.account_id = account.id),
          (select min(date) from holdings t where t.account_id = account.id),
          (select min(date) from valuations t where t.account_id = account.id),
          (select min(date) from balances t where t.account_id = account.id)
        ) - 1,
        (${today}::date - interval '2 years')::date
      ) as date
      from account
    ),
    opened as (
      insert into valuations (
        household_id, account_id, date, kind, name, amount, currency, source, external_id)
      -- A record may have the first accepted day; the day before it would not be accepted.
      select ${scope.householdId}, id, greatest(date, date '1900-01-01'), 'opening_anchor', 'Opening balance', balance, currency,
        ${scope.source}, 'Opening:' || id
      from anchor
      on conflict (account_id, date) do nothing
      returning account_id
    )
    update accounts a
    set balance_at = null
    from opened
    where a.household_id = ${scope.householdId}
      and a.id = opened.account_id`;
  await tx`
    update import_id_map
    set opening_skipped = true
    where session_id = ${scope.sessionId}
      and source_type = 'Account'
      and not opening_skipped`;
}
