import {
  account,
  accountChange,
  accountMerge,
  accountSuggestion,
  newAccount,
  newAccountMerge,
} from '../records/account.ts';
import { apiKey, createdApiKey, newApiKey } from '../records/api-key.ts';
import { errorResponse } from '../records/error.ts';
import { holding, holdingsAccount, holdingsValuation } from '../records/holding.ts';
import { household, householdChange } from '../records/household.ts';
import {
  importPreflight,
  importPreflightContent,
  importPreflightError,
  importPreflightRow,
  importPreflightStats,
} from '../records/import-preflight.ts';
import { importProfile, importProfileChange, newImportProfile } from '../records/import-profile.ts';
import {
  importChunk,
  importSession,
  importSummary,
  newImportChunk,
  newImportChunkUpload,
  newImportSession,
} from '../records/import-session.ts';
import {
  importOfCsv,
  importPublication,
  importRow,
  importRowChange,
  importSettingsChange,
} from '../records/import.ts';
import { namedRecordSchemas } from '../records/named-record.ts';
import { newTransaction, newTransactions } from '../records/new-transaction.ts';
import {
  newProviderConnection,
  providerConnection,
  providerConnectionChange,
} from '../records/provider-connection.ts';
import {
  newDraftPreview,
  newRule,
  newRuleAction,
  newRuleCondition,
  newRulePreview,
  newRuleRun,
  rule,
  ruleAction,
  ruleChange,
  ruleCondition,
  rulePreview,
  ruleRun,
} from '../records/rule.ts';
import { sync, syncAccount, syncCounts, syncNote } from '../records/sync.ts';
import {
  transaction,
  transactionChange,
  transactionEdit,
  transactionSuggestion,
  transactionSuggestionChoice,
  transferSuggestion,
} from '../records/transaction.ts';
import { keptRecord } from '../records/undo-summary.ts';
import { usage } from '../records/usage.ts';
import type { JsonSchema } from './json-schema.ts';
import { pageMeta } from './page-meta.ts';

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
