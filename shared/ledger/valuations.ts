import { entriesOf } from './entry-filter.ts';

export const VALUATION_KINDS = ['reconciliation', 'opening_anchor', 'current_anchor'] as const;

export interface Valuation {
  id: string;
  accountId: string;
  date: string;
  kind: (typeof VALUATION_KINDS)[number];
  name: string | null;
  /** What the account is worth, as decimal text. */
  amount: string;
  currency: string;
  notes: string | null;
  createdAt: Date;
  updatedAt: Date;
}

/** A page of valuations, newest first. */
export const listValuations = entriesOf<Valuation>(
  'valuations',
  (sql) => sql`
    e.id, e.account_id, e.date, e.kind, e.name, e.amount, e.currency, e.notes, e.created_at, e.updated_at`,
);
