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
 * Removes the opening balances that the import states, except those that a person has set since, and those that another list of
 * accounts states, too. Returns the accounts that had them.
 */
export function removeOpenings(tx: Tx, source: UndoSource) {
  return tx<Closed[]>`
    delete from valuations x
    where x.${ofHousehold(tx, source.householdId)}
      and x.id in (select id from undo_created where kind = 'valuations' and reason is null)
      and x.kind = 'opening_anchor'
      and not ${isSetByPerson(tx, source, tx`x`)}
      and not exists (select 1 from ${claimsOf(tx, source, tx`x.account_id`)} and claim.amount = x.amount offset 0)
    returning x.account_id, x.amount,
      x.source = ${IMPORT_SOURCE} or x.account_id in (select id from undo_created where kind = 'accounts') as is_opened`;
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
