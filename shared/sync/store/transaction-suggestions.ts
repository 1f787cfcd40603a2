import type { AnySql, Tx } from '../../postgres/connect.ts';
import { deleteRow, hasRow } from '../../postgres/household-rows.ts';
import { listTransactionsById } from '../../ledger/transactions.ts';
import { setTexts } from '../../ledger/transaction-attributes.ts';
import type { Transaction } from '../../ledger/transactions.ts';
import { claimJoined } from '../../imports/claim-joined.ts';
import { moveTransfers } from '../../transfers/store/move-transfers.ts';
import { insertRuleWork } from '../../rules/store/rule-work.ts';
import { listRows, newestFirst, withRows } from '../../postgres/page.ts';
import type { Page, PageRequest } from '../../postgres/page.ts';
import { ofHousehold } from '../../postgres/plans.ts';

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

/** Whether the household has this suggestion. */
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
  const [held] = await tx`
    select 1
    from transactions
    where household_id = ${householdId}
      and id = ${candidateId}
      and pending
    for update`;
  if (held === undefined) return 'not_candidate';
  const joined = [{ goneId: transactionId, staysId: candidateId }];
  await claimJoined(tx, householdId, joined);
  await moveKeys(tx, householdId, transactionId, candidateId, now);
  await tx`
    insert into transaction_tags (household_id, transaction_id, tag_id)
    select household_id, ${candidateId}, tag_id
    from transaction_tags
    where household_id = ${householdId}
      and transaction_id = ${transactionId}
      and not exists (select 1 from transaction_tags where transaction_id = ${candidateId})`;
  const [posted] = await tx<{ externalId: string }[]>`
    update transactions
    set external_id = null
    where household_id = ${householdId}
      and id = ${transactionId}
    returning (
      select external_id
      from transactions
      where household_id = ${householdId}
        and id = ${transactionId}
    ) as external_id`;
  await takeOver(tx, householdId, transactionId, candidateId, posted?.externalId ?? null, now);
  await moveTransfers(tx, { householdId, now }, joined);
  await insertRuleWork(tx, householdId, null, [candidateId]);
  // Cascades to its suggestion, tags and change log.
  await deleteRow(tx, 'transactions', householdId, transactionId);
  return 'merged';
}

/** The former keys of both rows, and the pending row's key, become aliases of the remaining row. */
async function moveKeys(
  tx: Tx,
  householdId: string,
  postedId: string,
  pendingId: string,
  now: Date,
): Promise<void> {
  await tx`
    update transaction_aliases
    set transaction_id = ${pendingId}
    where household_id = ${householdId}
      and transaction_id = ${postedId}`;
  await tx`
    insert into transaction_aliases (household_id, account_id, external_id, transaction_id, created_at)
    select household_id, account_id, external_id, id, ${now}
    from transactions
    where household_id = ${householdId}
      and id = ${pendingId}
      and external_id is not null
    on conflict (account_id, external_id) do update
    set transaction_id = excluded.transaction_id`;
}

async function takeOver(
  tx: Tx,
  householdId: string,
  postedId: string,
  pendingId: string,
  externalId: string | null,
  now: Date,
): Promise<void> {
  const edited = (attribute: string) => tx`
    case
      when posted.locked_attributes ? ${attribute} and not kept.locked_attributes ? ${attribute}
      then posted.${tx(attribute)}
      else kept.${tx(attribute)}
    end`;
  await tx`
    update transactions kept
    set date = posted.date,
      amount = posted.amount,
      currency = posted.currency,
      name = case
        when kept.locked_attributes ? 'name' then kept.name
        when posted.locked_attributes ? 'name' or not kept.rule_attributes ? 'name' then posted.name
        else kept.name
      end,
      ${setTexts(tx, edited)},
      excluded = ${edited('excluded')},
      category_id = coalesce(${edited('category_id')}, posted.category_id),
      merchant_id = coalesce(${edited('merchant_id')}, posted.merchant_id),
      locked_attributes = posted.locked_attributes || kept.locked_attributes,
      rule_attributes = posted.rule_attributes || kept.rule_attributes,
      kind = case when kept.kind = 'standard' then posted.kind else kept.kind end,
      provider_merchant = posted.provider_merchant,
      provider_description = posted.provider_description,
      content_hash = posted.content_hash,
      source = posted.source,
      external_id = ${externalId},
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
