import type { Route } from './http/route.ts';
import { createImport } from './routes/imports/create.ts';
import { listImports } from './routes/imports/list.ts';
import { showImport } from './routes/imports/show.ts';
import { updateImport } from './routes/imports/update.ts';
import { removeImport } from './routes/imports/delete.ts';
import { listKeptOfImport, listKeptOfSession } from './routes/imports/list-kept.ts';
import { listRowsOfImport } from './routes/imports/list-rows.ts';
import { updateRowOfImport } from './routes/imports/update-row.ts';
import { publishImport } from './routes/imports/publish.ts';
import { undoImport } from './routes/imports/undo.ts';
import { listImportProfiles } from './routes/import-profiles/list.ts';
import { createImportProfile } from './routes/import-profiles/create.ts';
import { showImportProfile } from './routes/import-profiles/show.ts';
import { updateImportProfile } from './routes/import-profiles/update.ts';
import { removeImportProfile } from './routes/import-profiles/delete.ts';
import { preflightImport } from './routes/imports/preflight.ts';
import { showUsage } from './routes/usage/show.ts';
import { listApiKeys } from './routes/api-keys/list.ts';
import { createApiKey } from './routes/api-keys/create.ts';
import { revokeApiKey } from './routes/api-keys/revoke.ts';
import { showHousehold } from './routes/household/show.ts';
import { updateHousehold } from './routes/household/update.ts';
import { listAccounts } from './routes/accounts/list.ts';
import { listAccountBalances } from './routes/accounts/balances.ts';
import { showNetWorth } from './routes/net-worth/show.ts';
import { createAccount } from './routes/accounts/create.ts';
import { showAccount } from './routes/accounts/show.ts';
import { updateAccount } from './routes/accounts/update.ts';
import { deleteAccount } from './routes/accounts/delete.ts';
import { mergeAccount } from './routes/accounts/merge.ts';
import { listAccountSuggestions } from './routes/account-suggestions/list.ts';
import { dismissAccountSuggestion } from './routes/account-suggestions/delete.ts';
import { acceptAccountSuggestion } from './routes/account-suggestions/accept.ts';
import { listTransactions } from './routes/transactions/list.ts';
import { listHoldings } from './routes/holdings/list.ts';
import { listProviderConnections } from './routes/provider-connections/list.ts';
import { createProviderConnection } from './routes/provider-connections/create.ts';
import { showProviderConnection } from './routes/provider-connections/show.ts';
import { updateProviderConnection } from './routes/provider-connections/update.ts';
import { removeProviderConnection } from './routes/provider-connections/delete.ts';
import { listConnectionTimeline } from './routes/provider-connections/timeline.ts';
import { resumeProviderConnection } from './routes/provider-connections/resume.ts';
import { startSync } from './routes/provider-connections/sync.ts';
import { listSyncs } from './routes/syncs/list.ts';
import { showSync } from './routes/syncs/show.ts';
import { streamSyncEvents } from './routes/syncs/events.ts';
import { cancelSync } from './routes/syncs/cancel.ts';
import { createImportSession } from './routes/import-sessions/create.ts';
import { listImportSessions } from './routes/import-sessions/list.ts';
import { showImportSession } from './routes/import-sessions/show.ts';
import { removeImportSession } from './routes/import-sessions/delete.ts';
import { publishImportSession } from './routes/import-sessions/publish.ts';
import { cancelImportSession } from './routes/import-sessions/cancel.ts';
import { undoImportSession } from './routes/import-sessions/undo.ts';
import { listRules } from './routes/rules/list.ts';
import { createRule } from './routes/rules/create.ts';
import { showRule } from './routes/rules/show.ts';
import { updateRule } from './routes/rules/update.ts';
import { deleteRule } from './routes/rules/delete.ts';
import { previewDraftRule } from './routes/rules/preview-draft.ts';
import { previewRule } from './routes/rules/preview.ts';
import { runRule } from './routes/rules/run.ts';
import { listRuleRuns } from './routes/rule-runs/list.ts';
import { createRuleRun } from './routes/rule-runs/create.ts';
import { showRuleRun } from './routes/rule-runs/show.ts';
import { createTransactions } from './routes/transactions/create.ts';
import { showTransaction } from './routes/transactions/show.ts';
import { updateTransaction } from './routes/transactions/update.ts';
import { deleteTransaction } from './routes/transactions/delete.ts';
import { listTransactionChanges } from './routes/transactions/changes.ts';
import { listTransactionSuggestions } from './routes/transaction-suggestions/list.ts';
import { dismissTransactionSuggestion } from './routes/transaction-suggestions/delete.ts';
import { acceptTransactionSuggestion } from './routes/transaction-suggestions/accept.ts';
import { listTransferSuggestions } from './routes/transfer-suggestions/list.ts';
import { refreshTransferSuggestions } from './routes/transfer-suggestions/refresh.ts';
import { acceptTransferSuggestion } from './routes/transfer-suggestions/accept.ts';
import { dismissTransferSuggestion } from './routes/transfer-suggestions/dismiss.ts';
import { deleteTransfer } from './routes/transfers/delete.ts';
import { listCategories } from './routes/categories/list.ts';
import { createDefaultCategories } from './routes/categories/create-defaults.ts';
import { categoryRoutes } from './routes/categories/category-routes.ts';
import { tagRoutes } from './routes/tags/tag-routes.ts';
import { merchantRoutes } from './routes/merchants/merchant-routes.ts';
import { listChanges } from './routes/changes/list.ts';
import { listTags } from './routes/tags/list.ts';
import { listMerchants } from './routes/merchants/list.ts';
import { listBudgets } from './routes/budgets/list.ts';
import { listTrades } from './routes/trades/list.ts';
import { listValuations } from './routes/valuations/list.ts';
import { showExport } from './routes/export/show.ts';
import { createImportChunk } from './routes/import-sessions/create-chunk.ts';

/**
 * The API, one name per operation; each stands in its own file. Routing, 405 with Allow, the checks before a handler, the OpenAPI
 * document and the tests' response checking are all made from this list.
 */
export const ROUTES: readonly Route[] = [
  preflightImport,
  createImport,
  listImports,
  showImport,
  updateImport,
  removeImport,
  listRowsOfImport,
  listKeptOfImport,
  updateRowOfImport,
  publishImport,
  undoImport,
  listImportProfiles,
  createImportProfile,
  showImportProfile,
  updateImportProfile,
  removeImportProfile,
  showUsage,
  listApiKeys,
  createApiKey,
  revokeApiKey,
  showHousehold,
  updateHousehold,
  listAccounts,
  createAccount,
  listAccountBalances,
  showNetWorth,
  showAccount,
  updateAccount,
  deleteAccount,
  mergeAccount,
  listAccountSuggestions,
  dismissAccountSuggestion,
  acceptAccountSuggestion,
  listTransactions,
  listHoldings,
  listProviderConnections,
  createProviderConnection,
  showProviderConnection,
  updateProviderConnection,
  removeProviderConnection,
  startSync,
  resumeProviderConnection,
  listConnectionTimeline,
  listSyncs,
  showSync,
  streamSyncEvents,
  cancelSync,
  createImportSession,
  listImportSessions,
  showImportSession,
  removeImportSession,
  publishImportSession,
  cancelImportSession,
  undoImportSession,
  listKeptOfSession,
  listRules,
  createRule,
  // Before the paths with an id, which it would be one of.
  previewDraftRule,
  showRule,
  updateRule,
  deleteRule,
  previewRule,
  runRule,
  listRuleRuns,
  createRuleRun,
  showRuleRun,
  createTransactions,
  showTransaction,
  updateTransaction,
  deleteTransaction,
  listTransactionChanges,
  listTransactionSuggestions,
  dismissTransactionSuggestion,
  acceptTransactionSuggestion,
  listTransferSuggestions,
  refreshTransferSuggestions,
  acceptTransferSuggestion,
  dismissTransferSuggestion,
  deleteTransfer,
  listCategories,
  // Before the paths with an id, which it would be one of.
  createDefaultCategories,
  ...categoryRoutes,
  listTags,
  ...tagRoutes,
  listMerchants,
  ...merchantRoutes,
  listChanges,
  listBudgets,
  listTrades,
  listValuations,
  showExport,
  createImportChunk,
];
