import type { Fragment, Tx } from '../../postgres/connect.ts';
import { countRows } from '../../postgres/page.ts';
import { valueTable } from '../../postgres/value-table.ts';
import type { LinkChoice } from './move-link.ts';
import type { Merge } from './pair-transactions.ts';
import { ofHousehold } from '../../postgres/plans.ts';

/** How many records moved, and how many the account already had. */
export interface MovedCounts {
  moved: number;
  joined: number;
}

/** Moves the transactions that the remaining account does not have. */
export async function moveTransactions(tx: Tx, merge: Merge): Promise<number> {
  const { householdId, fromId, intoId, now } = merge;
  // Another row of the account has this bank id, and only that row may be found by it.
  await tx`
    update transactions moved
    set external_id = null
    where household_id = ${householdId}
      and account_id = ${fromId}
      and external_id is not null
      and exists (
        select 1
        from transactions own
        where own.${ofHousehold(tx, householdId)}
          and own.account_id = (select ${intoId}::uuid)
          and own.source = moved.source
          and own.external_id = moved.external_id
        offset 0
      )`;
  await tx`
    update transaction_aliases moved
    set account_id = ${intoId}
    where household_id = ${householdId}
      and account_id = ${fromId}
      and not exists (
        select 1
        from transaction_aliases own
        where own.account_id = ${intoId}
          and own.external_id = moved.external_id
      )`;
  const { count } = await tx`
    update transactions
    set account_id = ${intoId},
      updated_at = ${now}
    where household_id = ${householdId}
      and account_id = ${fromId}`;
  return count;
}

/** Moves everything else. Where both accounts have a record in the same place, the remaining account's stays. */
export async function moveEntries(
  tx: Tx,
  merge: Merge,
  link: LinkChoice,
): Promise<Record<'trades' | 'holdings' | 'valuations' | 'balances', MovedCounts>> {
  const { householdId, fromId, intoId } = merge;
  if (link.both) {
    // Both links brought the same positions; the remaining link reads its own.
    await tx`
      delete from holdings
      where household_id = ${householdId}
        and account_id = ${link.adopts ? intoId : fromId}
        and source = 'provider'`;
  }
  await tx`
    update valuations moved
    set kind = 'reconciliation'
    where household_id = ${householdId}
      and account_id = ${fromId}
      and kind <> 'reconciliation'
      and exists (
        select 1
        from valuations own
        where own.household_id = ${householdId}
          and own.account_id = ${intoId}
          and own.kind = moved.kind
      )`;
  const twins = await joinTwinTrades(tx, merge);
  const isSameTrade = tx`own.source = moved.source and own.external_id = moved.external_id`;
  const trades = await moveTable(tx, merge, 'trades', isSameTrade);
  return {
    trades: { ...trades, joined: trades.joined + twins },
    holdings: await moveTable(
      tx,
      merge,
      'holdings',
      tx`case
        when moved.external_id is null then own.external_id is null
          and (own.security_id, own.date, own.currency) = (moved.security_id, moved.date, moved.currency)
        else (own.source, own.external_id) = (moved.source, moved.external_id)
      end`,
    ),
    valuations: await moveTable(tx, merge, 'valuations', tx`own.date = moved.date`),
    balances: await moveTable(
      tx,
      merge,
      'balances',
      tx`(own.date, own.currency) = (moved.date, moved.currency)`,
    ),
  };
}

/** Trades with the same security, day, quantity and price, one to one. */
async function joinTwinTrades(tx: Tx, { householdId, fromId, intoId }: Merge): Promise<number> {
  const numbered = (accountId: string) => tx`
    select id, security_id, date, quantity, price, row_number() over (
      partition by security_id, date, quantity, price order by created_at, id
    ) as place
    from trades
    where household_id = ${householdId}
      and account_id = ${accountId}`;
  const twins = await tx<{ fromId: string; intoId: string }[]>`
    select f.id as from_id, i.id as into_id
    from (${numbered(fromId)}) f
    join (${numbered(intoId)}) i using (security_id, date, quantity, price, place)`;
  if (twins.length === 0) return 0;
  const pair = valueTable(tx, 'pair', twins, { fromId: 'uuid', intoId: 'uuid' });
  await tx`
    update trades kept
    set notes = coalesce(kept.notes, gone.notes),
      investment_activity_label = coalesce(kept.investment_activity_label, gone.investment_activity_label)
    from ${pair}
    join trades gone on gone.household_id = ${householdId} and gone.id = pair.from_id
    where kept.household_id = ${householdId}
      and kept.id = pair.into_id`;
  await tx`
    delete from trades
    where household_id = ${householdId}
      and id in (select from_id from ${pair})`;
  return twins.length;
}

/** Moves the records of a table, but for those for which `isSame` says that the remaining account has them as `own`. */
export async function moveTable(
  tx: Tx,
  { householdId, fromId, intoId, now }: Merge,
  table: string,
  isSame: Fragment,
): Promise<MovedCounts> {
  const source = tx`from ${tx(table)} where household_id = ${householdId} and account_id = ${fromId}`;
  const before = await countRows(tx, source);
  // What remains stands for both records now: undoing the import that brought it would lose the other.
  await tx`
    insert into changes (household_id, source_id, kind, operation, record_id)
    select distinct ${householdId}::uuid, j.source_id, ${table}, 'joined', own.id
    from ${tx(table)} moved
    join ${tx(table)} own on own.household_id = ${householdId} and own.account_id = ${intoId} and ${isSame}
    join changes j on j.household_id = ${householdId} and j.source_id is not null and j.kind = ${table}
      and own.id = any(j.record_ids)
    where moved.household_id = ${householdId}
      and moved.account_id = ${fromId}`;
  const { count: moved } = await tx`
    update ${tx(table)} moved
    set account_id = ${intoId},
      updated_at = ${now}
    where household_id = ${householdId}
      and account_id = ${fromId}
      and not exists (
        select 1
        from ${tx(table)} own
        where own.household_id = ${householdId}
          and own.account_id = ${intoId}
          and ${isSame}
      )`;
  return { moved, joined: before - moved };
}
