import type { PendingQuery, Row } from 'postgres';
import type { Tx } from '../../../db/connect.ts';
import type { ImportSummary } from '../imports.ts';
import type { CsvScope } from './scope.ts';

/** The result of undoing one kind of record. */
export interface Undone {
  kept: NonNullable<ImportSummary['kept']>;
  count: number;
}

/** Whether something else uses the record `x`, of a kind that publishing creates besides the rows. */
const IN_USE: Readonly<Record<string, (tx: Tx) => PendingQuery<Row[]>>> = {
  tags: (tx) => tx`
    exists (select 1 from transaction_tags u where u.tag_id = x.id)
    or ${namedByRule(tx)}`,
  merchants: (tx) => tx`
    exists (select 1 from transactions u where u.household_id = x.household_id and u.merchant_id = x.id)
    or exists (select 1 from recurring_transactions u where u.household_id = x.household_id and u.merchant_id = x.id)
    or ${namedByRule(tx)}`,
  categories: (tx) => tx`
    exists (select 1 from transactions u where u.household_id = x.household_id and u.category_id = x.id)
    or exists (select 1 from categories u where u.household_id = x.household_id and u.parent_id = x.id)
    or exists (select 1 from budget_categories u where u.household_id = x.household_id and u.category_id = x.id)
    or ${namedByRule(tx)}`,
  securities: (tx) => tx`
    exists (select 1 from trades u where u.household_id = x.household_id and u.security_id = x.id)
    or exists (select 1 from holdings u where u.household_id = x.household_id and u.security_id = x.id)`,
  accounts: (tx) => tx`
    exists (select 1 from transactions u where u.household_id = x.household_id and u.account_id = x.id)
    or exists (select 1 from trades u where u.household_id = x.household_id and u.account_id = x.id)
    or exists (select 1 from holdings u where u.household_id = x.household_id and u.account_id = x.id)
    or exists (
      select 1
      from valuations u
      where u.household_id = x.household_id
        and u.account_id = x.id
        -- The opening anchor that came with the account.
        and not (u.kind = 'opening_anchor' and u.source = 'csv_import')
    )
    or exists (select 1 from balances u where u.household_id = x.household_id and u.account_id = x.id)
    or exists (select 1 from provider_accounts u where u.household_id = x.household_id and u.account_id = x.id)
    or exists (select 1 from recurring_transactions u where u.household_id = x.household_id and u.account_id = x.id)
    or exists (
      select 1
      from imports u
      where u.household_id = x.household_id
        and u.account_id = x.id
        and u.status in ('publishing', 'complete')
    )
    or ${namedByRule(tx)}`,
};

/** Rules name records by id, in their conditions and actions. */
const namedByRule = (tx: Tx) => tx`
  exists (
    select 1
    from rules u
    where u.household_id = x.household_id
      and (position(x.id::text in u.conditions::text) > 0 or position(x.id::text in u.actions::text) > 0)
  )`;

/** Whether something else uses the record `x` of the table. */
export function isInUse(tx: Tx, table: string): PendingQuery<Row[]> {
  return IN_USE[table]?.(tx) ?? tx`false`;
}

/** Records go before those that they refer to; child categories before their parents. */
const UNUSED_ORDER = ['tags', 'merchants', 'categories', 'categories', 'securities', 'accounts'];

/** Removes the records that publishing created besides the rows and that are no longer in use. */
export async function removeUnused(tx: Tx, scope: CsvScope): Promise<Record<string, number>> {
  const removed: Record<string, number> = {};
  for (const kind of UNUSED_ORDER) {
    const gone = await tx`
      delete from ${tx(kind)} x
      using import_effects e
      where e.household_id = ${scope.householdId}
        and e.import_id = ${scope.importId}
        and e.kind = ${kind}
        and e.before is null
        and x.household_id = e.household_id
        and x.id = e.record_id
        and not (${isInUse(tx, kind)})`;
    removed[kind] = (removed[kind] ?? 0) + gone.count;
  }
  return removed;
}
