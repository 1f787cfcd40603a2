import {
  accountField,
  amountField,
  categoryField,
  currencyField,
  dateField,
  entityTypeField,
  externalIdField,
  feeField,
  statusField,
  inflowField,
  nameField,
  notesField,
  outflowField,
  tagsField,
} from './common-fields.ts';
import { USUAL_ROWS_MAX } from './csv-type.ts';
import { understandTransaction } from './row-values.ts';
import type { CsvTypeSpec } from './csv-type.ts';

/** Transactions of one or more accounts: what a bank exports. */
export const transactionImport: CsvTypeSpec = {
  type: 'TransactionImport',
  fields: [
    { ...dateField, required: true },
    { ...amountField, required: true },
    outflowField,
    inflowField,
    feeField,
    nameField,
    currencyField,
    categoryField,
    tagsField,
    accountField,
    notesField,
    entityTypeField,
    externalIdField,
    statusField,
  ],
  usualRowsMax: USUAL_ROWS_MAX,
  understand: understandTransaction,
};
