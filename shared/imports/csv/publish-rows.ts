import type { CsvImportType } from '#preflight/report';
import { accounts } from './accounts.ts';
import { categories } from './categories.ts';
import { hasBankLists } from './claims.ts';
import { judgeTransactions } from './judge-transactions.ts';
import { hasBankIds } from './match-ids.ts';
import { hasCorrected } from './match-corrected.ts';
import { merchants } from './merchants.ts';
import type { Publisher } from './scope.ts';
import { rules } from './rules.ts';
import { hasPending } from './pending-candidates.ts';
import { trades } from './trades.ts';
import { writeTransactions } from './write-transactions.ts';

const transactions: Publisher = {
  matchesByAmount: async (tx, scope) =>
    !(await hasBankIds(tx, scope)) &&
    !(await hasPending(tx, scope)) &&
    !(await hasCorrected(tx, scope)) &&
    !(await hasBankLists(tx, scope)),
  judge: judgeTransactions,
  write: writeTransactions,
};

export const PUBLISHERS: Readonly<Record<CsvImportType, Publisher>> = {
  TransactionImport: transactions,
  BudgetAppOneImport: transactions,
  BudgetAppTwoImport: transactions,
  BudgetAppThreeImport: transactions,
  TradeImport: trades,
  AccountImport: accounts,
  CategoryImport: categories,
  MerchantImport: merchants,
  RuleImport: rules,
};
