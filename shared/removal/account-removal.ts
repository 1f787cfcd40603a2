import type { Tx } from '../postgres/connect.ts';
import { untilNone } from '../postgres/walk.ts';
import { deleteRow, lockRows } from '../postgres/household-rows.ts';
import { blockHolders } from '../queue/leases.ts';
import { insertRemovedProviderAccount } from '../sync/store/removed-provider-accounts.ts';
import { dissolveTransfers } from '../ledger/transaction-removal.ts';
import { ofHousehold } from '../postgres/plans.ts';

/** Each deletion looks a transaction up in ten other tables, so a statement that deletes this many takes about a second. */
const DELETED_ROWS = 2000;

/**
 * Waits for syncs that write to these accounts, and blocks further ones until the transaction ends. A sync locks
 * its lease first, so this must precede any other lock. Returns the accounts that exist.
 */
export async function lockAccounts(
  tx: Tx,
  householdId: string,
  accountIds: readonly string[],
): Promise<Set<string>> {
  const connections = await tx<{ id: string }[]>`
    select distinct connection_id as id
    from provider_accounts
    where household_id = ${householdId}
      and account_id = any(${accountIds as string[]}::uuid[])
      -- A deleted connection has no syncs.
      and connection_id is not null`;
  const resources = connections.map(({ id }) => id);
  await blockHolders(tx, householdId, 'sync', resources);
  return lockRows(tx, 'accounts', householdId, accountIds);
}

/**
 * Deletes an account with its contents; its connection will not bring it back. Transfers to other accounts are
 * dissolved, and counterparts that rules created there are deleted. False: not found.
 */
export async function removeAccount(
  tx: Tx,
  householdId: string,
  id: string,
  now: Date,
): Promise<boolean> {
  if (!(await lockAccounts(tx, householdId, [id])).has(id)) return false;
  await insertRemovedProviderAccount(tx, householdId, id, now);
  const paired = await tx<{ id: string }[]>`
    select t.id
    from transfers f
    cross join lateral (
      select id
      from transactions
      where ${ofHousehold(tx, householdId)}
        and id in (f.inflow_transaction_id, f.outflow_transaction_id)
        and account_id = ${id}
      offset 0
    ) t
    where f.household_id = ${householdId}`;
  const ids = paired.map(({ id }) => id);
  await dissolveTransfers(tx, householdId, ids, now);
  await deleteTransactions(tx, householdId, id);
  return deleteRow(tx, 'accounts', householdId, id);
}

/** Uses several statements: a cascade from the account would exceed the statement timeout for a long history. */
async function deleteTransactions(tx: Tx, householdId: string, accountId: string): Promise<void> {
  await untilNone(
    async () => tx`
    delete from transactions
    where ${ofHousehold(tx, householdId)}
      and id in (
        select id
        from transactions
        where household_id = ${householdId}
          and account_id = ${accountId}
        limit ${DELETED_ROWS}
      )`,
  );
}
