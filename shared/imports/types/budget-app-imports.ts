import type { CsvImportType } from '../report.ts';
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
import type { CsvTypeSpec, FieldKey, FieldSpec } from './csv-type.ts';

/**
 * Export of a budget app: transactions whose headers and date format are known, so the labels are filled in
 * when the client sends none. Fields without a label are found by their own name, or when the client names them.
 */
function budgetApp(
  type: CsvImportType,
  labels: Partial<Record<FieldKey, string>>,
  specialties: Pick<CsvTypeSpec, 'dateFormat' | 'splitAmount'>,
): CsvTypeSpec {
  const labelled = (field: FieldSpec): FieldSpec => {
    const defaultLabel = labels[field.key];
    return defaultLabel === undefined ? field : { ...field, defaultLabel };
  };
  return {
    type,
    fields: [
      { ...labelled(dateField), required: true },
      { ...labelled(amountField), required: true },
      outflowField,
      inflowField,
      labelled(nameField),
      labelled(currencyField),
      labelled(accountField),
      labelled(categoryField),
      labelled(tagsField),
      labelled(notesField),
      labelled(entityTypeField),
    ],
    publishRowsMax: PUBLISH_ROWS_MAX,
    ...specialties,
  };
}

export const budgetAppOneImport = budgetApp(
  'BudgetAppOneImport',
  {
    date: 'Date',
    amount: 'Amount',
    name: 'Description',
    currency: 'Currency',
    account: 'Account Name',
    category: 'Category',
    tags: 'Labels',
    notes: 'Notes',
    entity_type: 'Transaction Type',
  },
  { dateFormat: '%m/%d/%Y' },
);

export const budgetAppTwoImport = budgetApp(
  'BudgetAppTwoImport',
  {
    date: 'Date',
    amount: 'Amount',
    name: 'Payee',
    account: 'Account',
    category: 'Category',
    notes: 'Notes',
  },
  { dateFormat: '%Y-%m-%d' },
);

export const budgetAppThreeImport = budgetApp(
  'BudgetAppThreeImport',
  { date: 'Date', name: 'Payee', account: 'Account', category: 'Category', notes: 'Memo' },
  { dateFormat: '%m/%d/%Y', splitAmount: { outflow: 'Outflow', inflow: 'Inflow' } },
);
