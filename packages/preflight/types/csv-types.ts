import { isAccountType } from '../rows/account-type-words.ts';
import { SECURITY_LENGTH_MAX } from '../records/lengths.ts';
import {
  budgetAppOneImport,
  budgetAppThreeImport,
  budgetAppTwoImport,
} from './budget-app-imports.ts';
import { categoryImport } from './category-import.ts';
import * as common from './common-fields.ts';
import { ruleImport } from './rule-import.ts';
import {
  understandAccount,
  understandPlain,
  understandTrade,
  understandTransaction,
} from './row-values.ts';
import type { CsvImportType } from '../report.ts';
import type { CsvTypeSpec } from './csv-type.ts';

const { namedField } = common;
const required = true;

/** Transactions of one or more accounts: what a bank exports. */
const transactionImport: CsvTypeSpec = {
  type: 'TransactionImport',
  fields: [
    { ...common.dateField, required },
    { ...common.amountField, required },
    common.outflowField,
    common.inflowField,
    // The bank's fee for a booking: deducted from the amount if the client names the column.
    namedField('fee', 'amount', { onlyNamed: true }),
    common.nameField,
    common.currencyField,
    common.categoryField,
    common.tagsField,
    common.accountField,
    common.notesField,
    common.entityTypeField,
    common.externalIdField,
    common.statusField,
  ],
  understand: understandTransaction,
};

const tradeImport: CsvTypeSpec = {
  type: 'TradeImport',
  fields: [
    { ...common.dateField, required },
    namedField('ticker', 'text', { required, lengthMax: SECURITY_LENGTH_MAX }),
    namedField('qty', 'quantity', { required, aliases: ['quantity'] }),
    namedField('price', 'price', { required }),
    namedField('exchange_operating_mic', 'text'),
    common.currencyField,
    common.accountField,
    common.nameField,
    common.entityTypeField,
    common.externalIdField,
    common.statusField,
  ],
  understand: understandTrade,
};

const accountImport: CsvTypeSpec = {
  type: 'AccountImport',
  fields: [
    common.recordNameField,
    { ...common.amountField, required, aliases: ['balance'] },
    {
      ...common.entityTypeField,
      known: { warning: 'unknown_account_type', isIt: isAccountType },
    },
    common.currencyField,
    { ...common.dateField, aliases: ['balance_date'] },
  ],
  usualRowsMax: 50,
  understand: understandAccount,
};

export const CSV_TYPES: Readonly<Record<CsvImportType, CsvTypeSpec>> = {
  TransactionImport: transactionImport,
  TradeImport: tradeImport,
  AccountImport: accountImport,
  BudgetAppOneImport: budgetAppOneImport,
  BudgetAppTwoImport: budgetAppTwoImport,
  BudgetAppThreeImport: budgetAppThreeImport,
  CategoryImport: categoryImport,
  RuleImport: ruleImport,
  MerchantImport: {
    type: 'MerchantImport',
    fields: [common.recordNameField, common.colorField, { key: 'website_url', kind: 'text' }],
    understand: understandPlain,
  },
};
