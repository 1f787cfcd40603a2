import { record } from './import-sessions.ts';

/** One line of each record type that imports, with any field changed. */

export const account = record('Account', {
  id: 'a',
  name: 'A',
  balance: 1,
  accountable_type: 'Depository',
  currency: 'EUR',
});
export const depot = record('Account', {
  id: 'd',
  name: 'D',
  balance: 1,
  accountable_type: 'Investment',
});
export const category = (id: string, name: string, more: object = {}): string =>
  record('Category', { id, name, ...more });
export const balance = (more: object): string =>
  record('Balance', { account_id: 'a', date: '2024-01-01', balance: '5', ...more });
export const recurring = (more: object): string =>
  record('RecurringTransaction', {
    id: 're',
    amount: 5,
    expected_day_of_month: 3,
    last_occurrence_date: '2024-01-01',
    next_expected_date: '2024-02-01',
    ...more,
  });
export const transaction = (more: object = {}): string =>
  record('Transaction', { id: 'x', account_id: 'a', date: '2024-03-01', amount: '10', ...more });
export const incoming = transaction({ id: 'y', account_id: 'd', amount: '-10' });
export const transfer = (more: object = {}): string =>
  record('Transfer', { inflow_transaction_id: 'y', outflow_transaction_id: 'x', ...more });
export const rejected = (more: object = {}): string =>
  record('RejectedTransfer', { inflow_transaction_id: 'y', outflow_transaction_id: 'x', ...more });
export const trade = (more: object = {}): string =>
  record('Trade', {
    id: 't',
    account_id: 'd',
    date: '2024-01-01',
    ticker: 'abc',
    qty: '2',
    price: '3',
    amount: '6',
    ...more,
  });
export const holding = (more: object = {}): string =>
  record('Holding', { account_id: 'd', date: '2024-01-01', ticker: 'abc', qty: '2', ...more });
export const valuation = (more: object = {}): string =>
  record('Valuation', { id: 'v', account_id: 'a', date: '2024-01-01', amount: '6', ...more });
export const budget = (more: object = {}): string =>
  record('Budget', { id: 'b', start_date: '2024-01-01', end_date: '2024-01-31', ...more });
export const budgeted = (more: object = {}): string =>
  record('BudgetCategory', { budget_id: 'b', category_id: 'c', ...more });
export const rule = (more: object = {}): string =>
  record('Rule', { id: 'r', actions: [{ action_type: 'exclude_transaction' }], ...more });
export const condition = (more: object): string =>
  rule({ conditions: [{ condition_type: 'transaction_category', operator: '=', ...more }] });
