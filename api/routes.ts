import type { Route } from './http/route.ts';
import { createApiKey } from './routes/api-keys-create/handler.ts';
import { createApiKeySchema } from './routes/api-keys-create/schema.ts';
import { preflightImport } from './routes/imports-preflight/handler.ts';
import { preflightImportSchema } from './routes/imports-preflight/schema.ts';
import { listApiKeys } from './routes/api-keys-list/handler.ts';
import { listApiKeysSchema } from './routes/api-keys-list/schema.ts';
import { revokeApiKey } from './routes/api-keys-revoke/handler.ts';
import { revokeApiKeySchema } from './routes/api-keys-revoke/schema.ts';
import { cancelImportSession } from './routes/import-sessions-cancel/handler.ts';
import { cancelImportSessionSchema } from './routes/import-sessions-cancel/schema.ts';
import { createImportSession } from './routes/import-sessions-create/handler.ts';
import { createImportSessionSchema } from './routes/import-sessions-create/schema.ts';
import { removeImportSession } from './routes/import-sessions-delete/handler.ts';
import { deleteImportSessionSchema } from './routes/import-sessions-delete/schema.ts';
import { listImportSessions } from './routes/import-sessions-list/handler.ts';
import { listImportSessionsSchema } from './routes/import-sessions-list/schema.ts';
import { publishImportSession } from './routes/import-sessions-publish/handler.ts';
import { publishImportSessionSchema } from './routes/import-sessions-publish/schema.ts';
import { showImportSession } from './routes/import-sessions-show/handler.ts';
import { showImportSessionSchema } from './routes/import-sessions-show/schema.ts';
import { listRules } from './routes/rules-list/handler.ts';
import { listRulesSchema } from './routes/rules-list/schema.ts';
import { createRule } from './routes/rules-create/handler.ts';
import { createRuleSchema } from './routes/rules-create/schema.ts';
import { showRule } from './routes/rules-show/handler.ts';
import { showRuleSchema } from './routes/rules-show/schema.ts';
import { updateRule } from './routes/rules-update/handler.ts';
import { updateRuleSchema } from './routes/rules-update/schema.ts';
import { deleteRule } from './routes/rules-delete/handler.ts';
import { deleteRuleSchema } from './routes/rules-delete/schema.ts';
import { previewRule } from './routes/rules-preview/handler.ts';
import { previewRuleSchema } from './routes/rules-preview/schema.ts';
import { runRule } from './routes/rules-run/handler.ts';
import { runRuleSchema } from './routes/rules-run/schema.ts';
import { listRuleRuns } from './routes/rule-runs-list/handler.ts';
import { listRuleRunsSchema } from './routes/rule-runs-list/schema.ts';
import { createRuleRun } from './routes/rule-runs-create/handler.ts';
import { createRuleRunSchema } from './routes/rule-runs-create/schema.ts';
import { showRuleRun } from './routes/rule-runs-show/handler.ts';
import { showRuleRunSchema } from './routes/rule-runs-show/schema.ts';
import { showTransaction } from './routes/transactions-show/handler.ts';
import { showTransactionSchema } from './routes/transactions-show/schema.ts';
import { updateTransaction } from './routes/transactions-update/handler.ts';
import { updateTransactionSchema } from './routes/transactions-update/schema.ts';
import { listTransactionChanges } from './routes/transactions-changes/handler.ts';
import { listTransactionChangesSchema } from './routes/transactions-changes/schema.ts';
import { listTransactionSuggestions } from './routes/transaction-suggestions-list/handler.ts';
import { listTransactionSuggestionsSchema } from './routes/transaction-suggestions-list/schema.ts';
import { acceptTransactionSuggestion } from './routes/transaction-suggestions-accept/handler.ts';
import { acceptTransactionSuggestionSchema } from './routes/transaction-suggestions-accept/schema.ts';
import { dismissTransactionSuggestion } from './routes/transaction-suggestions-delete/handler.ts';
import { deleteTransactionSuggestionSchema } from './routes/transaction-suggestions-delete/schema.ts';
import { listCategories } from './routes/categories-list/handler.ts';
import { listCategoriesSchema } from './routes/categories-list/schema.ts';
import { listTags } from './routes/tags-list/handler.ts';
import { listTagsSchema } from './routes/tags-list/schema.ts';
import { listMerchants } from './routes/merchants-list/handler.ts';
import { listMerchantsSchema } from './routes/merchants-list/schema.ts';
import { listBudgets } from './routes/budgets-list/handler.ts';
import { listBudgetsSchema } from './routes/budgets-list/schema.ts';
import { listTrades } from './routes/trades-list/handler.ts';
import { listTradesSchema } from './routes/trades-list/schema.ts';
import { listValuations } from './routes/valuations-list/handler.ts';
import { listValuationsSchema } from './routes/valuations-list/schema.ts';
import { showExport } from './routes/export-show/handler.ts';
import { showExportSchema } from './routes/export-show/schema.ts';
import { createImportChunk } from './routes/import-sessions-chunks-create/handler.ts';
import { createImportChunkSchema } from './routes/import-sessions-chunks-create/schema.ts';
import { showUsage } from './routes/usage-show/handler.ts';
import { showUsageSchema } from './routes/usage-show/schema.ts';
import { showHousehold } from './routes/household-show/handler.ts';
import { showHouseholdSchema } from './routes/household-show/schema.ts';
import { updateHousehold } from './routes/household-update/handler.ts';
import { updateHouseholdSchema } from './routes/household-update/schema.ts';
import { listAccounts } from './routes/accounts-list/handler.ts';
import { listAccountsSchema } from './routes/accounts-list/schema.ts';
import { showAccount } from './routes/accounts-show/handler.ts';
import { showAccountSchema } from './routes/accounts-show/schema.ts';
import { deleteAccount } from './routes/accounts-delete/handler.ts';
import { deleteAccountSchema } from './routes/accounts-delete/schema.ts';
import { deleteTransaction } from './routes/transactions-delete/handler.ts';
import { deleteTransactionSchema } from './routes/transactions-delete/schema.ts';
import { mergeAccount } from './routes/accounts-merge/handler.ts';
import { mergeAccountSchema } from './routes/accounts-merge/schema.ts';
import { listAccountSuggestions } from './routes/account-suggestions-list/handler.ts';
import { listAccountSuggestionsSchema } from './routes/account-suggestions-list/schema.ts';
import { acceptAccountSuggestion } from './routes/account-suggestions-accept/handler.ts';
import { acceptAccountSuggestionSchema } from './routes/account-suggestions-accept/schema.ts';
import { dismissAccountSuggestion } from './routes/account-suggestions-delete/handler.ts';
import { deleteAccountSuggestionSchema } from './routes/account-suggestions-delete/schema.ts';
import { updateAccount } from './routes/accounts-update/handler.ts';
import { updateAccountSchema } from './routes/accounts-update/schema.ts';
import { listTransactions } from './routes/transactions-list/handler.ts';
import { listTransactionsSchema } from './routes/transactions-list/schema.ts';
import { listHoldings } from './routes/holdings-list/handler.ts';
import { listHoldingsSchema } from './routes/holdings-list/schema.ts';
import { listProviderConnections } from './routes/provider-connections-list/handler.ts';
import { listProviderConnectionsSchema } from './routes/provider-connections-list/schema.ts';
import { createProviderConnection } from './routes/provider-connections-create/handler.ts';
import { createProviderConnectionSchema } from './routes/provider-connections-create/schema.ts';
import { showProviderConnection } from './routes/provider-connections-show/handler.ts';
import { showProviderConnectionSchema } from './routes/provider-connections-show/schema.ts';
import { updateProviderConnection } from './routes/provider-connections-update/handler.ts';
import { updateProviderConnectionSchema } from './routes/provider-connections-update/schema.ts';
import { removeProviderConnection } from './routes/provider-connections-delete/handler.ts';
import { deleteProviderConnectionSchema } from './routes/provider-connections-delete/schema.ts';
import { startSync } from './routes/provider-connections-sync/handler.ts';
import { startSyncSchema } from './routes/provider-connections-sync/schema.ts';
import { listSyncs } from './routes/syncs-list/handler.ts';
import { listSyncsSchema } from './routes/syncs-list/schema.ts';
import { showSync } from './routes/syncs-show/handler.ts';
import { showSyncSchema } from './routes/syncs-show/schema.ts';
import { streamSyncEvents } from './routes/syncs-events/handler.ts';
import { streamSyncEventsSchema } from './routes/syncs-events/schema.ts';
import { cancelSync } from './routes/syncs-cancel/handler.ts';
import { cancelSyncSchema } from './routes/syncs-cancel/schema.ts';

/**
 * The API, one line per operation. Routing, 405 with Allow, the checks before a handler, the OpenAPI
 * document and the tests' response checking are all made from this list.
 */
// prettier-ignore
export const ROUTES: readonly Route[] = [
  { method: 'post',   path: '/api/v1/imports/preflight',            scope: 'read',       schema: preflightImportSchema, handler: preflightImport },
  { method: 'get',    path: '/api/v1/usage',                        scope: 'read',       schema: showUsageSchema, handler: showUsage },
  { method: 'get',    path: '/api/v1/api_keys',                     scope: 'read_write', schema: listApiKeysSchema, handler: listApiKeys },
  { method: 'post',   path: '/api/v1/api_keys',                     scope: 'read_write', schema: createApiKeySchema, handler: createApiKey },
  { method: 'delete', path: '/api/v1/api_keys/{id}',                scope: 'read_write', schema: revokeApiKeySchema, handler: revokeApiKey },
  { method: 'get',    path: '/api/v1/household',                   scope: 'read',       schema: showHouseholdSchema, handler: showHousehold },
  { method: 'patch',  path: '/api/v1/household',                   scope: 'read_write', schema: updateHouseholdSchema, handler: updateHousehold },
  { method: 'get',    path: '/api/v1/accounts',                    scope: 'read',       schema: listAccountsSchema, handler: listAccounts },
  { method: 'get',    path: '/api/v1/accounts/{id}',               scope: 'read',       schema: showAccountSchema, handler: showAccount },
  { method: 'patch',  path: '/api/v1/accounts/{id}',               scope: 'read_write', schema: updateAccountSchema, handler: updateAccount },
  { method: 'delete', path: '/api/v1/accounts/{id}',               scope: 'read_write', schema: deleteAccountSchema, handler: deleteAccount },
  { method: 'post',   path: '/api/v1/accounts/{id}/merge',         scope: 'read_write', schema: mergeAccountSchema, handler: mergeAccount },
  { method: 'get',    path: '/api/v1/account_suggestions',         scope: 'read',       schema: listAccountSuggestionsSchema, handler: listAccountSuggestions },
  { method: 'delete', path: '/api/v1/account_suggestions/{id}',    scope: 'read_write', schema: deleteAccountSuggestionSchema, handler: dismissAccountSuggestion },
  { method: 'post',   path: '/api/v1/account_suggestions/{id}/accept', scope: 'read_write', schema: acceptAccountSuggestionSchema, handler: acceptAccountSuggestion },
  { method: 'get',    path: '/api/v1/transactions',                scope: 'read',       schema: listTransactionsSchema, handler: listTransactions },
  { method: 'get',    path: '/api/v1/holdings',                    scope: 'read',       schema: listHoldingsSchema, handler: listHoldings },
  { method: 'get',    path: '/api/v1/provider_connections',        scope: 'read',       schema: listProviderConnectionsSchema, handler: listProviderConnections },
  { method: 'post',   path: '/api/v1/provider_connections',        scope: 'read_write', schema: createProviderConnectionSchema, handler: createProviderConnection },
  { method: 'get',    path: '/api/v1/provider_connections/{id}',   scope: 'read',       schema: showProviderConnectionSchema, handler: showProviderConnection },
  { method: 'patch',  path: '/api/v1/provider_connections/{id}',   scope: 'read_write', schema: updateProviderConnectionSchema, handler: updateProviderConnection },
  { method: 'delete', path: '/api/v1/provider_connections/{id}',   scope: 'read_write', schema: deleteProviderConnectionSchema, handler: removeProviderConnection },
  { method: 'post',   path: '/api/v1/provider_connections/{id}/syncs', scope: 'read_write', schema: startSyncSchema, handler: startSync },
  { method: 'get',    path: '/api/v1/syncs',                       scope: 'read',       schema: listSyncsSchema, handler: listSyncs },
  { method: 'get',    path: '/api/v1/syncs/{id}',                  scope: 'read',       schema: showSyncSchema, handler: showSync },
  { method: 'get',    path: '/api/v1/syncs/{id}/events',           scope: 'read',       schema: streamSyncEventsSchema, handler: streamSyncEvents },
  { method: 'post',   path: '/api/v1/syncs/{id}/cancel',           scope: 'read_write', schema: cancelSyncSchema, handler: cancelSync },
  { method: 'post',   path: '/api/v1/import_sessions',              scope: 'read_write', schema: createImportSessionSchema, handler: createImportSession },
  { method: 'get',    path: '/api/v1/import_sessions',              scope: 'read',       schema: listImportSessionsSchema, handler: listImportSessions },
  { method: 'get',    path: '/api/v1/import_sessions/{id}',         scope: 'read',       schema: showImportSessionSchema, handler: showImportSession },
  { method: 'delete', path: '/api/v1/import_sessions/{id}',         scope: 'read_write', schema: deleteImportSessionSchema, handler: removeImportSession },
  { method: 'post',   path: '/api/v1/import_sessions/{id}/publish', scope: 'read_write', schema: publishImportSessionSchema, handler: publishImportSession },
  { method: 'post',   path: '/api/v1/import_sessions/{id}/cancel',  scope: 'read_write', schema: cancelImportSessionSchema, handler: cancelImportSession },
  { method: 'get',    path: '/api/v1/rules',                        scope: 'read',       schema: listRulesSchema, handler: listRules },
  { method: 'post',   path: '/api/v1/rules',                        scope: 'read_write', schema: createRuleSchema, handler: createRule },
  { method: 'get',    path: '/api/v1/rules/{id}',                   scope: 'read',       schema: showRuleSchema, handler: showRule },
  { method: 'patch',  path: '/api/v1/rules/{id}',                   scope: 'read_write', schema: updateRuleSchema, handler: updateRule },
  { method: 'delete', path: '/api/v1/rules/{id}',                   scope: 'read_write', schema: deleteRuleSchema, handler: deleteRule },
  { method: 'post',   path: '/api/v1/rules/{id}/preview',           scope: 'read',       schema: previewRuleSchema, handler: previewRule },
  { method: 'post',   path: '/api/v1/rules/{id}/runs',              scope: 'read_write', schema: runRuleSchema, handler: runRule },
  { method: 'get',    path: '/api/v1/rule_runs',                    scope: 'read',       schema: listRuleRunsSchema, handler: listRuleRuns },
  { method: 'post',   path: '/api/v1/rule_runs',                    scope: 'read_write', schema: createRuleRunSchema, handler: createRuleRun },
  { method: 'get',    path: '/api/v1/rule_runs/{id}',               scope: 'read',       schema: showRuleRunSchema, handler: showRuleRun },
  { method: 'get',    path: '/api/v1/transactions/{id}',            scope: 'read',       schema: showTransactionSchema, handler: showTransaction },
  { method: 'patch',  path: '/api/v1/transactions/{id}',            scope: 'read_write', schema: updateTransactionSchema, handler: updateTransaction },
  { method: 'delete', path: '/api/v1/transactions/{id}',            scope: 'read_write', schema: deleteTransactionSchema, handler: deleteTransaction },
  { method: 'get',    path: '/api/v1/transactions/{id}/changes',    scope: 'read',       schema: listTransactionChangesSchema, handler: listTransactionChanges },
  { method: 'get',    path: '/api/v1/transaction_suggestions',      scope: 'read',       schema: listTransactionSuggestionsSchema, handler: listTransactionSuggestions },
  { method: 'delete', path: '/api/v1/transaction_suggestions/{id}', scope: 'read_write', schema: deleteTransactionSuggestionSchema, handler: dismissTransactionSuggestion },
  { method: 'post',   path: '/api/v1/transaction_suggestions/{id}/accept', scope: 'read_write', schema: acceptTransactionSuggestionSchema, handler: acceptTransactionSuggestion },
  { method: 'get',    path: '/api/v1/categories',                   scope: 'read',       schema: listCategoriesSchema, handler: listCategories },
  { method: 'get',    path: '/api/v1/tags',                         scope: 'read',       schema: listTagsSchema, handler: listTags },
  { method: 'get',    path: '/api/v1/merchants',                    scope: 'read',       schema: listMerchantsSchema, handler: listMerchants },
  { method: 'get',    path: '/api/v1/budgets',                      scope: 'read',       schema: listBudgetsSchema, handler: listBudgets },
  { method: 'get',    path: '/api/v1/trades',                       scope: 'read',       schema: listTradesSchema, handler: listTrades },
  { method: 'get',    path: '/api/v1/valuations',                   scope: 'read',       schema: listValuationsSchema, handler: listValuations },
  { method: 'get',    path: '/api/v1/export',                       scope: 'read',       schema: showExportSchema, handler: showExport },
  { method: 'post',   path: '/api/v1/import_sessions/{id}/chunks',  scope: 'read_write', schema: createImportChunkSchema, handler: createImportChunk },
];
