import type { FeedLine } from '../../shared/changes/feed-page.ts';
import type { FeedTypeName } from '../../shared/changes/feed-types.ts';
import { findHousehold } from '../../shared/households/households.ts';
import { listImportSessions } from '../../shared/imports/import-sessions.ts';
import { listImports } from '../../shared/imports/imports.ts';
import { listImportProfiles } from '../../shared/imports/profiles/import-profiles.ts';
import { listBudgets } from '../../shared/ledger/budgets.ts';
import { listCurrentAccounts } from '../../shared/ledger/current-balances.ts';
import { listHoldingsById } from '../../shared/ledger/holdings.ts';
import { listNamed } from '../../shared/ledger/named-records.ts';
import { listRecurring } from '../../shared/ledger/recurring-transactions.ts';
import { listStatedBalances } from '../../shared/ledger/stated-balances.ts';
import { listTrades } from '../../shared/ledger/trades.ts';
import { listTransactionsById } from '../../shared/ledger/transactions.ts';
import { listValuations } from '../../shared/ledger/valuations.ts';
import { groupBy } from '../../shared/platform/group-by.ts';
import type { Sql } from '../../shared/postgres/connect.ts';
import { pageOfIds } from '../../shared/postgres/page.ts';
import type { Page, PageRequest } from '../../shared/postgres/page.ts';
import { listRuleRuns } from '../../shared/rules/store/rule-runs.ts';
import { listRules } from '../../shared/rules/store/rules.ts';
import { listAccountSuggestions } from '../../shared/sync/store/account-suggestions.ts';
import { listConnections } from '../../shared/sync/store/provider-connections.ts';
import { listSyncs } from '../../shared/sync/store/syncs.ts';
import { listSuggestions } from '../../shared/sync/store/transaction-suggestions.ts';
import { listTransferSuggestions } from '../../shared/transfers/store/transfer-suggestions.ts';
import { listRejectedTransfers, listTransfers } from '../../shared/transfers/store/transfers.ts';
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
import { withChunks } from './answer-session.ts';

type Reading = Pick<ApiContext, 'sql' | 'clock'>;
type Ids = readonly string[];
type Found = readonly (readonly [id: string, json: string])[];
type Reader = (reading: Reading, householdId: string, ids: Ids) => Promise<Found>;
type Present<Row> = (row: Row) => object | string;
type Listed<Row> = (sql: Sql, householdId: string, page: PageRequest) => Promise<Page<Row>>;
type ById<Row> = (sql: Sql, householdId: string, ids: Ids) => Promise<readonly Row[]>;

/** Reads records by their ids, and shows them as their GET does. */
function byId<Row extends { id: string }>(read: ById<Row>, present: Present<Row>): Reader {
  return async ({ sql }, householdId, ids) => shown(await read(sql, householdId, ids), present);
}

/** The same for records that have a list. */
function ofList<Row extends { id: string }>(list: Listed<Row>, present: Present<Row>): Reader {
  const read: ById<Row> = async (sql, of, ids) => (await list(sql, of, pageOfIds(ids))).rows;
  return byId(read, present);
}

function shown<Row extends { id: string }>(rows: readonly Row[], present: Present<Row>): Found {
  return rows.map((row) => {
    const presented = present(row);
    return [row.id, typeof presented === 'string' ? presented : JSON.stringify(presented)];
  });
}

/** How to read the records of each type by their ids, in the form that their lists have. */
const READERS: Readonly<Record<FeedTypeName, Reader>> = {
  household: byId(async (sql, id) => {
    const household = await findHousehold(sql, id);
    return household === null ? [] : [household];
  }, presentHousehold),
  provider_connection: ofList(listConnections, presentConnection),
  account: async ({ sql, clock }, of, ids) => {
    const found = await listCurrentAccounts(sql, of, pageOfIds(ids), {}, clock.now());
    return shown(found.rows, presentAccount);
  },
  account_suggestion: ofList(listAccountSuggestions, presentAccountSuggestion),
  category: ofList(listNamed('categories'), presentCategory),
  tag: ofList(listNamed('tags'), presentTag),
  merchant: ofList(listNamed('merchants'), presentMerchant),
  rule: ofList(listRules, presentRuleText),
  budget: ofList(listBudgets, presentBudget),
  import_profile: ofList(listImportProfiles, presentImportProfile),
  import: ofList(listImports, presentImport),
  import_session: byId(async (sql, of, ids) => {
    const { rows } = await listImportSessions(sql, of, pageOfIds(ids));
    return withChunks(sql, of, rows);
  }, presentImportSession),
  sync: ofList(listSyncs, presentSync),
  rule_run: ofList(listRuleRuns, presentRuleRun),
  recurring_transaction: ofList(listRecurring, presentRecurringTransaction),
  valuation: ofList(listValuations, presentValuation),
  balance: ofList(listStatedBalances, presentStatedBalance),
  trade: ofList(listTrades, presentTrade),
  holding: byId(listHoldingsById, presentHolding),
  transaction: byId(listTransactionsById, presentTransaction),
  transaction_suggestion: ofList(listSuggestions, presentTransactionSuggestion),
  transfer: ofList(listTransfers, presentTransfer),
  rejected_transfer: ofList(listRejectedTransfers, presentRejectedTransfer),
  transfer_suggestion: ofList(listTransferSuggestions, presentTransferSuggestion),
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
