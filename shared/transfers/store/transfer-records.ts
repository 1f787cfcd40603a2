import { recordsOf } from '../../postgres/household-rows.ts';

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
