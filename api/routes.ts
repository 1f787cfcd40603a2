import type { Route } from './http/route.ts';
import { importPreflightRoutes } from './routes/import-preflight.ts';
import { importCreateRoutes } from './routes/import-create.ts';
import { importRoutes } from './routes/imports.ts';
import { importRowRoutes } from './routes/import-rows.ts';
import { importPublishRoutes } from './routes/import-publish.ts';
import { importProfileRoutes } from './routes/import-profiles.ts';
import { usageRoutes } from './routes/usage.ts';
import { apiKeyRoutes } from './routes/api-keys.ts';
import { householdRoutes } from './routes/household.ts';
import { platformHouseholdRoutes } from './routes/households.ts';
import { householdKeyRoutes } from './routes/household-keys.ts';
import { householdDeletionRoutes } from './routes/household-deletions.ts';
import { accountRoutes } from './routes/accounts.ts';
import { balanceRoutes } from './routes/balances.ts';
import { transactionRoutes } from './routes/transactions.ts';
import { holdingRoutes } from './routes/holdings.ts';
import { providerConnectionRoutes } from './routes/provider-connections.ts';
import { providerKeyRoutes } from './routes/provider-keys.ts';
import { syncRoutes } from './routes/syncs.ts';
import { syncEventRoutes } from './routes/sync-events.ts';
import { importSessionPublishRoutes } from './routes/import-session-publish.ts';
import { importSessionRoutes } from './routes/import-sessions.ts';
import { ruleRoutes } from './routes/rules.ts';
import { ruleSuggestionRoutes } from './routes/rule-suggestions.ts';
import { ruleRunRoutes } from './routes/rule-runs.ts';
import { transactionCreateRoutes } from './routes/transaction-create.ts';
import { transactionUpdateRoutes } from './routes/transaction-update.ts';
import { transactionSuggestionRoutes } from './routes/transaction-suggestions.ts';
import { transferSuggestionRoutes } from './routes/transfer-suggestions.ts';
import { transferRoutes } from './routes/transfers.ts';
import { categoryRoutes, merchantRoutes, tagRoutes } from './routes/named-records.ts';
import { changeRoutes } from './routes/changes.ts';
import { recordChangeRoutes } from './routes/record-changes.ts';
import { budgetRoutes } from './routes/budgets.ts';
import { tradeRoutes } from './routes/trades.ts';
import { valuationRoutes } from './routes/valuations.ts';
import { exportRoutes } from './routes/export.ts';
import { webhookDeliveryRoutes } from './routes/webhook-deliveries.ts';
import { webhookEndpointRoutes } from './routes/webhook-endpoints.ts';
import { importChunkRoutes } from './routes/import-chunks.ts';

/**
 * The API, one line per resource; a resource's file lists its operations from top to bottom. Routing, 405 with Allow,
 * the checks before a handler, the OpenAPI document and the tests' response checks are all derived from this list.
 */
export const ROUTES: readonly Route[] = [
  ...importPreflightRoutes.operations,
  ...importCreateRoutes.operations,
  ...importRoutes.operations,
  ...importRowRoutes.operations,
  ...importPublishRoutes.operations,
  ...importProfileRoutes.operations,
  ...usageRoutes.operations,
  ...apiKeyRoutes.operations,
  ...householdRoutes.operations,
  ...accountRoutes.operations,
  ...balanceRoutes.operations,
  ...transactionRoutes.operations,
  ...holdingRoutes.operations,
  ...providerConnectionRoutes.operations,
  ...providerKeyRoutes.operations,
  ...syncRoutes.operations,
  ...syncEventRoutes.operations,
  ...importSessionRoutes.operations,
  ...importChunkRoutes.operations,
  ...importSessionPublishRoutes.operations,
  ...ruleRoutes.operations,
  ...ruleSuggestionRoutes.operations,
  ...ruleRunRoutes.operations,
  ...transactionCreateRoutes.operations,
  ...transactionUpdateRoutes.operations,
  ...transactionSuggestionRoutes.operations,
  ...transferSuggestionRoutes.operations,
  ...transferRoutes.operations,
  ...categoryRoutes.operations,
  ...tagRoutes.operations,
  ...merchantRoutes.operations,
  ...changeRoutes.operations,
  ...recordChangeRoutes.operations,
  ...budgetRoutes.operations,
  ...tradeRoutes.operations,
  ...valuationRoutes.operations,
  ...exportRoutes.operations,
  ...webhookEndpointRoutes.operations,
  ...webhookDeliveryRoutes.operations,
  ...platformHouseholdRoutes.operations,
  ...householdKeyRoutes.operations,
  ...householdDeletionRoutes.operations,
];
