export interface Reference {
  readonly table: string;
  readonly column: string;
  /** What refers, in words for people: a key of `details` when a deletion is refused. */
  readonly use: string;
}

const to = (table: string, column: string, use = table): Reference => ({ table, column, use });

/**
 * The columns that refer to a record. Rules refer to records inside their parts (replace-in-rules.ts). Undoing an import, deleting
 * and merging follow this table: a new reference needs a line here.
 */
export const REFERENCES = {
  categories: [
    to('transactions', 'category_id'),
    to('categories', 'parent_id', 'children'),
    to('budget_categories', 'category_id', 'budgets'),
  ],
  tags: [to('transaction_tags', 'tag_id', 'transactions')],
  merchants: [to('transactions', 'merchant_id'), to('recurring_transactions', 'merchant_id')],
  accounts: [
    to('transactions', 'account_id'),
    to('trades', 'account_id'),
    to('holdings', 'account_id'),
    to('balances', 'account_id'),
    to('provider_accounts', 'account_id'),
    to('recurring_transactions', 'account_id'),
  ],
  budgets: [to('budget_categories', 'budget_id')],
  securities: [to('trades', 'security_id'), to('holdings', 'security_id')],
} as const satisfies Readonly<Record<string, readonly Reference[]>>;
