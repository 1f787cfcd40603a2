import type { RecordTypeName } from '../../imports/ndjson/record-types.ts';
import {
  readAccount,
  readBudget,
  readBudgetCategory,
  readCategory,
  readMerchant,
  readRecurringTransaction,
  readTag,
} from './entity-records.ts';
import {
  readBalance,
  readRejectedTransfer,
  readTransaction,
  readTransfer,
  readValuation,
} from './entry-records.ts';
import { readHolding, readTrade } from './investment-records.ts';
import type { RecordData, StagedRow } from './fields.ts';

/** Reads one record into staging rows. Null: the record is skipped. Throws RecordRejected. */
export type RecordReader = (data: RecordData) => readonly StagedRow[] | null;

/** How each type is read; rules go their own way, they are written by name. */
export const RECORD_READERS: Readonly<Record<Exclude<RecordTypeName, 'Rule'>, RecordReader>> = {
  Account: readAccount,
  Balance: readBalance,
  Category: readCategory,
  Tag: readTag,
  Merchant: readMerchant,
  RecurringTransaction: readRecurringTransaction,
  Transaction: readTransaction,
  Transfer: readTransfer,
  RejectedTransfer: readRejectedTransfer,
  Trade: readTrade,
  Holding: readHolding,
  Valuation: readValuation,
  Budget: readBudget,
  BudgetCategory: readBudgetCategory,
};
