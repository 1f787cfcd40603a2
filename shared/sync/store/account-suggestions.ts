import type { AnySql } from '../../postgres/connect.ts';
import { newestFirst, readPage } from '../../postgres/page.ts';
import type { Page, PageRequest } from '../../postgres/page.ts';

/** A new account and the stored account that it may be. */
export interface AccountSuggestion {
  id: string;
  accountId: string;
  candidateId: string;
  createdAt: Date;
}

const columns = (sql: AnySql) => sql`
  id, account_id, candidate_id, created_at`;

/** One page of them, newest first. */
export async function listAccountSuggestions(
  sql: AnySql,
  householdId: string,
  page: PageRequest,
): Promise<Page<AccountSuggestion>> {
  const matching = sql`from account_suggestions where household_id = ${householdId}`;
  return readPage(
    sql,
    page,
    matching,
    newestFirst('account_suggestions'),
    ({ keys, window }) => sql<AccountSuggestion[]>`
    select ${columns(sql)}, ${keys} ${matching}
    ${window}`,
  );
}

/** The suggestion, or null for an unknown or foreign id. */
export async function findAccountSuggestion(
  sql: AnySql,
  householdId: string,
  id: string,
): Promise<AccountSuggestion | null> {
  const [row] = await sql<AccountSuggestion[]>`
    select ${columns(sql)}
    from account_suggestions
    where household_id = ${householdId}
      and id = ${id}`;
  return row ?? null;
}

/** Suggests to a person that the account is one of these. */
export async function insertAccountSuggestions(
  sql: AnySql,
  householdId: string,
  accountId: string,
  candidateIds: readonly string[],
  now: Date,
): Promise<void> {
  await sql`
    insert into account_suggestions (household_id, account_id, candidate_id, created_at)
    select ${householdId}::uuid, ${accountId}::uuid, candidate.id, ${now}::timestamptz
    from accounts candidate
    where candidate.household_id = ${householdId}
      and candidate.id = any(${candidateIds as string[]}::uuid[])
    on conflict do nothing`;
}

/** Deletes a suggestion; both accounts stay. False: not found. */
export async function deleteAccountSuggestion(
  sql: AnySql,
  householdId: string,
  id: string,
): Promise<boolean> {
  const deleted = await sql`
    delete from account_suggestions
    where household_id = ${householdId}
      and id = ${id}
    returning id`;
  return deleted.length > 0;
}
