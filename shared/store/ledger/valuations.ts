import type { AnySql } from '../../db/connect.ts';
import type { EntryFilter } from './entry-filter.ts';
import { countEntries, entryPage } from './entry-filter.ts';

export interface Valuation {
  id: string;
  accountId: string;
  date: string;
  kind: string;
  name: string | null;
  /** What the account was worth; decimal text. */
  amount: string;
  currency: string;
  notes: string | null;
  createdAt: Date;
  updatedAt: Date;
}

/** How many valuations a filter leaves. */
export function countValuations(
  sql: AnySql,
  householdId: string,
  filter: EntryFilter,
): Promise<number> {
  return countEntries(sql, 'valuations', householdId, filter);
}

/** A page of valuations, newest first. */
export async function listValuations(
  sql: AnySql,
  householdId: string,
  filter: EntryFilter,
  page: { offset: number; limit: number },
): Promise<Valuation[]> {
  return sql<Valuation[]>`
    select e.id, e.account_id as "accountId", e.date, e.kind, e.name, e.amount, e.currency, e.notes,
      e.created_at as "createdAt", e.updated_at as "updatedAt"
    from valuations e
    ${entryPage(sql, householdId, filter, page)}`;
}
