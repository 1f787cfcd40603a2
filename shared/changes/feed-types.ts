import { newestFirst } from '../postgres/page.ts';
import type { SortKey } from '../postgres/page.ts';

interface FeedType {
  table: string;
  /** The order in which the first walk reads existing records; an index of the table has the same one. */
  order: readonly SortKey[];
}

const byId: readonly SortKey[] = [['id', 'uuid']];
const byDay: readonly SortKey[] = [
  ['date', 'date', 'desc'],
  ['id', 'uuid'],
];
const byAccount: readonly SortKey[] = [
  ['account_id', 'uuid'],
  ['date', 'date', 'desc'],
  ['id', 'uuid'],
];

/**
 * Every type that the feed carries, by its name on the wire. The first walk follows this order, so that most records come after
 * what they refer to.
 */
const TYPES = {
  household: { table: 'households', order: byId },
  provider_connection: { table: 'provider_connections', order: byId },
  account: { table: 'accounts', order: byId },
  account_suggestion: { table: 'account_suggestions', order: byId },
  category: { table: 'categories', order: byId },
  tag: { table: 'tags', order: byId },
  merchant: { table: 'merchants', order: byId },
  rule: { table: 'rules', order: byId },
  budget: { table: 'budgets', order: byId },
  import_profile: { table: 'import_profiles', order: byId },
  import: { table: 'imports', order: byId },
  import_session: { table: 'import_sessions', order: byId },
  sync: { table: 'syncs', order: newestFirst('syncs') },
  rule_run: { table: 'rule_runs', order: newestFirst('rule_runs') },
  recurring_transaction: { table: 'recurring_transactions', order: byId },
  valuation: { table: 'valuations', order: byDay },
  balance: { table: 'balances', order: byAccount },
  trade: { table: 'trades', order: byDay },
  holding: { table: 'holdings', order: byAccount },
  transaction: { table: 'transactions', order: byId },
  transaction_suggestion: { table: 'transaction_suggestions', order: byId },
  transfer: { table: 'transfers', order: byId },
  rejected_transfer: { table: 'rejected_transfers', order: byId },
  transfer_suggestion: {
    table: 'transfer_suggestions',
    order: newestFirst('transfer_suggestions'),
  },
} as const satisfies Record<string, FeedType>;

export type FeedTypeName = keyof typeof TYPES;
export const FEED_TYPE_NAMES = Object.keys(TYPES) as FeedTypeName[];

const BY_TABLE = new Map<string, FeedTypeName>(
  FEED_TYPE_NAMES.map((name) => [TYPES[name].table, name]),
);

/** The type of the records of a table; undefined where the feed does not carry them. */
export const feedTypeOf = (table: string): FeedTypeName | undefined => BY_TABLE.get(table);

export const feedType = (name: FeedTypeName): FeedType => TYPES[name];
