import type { AnySql } from '../../postgres/connect.ts';

/** Two transactions that are no transfer: a person said so. */
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

/** The household's transfers with these ids. */
export async function listTransfersById(
  sql: AnySql,
  householdId: string,
  ids: readonly string[],
): Promise<Transfer[]> {
  return sql<Transfer[]>`
    select id, inflow_transaction_id, outflow_transaction_id, status, notes, created_at, updated_at
    from transfers
    where household_id = ${householdId}
      and id = any(${ids as string[]}::uuid[])`;
}

/** The same of pairs that were rejected. */
export async function listRejectedById(
  sql: AnySql,
  householdId: string,
  ids: readonly string[],
): Promise<RejectedTransfer[]> {
  return sql<RejectedTransfer[]>`
    select id, inflow_transaction_id, outflow_transaction_id, created_at
    from rejected_transfers
    where household_id = ${householdId}
      and id = any(${ids as string[]}::uuid[])`;
}
