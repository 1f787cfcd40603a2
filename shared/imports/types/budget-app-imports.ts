import {
  accountField,
  amountField,
  categoryField,
  currencyField,
  dateField,
  entityTypeField,
  inflowField,
  nameField,
  notesField,
  outflowField,
  tagsField,
} from './common-fields.ts';
import { PUBLISH_ROWS_MAX } from './csv-type.ts';
import type { CsvTypeSpec } from './csv-type.ts';

/**
 * Exports of three budget apps: transactions whose headers and date format are known, so the
 * labels are filled in when the client sends none.
 */
export const budgetAppOneImport: CsvTypeSpec = {
  type: 'BudgetAppOneImport',
  fields: [
    { ...dateField, required: true, defaultLabel: 'Date' },
    { ...amountField, required: true, defaultLabel: 'Amount' },
    outflowField,
    inflowField,
    { ...nameField, defaultLabel: 'Description' },
    { ...currencyField, defaultLabel: 'Currency' },
    { ...accountField, defaultLabel: 'Account Name' },
    { ...categoryField, defaultLabel: 'Category' },
    { ...tagsField, defaultLabel: 'Labels' },
    { ...notesField, defaultLabel: 'Notes' },
    { ...entityTypeField, defaultLabel: 'Transaction Type' },
  ],
  dateFormat: '%m/%d/%Y',
  publishRowsMax: PUBLISH_ROWS_MAX,
};

export const budgetAppTwoImport: CsvTypeSpec = {
  type: 'BudgetAppTwoImport',
  fields: [
    { ...dateField, required: true, defaultLabel: 'Date' },
    { ...amountField, required: true, defaultLabel: 'Amount' },
    outflowField,
    inflowField,
    { ...nameField, defaultLabel: 'Payee' },
    currencyField,
    { ...accountField, defaultLabel: 'Account' },
    { ...categoryField, defaultLabel: 'Category' },
    { ...notesField, defaultLabel: 'Notes' },
    tagsField,
    entityTypeField,
  ],
  dateFormat: '%Y-%m-%d',
  publishRowsMax: PUBLISH_ROWS_MAX,
};

export const budgetAppThreeImport: CsvTypeSpec = {
  type: 'BudgetAppThreeImport',
  fields: [
    { ...dateField, required: true, defaultLabel: 'Date' },
    { ...amountField, required: true },
    outflowField,
    inflowField,
    { ...nameField, defaultLabel: 'Payee' },
    currencyField,
    { ...accountField, defaultLabel: 'Account' },
    { ...categoryField, defaultLabel: 'Category' },
    { ...notesField, defaultLabel: 'Memo' },
    tagsField,
    entityTypeField,
  ],
  dateFormat: '%m/%d/%Y',
  splitAmount: { outflow: 'Outflow', inflow: 'Inflow' },
  publishRowsMax: PUBLISH_ROWS_MAX,
};
