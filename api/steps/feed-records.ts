import type { FeedLine } from '../../shared/changes/feed-page.ts';
import type { FeedTypeName } from '../../shared/changes/feed-types.ts';
import { findHousehold } from '../../shared/households/households.ts';
import { listImportChunks } from '../../shared/imports/import-chunks.ts';
import { listImportSessions } from '../../shared/imports/import-sessions.ts';
import { listImports } from '../../shared/imports/imports.ts';
import { listImportProfiles } from '../../shared/imports/profiles/import-profiles.ts';
import { listAccounts, listAccountsById } from '../../shared/ledger/accounts.ts';
import { listBudgets } from '../../shared/ledger/budgets.ts';
import { withBalances } from '../../shared/ledger/current-balances.ts';
import { listHoldingsById } from '../../shared/ledger/holdings.ts';
import { listNamed } from '../../shared/ledger/named-records.ts';
import { listRecurringById } from '../../shared/ledger/recurring-transactions.ts';
import { listBalancesById } from '../../shared/ledger/stated-balances.ts';
import { listTrades } from '../../shared/ledger/trades.ts';
import { listTransactionsById } from '../../shared/ledger/transactions.ts';
import { listValuations } from '../../shared/ledger/valuations.ts';
import { groupBy } from '../../shared/platform/group-by.ts';
import { pageOfIds } from '../../shared/postgres/page.ts';
import { listRuleRuns } from '../../shared/rules/store/rule-runs.ts';
import { listRules } from '../../shared/rules/store/rules.ts';
import { listAccountSuggestions } from '../../shared/sync/store/account-suggestions.ts';
import { listConnections } from '../../shared/sync/store/provider-connections.ts';
import { withAccounts } from '../../shared/sync/store/sync-accounts.ts';
import { listSyncs } from '../../shared/sync/store/syncs.ts';
import { listSuggestions } from '../../shared/sync/store/transaction-suggestions.ts';
import { listTransferSuggestions } from '../../shared/transfers/store/transfer-suggestions.ts';
import {
  listRejectedById,
  listTransfersById,
} from '../../shared/transfers/store/transfers-by-id.ts';
import type { ApiContext } from '../context.ts';
import { presentAccount, presentAccountSuggestion } from '../records/account.ts';
import { presentBudget } from '../records/budget.ts';
import {
  presentRecurringTransaction,
  presentRejectedTransfer,
  presentStatedBalance,
  presentTransfer,
} from '../records/feed-record.ts';
import { presentHolding } from '../records/holding.ts';
import { presentHousehold } from '../records/household.ts';
import { presentImport } from '../records/import.ts';
import { presentImportProfile } from '../records/import-profile.ts';
import { presentImportSession } from '../records/import-session.ts';
import { presentCategory, presentMerchant, presentTag } from '../records/named-record.ts';
import { presentConnection } from '../records/provider-connection.ts';
import { presentRuleText } from '../records/rule.ts';
import { presentRuleRun } from '../records/rule-run.ts';
import { presentSync } from '../records/sync.ts';
import { presentTimestamp } from '../records/timestamp.ts';
import { presentTrade } from '../records/trade.ts';
import {
  presentTransaction,
  presentTransactionSuggestion,
  presentTransferSuggestion,
} from '../records/transaction.ts';
import { presentValuation } from '../records/valuation.ts';

type Reading = Pick<ApiContext, 'sql' | 'clock'>;
type Ids = readonly string[];
/** A record by its id, as JSON. */
type Found = readonly (readonly [id: string, json: string])[];

/** Rows of one kind as their GET shows them. */
function shown<Row extends { id: string }>(
  rows: readonly Row[],
  present: (row: Row) => object | string,
): Found {
  return rows.map((row) => {
    const presented = present(row);
    return [row.id, typeof presented === 'string' ? presented : JSON.stringify(presented)];
  });
}

async function readAccounts({ sql, clock }: Reading, householdId: string, ids: Ids) {
  const { rows } = await listAccounts(
    sql,
    householdId,
    { connectionId: undefined },
    pageOfIds(ids),
  );
  return shown(await withBalances(sql, householdId, rows, clock.now()), presentAccount);
}

async function readAccountSuggestions({ sql }: Reading, householdId: string, ids: Ids) {
  const { rows } = await listAccountSuggestions(sql, householdId, pageOfIds(ids));
  const accounts = await listAccountsById(
    sql,
    householdId,
    rows.flatMap(({ accountId, candidateId }) => [accountId, candidateId]),
  );
  const whole = rows.flatMap(({ id, accountId, candidateId, createdAt }) => {
    const [account, candidate] = [accounts.get(accountId), accounts.get(candidateId)];
    return account === undefined || candidate === undefined
      ? []
      : [{ id, account, candidate, createdAt }];
  });
  return shown(whole, presentAccountSuggestion);
}

async function readSessions({ sql }: Reading, householdId: string, ids: Ids) {
  const { rows } = await listImportSessions(
    sql,
    householdId,
    { status: undefined },
    pageOfIds(ids),
  );
  const chunks = await listImportChunks(sql, householdId, ids);
  return shown(rows, (session) =>
    presentImportSession({
      ...session,
      chunks: chunks.filter(({ sessionId }) => sessionId === session.id),
    }),
  );
}

async function readSyncs({ sql }: Reading, householdId: string, ids: Ids) {
  const filter = { connectionId: undefined, status: undefined };
  const { rows } = await listSyncs(sql, householdId, filter, pageOfIds(ids));
  return shown(await withAccounts(sql, householdId, rows), presentSync);
}

const ALL = {};
const ANY_IMPORT = { status: undefined, type: undefined, accountId: undefined };
const OF_NO_ACCOUNT = { accountId: undefined };

/** How records of each type are read by their ids, in the form that their lists have. */
const READERS: Readonly<
  Record<FeedTypeName, (reading: Reading, householdId: string, ids: Ids) => Promise<Found>>
> = {
  household: async ({ sql }, id) => {
    const household = await findHousehold(sql, id);
    return household === null ? [] : shown([household], presentHousehold);
  },
  provider_connection: async ({ sql }, of, ids) =>
    shown((await listConnections(sql, of, pageOfIds(ids))).rows, presentConnection),
  account: readAccounts,
  account_suggestion: readAccountSuggestions,
  category: async ({ sql }, of, ids) =>
    shown((await listNamed(sql, 'categories', of, pageOfIds(ids))).rows, presentCategory),
  tag: async ({ sql }, of, ids) =>
    shown((await listNamed(sql, 'tags', of, pageOfIds(ids))).rows, presentTag),
  merchant: async ({ sql }, of, ids) =>
    shown((await listNamed(sql, 'merchants', of, pageOfIds(ids))).rows, presentMerchant),
  rule: async ({ sql }, of, ids) =>
    shown((await listRules(sql, of, { active: undefined }, pageOfIds(ids))).rows, presentRuleText),
  budget: async ({ sql }, of, ids) =>
    shown((await listBudgets(sql, of, pageOfIds(ids))).rows, presentBudget),
  import_profile: async ({ sql }, of, ids) =>
    shown((await listImportProfiles(sql, of, pageOfIds(ids))).rows, presentImportProfile),
  import: async ({ sql }, of, ids) =>
    shown((await listImports(sql, of, ANY_IMPORT, pageOfIds(ids))).rows, presentImport),
  import_session: readSessions,
  sync: readSyncs,
  rule_run: async ({ sql }, of, ids) =>
    shown(
      (await listRuleRuns(sql, of, { ruleId: undefined }, pageOfIds(ids))).rows,
      presentRuleRun,
    ),
  recurring_transaction: async ({ sql }, of, ids) =>
    shown(await listRecurringById(sql, of, ids), presentRecurringTransaction),
  valuation: async ({ sql }, of, ids) =>
    shown((await listValuations(sql, of, ALL, pageOfIds(ids))).rows, presentValuation),
  balance: async ({ sql }, of, ids) =>
    shown(await listBalancesById(sql, of, ids), presentStatedBalance),
  trade: async ({ sql }, of, ids) =>
    shown((await listTrades(sql, of, ALL, pageOfIds(ids))).rows, presentTrade),
  holding: async ({ sql }, of, ids) => shown(await listHoldingsById(sql, of, ids), presentHolding),
  transaction: async ({ sql }, of, ids) =>
    shown(await listTransactionsById(sql, of, ids), presentTransaction),
  transaction_suggestion: async ({ sql }, of, ids) =>
    shown(
      (await listSuggestions(sql, of, OF_NO_ACCOUNT, pageOfIds(ids))).rows,
      presentTransactionSuggestion,
    ),
  transfer: async ({ sql }, of, ids) =>
    shown(await listTransfersById(sql, of, ids), presentTransfer),
  rejected_transfer: async ({ sql }, of, ids) =>
    shown(await listRejectedById(sql, of, ids), presentRejectedTransfer),
  transfer_suggestion: async ({ sql }, of, ids) =>
    shown(
      (await listTransferSuggestions(sql, of, OF_NO_ACCOUNT, pageOfIds(ids))).rows,
      presentTransferSuggestion,
    ),
};

/** The lines of the feed with their records as they are now, each as the JSON of an item. */
export async function readFeedItems(
  reading: Reading,
  lines: readonly FeedLine[],
): Promise<string[]> {
  const records = new Map<string, string>();
  for (const [householdId, ofHousehold] of groupBy(lines, (line) => line.householdId)) {
    for (const [type, ofType] of groupBy(ofHousehold, (line) => line.type)) {
      const ids = ofType.map(({ id }) => id);
      const found = await READERS[type](reading, householdId, ids);
      for (const [id, json] of found) records.set(`${type} ${id}`, json);
    }
  }
  return lines.map((line) =>
    presentItem(line, line.isGone ? undefined : records.get(`${line.type} ${line.id}`)),
  );
}

function presentItem({ type, id, householdId, cause, changedAt }: FeedLine, json?: string): string {
  const operation = json === undefined ? 'delete' : 'upsert';
  const head = JSON.stringify({ type, id, household_id: householdId, operation });
  const tail = JSON.stringify({ cause, changed_at: presentTimestamp(changedAt) });
  return `${head.slice(0, -1)},"record":${json ?? 'null'},${tail.slice(1)}`;
}
