import type { AnySql, Fragment, Tx } from '../../postgres/connect.ts';
import type { SidePair } from '../side.ts';
import { listTransactionsById, type Transaction } from '../../ledger/transactions.ts';
import {
  listRows,
  newestFirst,
  withRows,
  type Page,
  type PageRequest,
} from '../../postgres/page.ts';
import { isPossiblePair, isPossibleSide } from './possible-sides.ts';
import { transferSides, insertRejection, linkPairs, pairTable } from './transfers.ts';

/** A departure and an arrival that may be a transfer; the service could not tell. */
export interface TransferSuggestion {
  readonly id: string;
  readonly outflow: Transaction;
  readonly inflow: Transaction;
  readonly createdAt: Date;
}

interface SuggestionRow extends SidePair {
  readonly id: string;
  readonly createdAt: Date;
}

/** Suggestions whose two transactions could still be paired. */
const open = (sql: AnySql, householdId: string, accountId: string | undefined): Fragment => sql`
  from transfer_suggestions s
  ${transferSides(sql, sql`s`)}
  where s.household_id = ${householdId}
    ${accountId === undefined ? sql`` : sql`and ${accountId} in (i.account_id, o.account_id)`}
    and ${isPossibleSide(sql, sql`i`)}
    and ${isPossibleSide(sql, sql`o`)}
    and ${isPossiblePair(sql, sql`o`, sql`i`)}`;

const columns = (sql: AnySql): Fragment =>
  sql`s.id, s.inflow_transaction_id as inflow_id, s.outflow_transaction_id as outflow_id, s.created_at`;

export function listTransferSuggestions(
  sql: AnySql,
  householdId: string,
  page: PageRequest,
  { accountId }: { accountId?: string | undefined } = {},
): Promise<Page<TransferSuggestion>> {
  const matching = open(sql, householdId, accountId);
  const listed = listRows<SuggestionRow>(sql, page, matching, newestFirst('s'), columns(sql));
  return withRows(listed, async (rows) => {
    const ids = rows.flatMap(({ inflowId, outflowId }) => [inflowId, outflowId]);
    const found = await listTransactionsById(sql, householdId, [...new Set(ids)]);
    const byId = new Map(found.map((transaction) => [transaction.id, transaction]));
    return rows.flatMap(({ id, inflowId, outflowId, createdAt }) => {
      const [inflow, outflow] = [byId.get(inflowId), byId.get(outflowId)];
      // One of them was deleted between the two statements, and the suggestion with it.
      return inflow && outflow ? [{ id, inflow, outflow, createdAt }] : [];
    });
  });
}

/** Links the two on behalf of a person. Returns the id of the transfer; null if the suggestion no longer exists. */
export async function acceptTransferSuggestion(
  tx: Tx,
  householdId: string,
  id: string,
  now: Date,
): Promise<string | null> {
  const [suggestion] = await tx<SuggestionRow[]>`
    select ${columns(tx)} ${open(tx, householdId, undefined)}
      and s.id = ${id}
    for update of s`;
  if (suggestion === undefined) return null;
  const [transfer] = await linkPairs(tx, householdId, [suggestion], 'user', now);
  return transfer?.id ?? null;
}

/** Stores that the two are no transfer. False if there is no such suggestion. */
export async function dismissTransferSuggestion(
  tx: Tx,
  householdId: string,
  id: string,
): Promise<boolean> {
  const [dismissed] = await tx<SidePair[]>`
    delete from transfer_suggestions
    where household_id = ${householdId} and id = ${id}
    returning inflow_transaction_id as inflow_id, outflow_transaction_id as outflow_id`;
  if (dismissed === undefined) return false;
  await insertRejection(tx, householdId, dismissed);
  return true;
}

/** Replaces the suggestions of the judged transactions by `pairs`; those that remain keep their ids. */
export async function replaceTransferSuggestions(
  tx: Tx,
  householdId: string,
  judgedIds: readonly string[],
  pairs: readonly SidePair[],
): Promise<void> {
  const pair = pairTable(tx, pairs);
  await tx`
    delete from transfer_suggestions s
    where s.household_id = ${householdId}
      and (
        s.inflow_transaction_id = any(${judgedIds as string[]}::uuid[])
        or s.outflow_transaction_id = any(${judgedIds as string[]}::uuid[])
      )
      and not exists (
        select 1
        from ${pair}
        where pair.inflow_id = s.inflow_transaction_id and pair.outflow_id = s.outflow_transaction_id
      )`;
  // A transaction that a sync has deleted meanwhile is left out by the join.
  await tx`
    insert into transfer_suggestions (household_id, inflow_transaction_id, outflow_transaction_id)
    select ${householdId}::uuid, i.id, o.id
    from ${pair}
    join transactions i on i.household_id = ${householdId} and i.id = pair.inflow_id
    join transactions o on o.household_id = ${householdId} and o.id = pair.outflow_id
    where i.id = any(${pairs.map(({ inflowId }) => inflowId)}::uuid[])
      and o.id = any(${pairs.map(({ outflowId }) => outflowId)}::uuid[])
    on conflict do nothing`;
}
