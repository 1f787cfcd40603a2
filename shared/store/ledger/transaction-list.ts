import type { AnySql } from '../../db/connect.ts';
import { matchingEntries } from './entry-filter.ts';
import type { EntryFilter } from './entry-filter.ts';
import { transactionColumns } from './transactions.ts';
import type { Transaction } from './transactions.ts';
import { readPage } from '../page.ts';
import type { Page, PageRequest } from '../page.ts';

export interface TransactionFilter extends EntryFilter {
  pending: boolean | undefined;
  /** Part of the name, the notes or the provider's description, ignoring letter case. */
  search: string | undefined;
}

function matchingTransactions(sql: AnySql, householdId: string, filter: TransactionFilter) {
  const { pending, search } = filter;
  const pattern = `%${search?.replaceAll(/[\\%_]/g, (char) => `\\${char}`) ?? ''}%`;
  return sql`
    from transactions e
    ${matchingEntries(sql, householdId, filter)}
      and e.removed_at is null
      ${pending === undefined ? sql`` : sql`and e.pending = ${pending}`}
      ${
        search === undefined
          ? sql``
          : sql`and (
              e.name ilike ${pattern}
              or e.notes ilike ${pattern}
              or e.provider_merchant ilike ${pattern}
              or e.provider_description ilike ${pattern}
            )`
      }`;
}

/** Ids behind `after`, in their order, removed ones included. */
export async function listTransactionIds(
  sql: AnySql,
  householdId: string,
  after: string | null,
  limit: number,
): Promise<string[]> {
  const rows = await sql<{ id: string }[]>`
    select id
    from transactions
    where household_id = ${householdId}
      ${after === null ? sql`` : sql`and id > ${after}`}
    order by id
    limit ${limit}`;
  return rows.map(({ id }) => id);
}

/** One page of the matching transactions, newest first. Removed ones are never included. */
export function listTransactions(
  sql: AnySql,
  householdId: string,
  filter: TransactionFilter,
  page: PageRequest,
): Promise<Page<Transaction>> {
  const matching = matchingTransactions(sql, householdId, filter);
  // Cuts the page first: joining names and tags for all rows before a late page would cost more than the page
  // itself.
  return readPage(
    sql,
    page,
    matching,
    (window) => sql<Transaction[]>`
    select ${transactionColumns(sql)}
    from (
      select e.* ${matching}
      order by e.date desc, e.id
      ${window}
    ) t
    order by t.date desc, t.id`,
  );
}
