import { anchorOpenings, findOpeningImports } from '../../imports/csv/openings.ts';
import { IMPORT_SOURCE } from '../../imports/csv/scope.ts';
import type { UndoSource } from '../../changes/journal.ts';
import type { Fragment, Tx } from '../../postgres/connect.ts';
import { ofHousehold } from '../../postgres/plans.ts';
import { valueTable } from '../../postgres/value-table.ts';
import { claimsOf } from './in-use.ts';

/** Whether a person has set the opening balance `v` of an account since: the log shows requests. */
export const isSetByPerson = (tx: Tx, { householdId }: UndoSource, v: Fragment): Fragment => tx`(
  ${v}.kind = 'opening_anchor'
  and ${v}.updated_at <> ${v}.created_at
  and ${v}.id in (
    select unnest(e.record_ids)
    from changes e
    where e.household_id = ${householdId}
      and e.kind = 'valuations'
      and e.operation = 'updated'
      and e.cause = 'key'
  )
)`;

/** An account that lost its opening balance of this amount, and whether it was opened with it: it may be older than the import. */
interface Closed {
  accountId: string;
  amount: string;
  isOpened: boolean;
}

/**
 * Removes the opening balances that the import states, except those that a person has set since, those that another list of accounts
 * states, too, and those whose bookings stay. Returns the accounts that had them. Call it before bookings go.
 */
export async function removeOpenings(tx: Tx, source: UndoSource): Promise<readonly Closed[]> {
  const isOne = tx`x.${ofHousehold(tx, source.householdId)} and x.kind = 'opening_anchor'`;
  const isListed = tx`
    exists (select 1 from ${claimsOf(tx, source, tx`x.account_id`)} and claim.amount = x.amount offset 0)`;
  const stated = await tx<{ accountId: string }[]>`
    select x.account_id
    from valuations x
    where ${isOne}
      and x.id in (select id from undo_created where kind = 'valuations' and reason is null)
      and not ${isSetByPerson(tx, source, tx`x`)}
      and not ${isListed}`;
  if (stated.length === 0) return [];
  const standing = await findStanding(tx, source, idsOf(stated));
  const going = idsOf(stated).filter((id) => !standing.has(id));
  return tx<Closed[]>`
    delete from valuations x
    where ${isOne}
      and x.account_id = any(${going}::uuid[])
      and x.id in (select id from undo_created where kind = 'valuations')
    returning x.account_id, x.amount,
      x.source = ${IMPORT_SOURCE} or x.account_id in (select id from undo_created where kind = 'accounts') as is_opened`;
}

/**
 * Those of these accounts whose opening balance is right without the import, since all of its bookings there stay. It then belongs
 * to nobody, as they do; where other imports claim some of them, it goes with these, unless another statement opens the account.
 */
async function findStanding(
  tx: Tx,
  { householdId, sourceId }: UndoSource,
  accountIds: readonly string[],
): Promise<ReadonlySet<string>> {
  const whole = await tx<{ accountId: string; isShared: boolean }[]>`
    select t.account_id, bool_or(c.reason = 'claimed') as is_shared
    from undo_created c
    join transactions t on t.${ofHousehold(tx, householdId)} and t.id = c.id
    where c.kind = 'transactions'
      and t.account_id = any(${accountIds as string[]}::uuid[])
      and t.parent_id is null
      and t.removed_at is null
      and not t.pending
    group by t.account_id
    having bool_and(c.reason is not null)`;
  const [shared, own] = [true, false].map((is) =>
    idsOf(whole.filter(({ isShared }) => isShared === is)),
  ) as [string[], string[]];
  await tx`
    delete from undo_created c
    using valuations x
    where c.kind = 'valuations'
      and x.${ofHousehold(tx, householdId)}
      and x.id = c.id
      and x.kind = 'opening_anchor'
      and x.account_id = any(${own}::uuid[])`;
  const others = await findOpeningImports(tx, { householdId, importId: sourceId }, shared);
  const opened = new Set(others.flatMap((other) => other.accountIds));
  return new Set([...own, ...shared.filter((id) => !opened.has(id))]);
}

/**
 * Opens those of these accounts that stay as if the import had never been: with what the first of the other statements that can proves,
 * which has the opening balance from then on, else with none. Returns how many stay.
 */
export async function openAnew(
  tx: Tx,
  { householdId, sourceId }: UndoSource,
  closed: readonly Closed[],
): Promise<number> {
  if (closed.length === 0) return 0;
  const own = closed.filter(({ isOpened }) => isOpened);
  const heirs = await findOpeningImports(tx, { householdId, importId: sourceId }, idsOf(own));
  const opened: Omit<Closed, 'isOpened'>[] = [];
  for (const { importId, accountIds } of heirs) {
    const open = new Set(idsOf(opened));
    const missing = accountIds.filter((id) => !open.has(id));
    if (missing.length === 0) continue;
    const anchors = await anchorOpenings(tx, { householdId, importId }, missing);
    opened.push(...anchors);
    await tx`
      insert into changes (household_id, source_id, kind, operation, record_ids)
      select ${householdId}::uuid, ${importId}::uuid, 'valuations', 'inherited', ${anchors.map(({ id }) => id)}::uuid[]
      where ${anchors.length > 0}`;
  }
  const types = { accountId: 'uuid', amount: 'numeric' } as const;
  const stay = await tx<{ id: string }[]>`
    with stated as (
      update accounts a
      set balance = opened.amount, updated_at = now()
      from ${valueTable(tx, 'closed', own, types)}
      left join ${valueTable(tx, 'opened', opened, types)} using (account_id)
      where a.household_id = ${householdId}
        and a.id = closed.account_id
        -- Else a bank or a person says what it holds.
        and a.balance_at is null
        and a.balance = closed.amount
    )
    select id
    from accounts
    where household_id = ${householdId}
      and id = any(${idsOf(closed)}::uuid[])`;
  return stay.length;
}

const idsOf = (accounts: readonly { accountId: string }[]): string[] =>
  accounts.map(({ accountId }) => accountId);
