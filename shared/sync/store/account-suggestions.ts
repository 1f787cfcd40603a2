import type { AnySql } from '../../postgres/connect.ts';
import { deleteRow, recordsOf } from '../../postgres/household-rows.ts';

/** A new account and the stored account that it may be. */
interface AccountSuggestion {
  id: string;
  accountId: string;
  candidateId: string;
  createdAt: Date;
}

const columns = (sql: AnySql) => sql`
  id, account_id, candidate_id, created_at`;

const suggestions = recordsOf<AccountSuggestion>('account_suggestions', columns);

/** One page of them, newest first. */
export const listAccountSuggestions = suggestions.list;

/** The suggestion, or null for an unknown or foreign id. */
export const findAccountSuggestion = suggestions.find;

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
