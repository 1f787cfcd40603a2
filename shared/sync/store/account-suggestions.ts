import type { AnySql } from '../../postgres/connect.ts';
import { deleteRow, findRow } from '../../postgres/household-rows.ts';
import { listRows, newestFirst } from '../../postgres/page.ts';
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
  return listRows(sql, page, matching, newestFirst('account_suggestions'), columns(sql));
}

/** The suggestion, or null for an unknown or foreign id. */
export async function findAccountSuggestion(
  sql: AnySql,
  householdId: string,
  id: string,
): Promise<AccountSuggestion | null> {
  return findRow(sql, 'account_suggestions', columns(sql), householdId, id);
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
export const deleteAccountSuggestion = (sql: AnySql, householdId: string, id: string) =>
  deleteRow(sql, 'account_suggestions', householdId, id);
