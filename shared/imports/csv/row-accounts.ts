import type { Fragment, Tx } from '../../postgres/connect.ts';
import { findRow } from '../../postgres/household-rows.ts';
import { joinWhole } from '../../postgres/plans.ts';
import type { CsvScope } from './scope.ts';
import { anchorOpenings, openingsOf } from './openings.ts';
import { ofImport } from './scope.ts';

/**
 * Sets the account of each row: the one that the import names, else one with exactly the name in the row, else one with that as
 * its number, else one into which such an account was merged. Of several, prefers one in the row's currency, then the oldest. Else the
 * only one whose name differs in letter case and blanks. A row whose account does not exist yet gets none.
 */
export async function resolveRowAccounts(tx: Tx, scope: CsvScope): Promise<void> {
  const { householdId, importId } = scope;
  type Named = { accountId: string | null };
  const named = await findRow<Named>(tx, 'imports', tx`account_id`, householdId, importId);
  const accountId = named?.accountId ?? null;
  if (accountId === null) await resolveNamedAccounts(tx, scope);
  else await resolveOneAccount(tx, scope, accountId);
}

async function resolveOneAccount(tx: Tx, scope: CsvScope, accountId: string): Promise<void> {
  await tx`
    update import_rows r
    set account_id = ${accountId}
    where ${ofImport(tx, scope)}
      and r.account_id is distinct from ${accountId}`;
}

async function resolveNamedAccounts(tx: Tx, scope: CsvScope): Promise<void> {
  const text = tx`replace(w.account, ' ', '')`;
  const among = (place: number, isIt: Fragment) => tx`
    select w.account, w.currency, a.id, a.created_at, a.currency = w.currency as is_alike, ${place}::integer as place,
      count(*) over (partition by w.account, w.currency) as ways
    from wanted w
    join accounts a on a.household_id = ${scope.householdId} and ${isIt}`;
  await joinWhole(tx, async () => {
    await tx`
      with wanted as (
        select distinct account, currency
        from import_rows r
        where ${ofImport(tx, scope)}
          and account is not null
      ), found as (
        select distinct on (account, currency) account, currency, id
        from (
          ${among(1, tx`a.name = w.account`)}
          union all
          ${among(2, tx`a.number = ${text}`)}
          union all
          ${among(2, tx`a.number || a.currency = ${text}`)}
          union all
          ${among(3, tx`a.former_names && array[w.account, ${text}]`)}
          union all
          select *
          from (${among(4, tx`compared_name(a.name) = compared_name(w.account)`)}) alike
          where ways = 1
        ) named
        order by account, currency, place, is_alike desc nulls last, created_at, id
      )
      update import_rows r
      set account_id = found.id
      from wanted w
      left join found on found.account = w.account and found.currency is not distinct from w.currency
      where ${ofImport(tx, scope)}
        and r.account = w.account
        and coalesce(r.currency, '') = coalesce(w.currency, '')
        and r.account_id is distinct from found.id`;
    await tx`
      update import_rows r
      set account_id = null
      where ${ofImport(tx, scope)}
        and r.account_id is not null
        and r.account is null`;
  });
}

/**
 * Creates accounts that new rows name and the household lacks: Depository, in the first currency of the rows, with the opening
 * balance that a statement proves. Their number keeps the name, so files find them once renamed.
 */
export async function createRowAccounts(
  tx: Tx,
  scope: CsvScope,
): Promise<{ accounts: number; valuations: number }> {
  const made = await tx<{ id: string }[]>`
    insert into accounts (household_id, name, accountable_type, currency, number, balance)
    select ${scope.householdId}, account, 'Depository', coalesce(currency, home),
      replace(regexp_replace(account, ' ' || coalesce(currency, home) || '$', ''), ' ', ''),
      (select amount from (${openingsOf(tx, scope)}) opening where opening.account = missing.account)
    from (
      select distinct on (r.account) r.account, r.currency, h.currency as home, r.line
      from import_rows r
      join households h on h.id = r.household_id
      where ${ofImport(tx, scope)}
        and r.verdict = 'new'
        and r.account_id is null
        and r.account is not null
      order by r.account, r.currency is null, r.line
    ) missing
    order by line
    returning id`;
  if (made.length === 0) return { accounts: 0, valuations: 0 };
  await resolveRowAccounts(tx, scope);
  const ids = made.map(({ id }) => id);
  return { accounts: made.length, valuations: (await anchorOpenings(tx, scope, ids)).length };
}
