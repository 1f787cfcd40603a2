import type { AnySql, Fragment, Tx } from '../../postgres/connect.ts';
import { recordsOf, findRow, lockRows } from '../../postgres/household-rows.ts';
import { valueTable } from '../../postgres/value-table.ts';
import {
  TRANSFER_WINDOW_DAYS,
  TRANSFER_KINDS,
  transferKind,
} from '#preflight/rules/transfer-kinds';
import type { SidePair } from '../side.ts';
import { dissolveTransfers, markRemoved } from '../../ledger/transaction-removal.ts';
import { isPossiblePair, isPossibleSide } from './possible-sides.ts';

/**
 * The two transactions of each `pair`, by default of each transfer `f`, as `i` and `o`, by key. Not as plain joins: without
 * statistics on a household, as in the minute after its first sync, Postgres would first join all of its transactions with one
 * another.
 */
export function transferSides(sql: AnySql, pair = sql`f`): Fragment {
  const sideOf = (column: 'inflow_transaction_id' | 'outflow_transaction_id') => sql`
    cross join lateral (
      select *
      from transactions
      where household_id = ${pair}.household_id and id = ${pair}.${sql(column)}
      limit 1
    )`;
  return sql`${sideOf('inflow_transaction_id')} i ${sideOf('outflow_transaction_id')} o`;
}

/** Two transactions that a person rejected as a transfer. */
export interface RejectedTransfer {
  readonly id: string;
  readonly inflowTransactionId: string;
  readonly outflowTransactionId: string;
  readonly createdAt: Date;
}

/** Two transactions that are one movement of money. */
export interface Transfer extends RejectedTransfer {
  readonly status: 'pending' | 'confirmed';
  readonly notes: string | null;
  readonly updatedAt: Date;
}

export const { list: listTransfers } = recordsOf<Transfer>(
  'transfers',
  (sql) =>
    sql`id, inflow_transaction_id, outflow_transaction_id, status, notes, created_at, updated_at`,
);

export const { list: listRejectedTransfers } = recordsOf<RejectedTransfer>(
  'rejected_transfers',
  (sql) => sql`id, inflow_transaction_id, outflow_transaction_id, created_at`,
);

/** Pairs as a table `pair (inflow_id, outflow_id)`. */
export const pairTable = (tx: Tx, pairs: readonly SidePair[]) =>
  valueTable(tx, 'pair', pairs, { inflowId: 'uuid', outflowId: 'uuid' });

/**
 * Links the pairs that still fit, and gives their transactions the kinds of a transfer. Locks the rows first, so that no other
 * transaction pairs them meanwhile. A person's link stays valid whatever becomes of the two. Returns the linked pairs.
 */
export async function linkPairs(
  tx: Tx,
  householdId: string,
  pairs: readonly SidePair[],
  linkedBy: 'transfer' | 'user',
  now: Date,
): Promise<(SidePair & { id: string })[]> {
  if (pairs.length === 0) return [];
  const ids = pairs.flatMap(({ inflowId, outflowId }) => [inflowId, outflowId]);
  // Also protects against an import session that is just linking one of them: its foreign key waits for this lock.
  await lockRows(tx, 'transactions', householdId, ids);
  const linked = await tx<(SidePair & { id: string })[]>`
    insert into transfers (household_id, inflow_transaction_id, outflow_transaction_id, status, matched, rate)
    select ${householdId}::uuid, i.id, o.id, 'confirmed', ${linkedBy === 'transfer'},
      case when i.currency <> o.currency then round(-o.amount / i.amount, 12) end
    from ${pairTable(tx, pairs)}
    join transactions i on i.household_id = ${householdId} and i.id = pair.inflow_id
    join transactions o on o.household_id = ${householdId} and o.id = pair.outflow_id
    where i.id = any(${ids}::uuid[])
      and o.id = any(${ids}::uuid[])
      and ${isPossibleSide(tx, tx`i`)}
      and ${isPossibleSide(tx, tx`o`)}
      and ${isPossiblePair(tx, tx`o`, tx`i`)}
    returning id, inflow_transaction_id as inflow_id, outflow_transaction_id as outflow_id`;
  await setKinds(tx, householdId, linked, now);
  const sides = linked.flatMap(({ inflowId, outflowId }) => [inflowId, outflowId]);
  await tx`
    delete from transfer_suggestions
    where household_id = ${householdId}
      and (inflow_transaction_id = any(${sides}::uuid[]) or outflow_transaction_id = any(${sides}::uuid[]))`;
  return linked;
}

/** A kind that already describes a transfer stays. */
async function setKinds(tx: Tx, householdId: string, linked: readonly SidePair[], now: Date) {
  if (linked.length === 0) return;
  const destinations = await tx<{ id: string; type: string }[]>`
    select t.id, a.accountable_type as type
    from transactions t
    join accounts a on a.household_id = t.household_id and a.id = t.account_id
    where t.household_id = ${householdId}
      and t.id = any(${linked.map(({ inflowId }) => inflowId)}::uuid[])`;
  const typeOf = new Map(destinations.map(({ id, type }) => [id, type]));
  const sides = linked.flatMap(({ inflowId, outflowId }) => {
    const type = typeOf.get(inflowId) ?? '';
    return [
      { id: inflowId, kind: transferKind(true, type) },
      { id: outflowId, kind: transferKind(false, type) },
    ];
  });
  await tx`
    -- Updates even sides whose kind stays, so that a rules run that read one before sees that it has changed.
    update transactions t
    set kind = case when t.kind = any(${TRANSFER_KINDS as string[]}::text[]) then t.kind else side.kind end,
      updated_at = ${now}
    from ${valueTable(tx, 'side', sides, { id: 'uuid', kind: 'text' })}
    where t.household_id = ${householdId}
      and t.id = side.id
      and t.id = any(${sides.map(({ id }) => id)}::uuid[])`;
}

/**
 * Both sides of those transfers of these transactions that the service linked and that no longer fit: the bank corrected a sum or a
 * day, or no longer lists one of them.
 */
export async function listUnfit(
  sql: AnySql,
  householdId: string,
  ids: readonly string[],
): Promise<string[]> {
  const unfit = await sql<SidePair[]>`
    select f.inflow_transaction_id as inflow_id, f.outflow_transaction_id as outflow_id
    from (
      select * from transfers where matched and inflow_transaction_id = any(${ids as string[]}::uuid[])
      union
      select * from transfers where matched and outflow_transaction_id = any(${ids as string[]}::uuid[])
    ) f
    ${transferSides(sql)}
    where f.household_id = ${householdId}
      and (
        i.removed_at is not null
        or o.removed_at is not null
        or i.account_id = o.account_id
        or i.amount <= 0
        or o.amount >= 0
        or (i.currency = o.currency and i.amount <> -o.amount)
        -- Between two currencies, the rate was computed from the amounts that were linked.
        or (i.currency <> o.currency and f.rate is distinct from round(-o.amount / i.amount, 12))
        or abs(i.date - o.date) > ${TRANSFER_WINDOW_DAYS}::integer
      )`;
  return unfit.flatMap(({ inflowId, outflowId }) => [inflowId, outflowId]);
}

/**
 * Dissolves a transfer on behalf of a person, who says that the two do not belong together: they are never paired again. A
 * counterpart that a rule made of the other side is deleted. False if there is no such transfer.
 */
export async function rejectTransfer(
  tx: Tx,
  householdId: string,
  id: string,
  now: Date,
): Promise<boolean> {
  const sides = tx`inflow_transaction_id as inflow_id, outflow_transaction_id as outflow_id`;
  const lock = tx`for update`;
  const pair = await findRow<SidePair>(tx, 'transfers', sides, householdId, id, { lock });
  if (pair === null) return false;
  const ids = [pair.inflowId, pair.outflowId];
  await dissolveTransfers(tx, householdId, ids, now);
  await insertRejection(tx, householdId, pair);
  const mirrors = await tx<{ id: string }[]>`
    select id
    from transactions
    where household_id = ${householdId}
      and id = any(${ids}::uuid[])
      and mirror_of = any(${ids}::uuid[])`;
  const mirrorIds = mirrors.map((mirror) => mirror.id);
  await markRemoved(tx, householdId, mirrorIds, now);
  return true;
}

export async function insertRejection(
  tx: Tx,
  householdId: string,
  { inflowId, outflowId }: SidePair,
): Promise<void> {
  await tx`
    insert into rejected_transfers (household_id, inflow_transaction_id, outflow_transaction_id)
    values (${householdId}, ${inflowId}, ${outflowId})
    on conflict do nothing`;
}
