import { account, accountChange, newAccount } from './account.ts';
import { accountMerge, newAccountMerge } from './account-merge.ts';
import { accountSuggestion } from './account-suggestion.ts';
import { apiKey, createdApiKey, newApiKey } from './api-key.ts';
import { errorResponse } from './error-response.ts';
import { holding, holdingsAccount, holdingsValuation } from './holding.ts';
import { household, householdChange } from './household.ts';
import {
  importOfCsv,
  importPublication,
  importRow,
  importRowChange,
  importSettingsChange,
} from './import.ts';
import { importProfile, importProfileChange, newImportProfile } from './import-profile.ts';
import {
  importPreflight,
  importPreflightContent,
  importPreflightError,
  importPreflightRow,
  importPreflightStats,
} from './import-preflight.ts';
import {
  importChunk,
  importSession,
  importSummary,
  newImportChunk,
  newImportChunkUpload,
  newImportSession,
} from './import-session.ts';
import type { JsonSchema } from './json-schema.ts';
import { namedRecordSchemas } from './named-record.ts';
import { newTransaction, newTransactions } from './new-transaction.ts';
import { pageMeta } from './page-meta.ts';
import {
  newProviderConnection,
  providerConnection,
  providerConnectionChange,
} from './provider-connection.ts';
import {
  newRule,
  newRuleAction,
  newRuleCondition,
  newDraftPreview,
  newRulePreview,
  newRuleRun,
  rule,
  ruleAction,
  ruleChange,
  ruleCondition,
  rulePreview,
  ruleRun,
} from './rule.ts';
import { sync, syncAccount, syncCounts, syncNote } from './sync.ts';
import { transaction, transactionChange, transactionEdit } from './transaction.ts';
import { transactionSuggestion, transactionSuggestionChoice } from './transaction-suggestion.ts';
import { transferSuggestion } from './transfer-suggestion.ts';
import { keptRecord } from './undo-summary.ts';
import { usage } from './usage.ts';

/** The named schemas that several operations share; refer to one with `ref('Name')`. A route names its own. */
export const COMPONENTS: Readonly<Record<string, JsonSchema>> = {
  Account: account,
  AccountChange: accountChange,
  AccountMerge: accountMerge,
  AccountSuggestion: accountSuggestion,
  ApiKey: apiKey,
  CreatedApiKey: createdApiKey,
  ErrorResponse: errorResponse,
  Import: importOfCsv,
  ImportPublication: importPublication,
  ImportRow: importRow,
  ImportRowChange: importRowChange,
  ImportSettingsChange: importSettingsChange,
  ImportChunk: importChunk,
  ImportPreflight: importPreflight,
  ImportPreflightContent: importPreflightContent,
  ImportPreflightError: importPreflightError,
  ImportPreflightStats: importPreflightStats,
  ImportPreflightRow: importPreflightRow,
  Holding: holding,
  HoldingsAccount: holdingsAccount,
  HoldingsValuation: holdingsValuation,
  Household: household,
  HouseholdChange: householdChange,
  ImportProfile: importProfile,
  ImportProfileChange: importProfileChange,
  ImportSession: importSession,
  ImportSummary: importSummary,
  KeptRecord: keptRecord,
  NewAccount: newAccount,
  NewAccountMerge: newAccountMerge,
  NewApiKey: newApiKey,
  NewImportChunk: newImportChunk,
  NewImportChunkUpload: newImportChunkUpload,
  NewImportProfile: newImportProfile,
  NewImportSession: newImportSession,
  NewProviderConnection: newProviderConnection,
  NewRule: newRule,
  NewRuleAction: newRuleAction,
  NewRuleCondition: newRuleCondition,
  NewDraftPreview: newDraftPreview,
  NewRulePreview: newRulePreview,
  NewRuleRun: newRuleRun,
  ...namedRecordSchemas,
  NewTransaction: newTransaction,
  NewTransactions: newTransactions,
  PageMeta: pageMeta,
  ProviderConnection: providerConnection,
  ProviderConnectionChange: providerConnectionChange,
  Rule: rule,
  RuleAction: ruleAction,
  RuleChange: ruleChange,
  RuleCondition: ruleCondition,
  RulePreview: rulePreview,
  RuleRun: ruleRun,
  Sync: sync,
  SyncAccount: syncAccount,
  SyncCounts: syncCounts,
  SyncNote: syncNote,
  Transaction: transaction,
  TransactionChange: transactionChange,
  TransactionEdit: transactionEdit,
  TransactionSuggestion: transactionSuggestion,
  TransactionSuggestionChoice: transactionSuggestionChoice,
  TransferSuggestion: transferSuggestion,
  Usage: usage,
};
