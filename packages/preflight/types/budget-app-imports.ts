import type { CsvImportType } from '../report.ts';
import * as common from './common-fields.ts';
import { negateDecimal } from '../money.ts';
import { directed, understandTransaction } from './row-values.ts';
import type { CsvTypeSpec, FieldSpec } from './csv-type.ts';
import type { FieldKey } from './field-key.ts';
import type { ReadCells, RowValues, SignSettings } from './row-values.ts';

/**
 * The export of a budget app: transactions whose headers and date format are known, so that labels are filled in when
 * the client sends none. Fields without a label are found by their own name, or when the client names them.
 */
function budgetApp(
  type: CsvImportType,
  labels: Partial<Record<FieldKey, string>>,
  specialties: Pick<CsvTypeSpec, 'dateFormat' | 'splitAmount' | 'understand'>,
  more: readonly FieldSpec[] = [],
): CsvTypeSpec {
  const labelled = (field: FieldSpec): FieldSpec => {
    const defaultLabel = labels[field.key];
    return defaultLabel === undefined ? field : { ...field, defaultLabel };
  };
  return {
    type,
    fields: [
      { ...common.dateField, required: true },
      { ...common.amountField, required: true },
      common.outflowField,
      common.inflowField,
      common.nameField,
      common.currencyField,
      common.accountField,
      common.categoryField,
      common.tagsField,
      common.notesField,
      common.entityTypeField,
      ...more,
    ].map(labelled),
    ...specialties,
  };
}

/** A column that gives more detail about the category, unless the client names one. */
function groupField(key: FieldKey): FieldSpec {
  return { key, kind: 'text', unlessSent: 'category_col_label' };
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
  { dateFormat: '%m/%d/%Y', understand: understandOne },
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
  { dateFormat: '%Y-%m-%d', understand: understandNamed },
  [groupField('category_group')],
);

export const budgetAppThreeImport = budgetApp(
  'BudgetAppThreeImport',
  {
    date: 'Date',
    name: 'Payee',
    account: 'Account',
    category: 'Category',
    category_path: 'Category Group/Category',
    notes: 'Memo',
  },
  {
    dateFormat: '%m/%d/%Y',
    splitAmount: { outflow: 'Outflow', inflow: 'Inflow' },
    understand: understandNamed,
  },
  [
    groupField('category_path'),
    groupField('category_group'),
    groupField('master_category'),
    groupField('sub_category'),
  ],
);

/** The app writes debit or credit next to each amount, and has used both signs for the amount itself. */
function understandOne(cells: ReadCells, settings: SignSettings): RowValues {
  const values = understandTransaction(cells, settings);
  const { amount = null, entity_type: word = null } = cells;
  if (amount === null || word === null || settings.strategy === 'custom_column') return values;
  const signed = directed(amount, word.toLowerCase() === 'credit');
  return {
    ...values,
    amount: settings.signage === 'inflows_negative' ? negateDecimal(signed) : signed,
  };
}

/** If a row has no payee, its note becomes the name; a category is written with its group. */
function understandNamed(cells: ReadCells, settings: SignSettings): RowValues {
  const values = understandTransaction(cells, settings);
  return { ...values, name: values.name ?? values.notes, category: groupedCategory(cells) };
}

/** `Group: Category`, from one column, or from two in either generation of the export; if only one is filled, that one. */
function groupedCategory(cells: ReadCells): string | null {
  const { category_path: path = null, category_group: group = null, category = null } = cells;
  const { master_category: master = null, sub_category: sub = null } = cells;
  if (path !== null) return path;
  if (group !== null) return category === null ? group : `${group}: ${category}`;
  if (master !== null && sub !== null) return `${master}: ${sub}`;
  return category ?? sub ?? master;
}
