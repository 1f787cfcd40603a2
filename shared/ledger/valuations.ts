import type { AnySql } from '../postgres/connect.ts';
import type { EntryFilter } from './entry-filter.ts';
import { matchingEntries } from './entry-filter.ts';
import { latestDayFirst, listRows } from '../postgres/page.ts';
import type { Page, PageRequest } from '../postgres/page.ts';

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
export async function listValuations(
  sql: AnySql,
  householdId: string,
  page: PageRequest,
  filter: EntryFilter = {},
): Promise<Page<Valuation>> {
  const matching = sql`from valuations e ${matchingEntries(sql, householdId, filter)}`;
  const columns = sql`
    e.id, e.account_id, e.date, e.kind, e.name, e.amount, e.currency, e.notes, e.created_at, e.updated_at`;
  return listRows(sql, page, matching, latestDayFirst, columns);
}
