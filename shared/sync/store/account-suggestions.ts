import type { AnySql } from '../../postgres/connect.ts';
import { listAccounts } from '../../ledger/accounts.ts';
import type { Account } from '../../ledger/accounts.ts';
import { deleteRow, recordsOf } from '../../postgres/household-rows.ts';
import { pageOfIds, withRows } from '../../postgres/page.ts';
import type { Page, PageRequest } from '../../postgres/page.ts';

/** A new account, and the stored account that it may be. */
interface AccountSuggestion {
  id: string;
  accountId: string;
  candidateId: string;
  createdAt: Date;
}

const columns = (sql: AnySql) => sql`
  id, account_id, candidate_id, created_at`;

const suggestions = recordsOf<AccountSuggestion>('account_suggestions', columns);

export interface AccountPair extends Pick<AccountSuggestion, 'id' | 'createdAt'> {
  readonly account: Account;
  readonly candidate: Account;
}

/** One page of suggestions, newest first. */
export function listAccountSuggestions(
  sql: AnySql,
  householdId: string,
  page: PageRequest,
): Promise<Page<AccountPair>> {
  return withRows(suggestions.list(sql, householdId, page), async (rows) => {
    const ids = rows.flatMap(({ accountId, candidateId }) => [accountId, candidateId]);
    const accounts = await listAccounts(sql, householdId, pageOfIds(ids));
    const byId = new Map(accounts.rows.map((each) => [each.id, each]));
    return rows.flatMap(({ id, accountId, candidateId, createdAt }) => {
      const [account, candidate] = [byId.get(accountId), byId.get(candidateId)];
      // One of the accounts was deleted between the two statements, and the suggestion with it.
      return account && candidate ? [{ id, account, candidate, createdAt }] : [];
    });
  });
}

/** The suggestion, or null for an unknown or foreign id. */
export const findAccountSuggestion = suggestions.find;

/** Suggests to a person that the account may be one of these. */
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
