import type { AnySql, Tx } from '../../postgres/connect.ts';
import { deleteRow, hasRow } from '../../postgres/household-rows.ts';
import { fitSplits } from '../../ledger/transaction-splits.ts';
import { listTransactionsById } from '../../ledger/transactions.ts';
import type { Transaction } from '../../ledger/transactions.ts';
import { insertRuleWork } from '../../rules/store/rule-work.ts';
import { listRows, newestFirst, withRows } from '../../postgres/page.ts';
import type { Page, PageRequest } from '../../postgres/page.ts';
import { ofHousehold } from '../../postgres/plans.ts';
import { joinTransactions } from './join-transactions.ts';
import { bankContent, keepFormerKeys } from './reconcile-writes.ts';

/** A posted row and the pending rows that it may be; the sync could not tell which. */
export interface TransactionSuggestion {
  id: string;
  transaction: Transaction;
  /** Most similar first; never empty. */
  candidates: Transaction[];
  createdAt: Date;
}

interface Row {
  id: string;
  transactionId: string;
  candidateIds: string[];
  createdAt: Date;
}

/** Pending rows still stored, including those removed because the provider stopped listing them. */
const openCandidates = (sql: AnySql) => sql`
  from unnest(s.candidate_ids) with ordinality as listed (id, place)
  join transactions c
    on c.household_id = s.household_id
    and c.id = listed.id
    and c.pending
    and c.removed_reason is distinct from 'user'`;

const open = (sql: AnySql, householdId: string, accountId: string | undefined) => sql`
  from transaction_suggestions s
  join transactions t
    on t.${ofHousehold(sql, householdId)}
    and t.id = s.transaction_id
    and t.removed_at is null
  where s.household_id = ${householdId}
    ${accountId === undefined ? sql`` : sql`and t.account_id = ${accountId}`}
    and exists (select 1 ${openCandidates(sql)})`;

const columns = (sql: AnySql) => sql`
  s.id,
  s.transaction_id,
  array(select c.id ${openCandidates(sql)} order by listed.place) as candidate_ids,
  s.created_at`;

/** One page of the open suggestions, newest first. */
export function listSuggestions(
  sql: AnySql,
  householdId: string,
  page: PageRequest,
  { accountId }: { accountId?: string | undefined } = {},
): Promise<Page<TransactionSuggestion>> {
  const matching = open(sql, householdId, accountId);
  const found = listRows<Row>(sql, page, matching, newestFirst('s'), columns(sql));
  return withRows(found, (rows) => withTransactions(sql, householdId, rows));
}

async function withTransactions(
  sql: AnySql,
  householdId: string,
  rows: readonly Row[],
): Promise<TransactionSuggestion[]> {
  const ids = rows.flatMap(({ transactionId, candidateIds }) => [transactionId, ...candidateIds]);
  const transactions = await listTransactionsById(sql, householdId, [...new Set(ids)], {
    withRemoved: true,
  });
  const byId = new Map(transactions.map((transaction) => [transaction.id, transaction]));
  return rows.flatMap(({ id, transactionId, candidateIds, createdAt }) => {
    const transaction = byId.get(transactionId);
    const candidates = candidateIds.flatMap((candidateId) => byId.get(candidateId) ?? []);
    return transaction === undefined ? [] : [{ id, transaction, candidates, createdAt }];
  });
}

export const hasSuggestion = (sql: AnySql, householdId: string, id: string) =>
  hasRow(sql, 'transaction_suggestions', householdId, id);

/** Deletes a suggestion; its rows stay as they are. False: not found. */
export const deleteSuggestion = (sql: AnySql, householdId: string, id: string) =>
  deleteRow(sql, 'transaction_suggestions', householdId, id);

/**
 * Merges a pending row and the posted one: the pending row becomes the posted one in place, as when the sync recognises it, and
 * keeps what people and rules changed. It takes over edits that a person made only to the posted row; the keys of both rows then
 * lead to it. `unknown`: no such suggestion; `not_candidate`: the row is not, or no longer, one of its candidates.
 */
export async function acceptSuggestion(
  tx: Tx,
  householdId: string,
  id: string,
  candidateId: string,
  now: Date,
): Promise<'merged' | 'unknown' | 'not_candidate'> {
  const [suggestion] = await tx<Row[]>`
    select ${columns(tx)} ${open(tx, householdId, undefined)}
      and s.id = ${id}
    for update of s, t`;
  if (suggestion === undefined) return 'unknown';
  if (!suggestion.candidateIds.includes(candidateId)) return 'not_candidate';
  const { transactionId } = suggestion;
  // A sync of the account writes the same rows: the later transaction must see the changes of the earlier one.
  const [held] = await tx<{ accountId: string }[]>`
    select account_id
    from transactions
    where household_id = ${householdId}
      and id = ${candidateId}
      and pending
    for update`;
  if (held === undefined) return 'not_candidate';
  const { accountId } = held;
  await keepFormerKeys(tx, { householdId, accountId }, [candidateId], now);
  await post(tx, householdId, transactionId, candidateId, now);
  const joined = [{ goneId: transactionId, staysId: candidateId }];
  await joinTransactions(tx, { householdId, accountId, now }, joined);
  const { lineIds } = await fitSplits(tx, householdId, [candidateId], now);
  await insertRuleWork(tx, householdId, null, [candidateId, ...lineIds]);
  return 'merged';
}

/** Gives the pending row the key and the content of the posted one. */
async function post(tx: Tx, householdId: string, postedId: string, pendingId: string, now: Date) {
  const [posted] = await tx<{ externalId: string | null }[]>`
    select external_id
    from transactions
    where household_id = ${householdId}
      and id = ${postedId}`;
  // No two rows may have the same key.
  await tx`
    update transactions
    set external_id = null
    where household_id = ${householdId}
      and id = ${postedId}`;
  await tx`
    update transactions kept
    set ${bankContent(tx, 'kept', 'posted')},
      rule_attributes = posted.rule_attributes || kept.rule_attributes,
      source = posted.source,
      external_id = ${posted?.externalId ?? null},
      pending = false,
      absorbed_pending = true,
      missed_reads = 0,
      stale_pending = false,
      removed_at = null,
      removed_reason = null,
      updated_at = ${now}
    from transactions posted
    where posted.household_id = ${householdId}
      and posted.id = ${postedId}
      and kept.household_id = ${householdId}
      and kept.id = ${pendingId}`;
}
