import { accountImport } from './account-import.ts';
import {
  budgetAppOneImport,
  budgetAppThreeImport,
  budgetAppTwoImport,
} from './budget-app-imports.ts';
import { categoryImport } from './category-import.ts';
import { merchantImport } from './merchant-import.ts';
import { ruleImport } from './rule-import.ts';
import { tradeImport } from './trade-import.ts';
import { transactionImport } from './transaction-import.ts';
import type { CsvImportType } from '../report.ts';
import type { CsvTypeSpec } from './csv-type.ts';

/** Every CSV import type by its name in the API. */
export const CSV_TYPES: Readonly<Record<CsvImportType, CsvTypeSpec>> = {
  TransactionImport: transactionImport,
  TradeImport: tradeImport,
  AccountImport: accountImport,
  BudgetAppOneImport: budgetAppOneImport,
  BudgetAppTwoImport: budgetAppTwoImport,
  BudgetAppThreeImport: budgetAppThreeImport,
  CategoryImport: categoryImport,
  RuleImport: ruleImport,
  MerchantImport: merchantImport,
};
