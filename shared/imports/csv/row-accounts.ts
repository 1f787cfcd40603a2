import type { Tx } from '../../postgres/connect.ts';
import { joinWhole } from '../../postgres/plans.ts';
import type { CsvScope } from './scope.ts';
import { ofImport } from './scope.ts';

/**
 * Finds the account of each row: the one that the import names, else the household's oldest with exactly the name
 * in the row. A row whose account does not exist yet gets none.
 */
export async function resolveRowAccounts(tx: Tx, scope: CsvScope): Promise<void> {
  const { householdId, importId } = scope;
  const [named] = await tx<{ accountId: string | null }[]>`
    select account_id
    from imports
    where household_id = ${householdId}
      and id = ${importId}`;
  const accountId = named?.accountId ?? null;
  if (accountId === null) return resolveNamedAccounts(tx, scope);
  await tx`
    update import_rows r
    set account_id = ${accountId}
    where ${ofImport(tx, scope)}
      and r.account_id is distinct from ${accountId}`;
}

async function resolveNamedAccounts(tx: Tx, scope: CsvScope): Promise<void> {
  await joinWhole(tx, async () => {
    await tx`
      update import_rows r
      set account_id = known.id
      from (
        select distinct on (name) name, id
        from accounts
        where household_id = ${scope.householdId}
        order by name, created_at, id
      ) known
      where ${ofImport(tx, scope)}
        and r.account = known.name
        and r.account_id is distinct from known.id`;
    await tx`
      update import_rows r
      set account_id = null
      where ${ofImport(tx, scope)}
        and r.account_id is not null
        and not exists (
          select 1
          from accounts a
          where a.household_id = ${scope.householdId}
            and a.name = r.account
        )`;
  });
}

/** Creates the accounts that new rows name and the household lacks: Depository, in the currency of their first row. */
export async function createRowAccounts(tx: Tx, scope: CsvScope): Promise<number> {
  const made = await tx`
    insert into accounts (household_id, name, accountable_type, currency)
    select ${scope.householdId}, account, 'Depository', coalesce(currency, home)
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
    order by line`;
  if (made.count === 0) return 0;
  await resolveRowAccounts(tx, scope);
  return made.count;
}
