/** Generated from the route table by `npm run generate`; never edited. */
export interface paths {
  readonly '/imports/preflight': {
    readonly parameters: {};

    /**
     * Check import content
     * @description Says whether content can be imported, and if not, which line, which column and why. Nothing is stored. Settings concern CSV alone: those that are sent are applied strictly, others are inferred. Statements in CAMT.052 to .054, OFX, MT940, MT942 and QIF are recognised by their content and read as a table of transactions. So are workbooks (XLSX, ODS, HTML and XML named .xls) and ZIP files of any of these, of every type. Fields may be in the body or in the query string.
     */
    readonly post: operations['preflightImport'];
  };
  readonly '/imports': {
    readonly parameters: {};
    /**
     * List imports
     * @description The household’s imports of CSV files, newest first.
     */
    readonly get: operations['listImports'];

    /**
     * Create an import
     * @description Stores a CSV as an import: its preflight report, and each row as understood with what publishing would do with it. A worker judges the rows of a large file; until then verdicts is null. Nothing reaches the ledger before you publish it. Content that preflight refuses is refused here as well, and nothing is stored.
     */
    readonly post: operations['createImport'];
  };
  readonly '/imports/{id}': {
    readonly parameters: {};
    /**
     * Show an import
     * @description Includes what a worker has done so far: ask again while it is `publishing` or `undoing`.
     */
    readonly get: operations['showImport'];

    /**
     * Delete an import
     * @description Deletes an import that has nothing in the ledger, with its content and rows. A published import has to be undone first.
     */
    readonly delete: operations['deleteImport'];

    /**
     * Change how an import is read
     * @description Reads the content again with other settings or for another account. What is not sent stays; null removes a setting, so that it is inferred; what is sent is chosen, unless inferred_settings names it. Values and verdicts that were set by hand stay where their line is still a row. With `save_profile`, the bank’s next file is read the same way.
     */
    readonly patch: operations['updateImport'];
  };
  readonly '/imports/{id}/rows': {
    readonly parameters: {};
    /**
     * List the rows of an import
     * @description Each row as understood, and whether the ledger has it already, in the order of the file.
     */
    readonly get: operations['listImportRows'];
  };
  readonly '/imports/{id}/rows/{line}': {
    readonly parameters: {};

    /**
     * Correct a row of an import
     * @description Corrects values or the verdict of a row before it is published. Rows of its amounts, old and new, are judged again afterwards: a corrected one may be a duplicate.
     */
    readonly patch: operations['updateImportRow'];
  };
  readonly '/imports/{id}/publish': {
    readonly parameters: {};

    /**
     * Publish an import
     * @description Queues the import of its rows, once. Rows are judged again as they are written: what another import or a sync has added meanwhile is a duplicate. Rows with errors that are not excluded fail the request (422, with the lines), unless skip_invalid leaves them out. Content that is invalid as a whole, for example without a required column, fails it as well.
     */
    readonly post: operations['publishImport'];
  };
  readonly '/imports/{id}/undo': {
    readonly parameters: {};

    /**
     * Undo an import
     * @description Queues the removal of what the import created and puts back what it changed. Records that a person edited since, that a bank sync took over or that another import claims stay, and summary.kept names them. Possible for 90 days.
     */
    readonly post: operations['undoImport'];
  };
  readonly '/imports/{id}/kept': {
    readonly parameters: {};
    /**
     * List what undoing an import left alone
     * @description Each record, with the reason and what identifies it, as it was when the undo ended, in the order of the file. Empty before that.
     */
    readonly get: operations['listImportKept'];
  };
  readonly '/import_profiles': {
    readonly parameters: {};
    /**
     * List import profiles
     * @description Sorted by name.
     */
    readonly get: operations['listImportProfiles'];

    /**
     * Create an import profile
     * @description Keeps the settings that the exports of a bank are read with. An import names the profile, or is recognised by its header. You may send what GET answers in another household, without its account.
     */
    readonly post: operations['createImportProfile'];
  };
  readonly '/import_profiles/{id}': {
    readonly parameters: {};
    /**
     * Show an import profile
     * @description With its settings and the headers by which it recognises a file.
     */
    readonly get: operations['showImportProfile'];

    /**
     * Delete an import profile
     * @description Imports that were read with it stay as they are.
     */
    readonly delete: operations['removeImportProfile'];

    /**
     * Change an import profile
     * @description What is not sent stays; `settings` are replaced as a whole. Imports that were read with the profile stay as they are.
     */
    readonly patch: operations['updateImportProfile'];
  };
  readonly '/usage': {
    readonly parameters: {};
    /**
     * Show the usage of your API key
     * @description The key of this request, and how many requests it has left this hour. This request counts as well.
     */
    readonly get: operations['showUsage'];
  };
  readonly '/api_keys': {
    readonly parameters: {};
    /**
     * List your API keys
     * @description Your user’s keys, including revoked ones, oldest first.
     */
    readonly get: operations['listApiKeys'];

    /**
     * Create an API key
     * @description Creates a key for your user. Only this answer contains the key itself, so store it.
     */
    readonly post: operations['createApiKey'];
  };
  readonly '/api_keys/{id}/rotate': {
    readonly parameters: {};

    /**
     * Replace an API key
     * @description Creates a key with the same name and scopes. The old key keeps working for a day, or for as long as you say. Only this answer contains the new key.
     */
    readonly post: operations['rotateApiKey'];
  };
  readonly '/api_keys/{id}': {
    readonly parameters: {};

    /**
     * Revoke an API key
     * @description Revokes one of your keys immediately and permanently. Its name becomes free.
     */
    readonly delete: operations['revokeApiKey'];
  };
  readonly '/household': {
    readonly parameters: {};
    /**
     * Show your household
     * @description The household of your API key.
     */
    readonly get: operations['showHousehold'];

    /**
     * Delete your household
     * @description Deletes the household and all its data for good. All its keys stop working at once, including this one; a worker deletes the rest. Export it first.
     */
    readonly delete: operations['deleteOwnHousehold'];

    /**
     * Change the name, currency or time zone of your household
     * @description The currency is used for accounts and files that name none; what is stored keeps its own. A new time zone decides on what banks date from then on; earlier timestamps and stored days keep theirs.
     */
    readonly patch: operations['updateHousehold'];
  };
  readonly '/accounts': {
    readonly parameters: {};
    /**
     * List accounts
     * @description Synced and imported accounts, oldest first, with balances in their own currencies.
     */
    readonly get: operations['listAccounts'];

    /**
     * Create a manual account
     * @description It starts with its opening balance, a valuation of its opening day; transactions after that day change it.
     */
    readonly post: operations['createAccount'];
  };
  readonly '/accounts/{id}': {
    readonly parameters: {};
    /**
     * Show an account
     * @description Includes its balance and, where a bank syncs it, the state of its link.
     */
    readonly get: operations['showAccount'];

    /**
     * Delete an account
     * @description Permanently deletes it with its transactions, trades, holdings, valuations and balances. Syncs do not bring it back. Transfers to other accounts are dissolved; their other sides stay.
     */
    readonly delete: operations['deleteAccount'];

    /**
     * Rename, retype, number, correct or ignore an account
     * @description Absent fields stay. The balance of a manual account follows from its opening balance and its transactions. Its currency cannot be changed: create the account again.
     */
    readonly patch: operations['updateAccount'];
  };
  readonly '/accounts/{id}/merge': {
    readonly parameters: {};

    /**
     * Merge an account into another one
     * @description Moves everything from the account in the path to the account that `into` names, then deletes the former. The remaining account keeps its id, its name and people’s edits. Records that both have (the same id of the bank, else the same day, amount, currency and name) become one. Rules that name the deleted account then name the remaining one. This cannot be undone.
     */
    readonly post: operations['mergeAccount'];
  };
  readonly '/account_suggestions': {
    readonly parameters: {};
    /**
     * List new accounts that may be existing ones
     * @description The provider listed `account` as a new one, and it looks like `candidate`: same institution and currency, and the name or the transactions agree. Newest first.
     */
    readonly get: operations['listAccountSuggestions'];
  };
  readonly '/account_suggestions/{id}/accept': {
    readonly parameters: {};

    /**
     * Confirm that a new account is an existing one
     * @description Merges `account` into `candidate`, as POST /accounts/{id}/merge does.
     */
    readonly post: operations['acceptAccountSuggestion'];
  };
  readonly '/account_suggestions/{id}': {
    readonly parameters: {};

    /**
     * Dismiss a suggestion
     * @description Both accounts stay unchanged; the sync does not suggest it again.
     */
    readonly delete: operations['deleteAccountSuggestion'];
  };
  readonly '/accounts/{id}/balances': {
    readonly parameters: {};
    /**
     * Show the balance of an account by day
     * @description At the end of each day, oldest first; the last 30 days by default. A day with a stated balance has that one: a valuation, else what the bank said last, else an imported balance. Between such days the balance follows the posted transactions in the account’s currency; before the first one it is computed backwards.
     */
    readonly get: operations['listAccountBalances'];
  };
  readonly '/net_worth': {
    readonly parameters: {};
    /**
     * Show the net worth by day and currency
     * @description The sum of all accounts that are not disabled at the end of each day, today by default; `GET /accounts/{id}/balances` says how a balance is found. Currencies are not converted. A balance above zero is an asset, one below a debt, whatever the type of the account.
     */
    readonly get: operations['showNetWorth'];
  };
  readonly '/transactions': {
    readonly parameters: {};
    /**
     * List transactions
     * @description Newest day first, unless `sort` says otherwise. Pending ones have `pending: true`. Filters are combined with AND.
     */
    readonly get: operations['listTransactions'];

    /**
     * Add a transaction, or many
     * @description Adds one, or up to 500 as `transactions`: each of them is created, found to be a duplicate, or reported as invalid. If the account already has the `external_id`, nothing is added and the answer is the existing transaction. Rules do not change notes, category, merchant and tags that you send, only those that you leave out. Rules and the pairing of transfers run afterwards, as after an import.
     */
    readonly post: operations['createTransactions'];
  };
  readonly '/transactions/{id}': {
    readonly parameters: {};
    /**
     * Show a transaction
     * @description 404 for a deleted one. `GET /transactions/{id}/changes` says who changed what.
     */
    readonly get: operations['showTransaction'];

    /**
     * Delete a transaction
     * @description No sync brings it back, not even when it posts or gets another id. Its split lines are deleted with it; deleting a single line is a 409. A transfer is dissolved and its other side stays. The change log of a deleted transaction can still be read.
     */
    readonly delete: operations['deleteTransaction'];

    /**
     * Edit a transaction
     * @description What you send is set and locked: rules and the provider no longer change it, until you name it in `unlock`. A pending transaction still becomes posted. Account, day and amount belong to the bank or the file that the transaction came from, so they can be changed only where a person entered the transaction (409 otherwise).
     */
    readonly patch: operations['updateTransaction'];
  };
  readonly '/transactions/{id}/changes': {
    readonly parameters: {};
    /**
     * List what changed a transaction
     * @description The change log, newest first: which rule, import or person set which attribute. What a bank corrects in its own rows is not in it, except the lines that a split gets for it; the feed of `/changes` brings the row as it is then.
     */
    readonly get: operations['listTransactionChanges'];
  };
  readonly '/holdings': {
    readonly parameters: {};
    /**
     * List holdings
     * @description The current positions. `valuation` sums all selected positions per currency, not only this page; `accounts` holds what the provider states per account, and which accounts it has no holdings for.
     */
    readonly get: operations['listHoldings'];
  };
  readonly '/provider_connections': {
    readonly parameters: {};
    /**
     * List provider connections
     * @description Oldest first.
     */
    readonly get: operations['listProviderConnections'];

    /**
     * Connect a provider key
     * @description Checks the key at the provider, stores it encrypted and starts the first sync: GET /syncs shows it.
     */
    readonly post: operations['createProviderConnection'];
  };
  readonly '/provider_connections/{id}': {
    readonly parameters: {};
    /**
     * Show a provider connection
     * @description Includes how its last sync ended and when the next one is due. The key is never shown.
     */
    readonly get: operations['showProviderConnection'];

    /**
     * Delete a connection
     * @description Deletes the key and the runs and stops a running sync. Accounts and transactions stay; they are found again when the same accounts are connected later.
     */
    readonly delete: operations['deleteProviderConnection'];

    /**
     * Change a connection: its name, its key, the start of its history
     * @description A new key is checked at the provider first, and starts a sync: GET /syncs shows it. After a new start of the history the next sync is due at once.
     */
    readonly patch: operations['updateProviderConnection'];
  };
  readonly '/provider_connections/{id}/pause': {
    readonly parameters: {};

    /**
     * Pause a connection
     * @description It is then `suspended` with the reason `paused`: no sync starts automatically until it is resumed. A run that is under way ends first, and a sync may still be started. A connection that needs a new key, or is suspended already, stays as it is.
     */
    readonly post: operations['pauseProviderConnection'];
  };
  readonly '/provider_connections/{id}/resume': {
    readonly parameters: {};

    /**
     * Resume a connection that is paused or suspended
     * @description Its next sync is due at once, and failures count from zero. A connection that is not suspended stays as it is.
     */
    readonly post: operations['resumeProviderConnection'];
  };
  readonly '/provider_connections/{id}/timeline': {
    readonly parameters: {};
    /**
     * Show what happened to a connection
     * @description Its runs, newest first: what each read, decided and changed, where it waited, and what failed. `changes` leads to the transactions that it created or changed; each of those has a change log.
     */
    readonly get: operations['listConnectionTimeline'];
  };
  readonly '/provider_connections/{id}/syncs': {
    readonly parameters: {};

    /**
     * Sync a connection now
     * @description Joins the run that is under way, if there is one. Otherwise at most once per SYNC_COOLDOWN_SECONDS; in between the answer is 429 `sync_cooldown` with Retry-After.
     */
    readonly post: operations['startSync'];
  };
  readonly '/syncs': {
    readonly parameters: {};
    /**
     * List syncs
     * @description Sync runs, newest first, with progress and result per account.
     */
    readonly get: operations['listSyncs'];
  };
  readonly '/syncs/{id}': {
    readonly parameters: {};
    /**
     * Show a sync
     * @description Its progress updates while it runs; /syncs/{id}/events streams it.
     */
    readonly get: operations['showSync'];
  };
  readonly '/syncs/{id}/cancel': {
    readonly parameters: {};

    /**
     * Cancel a sync
     * @description A run that no worker holds ends at once; otherwise its worker stops before the next page. Accounts that are done stay done, and the one being read is left as it was. A finished run does not change.
     */
    readonly post: operations['cancelSync'];
  };
  readonly '/syncs/{id}/events': {
    readonly parameters: {};
    /**
     * Watch a sync
     * @description Server-sent events: `sync` at each change, with the run as GET /syncs/{id} shows it, and `end` when the run has ended. A stream ends after ten minutes, or when its key is revoked; reconnect then. A key may have 10 streams open, a household 30.
     */
    readonly get: operations['streamSyncEvents'];
  };
  readonly '/import_sessions': {
    readonly parameters: {};
    /**
     * List import sessions
     * @description The household’s sessions with their chunks, oldest first.
     */
    readonly get: operations['listImportSessions'];

    /**
     * Create an import session
     * @description Starts the upload of a financial history in chunks. The same client_session_id returns the same session.
     */
    readonly post: operations['createImportSession'];
  };
  readonly '/import_sessions/{id}': {
    readonly parameters: {};
    /**
     * Show an import session
     * @description Its status, every chunk by sequence, counts per entity and safe error details.
     */
    readonly get: operations['showImportSession'];

    /**
     * Delete an import session
     * @description Deletes a session with its chunks, if nothing of it is imported or it was undone.
     */
    readonly delete: operations['deleteImportSession'];
  };
  readonly '/import_sessions/{id}/chunks': {
    readonly parameters: {};

    /**
     * Upload a chunk
     * @description Stores one piece of the export. The same content under the same sequence changes nothing; other content replaces a chunk that is not complete while the session is open.
     */
    readonly post: operations['createImportChunk'];
  };
  readonly '/import_sessions/{id}/publish': {
    readonly parameters: {};

    /**
     * Publish an import session
     * @description Queues the import of its chunks. Publishing a session that is importing or complete changes nothing; publishing a failed or cancelled one resumes it. An undone one stays undone: 409.
     */
    readonly post: operations['publishImportSession'];
  };
  readonly '/import_sessions/{id}/cancel': {
    readonly parameters: {};

    /**
     * Cancel an import session
     * @description Stops a running import, including the current chunk; chunks that are complete stay imported. Publishing it again resumes it.
     */
    readonly post: operations['cancelImportSession'];
  };
  readonly '/import_sessions/{id}/undo': {
    readonly parameters: {};

    /**
     * Undo an import session
     * @description Queues the removal of what the session created and puts back what it changed; also of a failed or cancelled one, of which some chunks are imported. Records that a person edited since, that a bank sync took over or that another import claims stay, and undo.kept names them. Possible for 90 days.
     */
    readonly post: operations['undoImportSession'];
  };
  readonly '/import_sessions/{id}/kept': {
    readonly parameters: {};
    /**
     * List what undoing an import session left alone
     * @description Each record, with the reason and what identifies it, as it was when the undo ended, in the order of the file. Empty before that.
     */
    readonly get: operations['listImportSessionKept'];
  };
  readonly '/rules': {
    readonly parameters: {};
    /**
     * List rules
     * @description The household’s rules, oldest first. Rules with a higher `priority` run before them, in this order otherwise.
     */
    readonly get: operations['listRules'];

    /**
     * Create a rule
     * @description Everything is checked now: types, operators, values, and that the records it names are yours. The rule runs after the next sync or import, if it is active, or when you start a run. A household can have 2000 rules, of 8 MiB together.
     */
    readonly post: operations['createRule'];
  };
  readonly '/rules/{id}': {
    readonly parameters: {};
    /**
     * Show a rule
     * @description With its conditions and actions. You may send this answer back with PATCH.
     */
    readonly get: operations['showRule'];

    /**
     * Delete a rule
     * @description Deletes the rule and the record of its runs; its changes stay.
     */
    readonly delete: operations['deleteRule'];

    /**
     * Change a rule
     * @description Absent fields stay. Conditions and actions that are sent replace all of theirs.
     */
    readonly patch: operations['updateRule'];
  };
  readonly '/rules/preview': {
    readonly parameters: {};

    /**
     * Preview a rule before it is saved
     * @description What a run of this rule would do now. It is checked as when it is saved; nothing is saved or changed.
     */
    readonly post: operations['previewDraftRule'];
  };
  readonly '/rules/{id}/preview': {
    readonly parameters: {};

    /**
     * Preview a rule
     * @description What a run of the rule would do now: how many transactions match, what each action would change, and a sample. Nothing is changed.
     */
    readonly post: operations['previewRule'];
  };
  readonly '/rule_suggestions': {
    readonly parameters: {};
    /**
     * List suggested rules
     * @description Rules learned from what people changed by hand (category, merchant, tags, name, excluded), tried on the past; those with the most hits first. Rules that exist, and rules that were dismissed, are not suggested. Looks at the latest 2,000 edits.
     */
    readonly get: operations['listRuleSuggestions'];
  };
  readonly '/rule_suggestions/{id}/accept': {
    readonly parameters: {};

    /**
     * Create a suggested rule
     * @description The rule is active: it runs after the next sync or import, or when you start a run. It is not suggested again, even if you delete it. 404 when it is not suggested any more.
     */
    readonly post: operations['acceptRuleSuggestion'];
  };
  readonly '/rule_suggestions/{id}/dismiss': {
    readonly parameters: {};

    /**
     * Dismiss a suggested rule
     * @description Neither it nor another rule that does the same is suggested again.
     */
    readonly post: operations['dismissRuleSuggestion'];
  };
  readonly '/rule_runs': {
    readonly parameters: {};
    /**
     * List rule runs
     * @description What rules did, newest first. Ended runs are kept for 30 days.
     */
    readonly get: operations['listRuleRuns'];

    /**
     * Run all active rules
     * @description Starts a run of the active rules, one after another in their order.
     */
    readonly post: operations['createRuleRun'];
  };
  readonly '/rule_runs/{id}': {
    readonly parameters: {};
    /**
     * Show a rule run
     * @description The counts grow while the run is at work, rule by rule.
     */
    readonly get: operations['showRuleRun'];
  };
  readonly '/rules/{id}/runs': {
    readonly parameters: {};

    /**
     * Run a rule
     * @description Starts a run of this rule alone, even if it is paused.
     */
    readonly post: operations['runRule'];
  };
  readonly '/transaction_suggestions': {
    readonly parameters: {};
    /**
     * List pending transactions that may have posted
     * @description A posted transaction that is a little larger than several pending ones of the same merchant (a tip, a fuel authorisation) stays separate until a person says which one it was. Newest first.
     */
    readonly get: operations['listTransactionSuggestions'];
  };
  readonly '/transaction_suggestions/{id}/accept': {
    readonly parameters: {};

    /**
     * Say which pending transaction has posted
     * @description The pending transaction becomes the posted one in place and keeps its id, category, tags and edits. The separate posted one is deleted; edits made only to it are kept.
     */
    readonly post: operations['acceptTransactionSuggestion'];
  };
  readonly '/transaction_suggestions/{id}': {
    readonly parameters: {};

    /**
     * Dismiss a suggestion
     * @description All its transactions stay unchanged; the sync does not suggest it again.
     */
    readonly delete: operations['deleteTransactionSuggestion'];
  };
  readonly '/transfer_suggestions': {
    readonly parameters: {};
    /**
     * List pairs of transactions that may be transfers
     * @description After each sync and import, what left one account and arrived in another is paired: certain pairs are linked, those that could be otherwise are listed here until a person decides. Newest first.
     */
    readonly get: operations['listTransferSuggestions'];
  };
  readonly '/transfer_suggestions/refresh': {
    readonly parameters: {};

    /**
     * Pair the transfers among all transactions
     * @description Syncs and imports pair what they change. This looks once at everything, including what was there before. It is a rule run that applies no rules; GET /rule_runs/{id} shows when it is done.
     */
    readonly post: operations['refreshTransferSuggestions'];
  };
  readonly '/transfer_suggestions/{id}/accept': {
    readonly parameters: {};

    /**
     * Say that two transactions are a transfer
     * @description Links the two and gives them the kinds of a transfer. Other suggestions with either of them are removed. The link stays even if the bank corrects the transactions later. 404 when the two can no longer be paired.
     */
    readonly post: operations['acceptTransferSuggestion'];
  };
  readonly '/transfer_suggestions/{id}/dismiss': {
    readonly parameters: {};

    /**
     * Say that two transactions are not a transfer
     * @description The two are neither suggested nor linked again, by the service or by rules.
     */
    readonly post: operations['dismissTransferSuggestion'];
  };
  readonly '/transfers/{id}': {
    readonly parameters: {};

    /**
     * Dissolve a transfer
     * @description Both transactions stay and get the kind `standard` again; a counterpart that a rule created is deleted. The two are not paired again.
     */
    readonly delete: operations['deleteTransfer'];
  };
  readonly '/categories': {
    readonly parameters: {};
    /**
     * List categories
     * @description By name. A category has at most one level of children.
     */
    readonly get: operations['listCategories'];

    /**
     * Create a category
     * @description The name must be new in the household.
     */
    readonly post: operations['createCategory'];
  };
  readonly '/categories/{id}': {
    readonly parameters: {};
    /**
     * Show a category
     * @description Other records (transactions, children, budgets, rules) refer to it by its id.
     */
    readonly get: operations['showCategory'];

    /**
     * Delete a category
     * @description A category in use (transactions, children, budgets, rules) is a 409 whose `details` count what uses it, unless `replace_with` names another one or `clear` is true.
     */
    readonly delete: operations['deleteCategory'];

    /**
     * Change a category
     * @description Absent fields stay. A new name must not be that of another record.
     */
    readonly patch: operations['updateCategory'];
  };
  readonly '/categories/{id}/merge': {
    readonly parameters: {};

    /**
     * Merge a category into another one
     * @description Deletes the category of the path; everything that refers to it (transactions, children, budgets, rules) refers to the one named by `into` afterwards. This cannot be undone.
     */
    readonly post: operations['mergeCategory'];
  };
  readonly '/categories/defaults': {
    readonly parameters: {};

    /**
     * Create starter categories
     * @description Two levels of common categories, for a new household. Names that it has already stay as they are, so asking again changes nothing.
     */
    readonly post: operations['createDefaultCategories'];
  };
  readonly '/tags': {
    readonly parameters: {};
    /**
     * List tags
     * @description By name.
     */
    readonly get: operations['listTags'];

    /**
     * Create a tag
     * @description The name must be new in the household.
     */
    readonly post: operations['createTag'];
  };
  readonly '/tags/{id}': {
    readonly parameters: {};
    /**
     * Show a tag
     * @description Other records (transactions, rules) refer to it by its id.
     */
    readonly get: operations['showTag'];

    /**
     * Delete a tag
     * @description A tag in use (transactions, rules) is a 409 whose `details` count what uses it, unless `replace_with` names another one or `clear` is true.
     */
    readonly delete: operations['deleteTag'];

    /**
     * Change a tag
     * @description Absent fields stay. A new name must not be that of another record.
     */
    readonly patch: operations['updateTag'];
  };
  readonly '/tags/{id}/merge': {
    readonly parameters: {};

    /**
     * Merge a tag into another one
     * @description Deletes the tag of the path; everything that refers to it (transactions, rules) refers to the one named by `into` afterwards. This cannot be undone.
     */
    readonly post: operations['mergeTag'];
  };
  readonly '/merchants': {
    readonly parameters: {};
    /**
     * List merchants
     * @description By name.
     */
    readonly get: operations['listMerchants'];

    /**
     * Create a merchant
     * @description The name must be new in the household.
     */
    readonly post: operations['createMerchant'];
  };
  readonly '/merchants/{id}': {
    readonly parameters: {};
    /**
     * Show a merchant
     * @description Other records (transactions, recurring transactions, rules) refer to it by its id.
     */
    readonly get: operations['showMerchant'];

    /**
     * Delete a merchant
     * @description A merchant in use (transactions, recurring transactions, rules) is a 409 whose `details` count what uses it, unless `replace_with` names another one or `clear` is true.
     */
    readonly delete: operations['deleteMerchant'];

    /**
     * Change a merchant
     * @description Absent fields stay. A new name must not be that of another record.
     */
    readonly patch: operations['updateMerchant'];
  };
  readonly '/merchants/{id}/merge': {
    readonly parameters: {};

    /**
     * Merge a merchant into another one
     * @description Deletes the merchant of the path; everything that refers to it (transactions, recurring transactions, rules) refers to the one named by `into` afterwards. This cannot be undone.
     */
    readonly post: operations['mergeMerchant'];
  };
  readonly '/changes': {
    readonly parameters: {};
    /**
     * Follow everything that changes
     * @description The feed for keeping a mirror: every record that was written or deleted, by anyone, in the order of commits. Without `cursor` it begins with what there is and continues with what changes from then on. Ask again with `next_cursor`, at once while `has_more`; a page may be empty. A record that changed often comes once, as it is now. With `wait` an answer without changes is held back until something comes. A key of a platform gets the feed of all households that the platform has made. The [guide](/docs/guides/mirror) has a complete program.
     */
    readonly get: operations['listChanges'];
  };
  readonly '/record_changes': {
    readonly parameters: {};
    /**
     * List who changed records
     * @description The change log of accounts, categories, tags, merchants, rules, import profiles, bank connections, webhook endpoints, API keys and the household itself, newest first: which key made, changed or deleted a record, and what differs, but no secret. What syncs and imports write is not in it. Transactions have a log each, `/transactions/{id}/changes`.
     */
    readonly get: operations['listRecordChanges'];
  };
  readonly '/budgets': {
    readonly parameters: {};
    /**
     * List budgets
     * @description With their categories, the newest period first.
     */
    readonly get: operations['listBudgets'];
  };
  readonly '/trades': {
    readonly parameters: {};
    /**
     * List trades
     * @description Newest first.
     */
    readonly get: operations['listTrades'];
  };
  readonly '/valuations': {
    readonly parameters: {};
    /**
     * List valuations
     * @description Newest first.
     */
    readonly get: operations['listValuations'];
  };
  readonly '/export': {
    readonly parameters: {};
    /**
     * Export the household
     * @description Everything the household has as a native export, NDJSON with one `{type, data}` a line, streamed from one snapshot. An import session of another household takes it as it is. Money out is positive here, as in every native export.
     */
    readonly get: operations['showExport'];
  };
  readonly '/webhook_endpoints': {
    readonly parameters: {};
    /**
     * List webhook endpoints
     * @description Oldest first.
     */
    readonly get: operations['listWebhookEndpoints'];

    /**
     * Create a webhook endpoint
     * @description Events from now on are posted there. Only this answer holds the secret that events are signed with.
     */
    readonly post: operations['createWebhookEndpoint'];
  };
  readonly '/webhook_endpoints/{id}': {
    readonly parameters: {};
    /**
     * Show a webhook endpoint
     * @description Includes how its deliveries go. The secret is never shown again.
     */
    readonly get: operations['showWebhookEndpoint'];

    /**
     * Delete a webhook endpoint
     * @description Its secret and its deliveries go with it. A delivery that is on its way still arrives.
     */
    readonly delete: operations['deleteWebhookEndpoint'];

    /**
     * Change a webhook endpoint
     * @description Its URL, its description, which events it gets, and whether it is enabled. The secret stays.
     */
    readonly patch: operations['updateWebhookEndpoint'];
  };
  readonly '/webhook_endpoints/{id}/rotate_secret': {
    readonly parameters: {};

    /**
     * Replace the secret of a webhook endpoint
     * @description For a day each event carries a signature with the new secret and one with the old. Only this answer holds the new one.
     */
    readonly post: operations['rotateWebhookSecret'];
  };
  readonly '/webhook_endpoints/{id}/test': {
    readonly parameters: {};

    /**
     * Send a test event
     * @description Sends a `webhook_endpoint.test` at once, whichever events the endpoint subscribes to. Its deliveries show the answer.
     */
    readonly post: operations['testWebhookEndpoint'];
  };
  readonly '/webhook_deliveries': {
    readonly parameters: {};
    /**
     * List what was sent
     * @description Newest first, with the answers. Kept for RETENTION_WEBHOOK_DELIVERY_DAYS, 30 by default.
     */
    readonly get: operations['listWebhookDeliveries'];
  };
  readonly '/webhook_endpoints/{id}/replay': {
    readonly parameters: {};

    /**
     * Send the events of a span again
     * @description Resends events that were delivered or given up, under the same ids, by which a receiver recognises them.
     */
    readonly post: operations['replayWebhookDeliveries'];
  };
  readonly '/webhook_deliveries/{id}': {
    readonly parameters: {};
    /**
     * Show a delivery
     * @description An event for an endpoint, and how its delivery went.
     */
    readonly get: operations['showWebhookDelivery'];
  };
  readonly '/webhook_deliveries/{id}/replay': {
    readonly parameters: {};

    /**
     * Send an event again
     * @description Sends it at once under the same id, whether it was delivered, given up or is still waiting.
     */
    readonly post: operations['replayWebhookDelivery'];
  };
  readonly '/households': {
    readonly parameters: {};
    /**
     * List your households
     * @description Those that your platform made and did not delete, oldest first.
     */
    readonly get: operations['listHouseholds'];

    /**
     * Create a household
     * @description Always creates one: names are for people and need not be unique. Create its keys next; your platform key opens none of its data.
     */
    readonly post: operations['createHousehold'];
  };
  readonly '/households/{id}': {
    readonly parameters: {};
    /**
     * Show a household
     * @description Its name, currency and time zone. Its data opens only with its own keys.
     */
    readonly get: operations['showPlatformHousehold'];

    /**
     * Delete a household
     * @description Deletes the household and all its data for good. Its keys stop working at once, and from then on the household is unknown; the answer is the run that deletes the rest. Sending the request again answers with the same run, and restarts it if it failed.
     */
    readonly delete: operations['deleteHousehold'];

    /**
     * Change a household
     * @description Absent fields stay. A new time zone decides on what banks date from then on.
     */
    readonly patch: operations['updatePlatformHousehold'];
  };
  readonly '/households/{id}/api_keys': {
    readonly parameters: {};
    /**
     * List the keys of a household
     * @description Those that you made and those that its users made, including revoked ones, oldest first.
     */
    readonly get: operations['listHouseholdKeys'];

    /**
     * Create a key of a household
     * @description Only this answer contains the key itself.
     */
    readonly post: operations['createHouseholdKey'];
  };
  readonly '/households/{id}/api_keys/{key_id}/rotate': {
    readonly parameters: {};

    /**
     * Replace a key of a household
     * @description Creates a key with the same name and scopes. The old key keeps working for a day, or for as long as you say. Only this answer contains the new key.
     */
    readonly post: operations['rotateHouseholdKey'];
  };
  readonly '/households/{id}/api_keys/{key_id}': {
    readonly parameters: {};

    /**
     * Revoke a key of a household
     * @description Revokes it immediately and permanently. Its name becomes free.
     */
    readonly delete: operations['revokeHouseholdKey'];
  };
  readonly '/household_deletions': {
    readonly parameters: {};
    /**
     * List deletions of households
     * @description Those of your platform’s households, newest first. Receipts are kept.
     */
    readonly get: operations['listHouseholdDeletions'];
  };
  readonly '/household_deletions/{id}': {
    readonly parameters: {};
    /**
     * Show the deletion of a household
     * @description The counts grow while it is at work; afterwards they are the receipt.
     */
    readonly get: operations['showHouseholdDeletion'];
  };
}
export type webhooks = Record<string, never>;
export interface components {
  schemas: {
    /** @description An account of the household, synced with a bank or manual. */
    readonly Account: {
      /**
       * Format: uuid
       * @description The id of the record. It never changes.
       */
      readonly id: string;
      /** @description The name that people use; until it is changed, a synced account has the bank’s name for it. */
      readonly name: string;
      /**
       * @description What kind of account it is. A debt is a negative balance, whatever the type.
       * @enum {string}
       */
      readonly type:
        | 'Depository'
        | 'Investment'
        | 'Crypto'
        | 'Property'
        | 'Vehicle'
        | 'OtherAsset'
        | 'CreditCard'
        | 'Loan'
        | 'OtherLiability';
      /** @description A more specific kind, within the type; null without one. */
      readonly subtype: string | null;
      /**
       * @description Null until the provider names it.
       * @example EUR
       */
      readonly currency: string | null;
      /**
       * @description The balance in `currency`, stated by the bank, an import or a person, or what follows from the opening one and the bookings; a debt is negative. Null until one is known.
       * @example -12.50
       */
      readonly balance: string | null;
      /**
       * Format: date-time
       * @description When the balance was stated, in UTC; null without one, and where it follows from the opening one.
       * @example 2026-03-01T10:59:50Z
       */
      readonly balance_at: string | null;
      /**
       * @description The balance at the end of its opening day; null without one.
       * @example -12.50
       */
      readonly opening_balance: string | null;
      /**
       * @description `disabled`: left out of net worth; `draft`: not complete yet, counts as active.
       * @enum {string}
       */
      readonly status: 'active' | 'draft' | 'disabled';
      /** @description The bank; null where it is not known. */
      readonly institution_name: string | null;
      /** @description The IBAN or number that the bank’s files use for the account, without blanks; null where none is known. Imports find the account by it. */
      readonly number: string | null;
      /** @description Its link to the bank; null for an account that is not synced. */
      readonly provider: {
        /**
         * Format: uuid
         * @description Null after its connection was deleted.
         */
        readonly connection_id: string | null;
        /** @description The id of the account at the provider. */
        readonly provider_account_id: string;
        /** @description The aggregator that the provider reads the bank through; null where it does not say. */
        readonly aggregator: string | null;
        /**
         * @description `missing`: the provider no longer lists it; `disconnected`: the bank has to be connected again, as the provider says or because its connection was deleted; `error`: the provider cannot read the bank.
         * @enum {string}
         */
        readonly state: 'active' | 'missing' | 'disconnected' | 'error';
        /** @description Left out of syncs. */
        readonly ignored: boolean;
        /**
         * Format: date
         * @description The day of the last complete read; null before the first.
         * @example 2026-03-01
         */
        readonly read_through: string | null;
        /**
         * Format: date-time
         * @description When its transactions were last read completely, in UTC; null before that.
         * @example 2026-03-01T10:59:50Z
         */
        readonly last_synced_at: string | null;
        /** @description The first error of the last run that read it; null after one without errors. */
        readonly last_error: components['schemas']['SyncNote'] | null;
        /**
         * Format: date-time
         * @description Until when runs skip it, because the provider limits this account alone. Null: it does not.
         * @example 2026-03-01T10:59:50Z
         */
        readonly limited_until: string | null;
        /**
         * @description Whether the bank reports the holdings of this account; `unknown` until it was asked.
         * @enum {string}
         */
        readonly holdings: 'unknown' | 'available' | 'not_supported';
      } | null;
      /**
       * Format: date-time
       * @description When the record was created, in UTC.
       * @example 2026-03-01T10:59:50Z
       */
      readonly created_at: string;
      /**
       * Format: date-time
       * @description When the record last changed, in UTC.
       * @example 2026-03-01T10:59:50Z
       */
      readonly updated_at: string;
    };
    /** @description Absent fields stay as they are. */
    readonly AccountChange: {
      /** @description The name that people use; until it is changed, a synced account has the bank’s name for it. */
      readonly name?: string;
      /**
       * @description What kind of account it is. A debt is a negative balance, whatever the type.
       * @enum {string}
       */
      readonly type?:
        | 'Depository'
        | 'Investment'
        | 'Crypto'
        | 'Property'
        | 'Vehicle'
        | 'OtherAsset'
        | 'CreditCard'
        | 'Loan'
        | 'OtherLiability';
      /** @description A more specific kind, within the type; null without one. */
      readonly subtype?: string | null;
      /** @description The IBAN or number that the bank’s files use for the account, without blanks; null where none is known. Imports find the account by it. */
      readonly number?: string | null;
      /**
       * @description Only of an account that has one.
       * @example -12.50
       */
      readonly opening_balance?: string;
      /** @description True excludes the account from syncs. False includes it again and has its whole history read. */
      readonly ignored?: boolean;
    };
    /** @description The account that remains, and what became of the records of the other one. */
    readonly AccountMerge: {
      readonly account: components['schemas']['Account'];
      /** @description The transactions of the deleted account. */
      readonly transactions: {
        /** @description Records that only the deleted account had. */
        readonly moved: number;
        /** @description Records that both had, now merged. */
        readonly joined: number;
      };
      /** @description Its trades. */
      readonly trades: {
        /** @description Records that only the deleted account had. */
        readonly moved: number;
        /** @description Records that both had, now merged. */
        readonly joined: number;
      };
      /** @description Its days of holdings. */
      readonly holdings: {
        /** @description Records that only the deleted account had. */
        readonly moved: number;
        /** @description Records that both had, now merged. */
        readonly joined: number;
      };
      /** @description Its valuations. */
      readonly valuations: {
        /** @description Records that only the deleted account had. */
        readonly moved: number;
        /** @description Records that both had, now merged. */
        readonly joined: number;
      };
      /** @description Its imported balances. */
      readonly balances: {
        /** @description Records that only the deleted account had. */
        readonly moved: number;
        /** @description Records that both had, now merged. */
        readonly joined: number;
      };
    };
    /** @description A new account that may be an existing one: accept to merge them, delete to keep both. */
    readonly AccountSuggestion: {
      /**
       * Format: uuid
       * @description The id of the record. It never changes.
       */
      readonly id: string;
      /** @description The newer account, which would be merged away. */
      readonly account: components['schemas']['Account'];
      /** @description The account that it may be, which would remain. */
      readonly candidate: components['schemas']['Account'];
      /**
       * Format: date-time
       * @description When the record was created, in UTC.
       * @example 2026-03-01T10:59:50Z
       */
      readonly created_at: string;
    };
    /** @description What became of each of the transactions, in the order of the request. */
    readonly AddedTransactions: {
      /** @description One for each transaction of the request. */
      readonly data: readonly {
        /** @description Its place in the request, from 0. */
        readonly index: number;
        /**
         * @description `created`; `duplicate`: the account already has its external_id, nothing was added; `invalid`: see `errors`.
         * @enum {string}
         */
        readonly status: 'created' | 'duplicate' | 'invalid';
        /** @description As it is now; null for an invalid one. */
        readonly transaction: components['schemas']['Transaction'] | null;
        /**
         * @description What is wrong with an invalid one; else none.
         * @example []
         */
        readonly errors: readonly string[];
      }[];
      /** @description How many there are of each status. */
      readonly meta: {
        /** @description Transactions that were added. */
        readonly created: number;
        /** @description Transactions that were there already. */
        readonly duplicate: number;
        /** @description Transactions that were refused. */
        readonly invalid: number;
      };
    };
    /** @description A key of the API, without its secret. */
    readonly ApiKey: {
      /**
       * Format: uuid
       * @description The id of the record. It never changes.
       */
      readonly id: string;
      /** @description The name that people use. */
      readonly name: string;
      /** @description The last characters of the key, to recognise it. */
      readonly last_four: string;
      /** @description The scope of a key that has only this one, `read` or `read_write`; null for every other key: see `scopes`. */
      readonly scope: ('read' | 'read_write') | null;
      /** @description What the key may do: `read` reads everything and checks files and rules, but changes nothing; `write` changes accounts, transactions, categories and the like, and the household itself; `imports` imports files and sessions, undoes them, and reads how they went; `sync` connects banks, syncs them, and reads how that went; `rules` changes rules, runs them, and reads both; `read_write` all of these, and makes and revokes keys. */
      readonly scopes: readonly ('read' | 'write' | 'imports' | 'sync' | 'rules' | 'read_write')[];
      /**
       * Format: date-time
       * @description When it stops working, in UTC; null: never.
       * @example 2026-03-01T10:59:50Z
       */
      readonly expires_at: string | null;
      /**
       * Format: date-time
       * @description When it was revoked, in UTC; null while it is not. In the future for a key that was rotated: it works until then.
       * @example 2026-03-01T10:59:50Z
       */
      readonly revoked_at: string | null;
      /**
       * Format: date-time
       * @description When it was last used, noted once a minute at most, in UTC; null before that.
       * @example 2026-03-01T10:59:50Z
       */
      readonly last_used_at: string | null;
      /**
       * Format: date-time
       * @description When the record was created, in UTC.
       * @example 2026-03-01T10:59:50Z
       */
      readonly created_at: string;
    };
    /** @description Planned spending and income for a span of days. */
    readonly Budget: {
      /**
       * Format: uuid
       * @description The id of the record. It never changes.
       */
      readonly id: string;
      /**
       * Format: date
       * @description The first day.
       * @example 2026-03-01
       */
      readonly start_date: string;
      /**
       * Format: date
       * @description The last day.
       * @example 2026-03-01
       */
      readonly end_date: string;
      /**
       * @description The planned spending in total, in `currency`; null where it was not set.
       * @example -12.50
       */
      readonly budgeted_spending: string | null;
      /**
       * @description The expected income, in `currency`; null where it was not set.
       * @example -12.50
       */
      readonly expected_income: string | null;
      /**
       * @description ISO 4217 code, upper case.
       * @example EUR
       */
      readonly currency: string;
      /** @description The planned spending by category. */
      readonly categories: readonly {
        /**
         * Format: uuid
         * @description The category.
         */
        readonly category_id: string;
        /** @description The name of the category. */
        readonly category_name: string;
        /**
         * @description The planned spending on it, in `currency`.
         * @example -12.50
         */
        readonly budgeted_spending: string;
        /**
         * @description ISO 4217 code, upper case.
         * @example EUR
         */
        readonly currency: string;
      }[];
      /**
       * Format: date-time
       * @description When the record was created, in UTC.
       * @example 2026-03-01T10:59:50Z
       */
      readonly created_at: string;
      /**
       * Format: date-time
       * @description When the record last changed, in UTC.
       * @example 2026-03-01T10:59:50Z
       */
      readonly updated_at: string;
    };
    /** @description What money is spent on or comes from. Categories have two levels. */
    readonly Category: {
      /**
       * Format: uuid
       * @description The id of the record. It never changes.
       */
      readonly id: string;
      /**
       * Format: uuid
       * @description The category above it; null for one at the top.
       */
      readonly parent_id: string | null;
      /** @description The name that people use. */
      readonly name: string;
      /** @description For display: six hexadecimal digits behind a #. */
      readonly color: string;
      /**
       * @description Whether it is for spending or for income.
       * @enum {string}
       */
      readonly classification: 'expense' | 'income';
      /** @description The name of a symbol for display, which clients choose. */
      readonly icon: string;
      /**
       * Format: date-time
       * @description When the record was created, in UTC.
       * @example 2026-03-01T10:59:50Z
       */
      readonly created_at: string;
      /**
       * Format: date-time
       * @description When the record last changed, in UTC.
       * @example 2026-03-01T10:59:50Z
       */
      readonly updated_at: string;
    };
    /** @description Absent fields stay as they are. */
    readonly CategoryChange: {
      /**
       * @description Unique in the household.
       * @example Bicycle
       */
      readonly name?: string;
      /**
       * Format: uuid
       * @description A top-level category, as there are two levels; null for a category at the top itself.
       * @example null
       */
      readonly parent_id?: string | null;
      /**
       * @description Default: that of the parent.
       * @example #4da568
       */
      readonly color?: string;
      /**
       * @description Default: that of the parent, else expense.
       * @enum {string}
       */
      readonly classification?: 'expense' | 'income';
      /**
       * @description The name of a symbol for display, which clients choose.
       * @example bike
       */
      readonly icon?: string;
    };
    /** @description The category that remains, and what was moved to it. */
    readonly CategoryMerge: {
      readonly category: components['schemas']['Category'];
      /**
       * @description What refers to the remaining record now: how many records of each kind.
       * @example {
       *       "transactions": 12,
       *       "rules": 1
       *     }
       */
      readonly moved: {
        readonly [key: string]: number;
      };
    };
    /** @description A run of a connection: what it read, decided and changed, and the problems it met. */
    readonly ConnectionRun: {
      /**
       * Format: uuid
       * @description The run; GET /syncs/{id} shows all of it.
       */
      readonly sync_id: string;
      /**
       * @description What started it: a request, the schedule, or a new connection.
       * @enum {string}
       */
      readonly trigger: 'manual' | 'scheduled' | 'connection';
      /**
       * @description Its state, or how it ended.
       * @enum {string}
       */
      readonly status:
        | 'queued'
        | 'running'
        | 'completed'
        | 'completed_with_errors'
        | 'rate_limited'
        | 'failed'
        | 'cancelled'
        | 'stale';
      /**
       * Format: date-time
       * @description When it was asked for.
       * @example 2026-03-01T10:59:50Z
       */
      readonly created_at: string;
      /**
       * Format: date-time
       * @description When a worker took it up; null before that.
       * @example 2026-03-01T10:59:50Z
       */
      readonly started_at: string | null;
      /**
       * Format: date-time
       * @description When it ended; null until then.
       * @example 2026-03-01T10:59:50Z
       */
      readonly finished_at: string | null;
      /** @description What it read. */
      readonly read: {
        /** @description Accounts to read. */
        readonly accounts: number;
        /** @description Of those, how many it read to the end. */
        readonly complete: number;
        /**
         * Format: date
         * @description The first day that was asked for; null when none was.
         * @example 2026-03-01
         */
        readonly from: string | null;
        /**
         * Format: date
         * @description The last day that was asked for; null when none was.
         * @example 2026-03-01
         */
        readonly to: string | null;
        /** @description Pages read from the provider. */
        readonly pages: number;
        /** @description Rows read from the provider. */
        readonly rows: number;
      };
      readonly decided: components['schemas']['SyncCounts'];
      /**
       * @description Path to those transactions that it created or changed and that still exist; the list may be empty.
       * @example /api/v1/transactions?sync_id=00000000-0000-4000-8000-000000000000
       */
      readonly changes: string;
      /** @description Its waits, the last 50 in order. */
      readonly waits: readonly {
        /**
         * Format: date-time
         * @description When it began to wait.
         * @example 2026-03-01T10:59:50Z
         */
        readonly at: string;
        /**
         * Format: date-time
         * @description When it meant to continue; null when that was not known.
         * @example 2026-03-01T10:59:50Z
         */
        readonly until: string | null;
        /**
         * @description `rate_limited`: for the provider’s limit; `paused`: the service’s operator held it back; `provider_down`: the provider did not answer.
         * @enum {string}
         */
        readonly reason: 'rate_limited' | 'paused' | 'provider_down';
      }[];
      /** @description What failed. */
      readonly errors: readonly {
        /**
         * Format: uuid
         * @description The account that it concerns; null: the run as a whole.
         */
        readonly account_id: string | null;
        /** @description Its code, as in the errors of a sync. */
        readonly code: string;
        /** @description A sentence for people. */
        readonly message: string;
      }[];
      /** @description What deserves a look although nothing failed. */
      readonly warnings: readonly {
        /**
         * Format: uuid
         * @description The account that it concerns; null: the run as a whole.
         */
        readonly account_id: string | null;
        /** @description Its code, as in the errors of a sync. */
        readonly code: string;
        /** @description A sentence for people. */
        readonly message: string;
      }[];
    };
    /** @description A new key, with its secret. */
    readonly CreatedApiKey: {
      /**
       * Format: uuid
       * @description The id of the record. It never changes.
       */
      readonly id: string;
      /** @description The name that people use. */
      readonly name: string;
      /** @description The last characters of the key, to recognise it. */
      readonly last_four: string;
      /** @description The scope of a key that has only this one, `read` or `read_write`; null for every other key: see `scopes`. */
      readonly scope: ('read' | 'read_write') | null;
      /** @description What the key may do: `read` reads everything and checks files and rules, but changes nothing; `write` changes accounts, transactions, categories and the like, and the household itself; `imports` imports files and sessions, undoes them, and reads how they went; `sync` connects banks, syncs them, and reads how that went; `rules` changes rules, runs them, and reads both; `read_write` all of these, and makes and revokes keys. */
      readonly scopes: readonly ('read' | 'write' | 'imports' | 'sync' | 'rules' | 'read_write')[];
      /**
       * Format: date-time
       * @description When it stops working, in UTC; null: never.
       * @example 2026-03-01T10:59:50Z
       */
      readonly expires_at: string | null;
      /**
       * Format: date-time
       * @description When it was revoked, in UTC; null while it is not. In the future for a key that was rotated: it works until then.
       * @example 2026-03-01T10:59:50Z
       */
      readonly revoked_at: string | null;
      /**
       * Format: date-time
       * @description When it was last used, noted once a minute at most, in UTC; null before that.
       * @example 2026-03-01T10:59:50Z
       */
      readonly last_used_at: string | null;
      /**
       * Format: date-time
       * @description When the record was created, in UTC.
       * @example 2026-03-01T10:59:50Z
       */
      readonly created_at: string;
      /** @description The key itself. It is shown only once and never stored. */
      readonly api_key: string;
    };
    /** @description The body of every error; the [guide on errors](/docs/guides/errors) lists the codes. */
    readonly ErrorResponse: {
      /** @description A stable code: decide by this, never by the message. */
      readonly error: string;
      /** @description For people; its wording may change. Null or absent where the code is enough. */
      readonly message?: string | null;
      /** @description More about the error, by code: a list or an object; null or absent where there is nothing to add. */
      readonly details?:
        | readonly string[]
        | {
            readonly [key: string]: unknown;
          }
        | null;
      /** @description Every validation message; null or absent unless there are several. */
      readonly errors?: readonly string[] | null;
    };
    /** @description A record that was written or deleted, as it is now. */
    readonly FeedItem: {
      /**
       * @description What kind of record it is.
       * @enum {string}
       */
      readonly type:
        | 'household'
        | 'provider_connection'
        | 'account'
        | 'account_suggestion'
        | 'category'
        | 'tag'
        | 'merchant'
        | 'rule'
        | 'budget'
        | 'import_profile'
        | 'import'
        | 'import_session'
        | 'sync'
        | 'rule_run'
        | 'recurring_transaction'
        | 'valuation'
        | 'balance'
        | 'trade'
        | 'holding'
        | 'transaction'
        | 'transaction_suggestion'
        | 'transfer'
        | 'rejected_transfer'
        | 'transfer_suggestion';
      /**
       * Format: uuid
       * @description The id of the record. It never changes.
       */
      readonly id: string;
      /**
       * Format: uuid
       * @description The household that has it.
       */
      readonly household_id: string;
      /**
       * @description Store `record`, or remove your copy of it.
       * @enum {string}
       */
      readonly operation: 'upsert' | 'delete';
      /** @description As the GET of its kind shows it; null when it is gone. */
      readonly record:
        | components['schemas']['Household']
        | components['schemas']['ProviderConnection']
        | components['schemas']['Account']
        | components['schemas']['AccountSuggestion']
        | components['schemas']['Category']
        | components['schemas']['Tag']
        | components['schemas']['Merchant']
        | components['schemas']['Rule']
        | components['schemas']['Budget']
        | components['schemas']['ImportProfile']
        | components['schemas']['Import']
        | components['schemas']['ImportSession']
        | components['schemas']['Sync']
        | components['schemas']['RuleRun']
        | components['schemas']['RecurringTransaction']
        | components['schemas']['Valuation']
        | components['schemas']['StatedBalance']
        | components['schemas']['Trade']
        | components['schemas']['Holding']
        | components['schemas']['Transaction']
        | components['schemas']['TransactionSuggestion']
        | components['schemas']['Transfer']
        | components['schemas']['RejectedTransfer']
        | components['schemas']['TransferSuggestion']
        | null;
      /** @description What wrote it last; null for what the service did on its own, and for what was there already. */
      readonly cause: {
        /**
         * @description What kind of write: a request, an import or import session, a sync, a rule run, the pairing of transfers, an undo.
         * @enum {string}
         */
        readonly by: 'key' | 'import' | 'sync' | 'rule' | 'transfer' | 'undo';
        /**
         * Format: uuid
         * @description The key, the import or import session, the sync or the rule run; for an undo, its import.
         */
        readonly id: string;
      } | null;
      /**
       * Format: date-time
       * @description When that began, in UTC; null for what was there already.
       * @example 2026-03-01T10:59:50Z
       */
      readonly changed_at: string | null;
    };
    /** @description How much of a security an account has on a day. */
    readonly Holding: {
      /**
       * Format: uuid
       * @description The id of the record. It never changes.
       */
      readonly id: string;
      /**
       * Format: uuid
       * @description The account that it belongs to.
       */
      readonly account_id: string;
      /** @description What is held. */
      readonly security: {
        /**
         * Format: uuid
         * @description The id of the record. It never changes.
         */
        readonly id: string;
        /** @description Its name; null where it has none. */
        readonly name: string | null;
        /** @description The symbol at its exchange; null where unknown. */
        readonly ticker: string | null;
        /** @description ISO 6166 number; null where unknown. */
        readonly isin: string | null;
        /** @description OpenFIGI number; null where unknown. */
        readonly figi: string | null;
        /** @description CUSIP number; null where unknown. */
        readonly cusip: string | null;
        /**
         * @description What it is traded in, as ISO 4217; null where unknown.
         * @example EUR
         */
        readonly currency: string | null;
      };
      /**
       * Format: date
       * @description The position is that at the end of this day.
       * @example 2026-03-01
       */
      readonly date: string;
      /**
       * @description Negative for a short position.
       * @example -12.50
       */
      readonly quantity: string;
      /**
       * @description Of one unit, in `currency`; null where unknown.
       * @example -12.50
       */
      readonly price: string | null;
      /**
       * @description Of the whole position, in `currency`; null where unknown.
       * @example -12.50
       */
      readonly value: string | null;
      /**
       * @description What the position cost, in `currency`; null where unknown.
       * @example -12.50
       */
      readonly cost_basis: string | null;
      /**
       * @description ISO 4217 code, upper case.
       * @example EUR
       */
      readonly currency: string;
      /** @description Where it came from: the bank, an import, a rule or a person. */
      readonly source: string;
      /**
       * Format: date-time
       * @description When the record was created, in UTC.
       * @example 2026-03-01T10:59:50Z
       */
      readonly created_at: string;
      /**
       * Format: date-time
       * @description When the record last changed, in UTC.
       * @example 2026-03-01T10:59:50Z
       */
      readonly updated_at: string;
    };
    /** @description What the bank says about the holdings of an account. */
    readonly HoldingsAccount: {
      /**
       * Format: uuid
       * @description The account that it belongs to.
       */
      readonly account_id: string;
      /**
       * @description Whether the bank reports holdings; `unknown` until it was asked.
       * @enum {string}
       */
      readonly holdings: 'unknown' | 'available' | 'not_supported';
      /**
       * @description The value of the portfolio as the bank states it; null where it does not.
       * @example -12.50
       */
      readonly total_value: string | null;
      /**
       * @description Of `total_value`; null where the bank does not say.
       * @example EUR
       */
      readonly currency: string | null;
      /**
       * Format: date-time
       * @description When the bank was last asked, in UTC; null before that.
       * @example 2026-03-01T10:59:50Z
       */
      readonly checked_at: string | null;
    };
    /** @description The sum of all selected positions in one currency; currencies are never mixed. */
    readonly HoldingsValuation: {
      /**
       * @description ISO 4217 code, upper case.
       * @example EUR
       */
      readonly currency: string;
      /**
       * @description The sum of the values, in `currency`.
       * @example -12.50
       */
      readonly value: string;
    };
    /** @description The household that an API key opens. */
    readonly Household: {
      /**
       * Format: uuid
       * @description The id of the record. It never changes.
       */
      readonly id: string;
      /** @description The name that people use. */
      readonly name: string;
      /**
       * @description The currency of new accounts, as ISO 4217.
       * @example EUR
       */
      readonly currency: string;
      /**
       * @description IANA name. Decides which day an instant of the bank falls on, and which day today is.
       * @example Europe/Zurich
       */
      readonly time_zone: string;
      /**
       * Format: date-time
       * @description When the record was created, in UTC.
       * @example 2026-03-01T10:59:50Z
       */
      readonly created_at: string;
      /**
       * Format: date-time
       * @description When the record last changed, in UTC.
       * @example 2026-03-01T10:59:50Z
       */
      readonly updated_at: string;
    };
    /** @description Absent fields stay as they are. */
    readonly HouseholdChange: {
      /** @description The name that people use. */
      readonly name?: string;
      /**
       * @description The currency of new accounts, as ISO 4217.
       * @example EUR
       */
      readonly currency?: string;
      /**
       * @description IANA name. Decides which day an instant of the bank falls on, and which day today is.
       * @example Europe/Zurich
       */
      readonly time_zone?: string;
    };
    /** @description The deletion of a household: its progress, and once it is completed the receipt, without any of the household’s data. */
    readonly HouseholdDeletion: {
      /**
       * Format: uuid
       * @description The id of the record. It never changes.
       */
      readonly id: string;
      /**
       * Format: uuid
       * @description The household. Nothing else has its id any more.
       */
      readonly household_id: string;
      /**
       * @description A failed one is started again by deleting the household again.
       * @enum {string}
       */
      readonly status: 'queued' | 'running' | 'completed' | 'failed';
      /** @description Rows to delete when it began; null before that. */
      readonly rows_total: number | null;
      /** @description Rows deleted so far. */
      readonly rows_deleted: number;
      /**
       * @description Deleted rows by kind; the others were deleted with the household itself.
       * @example {
       *       "transactions": 1200,
       *       "accounts": 3
       *     }
       */
      readonly counts: {
        readonly [key: string]: number;
      };
      /** @description Why it failed; null for one that did not. */
      readonly error: {
        /** @description A stable code: decide by this, never by the message. */
        readonly code: string;
        /** @description For people; its wording may change. */
        readonly message: string;
      } | null;
      /**
       * Format: date-time
       * @description When the record was created, in UTC.
       * @example 2026-03-01T10:59:50Z
       */
      readonly created_at: string;
      /**
       * Format: date-time
       * @description When a worker began it; null while it waits.
       * @example 2026-03-01T10:59:50Z
       */
      readonly started_at: string | null;
      /**
       * Format: date-time
       * @description When it ended, whatever the result; null until then.
       * @example 2026-03-01T10:59:50Z
       */
      readonly finished_at: string | null;
      /**
       * Format: date-time
       * @description When the record last changed, in UTC.
       * @example 2026-03-01T10:59:50Z
       */
      readonly updated_at: string;
    };
    /** @description A CSV file that is judged, published and may be undone. */
    readonly Import: {
      /**
       * Format: uuid
       * @description The id of the record. It never changes.
       */
      readonly id: string;
      /**
       * @description What the rows are.
       * @enum {string}
       */
      readonly type:
        | 'TransactionImport'
        | 'TradeImport'
        | 'AccountImport'
        | 'BudgetAppOneImport'
        | 'BudgetAppTwoImport'
        | 'BudgetAppThreeImport'
        | 'CategoryImport'
        | 'RuleImport'
        | 'MerchantImport';
      /**
       * @description Its state. Only a pending or failed one can be changed, and only a complete one undone.
       * @enum {string}
       */
      readonly status: 'pending' | 'publishing' | 'complete' | 'failed' | 'undoing' | 'undone';
      /**
       * Format: uuid
       * @description The account to import into; null where the rows name theirs.
       */
      readonly account_id: string | null;
      /** @description Your own name for it: creating it again returns the same import. Null without one. */
      readonly client_import_id: string | null;
      /** @description The name of the file; a default where the content was sent as text. */
      readonly filename: string;
      /** @description The media type that the content was taken for. */
      readonly content_type: string;
      /** @description The size of the content in bytes. */
      readonly byte_size: number;
      /** @description The settings that the content was read with, including those that were inferred. */
      readonly settings: {
        readonly [key: string]: string | number | boolean;
      };
      /** @description The settings that no person chose: those inferred from the content, suggestions that were applied, and defaults. Send them along as inferred_settings when you send the settings. */
      readonly inferred_settings: readonly string[];
      /** @description The rows of the file. */
      readonly stats: {
        /** @description Rows below the header. */
        readonly rows_count: number;
        /** @description Rows without an error. */
        readonly valid_rows_count: number;
        /** @description Rows with an error. */
        readonly invalid_rows_count: number;
        /** @description Rows that are left out; a warning says why. */
        readonly skipped_rows_count: number;
        /** @description Rows taken for a stored record that is only alike (certainty `likely`): where it matters, look at them. */
        readonly likely_rows_count: number;
      };
      /** @description Rows by what publishing will do, or did, with them. Null until a worker has judged a large file. */
      readonly verdicts: {
        /** @description Rows to add. */
        readonly new: number;
        /** @description Rows that are stored already. */
        readonly duplicate: number;
        /** @description Rows that change a stored record. */
        readonly update: number;
        /** @description Rows with an error. */
        readonly invalid: number;
        /** @description Rows that a person left out, and positions of an account whose bank says what it holds. */
        readonly excluded: number;
        /** @description Rows that are left out; a warning says why. */
        readonly skipped: number;
      } | null;
      /** @description The names of the columns, as written; none in a statement. */
      readonly headers: readonly string[];
      /** @description What is wrong with the content as a whole; the errors of a row are with the row. */
      readonly errors: readonly components['schemas']['ImportPreflightError'][];
      /** @description What deserves a look, though nothing is wrong. */
      readonly warnings: readonly string[];
      /** @description The warnings again, in the same order: the code of each, and its values. */
      readonly warning_details: readonly components['schemas']['ImportWarning'][];
      /** @description What the reading is based on; null where there is no evidence. */
      readonly evidence: {
        /** @description Why an amount counts as money in or out. */
        readonly sign: {
          /**
           * @description `sent`: a setting of the request, or one of a saved profile whose file left no doubt about it, or the format of a statement; `balance`: the running balance; `words`; `distribution`: how values are spread; `none`.
           * @enum {string}
           */
          readonly basis: 'sent' | 'balance' | 'words' | 'distribution' | 'none';
          /** @description Rows whose running balance follows from the one before. */
          readonly rows_agree?: number;
          /** @description Rows whose running balance does not. */
          readonly rows_disagree?: number;
        };
        /** @description Why amounts are read in this format. */
        readonly number_format: {
          /**
           * @description `sent`: a setting of the request, or one of a saved profile whose file left no doubt about it, or the format of a statement; `balance`: the running balance; `words`; `distribution`: how values are spread; `none`.
           * @enum {string}
           */
          readonly basis: 'sent' | 'balance' | 'words' | 'distribution' | 'none';
          /** @description Rows whose running balance follows from the one before. */
          readonly rows_agree?: number;
          /** @description Rows whose running balance does not. */
          readonly rows_disagree?: number;
        };
        /** @description Why days are read in this order. */
        readonly date_order: {
          /**
           * @description `sent`: a setting of the request, or one of a saved profile whose file left no doubt about it, or the format of a statement; `balance`: the running balance; `words`; `distribution`: how values are spread; `none`.
           * @enum {string}
           */
          readonly basis: 'sent' | 'balance' | 'words' | 'distribution' | 'none';
          /** @description Rows whose running balance follows from the one before. */
          readonly rows_agree?: number;
          /** @description Rows whose running balance does not. */
          readonly rows_disagree?: number;
        };
        /** @description Why these columns are the amounts. */
        readonly amount_columns: {
          /**
           * @description `sent`: a setting of the request, or one of a saved profile whose file left no doubt about it, or the format of a statement; `balance`: the running balance; `words`; `distribution`: how values are spread; `none`.
           * @enum {string}
           */
          readonly basis: 'sent' | 'balance' | 'words' | 'distribution' | 'none';
          /** @description Rows whose running balance follows from the one before. */
          readonly rows_agree?: number;
          /** @description Rows whose running balance does not. */
          readonly rows_disagree?: number;
        };
        /** @description Why amounts are in their currency; `none`: nothing names one, and it is that of the account. */
        readonly currency: {
          /**
           * @description `sent`: a setting of the request, or one of a saved profile whose file left no doubt about it, or the format of a statement; `balance`: the running balance; `words`; `distribution`: how values are spread; `none`.
           * @enum {string}
           */
          readonly basis: 'sent' | 'balance' | 'words' | 'distribution' | 'none';
          /** @description Rows whose running balance follows from the one before. */
          readonly rows_agree?: number;
          /** @description Rows whose running balance does not. */
          readonly rows_disagree?: number;
        };
      } | null;
      /** @description The profile that the file was read with; null without one. */
      readonly profile: {
        /**
         * Format: uuid
         * @description The id of the profile.
         */
        readonly id: string;
        /** @description The name of the profile. */
        readonly name: string;
        /**
         * @description `given` by the request, or `recognised` by the header of the file.
         * @enum {string}
         */
        readonly how: 'given' | 'recognised';
      } | null;
      /** @description The profile that publishing saves, or saved, of how it was read; null: none. */
      readonly save_profile: string | null;
      /** @description Moves while a worker judges or publishes. */
      readonly progress: {
        /**
         * @description What a worker is doing with the import; null while none does.
         * @enum {string|null}
         */
        readonly step: 'judging' | 'writing' | 'undoing' | null;
        /** @description Rows that are done. */
        readonly rows_done: number;
        /** @description Rows in all. */
        readonly rows_total: number;
      };
      /** @description What publishing, and then undoing, did: records by table. */
      readonly summary: {
        /** @description Records that were added, by table. */
        readonly created?: {
          readonly [key: string]: number;
        };
        /** @description Records that were changed, by table. */
        readonly updated?: {
          readonly [key: string]: number;
        };
        /** @description Records that undoing removed, by table. */
        readonly removed?: {
          readonly [key: string]: number;
        };
        /** @description Records that undoing put back as they were, by table. */
        readonly restored?: {
          readonly [key: string]: number;
        };
        /** @description The first records that undoing left alone, and why; …/kept lists all of them. */
        readonly kept?: readonly components['schemas']['KeptRecord'][];
        /** @description How many records undoing left alone. */
        readonly kept_count?: number;
      };
      /** @description Null when nothing is wrong; invalid_rows names the first lines, invalid_content what is wrong with the whole. */
      readonly error: {
        /** @description A stable code: decide by this, never by the message. */
        readonly code: string;
        /** @description For people; its wording may change. */
        readonly message: string;
        /** @description invalid_rows: the first lines, by their number in the file. */
        readonly lines?: readonly number[];
      } | null;
      /**
       * Format: date-time
       * @description When the record was created, in UTC.
       * @example 2026-03-01T10:59:50Z
       */
      readonly created_at: string;
      /**
       * Format: date-time
       * @description When the record last changed, in UTC.
       * @example 2026-03-01T10:59:50Z
       */
      readonly updated_at: string;
      /**
       * Format: date-time
       * @description When it was published, in UTC; null before that.
       * @example 2026-03-01T10:59:50Z
       */
      readonly published_at: string | null;
      /**
       * Format: date-time
       * @description When it was undone, in UTC; null while it is not.
       * @example 2026-03-01T10:59:50Z
       */
      readonly undone_at: string | null;
      /**
       * Format: date-time
       * @description Until when it can be undone, in UTC; null when there is nothing to undo.
       * @example 2026-03-01T10:59:50Z
       */
      readonly undo_until: string | null;
    };
    /** @description A part of an import session. */
    readonly ImportChunk: {
      /**
       * Format: uuid
       * @description The id of the record. It never changes.
       */
      readonly id: string;
      /** @description The place of the chunk among all, from 1. */
      readonly sequence: number;
      /** @description Your own name for it; null without one. */
      readonly client_chunk_id: string | null;
      /**
       * @description Its state.
       * @enum {string}
       */
      readonly status: 'pending' | 'importing' | 'complete' | 'failed';
      /** @description Lines that are not blank. */
      readonly rows_count: number;
      readonly summary: components['schemas']['ImportSummary'];
      /** @description Null when nothing is wrong; else a code, a sentence and, for some codes, more fields. */
      readonly error:
        | ({
            /** @description A stable code: decide by this, never by the message. */
            readonly code: string;
            /** @description For people; its wording may change. */
            readonly message?: string;
          } & {
            readonly [key: string]: unknown;
          })
        | null;
      /**
       * Format: date-time
       * @description When the record was created, in UTC.
       * @example 2026-03-01T10:59:50Z
       */
      readonly created_at: string;
      /**
       * Format: date-time
       * @description When the record last changed, in UTC.
       * @example 2026-03-01T10:59:50Z
       */
      readonly updated_at: string;
    };
    /** @description The judgement of a file. Nothing is stored. */
    readonly ImportPreflight: {
      /**
       * @description What the rows were read as.
       * @enum {string}
       */
      readonly type:
        | 'TransactionImport'
        | 'TradeImport'
        | 'AccountImport'
        | 'BudgetAppOneImport'
        | 'BudgetAppTwoImport'
        | 'BudgetAppThreeImport'
        | 'CategoryImport'
        | 'RuleImport'
        | 'MerchantImport'
        | 'NativeImport'
        | 'PdfImport'
        | 'QifImport';
      /** @description Whether there is no error. Warnings do not count. */
      readonly valid: boolean;
      /** @description What was sent. */
      readonly content: components['schemas']['ImportPreflightContent'];
      /** @description What is in it. */
      readonly stats: components['schemas']['ImportPreflightStats'];
      /** @description CSV: as written, in order; null in a statement, which has none. */
      readonly headers?: readonly string[] | null;
      /** @description CSV: what the type needs, as labelled; else null. */
      readonly required_headers?: readonly string[] | null;
      /** @description CSV: what the type needs and the file lacks; else null. */
      readonly missing_required_headers?: readonly string[] | null;
      /** @description At most 100, then one entry too_many_errors with the totals. */
      readonly errors: readonly components['schemas']['ImportPreflightError'][];
      /** @description At most 20 of the content, then one with the totals; before them at most 5 of the request. */
      readonly warnings: readonly string[];
      /** @description The warnings again, in the same order: the code of each, and its values. */
      readonly warning_details: readonly components['schemas']['ImportWarning'][];
      /** @description CSV: the first rows as understood; only with sample_rows. Null: blank or unread. */
      readonly sample?: readonly components['schemas']['ImportPreflightRow'][];
      /** @description CSV: the settings of this reading, including those that were inferred. */
      readonly settings?: {
        readonly [key: string]: string | number | boolean;
      };
      /** @description The settings that no person chose: those inferred from the content, suggestions that were applied, and defaults. Send them along as inferred_settings when you send the settings. */
      readonly inferred_settings?: readonly string[];
      /** @description Statements: what the reading is based on. With a running balance, how many rows follow from the one before. */
      readonly evidence?: {
        /** @description Why an amount counts as money in or out. */
        readonly sign: {
          /**
           * @description `sent`: a setting of the request, or one of a saved profile whose file left no doubt about it, or the format of a statement; `balance`: the running balance; `words`; `distribution`: how values are spread; `none`.
           * @enum {string}
           */
          readonly basis: 'sent' | 'balance' | 'words' | 'distribution' | 'none';
          /** @description Rows whose running balance follows from the one before. */
          readonly rows_agree?: number;
          /** @description Rows whose running balance does not. */
          readonly rows_disagree?: number;
        };
        /** @description Why amounts are read in this format. */
        readonly number_format: {
          /**
           * @description `sent`: a setting of the request, or one of a saved profile whose file left no doubt about it, or the format of a statement; `balance`: the running balance; `words`; `distribution`: how values are spread; `none`.
           * @enum {string}
           */
          readonly basis: 'sent' | 'balance' | 'words' | 'distribution' | 'none';
          /** @description Rows whose running balance follows from the one before. */
          readonly rows_agree?: number;
          /** @description Rows whose running balance does not. */
          readonly rows_disagree?: number;
        };
        /** @description Why days are read in this order. */
        readonly date_order: {
          /**
           * @description `sent`: a setting of the request, or one of a saved profile whose file left no doubt about it, or the format of a statement; `balance`: the running balance; `words`; `distribution`: how values are spread; `none`.
           * @enum {string}
           */
          readonly basis: 'sent' | 'balance' | 'words' | 'distribution' | 'none';
          /** @description Rows whose running balance follows from the one before. */
          readonly rows_agree?: number;
          /** @description Rows whose running balance does not. */
          readonly rows_disagree?: number;
        };
        /** @description Why these columns are the amounts. */
        readonly amount_columns: {
          /**
           * @description `sent`: a setting of the request, or one of a saved profile whose file left no doubt about it, or the format of a statement; `balance`: the running balance; `words`; `distribution`: how values are spread; `none`.
           * @enum {string}
           */
          readonly basis: 'sent' | 'balance' | 'words' | 'distribution' | 'none';
          /** @description Rows whose running balance follows from the one before. */
          readonly rows_agree?: number;
          /** @description Rows whose running balance does not. */
          readonly rows_disagree?: number;
        };
        /** @description Why amounts are in their currency; `none`: nothing names one, and it is that of the account. */
        readonly currency: {
          /**
           * @description `sent`: a setting of the request, or one of a saved profile whose file left no doubt about it, or the format of a statement; `balance`: the running balance; `words`; `distribution`: how values are spread; `none`.
           * @enum {string}
           */
          readonly basis: 'sent' | 'balance' | 'words' | 'distribution' | 'none';
          /** @description Rows whose running balance follows from the one before. */
          readonly rows_agree?: number;
          /** @description Rows whose running balance does not. */
          readonly rows_disagree?: number;
        };
      };
      /** @description CSV: settings by request field that would read the content better. */
      readonly suggestions?: {
        readonly [key: string]: {
          /** @description The value that reads the content better. */
          readonly value: string | number | boolean;
          /** @description How sure it is, from 0 to 1. */
          readonly confidence: number;
        };
      };
    };
    /** @description What was sent. */
    readonly ImportPreflightContent: {
      /** @description The name of the file; a default where the content was sent as text. */
      readonly filename: string;
      /** @description The media type that the content was taken for. */
      readonly content_type: string;
      /** @description The size of the content in bytes. */
      readonly byte_size: number;
    };
    /** @description What is wrong, and where. */
    readonly ImportPreflightError: {
      /**
       * @description A stable code: decide by this, never by the message.
       * @enum {string}
       */
      readonly code:
        | 'validation_failed'
        | 'missing_required_headers'
        | 'no_data_rows'
        | 'too_many_errors'
        | 'blank_required_value'
        | 'invalid_date'
        | 'invalid_amount'
        | 'invalid_quantity'
        | 'invalid_price'
        | 'invalid_currency'
        | 'value_too_long'
        | 'invalid_rule'
        | 'invalid_category_parent'
        | 'invalid_amount_type'
        | 'mapped_header_missing'
        | 'duplicate_header'
        | 'invalid_json'
        | 'invalid_ndjson_record'
        | 'unsupported_record_type'
        | 'existing_taxonomy_collision'
        | 'duplicate_taxonomy_name'
        | 'duplicate_source_id'
        | 'missing_required_fields'
        | 'invalid_accountable_type'
        | 'invalid_accountable_subtype'
        | 'invalid_split_lines'
        | 'invalid_split_line'
        | 'split_amount_mismatch'
        | 'missing_reference'
        | 'duplicate_valuation'
        | 'parent_cycle'
        | 'invalid_encoding'
        | 'invalid_field_value';
      /** @description For people; its wording may change. */
      readonly message: string;
      /** @description Physical line of the content. */
      readonly line?: number;
      /** @description Header of the column, or field of the record. */
      readonly column?: string;
      /** @description What the cell holds, shortened. */
      readonly value?: string;
    };
    /** @description A row as it was understood. */
    readonly ImportPreflightRow: {
      /** @description Physical line on which the row starts. */
      readonly line: number;
      /**
       * Format: date
       * @description The day; null where blank or unread.
       */
      readonly date: string | null;
      /** @description Exact decimal; money in is positive. Accounts: the balance. Null where blank or unread. */
      readonly amount: string | null;
      /** @description Null: that of the account. */
      readonly currency: string | null;
      /** @description What the row names; null where blank. */
      readonly name: string | null;
      /** @description `Group: Category` where the file has groups; null where blank. */
      readonly category: string | null;
      /** @description The tags that the row names. */
      readonly tags: readonly string[];
      /** @description Free text; null where blank. */
      readonly notes: string | null;
      /** @description As the row names it; null where it names none. */
      readonly account: string | null;
      /** @description The file calls the row pending. */
      readonly pending: boolean;
      /** @description Trades: the symbol; null where blank. */
      readonly ticker?: string | null;
      /** @description Trades: the exchange, as ISO 10383 operating MIC; null where blank. */
      readonly exchange_operating_mic?: string | null;
      /** @description Trades: how many units, negative when sold; null where unread. */
      readonly quantity?: string | null;
      /** @description Trades: of one unit; null where unread. */
      readonly price?: string | null;
      /** @description What the account holds, which is no trade: its value. Null for trades. */
      readonly position_value?: string | null;
      /** @description Accounts: the type as written; null where blank. */
      readonly account_type?: string | null;
    };
    /** @description How many rows and records the content has. */
    readonly ImportPreflightStats: {
      /** @description CSV: rows below the header. NDJSON: lines that are not blank. */
      readonly rows_count: number;
      /** @description CSV: how many of the rows are left out, for the reasons that the warnings give; absent when none is. */
      readonly skipped_rows_count?: number;
      /** @description NativeImport: well-formed, supported records. */
      readonly valid_rows_count?: number;
      /** @description NativeImport: the other lines. */
      readonly invalid_rows_count?: number;
      /** @description NativeImport: records by entity. Fifteen are always there; deleted_transactions and import_profiles where there are any. */
      readonly entity_counts?: {
        readonly [key: string]: number;
      };
      /** @description NativeImport: records by type as written, unsupported ones too. */
      readonly record_type_counts?: {
        readonly [key: string]: number;
      };
    };
    /** @description How the files of a bank are read, kept under a name. */
    readonly ImportProfile: {
      /**
       * Format: uuid
       * @description The id of the record. It never changes.
       */
      readonly id: string;
      /**
       * @description Unique in the household.
       * @example My bank
       */
      readonly name: string;
      /**
       * @description What the rows are. Default: `"TransactionImport"`.
       * @enum {string}
       */
      readonly type:
        | 'TransactionImport'
        | 'TradeImport'
        | 'AccountImport'
        | 'BudgetAppOneImport'
        | 'BudgetAppTwoImport'
        | 'BudgetAppThreeImport'
        | 'CategoryImport'
        | 'RuleImport'
        | 'MerchantImport';
      /**
       * Format: uuid
       * @description The account that such files belong to, where a request names none; null: each request names it.
       */
      readonly account_id: string | null;
      /** @description Settings to read such files with, as an import takes them. */
      readonly settings: {
        /** @description CSV: header of this column; null or absent: it is inferred. */
        readonly date_col_label?: string | null;
        /** @description CSV: header of this column; null or absent: it is inferred. */
        readonly amount_col_label?: string | null;
        /** @description CSV: header of this column; null or absent: it is inferred. */
        readonly outflow_col_label?: string | null;
        /** @description CSV: header of this column; null or absent: it is inferred. */
        readonly inflow_col_label?: string | null;
        /** @description CSV: header of this column; null or absent: it is inferred. */
        readonly name_col_label?: string | null;
        /** @description CSV: header of this column; null or absent: it is inferred. */
        readonly category_col_label?: string | null;
        /** @description CSV: header of this column; null or absent: it is inferred. */
        readonly tags_col_label?: string | null;
        /** @description CSV: header of this column; null or absent: it is inferred. */
        readonly notes_col_label?: string | null;
        /** @description CSV: header of this column; null or absent: it is inferred. */
        readonly account_col_label?: string | null;
        /** @description CSV: header of this column; null or absent: it is inferred. */
        readonly qty_col_label?: string | null;
        /** @description CSV: header of this column; null or absent: it is inferred. */
        readonly ticker_col_label?: string | null;
        /** @description CSV: header of this column; null or absent: it is inferred. */
        readonly price_col_label?: string | null;
        /** @description CSV: header of this column; null or absent: it is inferred. */
        readonly entity_type_col_label?: string | null;
        /** @description CSV: header of this column; null or absent: it is inferred. */
        readonly currency_col_label?: string | null;
        /** @description CSV: header of this column; null or absent: it is inferred. */
        readonly fee_col_label?: string | null;
        /** @description CSV: header of this column; null or absent: it is inferred. */
        readonly exchange_operating_mic_col_label?: string | null;
        /** @description CSV: header of this column; null or absent: it is inferred. */
        readonly external_id_col_label?: string | null;
        /** @description CSV: header of this column; null or absent: it is inferred. */
        readonly status_col_label?: string | null;
        /**
         * @description CSV: a strftime pattern.
         * @example %d.%m.%Y
         */
        readonly date_format?: string;
        /**
         * @description How amounts are written; null or absent: it is inferred.
         * @enum {string|null}
         */
        readonly number_format?: '1,234.56' | '1.234,56' | '1 234,56' | '1,234' | null;
        /**
         * @description Whether money in is written as a positive number; null or absent: it is inferred.
         * @enum {string|null}
         */
        readonly signage_convention?: 'inflows_positive' | 'inflows_negative' | null;
        /**
         * @description CSV: what separates the columns. A tab is sent as itself: "\t" in JSON, %09 in a form or query. Default: `","`.
         * @enum {string}
         */
        readonly col_sep?: ',' | ';' | '\t' | '|';
        /** @description CSV: leading rows skipped before the headers. Default: `0`. */
        readonly rows_to_skip?: number | string;
        /** @description CSV: false: the first row is data. A column without a header, or with that of another column, is named by its number: "Column 1". Default: `true`. */
        readonly has_header?: boolean | string;
        /** @description CSV: rows at the end that are not data. Default: `0`. */
        readonly footer_rows_to_skip?: number | string;
        /**
         * @description CSV: what distinguishes money in from money out: the sign, or a column of words.
         * @enum {string}
         */
        readonly amount_type_strategy?: 'signed_amount' | 'custom_column';
        /** @description CSV: what marks an inflow when the strategy is custom_column; several values are separated by |. */
        readonly amount_type_inflow_value?: string;
        /** @description CSV: what marks an outflow when the strategy is custom_column, in the form of amount_type_inflow_value. If both are sent, rows with neither value are left out; if one is sent, they count as the other direction. */
        readonly amount_type_outflow_value?: string;
        /** @description CSV: the ISO 4217 code of rows whose cells name no currency. Inferred from signs, headers and the lines above the table. */
        readonly currency?: string;
        /** @description CSV: leaves out rows in a unit that is not money: a coin, a metal, points or shares. Default: `false`. */
        readonly skip_other_units?: boolean | string;
        /** @description CSV: ignores rows with a blank date or amount (trades: date, quantity or price). Default: `false`. */
        readonly skip_incomplete_rows?: boolean | string;
        /**
         * @description CSV: how to treat rows that the file calls pending, declined, reverted, cancelled and the like. import_pending: pending rows with a date and an amount are imported as pending; import: all are imported as bookings. Null or absent: rows that the file clearly calls pending are imported as pending, the others are left out.
         * @enum {string|null}
         */
        readonly unbooked_rows?: 'leave_out' | 'import_pending' | 'import' | null;
        /** @description CSV: name of the encoding; absent: it is detected. */
        readonly encoding?: string;
        /** @description CSV: which of the settings you send are suggestions that no person confirmed, as a list or as text with commas. They stay in doubt, with their warnings. An empty list: a person chose all. Null or absent: those that only repeat a doubtful suggestion. */
        readonly inferred_settings?: readonly string[] | string | null;
      };
      /**
       * @description Recognises files by their type and header cells. Null: it is learned from the first import that is published with the profile.
       * @example 5f70bf18a086007016e948b04aed3b82103a36bea41755b6cddfaf10ace3c6ef
       */
      readonly header_fingerprint: string | null;
      /**
       * Format: date-time
       * @description When the record was created, in UTC.
       * @example 2026-03-01T10:59:50Z
       */
      readonly created_at: string;
      /**
       * Format: date-time
       * @description When the record last changed, in UTC.
       * @example 2026-03-01T10:59:50Z
       */
      readonly updated_at: string;
    };
    /** @description Absent fields stay as they are. */
    readonly ImportProfileChange: {
      /**
       * @description Unique in the household.
       * @example My bank
       */
      readonly name?: string;
      /**
       * @description What the rows are. Default: `"TransactionImport"`.
       * @enum {string}
       */
      readonly type?:
        | 'TransactionImport'
        | 'TradeImport'
        | 'AccountImport'
        | 'BudgetAppOneImport'
        | 'BudgetAppTwoImport'
        | 'BudgetAppThreeImport'
        | 'CategoryImport'
        | 'RuleImport'
        | 'MerchantImport';
      /**
       * Format: uuid
       * @description The account that such files belong to, where a request names none; null: each request names it.
       */
      readonly account_id?: string | null;
      /** @description Settings to read such files with, as an import takes them. */
      readonly settings?: {
        /** @description CSV: header of this column; null or absent: it is inferred. */
        readonly date_col_label?: string | null;
        /** @description CSV: header of this column; null or absent: it is inferred. */
        readonly amount_col_label?: string | null;
        /** @description CSV: header of this column; null or absent: it is inferred. */
        readonly outflow_col_label?: string | null;
        /** @description CSV: header of this column; null or absent: it is inferred. */
        readonly inflow_col_label?: string | null;
        /** @description CSV: header of this column; null or absent: it is inferred. */
        readonly name_col_label?: string | null;
        /** @description CSV: header of this column; null or absent: it is inferred. */
        readonly category_col_label?: string | null;
        /** @description CSV: header of this column; null or absent: it is inferred. */
        readonly tags_col_label?: string | null;
        /** @description CSV: header of this column; null or absent: it is inferred. */
        readonly notes_col_label?: string | null;
        /** @description CSV: header of this column; null or absent: it is inferred. */
        readonly account_col_label?: string | null;
        /** @description CSV: header of this column; null or absent: it is inferred. */
        readonly qty_col_label?: string | null;
        /** @description CSV: header of this column; null or absent: it is inferred. */
        readonly ticker_col_label?: string | null;
        /** @description CSV: header of this column; null or absent: it is inferred. */
        readonly price_col_label?: string | null;
        /** @description CSV: header of this column; null or absent: it is inferred. */
        readonly entity_type_col_label?: string | null;
        /** @description CSV: header of this column; null or absent: it is inferred. */
        readonly currency_col_label?: string | null;
        /** @description CSV: header of this column; null or absent: it is inferred. */
        readonly fee_col_label?: string | null;
        /** @description CSV: header of this column; null or absent: it is inferred. */
        readonly exchange_operating_mic_col_label?: string | null;
        /** @description CSV: header of this column; null or absent: it is inferred. */
        readonly external_id_col_label?: string | null;
        /** @description CSV: header of this column; null or absent: it is inferred. */
        readonly status_col_label?: string | null;
        /**
         * @description CSV: a strftime pattern.
         * @example %d.%m.%Y
         */
        readonly date_format?: string;
        /**
         * @description How amounts are written; null or absent: it is inferred.
         * @enum {string|null}
         */
        readonly number_format?: '1,234.56' | '1.234,56' | '1 234,56' | '1,234' | null;
        /**
         * @description Whether money in is written as a positive number; null or absent: it is inferred.
         * @enum {string|null}
         */
        readonly signage_convention?: 'inflows_positive' | 'inflows_negative' | null;
        /**
         * @description CSV: what separates the columns. A tab is sent as itself: "\t" in JSON, %09 in a form or query. Default: `","`.
         * @enum {string}
         */
        readonly col_sep?: ',' | ';' | '\t' | '|';
        /** @description CSV: leading rows skipped before the headers. Default: `0`. */
        readonly rows_to_skip?: number | string;
        /** @description CSV: false: the first row is data. A column without a header, or with that of another column, is named by its number: "Column 1". Default: `true`. */
        readonly has_header?: boolean | string;
        /** @description CSV: rows at the end that are not data. Default: `0`. */
        readonly footer_rows_to_skip?: number | string;
        /**
         * @description CSV: what distinguishes money in from money out: the sign, or a column of words.
         * @enum {string}
         */
        readonly amount_type_strategy?: 'signed_amount' | 'custom_column';
        /** @description CSV: what marks an inflow when the strategy is custom_column; several values are separated by |. */
        readonly amount_type_inflow_value?: string;
        /** @description CSV: what marks an outflow when the strategy is custom_column, in the form of amount_type_inflow_value. If both are sent, rows with neither value are left out; if one is sent, they count as the other direction. */
        readonly amount_type_outflow_value?: string;
        /** @description CSV: the ISO 4217 code of rows whose cells name no currency. Inferred from signs, headers and the lines above the table. */
        readonly currency?: string;
        /** @description CSV: leaves out rows in a unit that is not money: a coin, a metal, points or shares. Default: `false`. */
        readonly skip_other_units?: boolean | string;
        /** @description CSV: ignores rows with a blank date or amount (trades: date, quantity or price). Default: `false`. */
        readonly skip_incomplete_rows?: boolean | string;
        /**
         * @description CSV: how to treat rows that the file calls pending, declined, reverted, cancelled and the like. import_pending: pending rows with a date and an amount are imported as pending; import: all are imported as bookings. Null or absent: rows that the file clearly calls pending are imported as pending, the others are left out.
         * @enum {string|null}
         */
        readonly unbooked_rows?: 'leave_out' | 'import_pending' | 'import' | null;
        /** @description CSV: name of the encoding; absent: it is detected. */
        readonly encoding?: string;
        /** @description CSV: which of the settings you send are suggestions that no person confirmed, as a list or as text with commas. They stay in doubt, with their warnings. An empty list: a person chose all. Null or absent: those that only repeat a doubtful suggestion. */
        readonly inferred_settings?: readonly string[] | string | null;
      };
      /**
       * @description Recognises files by their type and header cells. Null: it is learned from the first import that is published with the profile.
       * @example 5f70bf18a086007016e948b04aed3b82103a36bea41755b6cddfaf10ace3c6ef
       */
      readonly header_fingerprint?: string | null;
    };
    /** @description How to publish. */
    readonly ImportPublication: {
      /** @description Leave out rows with errors instead of refusing. Default: `false`. */
      readonly skip_invalid?: boolean;
    };
    /** @description A row of an import, and what is to become of it. */
    readonly ImportRow: {
      /** @description Physical line on which the row starts. */
      readonly line: number;
      /** @description The row as understood. */
      readonly values: {
        /**
         * Format: date
         * @description The day; null where blank or unread.
         * @example 2026-03-01
         */
        readonly date: string | null;
        /**
         * @description Money in is positive. Accounts: the balance. Positions: the value. Null where blank or unread.
         * @example -12.50
         */
        readonly amount: string | null;
        /** @description ISO 4217; null: that of the account. */
        readonly currency: string | null;
        /** @description What the row names; null where blank. */
        readonly name: string | null;
        /** @description `Group: Category` makes parent and child; null where blank. */
        readonly category: string | null;
        /** @description The tags that the row names. */
        readonly tags: readonly string[];
        /** @description Free text; null where blank. */
        readonly notes: string | null;
        /** @description Name of the account; null where the row names none. */
        readonly account: string | null;
        /** @description The file calls the row pending. */
        readonly pending: boolean;
        /** @description The id of the bank; null where there is none. */
        readonly external_id?: string | null;
        /** @description Trades: the symbol; null where blank. */
        readonly ticker?: string | null;
        /** @description Trades: the exchange, as ISO 10383 operating MIC; null where blank. */
        readonly exchange_operating_mic?: string | null;
        /** @description Trades: how many units, negative when sold; null where unread. */
        readonly quantity?: string | null;
        /** @description Trades: of one unit; null where unread. */
        readonly price?: string | null;
        /** @description What the account holds, which is no trade: its value. Null for trades. */
        readonly position_value?: string | null;
        /** @description Accounts: the type as written; null where blank. */
        readonly account_type?: string | null;
        /** @description Categories: the category above; null at the top. */
        readonly parent_category?: string | null;
        /** @description Categories and merchants: six hexadecimal digits behind a #; null where blank. */
        readonly color?: string | null;
        /** @description Categories: the name of a symbol; null where blank. */
        readonly icon?: string | null;
        /** @description Merchants: the address of the site; null where blank. */
        readonly website_url?: string | null;
        /** @description Rules: what the rule is about; null where blank. */
        readonly resource_type?: string | null;
        /** @description Rules: whether the rule is active; null where blank. */
        readonly active?: string | null;
        /** @description Rules: the first day whose transactions the rule changes; null: every day. */
        readonly effective_date?: string | null;
        /** @description Rules: the conditions as JSON; null where blank. */
        readonly conditions?: string | null;
        /** @description Rules: the actions as JSON; null where blank. */
        readonly actions?: string | null;
      };
      /**
       * @description Null until a worker has judged a large file.
       * @enum {string|null}
       */
      readonly verdict: 'new' | 'duplicate' | 'update' | 'invalid' | 'excluded' | null;
      /** @description The stored record that a duplicate or update matches, or that a new row became when it was published; null for others. */
      readonly of:
        | {
            /**
             * Format: uuid
             * @description A stored transaction.
             */
            readonly transaction_id: string;
          }
        | {
            /**
             * Format: uuid
             * @description A stored record of another kind.
             */
            readonly record_id: string;
          }
        | null;
      /**
       * @description How sure the verdict is; null where there is nothing to compare with.
       * @enum {string|null}
       */
      readonly certainty: 'exact' | 'likely' | null;
      /** @description A person changed a value or the verdict. */
      readonly is_corrected: boolean;
      /** @description What is wrong with the row. */
      readonly errors: readonly {
        /**
         * @description A stable code: decide by this, never by the message.
         * @enum {string}
         */
        readonly code:
          | 'validation_failed'
          | 'missing_required_headers'
          | 'no_data_rows'
          | 'too_many_errors'
          | 'blank_required_value'
          | 'invalid_date'
          | 'invalid_amount'
          | 'invalid_quantity'
          | 'invalid_price'
          | 'invalid_currency'
          | 'value_too_long'
          | 'invalid_rule'
          | 'invalid_category_parent'
          | 'invalid_amount_type'
          | 'mapped_header_missing'
          | 'duplicate_header'
          | 'invalid_json'
          | 'invalid_ndjson_record'
          | 'unsupported_record_type'
          | 'existing_taxonomy_collision'
          | 'duplicate_taxonomy_name'
          | 'duplicate_source_id'
          | 'missing_required_fields'
          | 'invalid_accountable_type'
          | 'invalid_accountable_subtype'
          | 'invalid_split_lines'
          | 'invalid_split_line'
          | 'split_amount_mismatch'
          | 'missing_reference'
          | 'duplicate_valuation'
          | 'parent_cycle'
          | 'invalid_encoding'
          | 'invalid_field_value';
        /** @description For people; its wording may change. */
        readonly message: string;
        /** @description Header of the column that it is about; absent where it is about the row. */
        readonly column?: string;
        /** @description What the cell holds, shortened. */
        readonly value?: string;
      }[];
      /** @description What deserves a look, though nothing is wrong. */
      readonly warnings: readonly {
        /** @description A stable code: decide by this, never by the message. */
        readonly code: string;
        /** @description For people; its wording may change. */
        readonly message: string;
      }[];
    };
    /** @description What a person corrects in a row. */
    readonly ImportRowChange: {
      /**
       * @description new: import it whatever it looks like; excluded: leave it out; null: judge it.
       * @enum {string|null}
       */
      readonly verdict?: 'new' | 'excluded' | null;
      /** @description Values that replace those of the file; null removes one. */
      readonly values?: {
        /**
         * Format: date
         * @description The day; null where blank or unread.
         * @example 2026-03-01
         */
        readonly date?: string | null;
        /**
         * @description Money in is positive. Accounts: the balance. Positions: the value. Null where blank or unread.
         * @example -12.50
         */
        readonly amount?: string | null;
        /** @description ISO 4217; null: that of the account. */
        readonly currency?: string | null;
        /** @description What the row names; null where blank. */
        readonly name?: string | null;
        /** @description `Group: Category` makes parent and child; null where blank. */
        readonly category?: string | null;
        /** @description The tags that the row names. */
        readonly tags?: readonly string[];
        /** @description Free text; null where blank. */
        readonly notes?: string | null;
        /** @description Name of the account; null where the row names none. */
        readonly account?: string | null;
        /** @description The file calls the row pending. */
        readonly pending?: boolean;
        /** @description The id of the bank; null where there is none. */
        readonly external_id?: string | null;
        /** @description Trades: the symbol; null where blank. */
        readonly ticker?: string | null;
        /** @description Trades: the exchange, as ISO 10383 operating MIC; null where blank. */
        readonly exchange_operating_mic?: string | null;
        /** @description Trades: how many units, negative when sold; null where unread. */
        readonly quantity?: string | null;
        /** @description Trades: of one unit; null where unread. */
        readonly price?: string | null;
        /** @description What the account holds, which is no trade: its value. Null for trades. */
        readonly position_value?: string | null;
        /** @description Accounts: the type as written; null where blank. */
        readonly account_type?: string | null;
        /** @description Categories: the category above; null at the top. */
        readonly parent_category?: string | null;
        /** @description Categories and merchants: six hexadecimal digits behind a #; null where blank. */
        readonly color?: string | null;
        /** @description Categories: the name of a symbol; null where blank. */
        readonly icon?: string | null;
        /** @description Merchants: the address of the site; null where blank. */
        readonly website_url?: string | null;
        /** @description Rules: what the rule is about; null where blank. */
        readonly resource_type?: string | null;
        /** @description Rules: whether the rule is active; null where blank. */
        readonly active?: string | null;
        /** @description Rules: the first day whose transactions the rule changes; null: every day. */
        readonly effective_date?: string | null;
        /** @description Rules: the conditions as JSON; null where blank. */
        readonly conditions?: string | null;
        /** @description Rules: the actions as JSON; null where blank. */
        readonly actions?: string | null;
      };
    };
    /** @description A whole history that is uploaded in chunks and imported once. */
    readonly ImportSession: {
      /**
       * Format: uuid
       * @description The id of the record. It never changes.
       */
      readonly id: string;
      /**
       * @description What the chunks hold.
       * @enum {string}
       */
      readonly type: 'NativeImport';
      /**
       * @description Its state.
       * @enum {string}
       */
      readonly status:
        'pending' | 'importing' | 'complete' | 'failed' | 'cancelled' | 'undoing' | 'undone';
      /** @description Your own name for it: creating it again returns the same session. Null without one. */
      readonly client_session_id: string | null;
      /** @description How many chunks it needs before it can be published; null: any number. */
      readonly expected_chunks: number | null;
      /** @description Chunks uploaded so far. */
      readonly chunks_count: number;
      /** @description Rows read by the running or last import, of all rows uploaded. */
      readonly progress: {
        /** @description Rows that are done. */
        readonly rows_done: number;
        /** @description Rows in all. */
        readonly rows_total: number;
      };
      readonly summary: components['schemas']['ImportSummary'];
      /** @description What undoing did; null unless it is undone. */
      readonly undo: {
        /** @description Records that undoing removed, by table. */
        readonly removed: {
          readonly [key: string]: number;
        };
        /** @description Records that undoing put back as they were, by table. */
        readonly restored: {
          readonly [key: string]: number;
        };
        /** @description The first records that undoing left alone, and why; …/kept lists all of them. */
        readonly kept: readonly components['schemas']['KeptRecord'][];
        /** @description How many records undoing left alone. */
        readonly kept_count: number;
      } | null;
      /**
       * Format: date-time
       * @description Until when it can be undone; null when there is nothing to undo.
       * @example 2026-03-01T10:59:50Z
       */
      readonly undo_until: string | null;
      /**
       * Format: date-time
       * @description When it was undone, in UTC; null while it is not.
       * @example 2026-03-01T10:59:50Z
       */
      readonly undone_at: string | null;
      /** @description Null when nothing is wrong; else a code, a sentence and, for some codes, more fields. */
      readonly error:
        | ({
            /** @description A stable code: decide by this, never by the message. */
            readonly code: string;
            /** @description For people; its wording may change. */
            readonly message?: string;
          } & {
            readonly [key: string]: unknown;
          })
        | null;
      /** @description Its chunks, by sequence. */
      readonly chunks: readonly components['schemas']['ImportChunk'][];
      /**
       * Format: date-time
       * @description When the record was created, in UTC.
       * @example 2026-03-01T10:59:50Z
       */
      readonly created_at: string;
      /**
       * Format: date-time
       * @description When the record last changed, in UTC.
       * @example 2026-03-01T10:59:50Z
       */
      readonly updated_at: string;
    };
    /** @description Settings to read the content with; null removes one, so that it is inferred. */
    readonly ImportSettingsChange: {
      /** @description CSV: uuid of the account to import into; null removes it. */
      readonly account_id?: string | null;
      /** @description CSV: header of this column; null or absent: it is inferred. */
      readonly date_col_label?: string | null;
      /** @description CSV: header of this column; null or absent: it is inferred. */
      readonly amount_col_label?: string | null;
      /** @description CSV: header of this column; null or absent: it is inferred. */
      readonly outflow_col_label?: string | null;
      /** @description CSV: header of this column; null or absent: it is inferred. */
      readonly inflow_col_label?: string | null;
      /** @description CSV: header of this column; null or absent: it is inferred. */
      readonly name_col_label?: string | null;
      /** @description CSV: header of this column; null or absent: it is inferred. */
      readonly category_col_label?: string | null;
      /** @description CSV: header of this column; null or absent: it is inferred. */
      readonly tags_col_label?: string | null;
      /** @description CSV: header of this column; null or absent: it is inferred. */
      readonly notes_col_label?: string | null;
      /** @description CSV: header of this column; null or absent: it is inferred. */
      readonly account_col_label?: string | null;
      /** @description CSV: header of this column; null or absent: it is inferred. */
      readonly qty_col_label?: string | null;
      /** @description CSV: header of this column; null or absent: it is inferred. */
      readonly ticker_col_label?: string | null;
      /** @description CSV: header of this column; null or absent: it is inferred. */
      readonly price_col_label?: string | null;
      /** @description CSV: header of this column; null or absent: it is inferred. */
      readonly entity_type_col_label?: string | null;
      /** @description CSV: header of this column; null or absent: it is inferred. */
      readonly currency_col_label?: string | null;
      /** @description CSV: header of this column; null or absent: it is inferred. */
      readonly fee_col_label?: string | null;
      /** @description CSV: header of this column; null or absent: it is inferred. */
      readonly exchange_operating_mic_col_label?: string | null;
      /** @description CSV: header of this column; null or absent: it is inferred. */
      readonly external_id_col_label?: string | null;
      /** @description CSV: header of this column; null or absent: it is inferred. */
      readonly status_col_label?: string | null;
      /**
       * @description CSV: a strftime pattern.
       * @example %d.%m.%Y
       */
      readonly date_format?: string;
      /**
       * @description How amounts are written; null or absent: it is inferred.
       * @enum {string|null}
       */
      readonly number_format?: '1,234.56' | '1.234,56' | '1 234,56' | '1,234' | null;
      /**
       * @description Whether money in is written as a positive number; null or absent: it is inferred.
       * @enum {string|null}
       */
      readonly signage_convention?: 'inflows_positive' | 'inflows_negative' | null;
      /**
       * @description CSV: what separates the columns. A tab is sent as itself: "\t" in JSON, %09 in a form or query. Default: `","`.
       * @enum {string}
       */
      readonly col_sep?: ',' | ';' | '\t' | '|';
      /** @description CSV: leading rows skipped before the headers. Default: `0`. */
      readonly rows_to_skip?: number | string;
      /** @description CSV: false: the first row is data. A column without a header, or with that of another column, is named by its number: "Column 1". Default: `true`. */
      readonly has_header?: boolean | string;
      /** @description CSV: rows at the end that are not data. Default: `0`. */
      readonly footer_rows_to_skip?: number | string;
      /**
       * @description CSV: what distinguishes money in from money out: the sign, or a column of words.
       * @enum {string}
       */
      readonly amount_type_strategy?: 'signed_amount' | 'custom_column';
      /** @description CSV: what marks an inflow when the strategy is custom_column; several values are separated by |. */
      readonly amount_type_inflow_value?: string;
      /** @description CSV: what marks an outflow when the strategy is custom_column, in the form of amount_type_inflow_value. If both are sent, rows with neither value are left out; if one is sent, they count as the other direction. */
      readonly amount_type_outflow_value?: string;
      /** @description CSV: the ISO 4217 code of rows whose cells name no currency. Inferred from signs, headers and the lines above the table. */
      readonly currency?: string;
      /** @description CSV: leaves out rows in a unit that is not money: a coin, a metal, points or shares. Default: `false`. */
      readonly skip_other_units?: boolean | string;
      /** @description CSV: ignores rows with a blank date or amount (trades: date, quantity or price). Default: `false`. */
      readonly skip_incomplete_rows?: boolean | string;
      /**
       * @description CSV: how to treat rows that the file calls pending, declined, reverted, cancelled and the like. import_pending: pending rows with a date and an amount are imported as pending; import: all are imported as bookings. Null or absent: rows that the file clearly calls pending are imported as pending, the others are left out.
       * @enum {string|null}
       */
      readonly unbooked_rows?: 'leave_out' | 'import_pending' | 'import' | null;
      /** @description CSV: how many rows the answer shows as understood. Default: `0`. */
      readonly sample_rows?: number | string;
      /** @description CSV: name of the encoding; absent: it is detected. */
      readonly encoding?: string;
      /** @description CSV: which of the settings you send are suggestions that no person confirmed, as a list or as text with commas. They stay in doubt, with their warnings. An empty list: a person chose all. Null or absent: those that only repeat a doubtful suggestion. */
      readonly inferred_settings?: readonly string[] | string | null;
      /** @description True: what preflight suggests is used where nothing was sent. */
      readonly apply_suggestions?: boolean | string;
      /** @description Publishing saves how the content is read, including applied suggestions, as the profile of this name, creating or updating it. Null: not saved. */
      readonly save_profile?: string | null;
    };
    /** @description What was done with the records, by plural entity name. */
    readonly ImportSummary: {
      readonly [key: string]: {
        /** @description Records that are new. */
        readonly created: number;
        /** @description Stored records that were changed. */
        readonly updated: number;
        /** @description Records that are already stored as sent. */
        readonly skipped: number;
        /** @description Records that could not be stored. */
        readonly failed: number;
      };
    };
    /** @description What deserves a look: a code, and values for your wording. */
    readonly ImportWarning: {
      /**
       * @description A stable code: decide by this, never by the message.
       * @enum {string}
       */
      readonly code:
        | 'replacement_characters'
        | 'nul_bytes'
        | 'encoding_unexplained'
        | 'encoding_close'
        | 'encoding_not_used'
        | 'encoding_misfit'
        | 'encoding_misreads'
        | 'quotes_closed'
        | 'quote_missing'
        | 'cut_off'
        | 'file_twice'
        | 'files_unread'
        | 'files_joined'
        | 'rows_in_two_files'
        | 'sheets_unread'
        | 'cells_uncomputed'
        | 'directions_joined'
        | 'directions_blank'
        | 'plus_signs'
        | 'minus_lost'
        | 'rows_broken'
        | 'days_without_year'
        | 'dates_in_parts'
        | 'dates_filled'
        | 'texts_continued'
        | 'texts_labelled'
        | 'currency_columns'
        | 'exchanges_halved'
        | 'money_sides'
        | 'charges_joined'
        | 'columns_by_blanks'
        | 'columns_by_sign'
        | 'rows_in_blocks'
        | 'suggestions_undecided'
        | 'no_header'
        | 'header_shifted'
        | 'columns_moved'
        | 'header_like_data'
        | 'other_separator'
        | 'many_columns'
        | 'ragged_rows'
        | 'other_table'
        | 'columns_unread'
        | 'names_blank'
        | 'names_missing'
        | 'amount_rival'
        | 'amounts_swapped'
        | 'date_rival'
        | 'other_days'
        | 'holder_paid_replaced'
        | 'holder_pays_replaced'
        | 'holder_paid'
        | 'holder_pays'
        | 'fees_open'
        | 'fees_deducted'
        | 'signs_tied'
        | 'amounts_fine'
        | 'accounts_in_one'
        | 'decimals_split'
        | 'not_currencies'
        | 'currency_open'
        | 'currencies_by_words'
        | 'currency_of_some'
        | 'no_inflow_word'
        | 'no_outflow_word'
        | 'other_inflow_words'
        | 'other_outflow_words'
        | 'many_rows'
        | 'more_warnings'
        | 'zero_amounts'
        | 'two_sided_amounts'
        | 'unknown_account_type'
        | 'unknown_color'
        | 'unknown_state'
        | 'refused_actions'
        | 'footer_with_bookings'
        | 'read_as_pending'
        | 'left_out_section'
        | 'left_out_header'
        | 'left_out_not_booked'
        | 'left_out_pending'
        | 'left_out_repeated'
        | 'left_out_neutral'
        | 'left_out_other_unit'
        | 'left_out_total'
        | 'left_out_incomplete'
        | 'dates_alike'
        | 'dates_by_order'
        | 'dates_by_land'
        | 'dates_by_span'
        | 'dates_close'
        | 'numbers_alike'
        | 'numbers_close'
        | 'sign_rival_positive'
        | 'sign_rival_negative'
        | 'sign_turned_by_words'
        | 'sign_turned_by_amounts'
        | 'signs_against_words'
        | 'signs_differ'
        | 'signs_by_words'
        | 'sign_by_quantities'
        | 'signs_of_quantities'
        | 'quantities_differ'
        | 'journal_of_account'
        | 'journal'
        | 'sign_reversed'
        | 'signs_by_balance'
        | 'sign_against_totals'
        | 'sign_against_balance'
        | 'sign_all_in'
        | 'sign_open_column'
        | 'sign_open_in'
        | 'sign_open_out'
        | 'balance_duplicate'
        | 'balance_sign'
        | 'balance_decimals'
        | 'balance_gap'
        | 'balance_more'
        | 'total_decimals'
        | 'total_row_extra'
        | 'total_row_lacking'
        | 'total_row_sign'
        | 'total_gap'
        | 'statement_twice'
        | 'statement_sign'
        | 'statement_gap'
        | 'statement_missing'
        | 'statements_repeated'
        | 'bookings_repeated'
        | 'several_accounts'
        | 'bookings_unread'
        | 'trades_unread'
        | 'information_left_out'
        | 'amounts_negative'
        | 'entries_undated'
        | 'bank_says'
        | 'incomes_left_out'
        | 'securities_left_out'
        | 'positions_unread'
        | 'positions_read'
        | 'kinds_contradicted'
        | 'correction_elsewhere'
        | 'deletion_elsewhere'
        | 'actions_left_out'
        | 'openings_left_out'
        | 'comments_left_out'
        | 'action_unavailable'
        | 'reference_skipped'
        | 'nothing_importable'
        | 'publish_limit'
        | 'unknown_field'
        | 'unknown_field_near'
        | 'field_unread'
        | 'profile_formats_misfit'
        | 'profile_misfit'
        | 'currencies_blank'
        | 'accounts_made'
        | 'many_accounts'
        | 'account_by_name'
        | 'account_by_number'
        | 'account_of_other_number'
        | 'account_may_be'
        | 'imported_before'
        | 'positions_of_bank'
        | 'pending_missing'
        | 'other';
      /** @description The values in its sentence. For `other`, from an older import: its sentence. */
      readonly values: {
        readonly [key: string]: string | number;
      };
    };
    /** @description A record that undoing left alone, as it was then. */
    readonly KeptRecord: {
      /** @description The table of the record. */
      readonly kind: string;
      /**
       * Format: uuid
       * @description The id of the record.
       */
      readonly id: string;
      /** @description The line of the row in a CSV; null where it came otherwise. */
      readonly line: number | null;
      /**
       * @description Why undoing left it as it is.
       * @enum {string}
       */
      readonly reason: 'edited' | 'adopted' | 'claimed' | 'in_use' | 'changed' | 'joined';
      /**
       * Format: date
       * @description The day of the record; null where it has none.
       * @example 2026-03-01
       */
      readonly date: string | null;
      /**
       * @description Null where such records have none.
       * @example -12.50
       */
      readonly amount: string | null;
      /** @description Of the amount; null where there is none. */
      readonly currency: string | null;
      /** @description Null where such records have none. */
      readonly name: string | null;
    };
    /** @description How a key is replaced. */
    readonly KeyRotation: {
      /** @description How long the old key keeps working, so that no client is left without one. Default: `86400`. */
      readonly overlap_seconds?: number;
      /**
       * Format: date-time
       * @description When the new key stops working; null for never, absent: when the old one would have.
       */
      readonly expires_at?: string | null;
    };
    /** @description The other party of a payment. */
    readonly Merchant: {
      /**
       * Format: uuid
       * @description The id of the record. It never changes.
       */
      readonly id: string;
      /** @description The name that people use. */
      readonly name: string;
      /** @description For display: six hexadecimal digits behind a #. */
      readonly color: string;
      /** @description The address of its site; null without one. */
      readonly website_url: string | null;
      /** @description The address of its logo; null without one. */
      readonly logo_url: string | null;
      /**
       * Format: date-time
       * @description When the record was created, in UTC.
       * @example 2026-03-01T10:59:50Z
       */
      readonly created_at: string;
      /**
       * Format: date-time
       * @description When the record last changed, in UTC.
       * @example 2026-03-01T10:59:50Z
       */
      readonly updated_at: string;
    };
    /** @description Absent fields stay as they are. */
    readonly MerchantChange: {
      /**
       * @description Unique in the household.
       * @example Corner Shop
       */
      readonly name?: string;
      /**
       * @description Six hexadecimal digits behind a #.
       * @example #4da568
       */
      readonly color?: string;
      /**
       * @description The address of its site; null without one.
       * @example https://example.com/
       */
      readonly website_url?: string | null;
      /**
       * @description The address of its logo; null without one.
       * @example https://example.com/
       */
      readonly logo_url?: string | null;
    };
    /** @description The merchant that remains, and what was moved to it. */
    readonly MerchantMerge: {
      readonly merchant: components['schemas']['Merchant'];
      /**
       * @description What refers to the remaining record now: how many records of each kind.
       * @example {
       *       "transactions": 12,
       *       "rules": 1
       *     }
       */
      readonly moved: {
        readonly [key: string]: number;
      };
    };
    /** @description A manual account. */
    readonly NewAccount: {
      /**
       * @description The name that people use; until it is changed, a synced account has the bank’s name for it.
       * @example Wallet
       */
      readonly name: string;
      /**
       * @description What kind of account it is. A debt is a negative balance, whatever the type. Default: `"Depository"`.
       * @enum {string}
       */
      readonly type?:
        | 'Depository'
        | 'Investment'
        | 'Crypto'
        | 'Property'
        | 'Vehicle'
        | 'OtherAsset'
        | 'CreditCard'
        | 'Loan'
        | 'OtherLiability';
      /**
       * @description One that the type has; for Vehicle, OtherAsset and OtherLiability any. Null: none.
       * @example checking
       */
      readonly subtype?: string | null;
      /**
       * @description Default: that of the household.
       * @example EUR
       */
      readonly currency?: string;
      /**
       * @description The balance at the end of the opening day; a debt is negative. Default: `"0"`.
       * @example 100.00
       */
      readonly opening_balance?: string;
      /**
       * Format: date
       * @description Default: two years ago. Later transactions change the balance.
       * @example 2026-03-01
       */
      readonly opening_date?: string;
      /**
       * @description The bank; null where it is not known.
       * @example Corner Bank
       */
      readonly institution_name?: string | null;
      /**
       * @description The IBAN or number that the bank’s files use for the account, without blanks; null where none is known. Imports find the account by it.
       * @example DE89370400440532013000
       */
      readonly number?: string | null;
    };
    /** @description Names the account that remains. */
    readonly NewAccountMerge: {
      /**
       * Format: uuid
       * @description The account to merge into, which remains.
       */
      readonly into: string;
    };
    /** @description A new key. */
    readonly NewApiKey: {
      /**
       * @description Unique among your unrevoked keys.
       * @example Spreadsheet
       */
      readonly name: string;
      /**
       * @description A single scope; `scopes` takes any instead.
       * @enum {string}
       */
      readonly scope?: 'read' | 'read_write';
      /**
       * @description What the key may do: `read` reads everything and checks files and rules, but changes nothing; `write` changes accounts, transactions, categories and the like, and the household itself; `imports` imports files and sessions, undoes them, and reads how they went; `sync` connects banks, syncs them, and reads how that went; `rules` changes rules, runs them, and reads both; `read_write` all of these, and makes and revokes keys.
       * @example [
       *       "read",
       *       "imports"
       *     ]
       */
      readonly scopes?: readonly ('read' | 'write' | 'imports' | 'sync' | 'rules' | 'read_write')[];
      /**
       * Format: date-time
       * @description When the key stops working; absent or null for never. A key that expires cannot make one that outlives it: absent, both stop at the same time.
       */
      readonly expires_at?: string | null;
    };
    /** @description A new category. */
    readonly NewCategory: {
      /**
       * @description Unique in the household.
       * @example Bicycle
       */
      readonly name: string;
      /**
       * Format: uuid
       * @description A top-level category, as there are two levels; null for a category at the top itself.
       * @example null
       */
      readonly parent_id?: string | null;
      /**
       * @description Default: that of the parent.
       * @example #4da568
       */
      readonly color?: string;
      /**
       * @description Default: that of the parent, else expense.
       * @enum {string}
       */
      readonly classification?: 'expense' | 'income';
      /**
       * @description The name of a symbol for display, which clients choose.
       * @example bike
       */
      readonly icon?: string;
    };
    /** @description An unsaved rule, and options of its preview. */
    readonly NewDraftPreview: {
      /** @description The rule to try. */
      readonly rule: components['schemas']['NewRule'];
      /** @description Change attributes that a person edited as well. Default: `false`. */
      readonly ignore_locks?: boolean;
      /** @description How many of the matched transactions the answer shows. Default: `20`. */
      readonly sample_size?: number;
    };
    /** @description A household to create, in USD and UTC unless you say otherwise. */
    readonly NewHousehold: {
      /** @description The name that people use. */
      readonly name: string;
      /**
       * @description The currency of new accounts, as ISO 4217.
       * @example EUR
       */
      readonly currency?: string;
      /**
       * @description IANA name. Decides which day an instant of the bank falls on, and which day today is.
       * @example Europe/Zurich
       */
      readonly time_zone?: string;
    };
    /** @description A chunk as JSON. */
    readonly NewImportChunk: {
      /** @description Place of the chunk, from 1. A chunk may name only records of itself or of earlier ones. */
      readonly sequence: number | string;
      /** @description NDJSON, one `{type, data}` a line. */
      readonly raw_file_content: string;
      /** @description Your own name for it; null without one. */
      readonly client_chunk_id?: string | null;
    };
    /** @description A chunk as a file. */
    readonly NewImportChunkUpload: {
      /** @description The place of the chunk among all, from 1. */
      readonly sequence: string;
      /**
       * Format: binary
       * @description An .ndjson or .json file.
       */
      readonly file: Blob;
      /** @description Your own name for it; null without one. */
      readonly client_chunk_id?: string;
    };
    /** @description The answer of GET can be sent back: id and times are ignored. */
    readonly NewImportProfile: {
      /**
       * Format: uuid
       * @description The id of the record. It never changes.
       */
      readonly id?: string;
      /**
       * @description Unique in the household.
       * @example My bank
       */
      readonly name: string;
      /**
       * @description What the rows are. Default: `"TransactionImport"`.
       * @enum {string}
       */
      readonly type?:
        | 'TransactionImport'
        | 'TradeImport'
        | 'AccountImport'
        | 'BudgetAppOneImport'
        | 'BudgetAppTwoImport'
        | 'BudgetAppThreeImport'
        | 'CategoryImport'
        | 'RuleImport'
        | 'MerchantImport';
      /**
       * Format: uuid
       * @description The account that such files belong to, where a request names none; null: each request names it.
       */
      readonly account_id?: string | null;
      /** @description Settings to read such files with, as an import takes them. */
      readonly settings?: {
        /** @description CSV: header of this column; null or absent: it is inferred. */
        readonly date_col_label?: string | null;
        /** @description CSV: header of this column; null or absent: it is inferred. */
        readonly amount_col_label?: string | null;
        /** @description CSV: header of this column; null or absent: it is inferred. */
        readonly outflow_col_label?: string | null;
        /** @description CSV: header of this column; null or absent: it is inferred. */
        readonly inflow_col_label?: string | null;
        /** @description CSV: header of this column; null or absent: it is inferred. */
        readonly name_col_label?: string | null;
        /** @description CSV: header of this column; null or absent: it is inferred. */
        readonly category_col_label?: string | null;
        /** @description CSV: header of this column; null or absent: it is inferred. */
        readonly tags_col_label?: string | null;
        /** @description CSV: header of this column; null or absent: it is inferred. */
        readonly notes_col_label?: string | null;
        /** @description CSV: header of this column; null or absent: it is inferred. */
        readonly account_col_label?: string | null;
        /** @description CSV: header of this column; null or absent: it is inferred. */
        readonly qty_col_label?: string | null;
        /** @description CSV: header of this column; null or absent: it is inferred. */
        readonly ticker_col_label?: string | null;
        /** @description CSV: header of this column; null or absent: it is inferred. */
        readonly price_col_label?: string | null;
        /** @description CSV: header of this column; null or absent: it is inferred. */
        readonly entity_type_col_label?: string | null;
        /** @description CSV: header of this column; null or absent: it is inferred. */
        readonly currency_col_label?: string | null;
        /** @description CSV: header of this column; null or absent: it is inferred. */
        readonly fee_col_label?: string | null;
        /** @description CSV: header of this column; null or absent: it is inferred. */
        readonly exchange_operating_mic_col_label?: string | null;
        /** @description CSV: header of this column; null or absent: it is inferred. */
        readonly external_id_col_label?: string | null;
        /** @description CSV: header of this column; null or absent: it is inferred. */
        readonly status_col_label?: string | null;
        /**
         * @description CSV: a strftime pattern.
         * @example %d.%m.%Y
         */
        readonly date_format?: string;
        /**
         * @description How amounts are written; null or absent: it is inferred.
         * @enum {string|null}
         */
        readonly number_format?: '1,234.56' | '1.234,56' | '1 234,56' | '1,234' | null;
        /**
         * @description Whether money in is written as a positive number; null or absent: it is inferred.
         * @enum {string|null}
         */
        readonly signage_convention?: 'inflows_positive' | 'inflows_negative' | null;
        /**
         * @description CSV: what separates the columns. A tab is sent as itself: "\t" in JSON, %09 in a form or query. Default: `","`.
         * @enum {string}
         */
        readonly col_sep?: ',' | ';' | '\t' | '|';
        /** @description CSV: leading rows skipped before the headers. Default: `0`. */
        readonly rows_to_skip?: number | string;
        /** @description CSV: false: the first row is data. A column without a header, or with that of another column, is named by its number: "Column 1". Default: `true`. */
        readonly has_header?: boolean | string;
        /** @description CSV: rows at the end that are not data. Default: `0`. */
        readonly footer_rows_to_skip?: number | string;
        /**
         * @description CSV: what distinguishes money in from money out: the sign, or a column of words.
         * @enum {string}
         */
        readonly amount_type_strategy?: 'signed_amount' | 'custom_column';
        /** @description CSV: what marks an inflow when the strategy is custom_column; several values are separated by |. */
        readonly amount_type_inflow_value?: string;
        /** @description CSV: what marks an outflow when the strategy is custom_column, in the form of amount_type_inflow_value. If both are sent, rows with neither value are left out; if one is sent, they count as the other direction. */
        readonly amount_type_outflow_value?: string;
        /** @description CSV: the ISO 4217 code of rows whose cells name no currency. Inferred from signs, headers and the lines above the table. */
        readonly currency?: string;
        /** @description CSV: leaves out rows in a unit that is not money: a coin, a metal, points or shares. Default: `false`. */
        readonly skip_other_units?: boolean | string;
        /** @description CSV: ignores rows with a blank date or amount (trades: date, quantity or price). Default: `false`. */
        readonly skip_incomplete_rows?: boolean | string;
        /**
         * @description CSV: how to treat rows that the file calls pending, declined, reverted, cancelled and the like. import_pending: pending rows with a date and an amount are imported as pending; import: all are imported as bookings. Null or absent: rows that the file clearly calls pending are imported as pending, the others are left out.
         * @enum {string|null}
         */
        readonly unbooked_rows?: 'leave_out' | 'import_pending' | 'import' | null;
        /** @description CSV: name of the encoding; absent: it is detected. */
        readonly encoding?: string;
        /** @description CSV: which of the settings you send are suggestions that no person confirmed, as a list or as text with commas. They stay in doubt, with their warnings. An empty list: a person chose all. Null or absent: those that only repeat a doubtful suggestion. */
        readonly inferred_settings?: readonly string[] | string | null;
      };
      /**
       * @description Recognises files by their type and header cells. Null: it is learned from the first import that is published with the profile.
       * @example 5f70bf18a086007016e948b04aed3b82103a36bea41755b6cddfaf10ace3c6ef
       */
      readonly header_fingerprint?: string | null;
      /**
       * Format: date-time
       * @description When the record was created, in UTC.
       * @example 2026-03-01T10:59:50Z
       */
      readonly created_at?: string;
      /**
       * Format: date-time
       * @description When the record last changed, in UTC.
       * @example 2026-03-01T10:59:50Z
       */
      readonly updated_at?: string;
    };
    /** @description A new import session. */
    readonly NewImportSession: {
      /** @description NativeImport, the default; null is the same. */
      readonly type?: string | null;
      /** @description Your own name for the session: creating it again returns the same session. Null: none. */
      readonly client_session_id?: string | null;
      /** @description The total number of chunks; publish then requires exactly the sequences 1 to n. Null: any number. */
      readonly expected_chunks?: number | string | null;
    };
    /** @description A new merchant. */
    readonly NewMerchant: {
      /**
       * @description Unique in the household.
       * @example Corner Shop
       */
      readonly name: string;
      /**
       * @description Six hexadecimal digits behind a #.
       * @example #4da568
       */
      readonly color?: string;
      /**
       * @description The address of its site; null without one.
       * @example https://example.com/
       */
      readonly website_url?: string | null;
      /**
       * @description The address of its logo; null without one.
       * @example https://example.com/
       */
      readonly logo_url?: string | null;
    };
    /** @description Names the record that remains. */
    readonly NewMerge: {
      /**
       * Format: uuid
       * @description The record to merge into, which remains.
       */
      readonly into: string;
    };
    /** @description A key to connect. */
    readonly NewProviderConnection: {
      /** @description What people call it; `Bank connection` when absent. */
      readonly name?: string;
      /**
       * Format: date
       * @description The first day to sync; null: the default of the installation.
       * @example 2026-03-01
       */
      readonly history_start?: string | null;
      /** @description The key that the provider gave you. Checked there first, stored encrypted, never shown. */
      readonly api_key: string;
      /** @description Connects a key that the household has connected already: its accounts then exist twice. Default: `false`. */
      readonly allow_duplicate?: boolean;
    };
    /** @description A new rule. */
    readonly NewRule: {
      /**
       * Format: uuid
       * @description The id of the record. It never changes.
       */
      readonly id?: string;
      /**
       * Format: date-time
       * @description When the record was created, in UTC.
       * @example 2026-03-01T10:59:50Z
       */
      readonly created_at?: string;
      /**
       * Format: date-time
       * @description When the record last changed, in UTC.
       * @example 2026-03-01T10:59:50Z
       */
      readonly updated_at?: string;
      /**
       * @description What the rule is about.
       * @enum {string}
       */
      readonly resource_type: 'transaction';
      /** @description What people call it; null without a name. */
      readonly name?: string | null;
      /** @description Only active rules run automatically. Default: `false`. */
      readonly active?: boolean;
      /**
       * Format: date
       * @description Transactions before this day are not changed; null: all are.
       * @example 2026-03-01
       */
      readonly effective_date?: string | null;
      /** @description Rules with a higher priority run first, equal ones by age. Default: `0`. */
      readonly priority?: number;
      /** @description Rules after this one do not see transactions that it matches. Default: `false`. */
      readonly stop?: boolean;
      /** @description All must be true. Without conditions, every transaction matches. */
      readonly conditions?: readonly components['schemas']['NewRuleCondition'][];
      /** @description Applied in this order; each type once. */
      readonly actions: readonly components['schemas']['NewRuleAction'][];
    };
    /** @description A change to the transactions that match. */
    readonly NewRuleAction: {
      /**
       * Format: uuid
       * @description The id of the record. It never changes.
       */
      readonly id?: string;
      /**
       * Format: date-time
       * @description When the record was created, in UTC.
       * @example 2026-03-01T10:59:50Z
       */
      readonly created_at?: string;
      /**
       * Format: date-time
       * @description When the record last changed, in UTC.
       * @example 2026-03-01T10:59:50Z
       */
      readonly updated_at?: string;
      /**
       * @description What it changes; the guide on rules lists the types.
       * @enum {string}
       */
      readonly action_type:
        | 'exclude_transaction'
        | 'set_as_transfer_or_payment'
        | 'set_investment_activity_label'
        | 'set_transaction_category'
        | 'set_transaction_merchant'
        | 'set_transaction_name'
        | 'set_transaction_tags';
      /** @description Kept as text; null for types that take none. Records are named by id; the [guide on rules](/docs/guides/rules) lists what each type takes. */
      readonly value?: string | number | null;
    };
    /** @description A test of a transaction, or a group (`compound`) of tests. */
    readonly NewRuleCondition: {
      /**
       * Format: uuid
       * @description The id of the record. It never changes.
       */
      readonly id?: string;
      /**
       * Format: date-time
       * @description When the record was created, in UTC.
       * @example 2026-03-01T10:59:50Z
       */
      readonly created_at?: string;
      /**
       * Format: date-time
       * @description When the record last changed, in UTC.
       * @example 2026-03-01T10:59:50Z
       */
      readonly updated_at?: string;
      /**
       * @description What it looks at; the guide on rules lists the types.
       * @enum {string}
       */
      readonly condition_type:
        | 'transaction_account'
        | 'transaction_amount'
        | 'transaction_category'
        | 'transaction_details'
        | 'transaction_merchant'
        | 'transaction_name'
        | 'transaction_notes'
        | 'transaction_tag'
        | 'transaction_type'
        | 'compound';
      /**
       * @description How it compares; the guide on rules lists those of each type.
       * @enum {string}
       */
      readonly operator:
        | 'like'
        | 'not_like'
        | '='
        | '!='
        | '>'
        | '>='
        | '<'
        | '<='
        | 'is_null'
        | 'is_not_null'
        | 'and'
        | 'or';
      /** @description Kept as text; null for types that take none. Records are named by id; the [guide on rules](/docs/guides/rules) lists what each type takes. */
      readonly value?: string | number | null;
      /** @description Members of a `compound`; groups are one level deep. */
      readonly sub_conditions?: readonly components['schemas']['NewRuleCondition'][];
    };
    /** @description Options of the preview. */
    readonly NewRulePreview: {
      /** @description Change attributes that a person edited as well. Default: `false`. */
      readonly ignore_locks?: boolean;
      /** @description How many of the matched transactions the answer shows. Default: `20`. */
      readonly sample_size?: number;
    };
    /** @description Options of the run. */
    readonly NewRuleRun: {
      /** @description Change attributes that a person edited as well. Default: `false`. */
      readonly ignore_locks?: boolean;
    };
    /** @description A new tag. */
    readonly NewTag: {
      /**
       * @description Unique in the household.
       * @example shared
       */
      readonly name: string;
      /**
       * @description Six hexadecimal digits behind a #.
       * @example #4da568
       */
      readonly color?: string;
    };
    /** @description Money in is positive, money out is negative. */
    readonly NewTransaction: {
      /**
       * Format: uuid
       * @description The account that it belongs to.
       */
      readonly account_id: string;
      /**
       * Format: date
       * @description The day on which the bank booked it.
       * @example 2026-03-01
       */
      readonly date: string;
      /**
       * @description What came in (positive) or went out (negative), in `currency`.
       * @example -12.50
       */
      readonly amount: string;
      /**
       * @description What is shown: the merchant or purpose, until a person or a rule changes it.
       * @example Corner Shop
       */
      readonly name: string;
      /**
       * @description Default: that of the account.
       * @example EUR
       */
      readonly currency?: string;
      /**
       * @description Your own id, unique in the account: sending it again adds nothing and returns the existing transaction.
       * @example shop-2026-03-01-1
       */
      readonly external_id?: string;
      /** @description Left out of reports. */
      readonly excluded?: boolean;
      /**
       * @description Free text by a person; null without one.
       * @example With Ana
       */
      readonly notes?: string | null;
      /**
       * Format: uuid
       * @description Its category; null without one.
       */
      readonly category_id?: string | null;
      /**
       * Format: uuid
       * @description Its merchant; null without one.
       */
      readonly merchant_id?: string | null;
      /** @description Its tags, in no particular order. */
      readonly tag_ids?: readonly string[];
      /**
       * @description Its split lines, each a separate transaction; their amounts add up to that of the transaction.
       * @example [
       *       {
       *         "amount": "-10.00",
       *         "name": "Lunch"
       *       },
       *       {
       *         "amount": "-2.50",
       *         "name": "Tip"
       *       }
       *     ]
       */
      readonly splits?: readonly {
        /**
         * @description The part of the whole amount, with its sign.
         * @example -12.50
         */
        readonly amount: string;
        /**
         * @description Default: that of the transaction.
         * @example Lunch
         */
        readonly name?: string;
        /**
         * @description Free text by a person; null without one.
         * @example With Ana
         */
        readonly notes?: string | null;
        /**
         * Format: uuid
         * @description Its category; null without one.
         */
        readonly category_id?: string | null;
        /**
         * Format: uuid
         * @description Its merchant; null without one.
         */
        readonly merchant_id?: string | null;
        /** @description Its tags, in no particular order. */
        readonly tag_ids?: readonly string[];
      }[];
    };
    /** @description The fields of one transaction (account_id, date, amount and name are required), or `transactions` alone. */
    readonly NewTransactions: {
      /**
       * Format: uuid
       * @description The account that it belongs to.
       */
      readonly account_id?: string;
      /**
       * Format: date
       * @description The day on which the bank booked it.
       * @example 2026-03-01
       */
      readonly date?: string;
      /**
       * @description What came in (positive) or went out (negative), in `currency`.
       * @example -12.50
       */
      readonly amount?: string;
      /**
       * @description What is shown: the merchant or purpose, until a person or a rule changes it.
       * @example Corner Shop
       */
      readonly name?: string;
      /**
       * @description Default: that of the account.
       * @example EUR
       */
      readonly currency?: string;
      /**
       * @description Your own id, unique in the account: sending it again adds nothing and returns the existing transaction.
       * @example shop-2026-03-01-1
       */
      readonly external_id?: string;
      /** @description Left out of reports. */
      readonly excluded?: boolean;
      /**
       * @description Free text by a person; null without one.
       * @example With Ana
       */
      readonly notes?: string | null;
      /**
       * Format: uuid
       * @description Its category; null without one.
       */
      readonly category_id?: string | null;
      /**
       * Format: uuid
       * @description Its merchant; null without one.
       */
      readonly merchant_id?: string | null;
      /** @description Its tags, in no particular order. */
      readonly tag_ids?: readonly string[];
      /**
       * @description Its split lines, each a separate transaction; their amounts add up to that of the transaction.
       * @example [
       *       {
       *         "amount": "-10.00",
       *         "name": "Lunch"
       *       },
       *       {
       *         "amount": "-2.50",
       *         "name": "Tip"
       *       }
       *     ]
       */
      readonly splits?: readonly {
        /**
         * @description The part of the whole amount, with its sign.
         * @example -12.50
         */
        readonly amount: string;
        /**
         * @description Default: that of the transaction.
         * @example Lunch
         */
        readonly name?: string;
        /**
         * @description Free text by a person; null without one.
         * @example With Ana
         */
        readonly notes?: string | null;
        /**
         * Format: uuid
         * @description Its category; null without one.
         */
        readonly category_id?: string | null;
        /**
         * Format: uuid
         * @description Its merchant; null without one.
         */
        readonly merchant_id?: string | null;
        /** @description Its tags, in no particular order. */
        readonly tag_ids?: readonly string[];
      }[];
      /** @description Many at once, in place of the other fields. An invalid one does not affect the others. */
      readonly transactions?: readonly components['schemas']['NewTransaction'][];
    };
    /** @description A new endpoint. */
    readonly NewWebhookEndpoint: {
      /**
       * @description Where events are posted: http or https, on the public internet, port 80, 443 or 1024 and above, without a user name or password.
       * @example https://app.example.com/ledgerline
       */
      readonly url: string;
      /** @description What people call it. */
      readonly description?: string;
      /** @description The types of events that are sent; null: all of them, including types that are added later. */
      readonly events?:
        | readonly (
            | 'sync.completed'
            | 'sync.failed'
            | 'connection.requires_update'
            | 'connection.suspended'
            | 'import.ready'
            | 'import.completed'
            | 'import.failed'
            | 'import.undone'
            | 'import.undo_failed'
            | 'import_session.completed'
            | 'import_session.failed'
            | 'import_session.cancelled'
            | 'import_session.undone'
            | 'import_session.undo_failed'
            | 'rule_run.completed'
            | 'rule_run.failed'
            | 'changes.available'
            | 'webhook_endpoint.disabled'
            | 'household.deleted'
          )[]
        | null;
    };
    /** @description The position of a page in its list. */
    readonly PageMeta: {
      /** @description The number of this page, from 1. */
      readonly current_page: number;
      /** @description The number of the next page; null on the last one. */
      readonly next_page: number | null;
      /** @description The number of the previous page; null on the first one. */
      readonly prev_page: number | null;
      /** @description How many pages there are, at least 1. */
      readonly total_pages: number;
      /** @description How many records there are in all pages. */
      readonly total_count: number;
      /** @description How many records a page has at most. */
      readonly per_page: number;
      /** @description The value of `after` for the next page, even if rows are added or deleted meanwhile. Null on the last page. */
      readonly next_cursor: string | null;
    };
    /** @description A key of the bank-connectivity provider, and the state of its syncs. */
    readonly ProviderConnection: {
      /**
       * Format: uuid
       * @description The id of the record. It never changes.
       */
      readonly id: string;
      /** @description The name that people use. */
      readonly name: string;
      /**
       * @description `degraded`: the last run missed something. `requires_update`: the provider refuses the key; no automatic syncs until there is a key that works. `suspended`: paused by its owner, or 20 runs in a row failed, over three days or more; no automatic syncs until it is resumed.
       * @enum {string}
       */
      readonly status: 'good' | 'degraded' | 'requires_update' | 'suspended';
      /** @description Why it is not good; null while it is. `degraded`: the code of what failed in the last run (some or all accounts, or their list). `requires_update`: why the key is refused: `unauthorized`, `payment_required`, `forbidden` … `suspended`: `paused`, or the code of the last failure. */
      readonly status_reason: string | null;
      /** @description What its owner should know and do, in a sentence or two; null: nothing. */
      readonly notice: string | null;
      /** @description Runs that read no account completely since the last one that did. */
      readonly failures_in_a_row: number;
      /**
       * Format: date-time
       * @description Since when no automatic syncs start, because its owner paused it or too many failed; null: they do.
       * @example 2026-03-01T10:59:50Z
       */
      readonly suspended_at: string | null;
      /** @description The last characters of the key, to recognise it. */
      readonly api_key_last_four: string;
      /**
       * Format: date
       * @description The first day to sync; null: the default of the installation.
       * @example 2026-03-01
       */
      readonly history_start: string | null;
      /**
       * Format: date-time
       * @description The end of the last run that read at least one account completely, in UTC; null before that.
       * @example 2026-03-01T10:59:50Z
       */
      readonly last_synced_at: string | null;
      /**
       * Format: date-time
       * @description Null: no automatic sync.
       * @example 2026-03-01T10:59:50Z
       */
      readonly next_sync_at: string | null;
      /**
       * Format: date-time
       * @description When the record was created, in UTC.
       * @example 2026-03-01T10:59:50Z
       */
      readonly created_at: string;
      /**
       * Format: date-time
       * @description When the record last changed, in UTC.
       * @example 2026-03-01T10:59:50Z
       */
      readonly updated_at: string;
    };
    /** @description Absent fields stay as they are. A new key is checked first and clears `requires_update` and `suspended`. */
    readonly ProviderConnectionChange: {
      /** @description The name that people use. */
      readonly name?: string;
      /**
       * Format: date
       * @description An earlier day brings the missing history with the next sync; a later one removes nothing. Null: the default.
       * @example 2026-03-01
       */
      readonly history_start?: string | null;
      /** @description The key that the provider gave you. Checked there first, stored encrypted, never shown. */
      readonly api_key?: string;
      /** @description Connects a key that the household has connected already: its accounts then exist twice. Default: `false`. */
      readonly allow_duplicate?: boolean;
    };
    /** @description A change that a request made to a record. */
    readonly RecordChange: {
      /**
       * @description What kind of record it is.
       * @enum {string}
       */
      readonly record_type:
        | 'account'
        | 'category'
        | 'tag'
        | 'merchant'
        | 'rule'
        | 'household'
        | 'import_profile'
        | 'provider_connection'
        | 'api_key'
        | 'webhook_endpoint';
      /**
       * Format: uuid
       * @description The id of the record, which may be deleted.
       */
      readonly record_id: string;
      /**
       * @description What happened to the record.
       * @enum {string}
       */
      readonly action: 'created' | 'updated' | 'deleted';
      /**
       * Format: uuid
       * @description The key of the request, see GET /api_keys.
       */
      readonly api_key_id: string;
      /** @description The attributes that changed; of a secret, when each was made. Where a record was created or deleted, attributes without a value are left out. */
      readonly changes: readonly {
        /**
         * @description The name of the field that changed.
         * @example name
         */
        readonly attribute: string;
        /**
         * @description Its value before, as text; null where there was none.
         * @example null
         */
        readonly old_value: string | null;
        /**
         * @description Its value afterwards, as text; null where there is none.
         * @example Groceries
         */
        readonly new_value: string | null;
      }[];
      /**
       * Format: date-time
       * @description When it changed, in UTC.
       * @example 2026-03-01T10:59:50Z
       */
      readonly created_at: string;
    };
    /** @description A payment that comes every month, as an import brought it. */
    readonly RecurringTransaction: {
      /**
       * Format: uuid
       * @description The id of the record. It never changes.
       */
      readonly id: string;
      /**
       * Format: uuid
       * @description The account; null where it is not known.
       */
      readonly account_id: string | null;
      /**
       * Format: uuid
       * @description The merchant; null without one.
       */
      readonly merchant_id: string | null;
      /** @description What people call it; null where the merchant says it. */
      readonly name: string | null;
      /**
       * @description Money in is positive, money out is negative.
       * @example -12.50
       */
      readonly amount: string;
      /**
       * @description ISO 4217 code, upper case.
       * @example EUR
       */
      readonly currency: string;
      /** @description The day of the month on which it is expected. */
      readonly expected_day_of_month: number;
      /**
       * Format: date
       * @description When it came last.
       * @example 2026-03-01
       */
      readonly last_occurrence_date: string;
      /**
       * Format: date
       * @description When it is expected next.
       * @example 2026-03-01
       */
      readonly next_expected_date: string;
      /**
       * @description Whether it is still expected.
       * @enum {string}
       */
      readonly status: 'active' | 'inactive';
      /** @description How often it came. */
      readonly occurrence_count: number;
      /**
       * Format: date-time
       * @description When the record was created, in UTC.
       * @example 2026-03-01T10:59:50Z
       */
      readonly created_at: string;
      /**
       * Format: date-time
       * @description When the record last changed, in UTC.
       * @example 2026-03-01T10:59:50Z
       */
      readonly updated_at: string;
    };
    /** @description Two transactions that look like a transfer but are not one: a person said so. */
    readonly RejectedTransfer: {
      /**
       * Format: uuid
       * @description The id of the record. It never changes.
       */
      readonly id: string;
      /**
       * Format: uuid
       * @description The transaction with which the money arrived.
       */
      readonly inflow_transaction_id: string;
      /**
       * Format: uuid
       * @description The transaction with which it left.
       */
      readonly outflow_transaction_id: string;
      /**
       * Format: date-time
       * @description When the record was created, in UTC.
       * @example 2026-03-01T10:59:50Z
       */
      readonly created_at: string;
    };
    /** @description What is done with transactions that meet conditions: after each sync and import, and on demand. */
    readonly Rule: {
      /**
       * Format: uuid
       * @description The id of the record. It never changes.
       */
      readonly id: string;
      /**
       * @description What the rule is about.
       * @enum {string}
       */
      readonly resource_type: 'transaction';
      /** @description Only active rules run automatically. */
      readonly active: boolean;
      /** @description What people call it; null without a name. */
      readonly name: string | null;
      /**
       * Format: date
       * @description Transactions before this day are not changed; null: all are.
       * @example 2026-03-01
       */
      readonly effective_date: string | null;
      /** @description Rules with a higher priority run first, equal ones by age. */
      readonly priority: number;
      /** @description True: rules after this one do not see transactions that it matches. */
      readonly stop: boolean;
      /**
       * Format: date-time
       * @description When the record was created, in UTC.
       * @example 2026-03-01T10:59:50Z
       */
      readonly created_at: string;
      /**
       * Format: date-time
       * @description When the record last changed, in UTC.
       * @example 2026-03-01T10:59:50Z
       */
      readonly updated_at: string;
      /** @description All must be true. Without conditions, every transaction matches. */
      readonly conditions: readonly components['schemas']['RuleCondition'][];
      /** @description Applied in this order. */
      readonly actions: readonly components['schemas']['RuleAction'][];
    };
    /** @description A change to the transactions that match. */
    readonly RuleAction: {
      /**
       * Format: uuid
       * @description The id of the record. It never changes.
       */
      readonly id: string;
      /** @description What it changes; the guide on rules lists the types. */
      readonly action_type: string;
      /** @description What it sets, as text; null for actions that need none. */
      readonly value: string | null;
      /**
       * Format: date-time
       * @description When the record was created, in UTC.
       * @example 2026-03-01T10:59:50Z
       */
      readonly created_at: string;
      /**
       * Format: date-time
       * @description When the record last changed, in UTC.
       * @example 2026-03-01T10:59:50Z
       */
      readonly updated_at: string;
    };
    /** @description Absent fields stay; conditions and actions are replaced as a whole. */
    readonly RuleChange: {
      /**
       * Format: uuid
       * @description The id of the record. It never changes.
       */
      readonly id?: string;
      /**
       * Format: date-time
       * @description When the record was created, in UTC.
       * @example 2026-03-01T10:59:50Z
       */
      readonly created_at?: string;
      /**
       * Format: date-time
       * @description When the record last changed, in UTC.
       * @example 2026-03-01T10:59:50Z
       */
      readonly updated_at?: string;
      /**
       * @description What the rule is about.
       * @enum {string}
       */
      readonly resource_type?: 'transaction';
      /** @description What people call it; null without a name. */
      readonly name?: string | null;
      /** @description Only active rules run automatically. Default: `false`. */
      readonly active?: boolean;
      /**
       * Format: date
       * @description Transactions before this day are not changed; null: all are.
       * @example 2026-03-01
       */
      readonly effective_date?: string | null;
      /** @description Rules with a higher priority run first, equal ones by age. Default: `0`. */
      readonly priority?: number;
      /** @description Rules after this one do not see transactions that it matches. Default: `false`. */
      readonly stop?: boolean;
      /** @description All must be true. Without conditions, every transaction matches. */
      readonly conditions?: readonly components['schemas']['NewRuleCondition'][];
      /** @description Applied in this order; each type once. */
      readonly actions?: readonly components['schemas']['NewRuleAction'][];
    };
    /** @description A test of a transaction, or a group (`compound`) of tests. */
    readonly RuleCondition: {
      /**
       * Format: uuid
       * @description The id of the record. It never changes.
       */
      readonly id: string;
      /** @description What it looks at; the guide on rules lists the types. */
      readonly condition_type: string;
      /** @description How it compares; the guide on rules lists those of each type. */
      readonly operator: string;
      /** @description The members of a `compound`; none for all others. */
      readonly sub_conditions: readonly components['schemas']['RuleCondition'][];
      /** @description What it compares with, as text; null for operators and groups that need none. */
      readonly value: string | null;
      /**
       * Format: date-time
       * @description When the record was created, in UTC.
       * @example 2026-03-01T10:59:50Z
       */
      readonly created_at: string;
      /**
       * Format: date-time
       * @description When the record last changed, in UTC.
       * @example 2026-03-01T10:59:50Z
       */
      readonly updated_at: string;
    };
    /** @description What a rule would change now. Nothing is changed. */
    readonly RulePreview: {
      /**
       * Format: uuid
       * @description Null: the rule is not saved.
       */
      readonly rule_id: string | null;
      /** @description False: the rule makes transfers and matches more than 50,000 transactions, so counts and sample cover only the latest of them. */
      readonly complete: boolean;
      /** @description Transactions that the rule matches now. */
      readonly matched_count: number;
      /** @description Of those, how many a run would change. */
      readonly modified_count: number;
      /** @description What each action would do, in its order. */
      readonly actions: readonly {
        /** @description What it changes; the guide on rules lists the types. */
        readonly action_type: string;
        /** @description What it would set, as text; null for actions that need none. */
        readonly value: string | null;
        /** @description Transactions that it would change. */
        readonly changed_count: number;
        /** @description Transactions in which a lock prevents it. */
        readonly locked_count: number;
      }[];
      /** @description The latest of the matched transactions, and what would change in each. */
      readonly sample: readonly {
        /** @description The transaction as it is. */
        readonly transaction: components['schemas']['Transaction'];
        /** @description What would change in it. */
        readonly changes: readonly {
          /** @description What it changes; the guide on rules lists the types. */
          readonly action_type: string;
          /** @description The name of the field that changed. */
          readonly attribute: string;
          /** @description Its value before, as text; null where there was none. */
          readonly old_value: string | null;
          /** @description Its value afterwards, as text; null where there is none. */
          readonly new_value: string | null;
          /** @description A person edited it, so the rule does not change it. */
          readonly locked: boolean;
        }[];
      }[];
    };
    /** @description A run of one rule, or of all active ones. */
    readonly RuleRun: {
      /**
       * Format: uuid
       * @description The id of the record. It never changes.
       */
      readonly id: string;
      /**
       * Format: uuid
       * @description Null: all active rules, one after another.
       */
      readonly rule_id: string | null;
      /**
       * @description `manual`: a request asked for it; `scheduled`: it follows what came in.
       * @enum {string}
       */
      readonly execution_type: 'manual' | 'scheduled';
      /**
       * @description What asked for it: a request, a sync, an import, or transactions that a request wrote.
       * @enum {string}
       */
      readonly trigger: 'request' | 'sync' | 'import' | 'write';
      /** @description True: what a person edited is changed as well. */
      readonly ignore_locks: boolean;
      /**
       * @description `pending` until it ends; `started_at` is set once it is running.
       * @enum {string}
       */
      readonly status: 'pending' | 'success' | 'failed';
      /** @description Transactions that a rule matched. */
      readonly transactions_queued: number;
      /** @description Of those, how many were processed. */
      readonly transactions_processed: number;
      /** @description Of those, how many changed. */
      readonly transactions_modified: number;
      /** @description Processed but not changed: locked, or already as the rule would set them. */
      readonly transactions_blocked: number;
      /** @description Each rule that matched something or failed. */
      readonly results: readonly {
        /**
         * Format: uuid
         * @description The rule that it is about.
         */
        readonly rule_id: string;
        /** @description Transactions that the rule matched. */
        readonly matched: number;
        /** @description Of those, how many it changed. */
        readonly modified: number;
        /** @description Why the rule could not be applied; null when nothing is wrong. */
        readonly error: string | null;
      }[];
      /** @description Why the run failed; null for one that did not. */
      readonly error: {
        /** @description A stable code: decide by this, never by the message. */
        readonly code: string;
        /** @description For people; its wording may change. */
        readonly message: string;
      } | null;
      /**
       * Format: date-time
       * @description When a worker began it; null while it waits.
       * @example 2026-03-01T10:59:50Z
       */
      readonly started_at: string | null;
      /**
       * Format: date-time
       * @description When it ended, whatever the result; null until then.
       * @example 2026-03-01T10:59:50Z
       */
      readonly finished_at: string | null;
      /**
       * Format: date-time
       * @description When the record was created, in UTC.
       * @example 2026-03-01T10:59:50Z
       */
      readonly created_at: string;
      /**
       * Format: date-time
       * @description When the record last changed, in UTC.
       * @example 2026-03-01T10:59:50Z
       */
      readonly updated_at: string;
    };
    /** @description A rule that would have done automatically what people did by hand. It would have been right `hit_count` times of `hit_count + contradiction_count`. */
    readonly RuleSuggestion: {
      /**
       * Format: uuid
       * @description Derived from what the rule does: the same rule has the same id.
       */
      readonly id: string;
      /** @description The rule, as POST /rules takes it. */
      readonly rule: components['schemas']['NewRule'];
      /** @description Edits by people that the rule would have made. */
      readonly hit_count: number;
      /** @description Matching transactions that people set differently by hand. */
      readonly contradiction_count: number;
      /** @description How many more of the latest transactions it would change. */
      readonly other_count: number;
      /** @description The latest of its hits, at most 20. */
      readonly transaction_ids: readonly string[];
    };
    /** @description The balance of an account at the end of a day, as the bank or a file stated it. */
    readonly StatedBalance: {
      /**
       * Format: uuid
       * @description The id of the record. It never changes.
       */
      readonly id: string;
      /**
       * Format: uuid
       * @description The account that it belongs to.
       */
      readonly account_id: string;
      /**
       * Format: date
       * @description The day, at whose end it was true.
       * @example 2026-03-01
       */
      readonly date: string;
      /**
       * @description In `currency`; a debt is negative.
       * @example -12.50
       */
      readonly balance: string;
      /**
       * @description The part that is cash; null where not stated.
       * @example -12.50
       */
      readonly cash_balance: string | null;
      /**
       * @description ISO 4217 code, upper case.
       * @example EUR
       */
      readonly currency: string;
      /**
       * Format: date-time
       * @description When the record was created, in UTC.
       * @example 2026-03-01T10:59:50Z
       */
      readonly created_at: string;
      /**
       * Format: date-time
       * @description When the record last changed, in UTC.
       * @example 2026-03-01T10:59:50Z
       */
      readonly updated_at: string;
    };
    /** @description A run that reads a connection: one row from the request to its end. */
    readonly Sync: {
      /**
       * Format: uuid
       * @description The id of the record. It never changes.
       */
      readonly id: string;
      /**
       * Format: uuid
       * @description The connection that is read.
       */
      readonly provider_connection_id: string;
      /**
       * @description What started it: a request, the schedule, or a new connection.
       * @enum {string}
       */
      readonly trigger: 'manual' | 'scheduled' | 'connection';
      /**
       * @description Where it is; `completed_with_errors`: some accounts failed, see `accounts`.
       * @enum {string}
       */
      readonly status:
        | 'queued'
        | 'running'
        | 'completed'
        | 'completed_with_errors'
        | 'rate_limited'
        | 'failed'
        | 'cancelled'
        | 'stale';
      /** @description How far it has got. */
      readonly progress: {
        /** @description Accounts to read. */
        readonly accounts_total: number;
        /** @description Of those, how many are read. */
        readonly accounts_done: number;
        /** @description Pages read from the provider. */
        readonly pages: number;
        /** @description Rows read from the provider. */
        readonly rows: number;
        /**
         * Format: date-time
         * @description Until when the run waits for a rate limit, in UTC; null while it does not.
         * @example 2026-03-01T10:59:50Z
         */
        readonly waiting_until: string | null;
        /** @description Why the run is held back, null when it is not: the service’s operator pauses it, or its provider is down. It continues automatically; that time does not count. */
        readonly held_by: ('paused' | 'provider_down') | null;
        /**
         * Format: date-time
         * @description Since when; null: it is not held.
         * @example 2026-03-01T10:59:50Z
         */
        readonly held_since: string | null;
      };
      /** @description What became of the rows of all accounts. */
      readonly counts: components['schemas']['SyncCounts'];
      /** @description Errors of the run as a whole. */
      readonly errors: readonly components['schemas']['SyncNote'][];
      /** @description What deserves a look although nothing failed. */
      readonly warnings: readonly components['schemas']['SyncNote'][];
      /** @description The run by account. */
      readonly accounts: readonly components['schemas']['SyncAccount'][];
      /** @description True: it ends as soon as it can. */
      readonly cancel_requested: boolean;
      /**
       * Format: date-time
       * @description When a worker began it; null while it waits.
       * @example 2026-03-01T10:59:50Z
       */
      readonly started_at: string | null;
      /**
       * Format: date-time
       * @description When it ended, whatever the result; null until then.
       * @example 2026-03-01T10:59:50Z
       */
      readonly finished_at: string | null;
      /**
       * Format: date-time
       * @description When the record was created, in UTC.
       * @example 2026-03-01T10:59:50Z
       */
      readonly created_at: string;
      /**
       * Format: date-time
       * @description When the record last changed, in UTC.
       * @example 2026-03-01T10:59:50Z
       */
      readonly updated_at: string;
    };
    /** @description What a run did with one account. */
    readonly SyncAccount: {
      /**
       * Format: uuid
       * @description The account.
       */
      readonly account_id: string;
      /**
       * @description Where it is; `skipped`: it was not to be read, or the run ended before.
       * @enum {string}
       */
      readonly status:
        'pending' | 'running' | 'completed' | 'completed_with_errors' | 'failed' | 'skipped';
      /**
       * @description What was being done last.
       * @enum {string}
       */
      readonly step: 'balance' | 'transactions' | 'reconcile' | 'holdings' | 'done';
      /**
       * Format: date
       * @description The first day that was asked for; null until known.
       * @example 2026-03-01
       */
      readonly read_from: string | null;
      /**
       * Format: date
       * @description The last day that was asked for; null until known.
       * @example 2026-03-01
       */
      readonly read_to: string | null;
      /** @description Whether the list was read completely; null until known. */
      readonly complete: boolean | null;
      /** @description Pages read from the provider. */
      readonly pages: number;
      /** @description Rows read from the provider. */
      readonly rows: number;
      /** @description What became of its rows. */
      readonly counts: components['schemas']['SyncCounts'];
      /** @description Why it failed. */
      readonly errors: readonly components['schemas']['SyncNote'][];
      /** @description What deserves a look although nothing failed. */
      readonly warnings: readonly components['schemas']['SyncNote'][];
    };
    /** @description What became of the rows that a run read. */
    readonly SyncCounts: {
      /** @description Transactions that are new. */
      readonly created: number;
      /** @description Stored transactions that the bank changed. */
      readonly updated: number;
      /** @description Rows of imported files that the bank’s rows replaced. */
      readonly adopted: number;
      /** @description Stored rows that got another key: pending ones that posted, reissued ids. */
      readonly claimed: number;
      /** @description Listed rows that are already stored in another form. */
      readonly suppressed: number;
      /** @description Posted transactions that may be one of several pending ones, see GET /transaction_suggestions. */
      readonly suggested: number;
      /** @description Pending rows missing from two complete reads. */
      readonly removed: number;
      /** @description The same, but edited by a person: kept and flagged. */
      readonly flagged: number;
      /** @description Left for a complete read. */
      readonly deferred: number;
      /** @description Amount or date unreadable. */
      readonly rejected: number;
      /** @description Before the start of the history. */
      readonly filtered: number;
      /** @description Currency unknown. */
      readonly held: number;
      /** @description Pending rows that were not requested. */
      readonly pending_dropped: number;
    };
    /** @description A finding: a stable code, a fixed sentence, and how many rows it concerns. */
    readonly SyncNote: {
      /** @description A stable code: decide by this, never by the message. */
      readonly code: string;
      /** @description For people; its wording may change. */
      readonly message: string;
      /** @description Rows that it concerns; absent where it is not about rows. */
      readonly count?: number;
    };
    /** @description A label for transactions. A transaction may have several. */
    readonly Tag: {
      /**
       * Format: uuid
       * @description The id of the record. It never changes.
       */
      readonly id: string;
      /** @description The name that people use. */
      readonly name: string;
      /** @description For display: six hexadecimal digits behind a #. */
      readonly color: string;
      /**
       * Format: date-time
       * @description When the record was created, in UTC.
       * @example 2026-03-01T10:59:50Z
       */
      readonly created_at: string;
      /**
       * Format: date-time
       * @description When the record last changed, in UTC.
       * @example 2026-03-01T10:59:50Z
       */
      readonly updated_at: string;
    };
    /** @description Absent fields stay as they are. */
    readonly TagChange: {
      /**
       * @description Unique in the household.
       * @example shared
       */
      readonly name?: string;
      /**
       * @description Six hexadecimal digits behind a #.
       * @example #4da568
       */
      readonly color?: string;
    };
    /** @description The tag that remains, and what was moved to it. */
    readonly TagMerge: {
      readonly tag: components['schemas']['Tag'];
      /**
       * @description What refers to the remaining record now: how many records of each kind.
       * @example {
       *       "transactions": 12,
       *       "rules": 1
       *     }
       */
      readonly moved: {
        readonly [key: string]: number;
      };
    };
    /** @description A purchase or sale of a security. */
    readonly Trade: {
      /**
       * Format: uuid
       * @description The id of the record. It never changes.
       */
      readonly id: string;
      /**
       * Format: uuid
       * @description The account that it belongs to.
       */
      readonly account_id: string;
      /**
       * Format: uuid
       * @description The security that was traded.
       */
      readonly security_id: string;
      /** @description The symbol at its exchange; null where unknown. */
      readonly ticker: string | null;
      /** @description The exchange, as ISO 10383 operating MIC; null where unknown. */
      readonly exchange_operating_mic: string | null;
      /**
       * Format: date
       * @description The day, as `YYYY-MM-DD`.
       * @example 2026-03-01
       */
      readonly date: string;
      /** @description The name that people use. */
      readonly name: string;
      /**
       * @description How many units; negative when sold.
       * @example -12.50
       */
      readonly quantity: string;
      /**
       * @description Of one unit, in `currency`.
       * @example -12.50
       */
      readonly price: string;
      /**
       * @description What came in (positive) or went out (negative), in `currency`.
       * @example -12.50
       */
      readonly amount: string;
      /**
       * @description ISO 4217 code, upper case.
       * @example EUR
       */
      readonly currency: string;
      /**
       * @description Fees in addition to the price, in `currency`; null where unknown.
       * @example -12.50
       */
      readonly fee: string | null;
      /** @description What it is in a broker’s account, such as `Buy` or `Dividend`; null elsewhere. */
      readonly investment_activity_label: string | null;
      /** @description Free text by a person; null without one. */
      readonly notes: string | null;
      /**
       * Format: date-time
       * @description When the record was created, in UTC.
       * @example 2026-03-01T10:59:50Z
       */
      readonly created_at: string;
      /**
       * Format: date-time
       * @description When the record last changed, in UTC.
       * @example 2026-03-01T10:59:50Z
       */
      readonly updated_at: string;
    };
    /** @description A booking on an account. Money in is positive, money out is negative. */
    readonly Transaction: {
      /**
       * Format: uuid
       * @description The id of the record. It never changes.
       */
      readonly id: string;
      /**
       * Format: uuid
       * @description The account that it belongs to.
       */
      readonly account_id: string;
      /**
       * Format: date
       * @description The day on which the bank booked it.
       * @example 2026-03-01
       */
      readonly date: string;
      /**
       * @description What came in (positive) or went out (negative), in `currency`.
       * @example -12.50
       */
      readonly amount: string;
      /**
       * @description ISO 4217 code, upper case.
       * @example EUR
       */
      readonly currency: string;
      /** @description What is shown: the merchant or purpose, until a person or a rule changes it. */
      readonly name: string;
      /** @description Free text by a person; null without one. */
      readonly notes: string | null;
      /** @description Not yet posted by the bank; shown with a Pending badge. */
      readonly pending: boolean;
      /** @description Pending, but the bank has stopped listing it; kept because a person edited it or a file brought it. A person should look at it. */
      readonly stale_pending: boolean;
      /** @description Left out of reports. */
      readonly excluded: boolean;
      /**
       * @description What it means for reports: the kinds of transfers are neither income nor spending.
       * @enum {string}
       */
      readonly kind:
        | 'standard'
        | 'funds_movement'
        | 'cc_payment'
        | 'loan_payment'
        | 'investment_contribution'
        | 'one_time';
      /**
       * Format: uuid
       * @description Its category; null without one.
       */
      readonly category_id: string | null;
      /**
       * Format: uuid
       * @description Its merchant; null without one.
       */
      readonly merchant_id: string | null;
      /** @description Its tags, in no particular order. */
      readonly tag_ids: readonly string[];
      /** @description The name of its category; null without one. */
      readonly category_name: string | null;
      /** @description The name of its merchant; null without one. */
      readonly merchant_name: string | null;
      /** @description In the order of tag_ids. */
      readonly tag_names: readonly string[];
      /** @description Its split lines, each a separate transaction. */
      readonly splits: readonly {
        /**
         * Format: uuid
         * @description The id of the line, which is a transaction as well.
         */
        readonly id: string;
        /**
         * @description The part of the whole amount, with its sign.
         * @example -12.50
         */
        readonly amount: string;
        /** @description What is shown for the line. */
        readonly name: string;
        /**
         * Format: uuid
         * @description Its category; null without one.
         */
        readonly category_id: string | null;
      }[];
      /** @description What it is in a broker’s account, such as `Buy` or `Dividend`; null elsewhere. */
      readonly investment_activity_label: string | null;
      /** @description The merchant’s name as the provider sent it; null where it sent none. */
      readonly merchant: string | null;
      /** @description The description as the provider sent it; null where it sent none. */
      readonly description: string | null;
      /**
       * Format: uuid
       * @description The transaction that this one is a split of; null for a whole one.
       */
      readonly parent_id: string | null;
      /**
       * Format: uuid
       * @description The transfer that this is one side of; null outside of transfers.
       */
      readonly transfer_id: string | null;
      /** @description Where it came from: the bank sync, an import, a rule or a person. */
      readonly source: string;
      /** @description The id that a client gave it when adding it; null without one. */
      readonly external_id: string | null;
      /** @description Attributes that a person edited; rules and the provider do not change them. */
      readonly locked_attributes: readonly string[];
      /**
       * Format: date-time
       * @description When the record was created, in UTC.
       * @example 2026-03-01T10:59:50Z
       */
      readonly created_at: string;
      /**
       * Format: date-time
       * @description When the record last changed, in UTC.
       * @example 2026-03-01T10:59:50Z
       */
      readonly updated_at: string;
    };
    /** @description A line of the change log of a transaction. */
    readonly TransactionChange: {
      /** @description The name of the field that changed. */
      readonly attribute: string;
      /**
       * @description transfer: the service found, or lost, the other side of a transfer; import: an import that added to it, or its undo.
       * @enum {string}
       */
      readonly source: 'rule' | 'user' | 'provider' | 'transfer' | 'import';
      /**
       * Format: uuid
       * @description The rule that changed it; null where it was not a rule.
       */
      readonly rule_id: string | null;
      /**
       * Format: uuid
       * @description The run of rules that changed it; null where it was not a run, or the run is deleted.
       */
      readonly rule_run_id: string | null;
      /**
       * Format: uuid
       * @description The import or import session that wrote the line, or that was undone; null for others.
       */
      readonly import_id: string | null;
      /**
       * Format: uuid
       * @description The sync that wrote the line; null where none did.
       */
      readonly sync_id: string | null;
      /**
       * Format: uuid
       * @description The key of the request that wrote the line; null where no request did.
       */
      readonly api_key_id: string | null;
      /** @description Its value before, as text; null where there was none. */
      readonly old_value: string | null;
      /** @description Its value afterwards, as text; null where there is none. */
      readonly new_value: string | null;
      /**
       * Format: date-time
       * @description When it changed, in UTC.
       * @example 2026-03-01T10:59:50Z
       */
      readonly created_at: string;
    };
    /** @description Absent fields stay. Fields that you send are locked against rules and the provider; those in `unlock` are released. */
    readonly TransactionEdit: {
      /** @description What is shown: the merchant or purpose, until a person or a rule changes it. */
      readonly name?: string;
      /** @description True: left out of reports. */
      readonly excluded?: boolean;
      /**
       * @description Free text by a person; null without one.
       * @example With Ana
       */
      readonly notes?: string | null;
      /**
       * Format: uuid
       * @description Its category; null without one.
       */
      readonly category_id?: string | null;
      /**
       * Format: uuid
       * @description Its merchant; null without one.
       */
      readonly merchant_id?: string | null;
      /** @description Replaces the tags. */
      readonly tag_ids?: readonly string[];
      /**
       * Format: uuid
       * @description The account that it belongs to.
       */
      readonly account_id?: string;
      /**
       * Format: date
       * @description The day on which the bank booked it.
       * @example 2026-03-01
       */
      readonly date?: string;
      /**
       * @description What came in (positive) or went out (negative), in `currency`.
       * @example -12.50
       */
      readonly amount?: string;
      /**
       * @description Replaces its lines; an empty list makes it whole again.
       * @example [
       *       {
       *         "amount": "-10.00",
       *         "name": "Lunch"
       *       },
       *       {
       *         "amount": "-2.50",
       *         "name": "Tip"
       *       }
       *     ]
       */
      readonly splits?: readonly {
        /**
         * @description The part of the whole amount, with its sign.
         * @example -12.50
         */
        readonly amount: string;
        /**
         * @description Default: that of the transaction.
         * @example Lunch
         */
        readonly name?: string;
        /**
         * @description Free text by a person; null without one.
         * @example With Ana
         */
        readonly notes?: string | null;
        /**
         * Format: uuid
         * @description Its category; null without one.
         */
        readonly category_id?: string | null;
        /**
         * Format: uuid
         * @description Its merchant; null without one.
         */
        readonly merchant_id?: string | null;
        /** @description Its tags, in no particular order. */
        readonly tag_ids?: readonly string[];
      }[];
      /**
       * @description Locked attributes to release: rules and the provider set them again.
       * @example [
       *       "category_id"
       *     ]
       */
      readonly unlock?: readonly string[];
    };
    /** @description A posted transaction that may be one of several pending ones: a person decides. */
    readonly TransactionSuggestion: {
      /**
       * Format: uuid
       * @description The id of the record. It never changes.
       */
      readonly id: string;
      /** @description The posted transaction. */
      readonly transaction: components['schemas']['Transaction'];
      /** @description The pending transactions that may have become it; some may be left out of every other list because the bank stopped listing them. */
      readonly candidates: readonly components['schemas']['Transaction'][];
      /**
       * Format: date-time
       * @description When the record was created, in UTC.
       * @example 2026-03-01T10:59:50Z
       */
      readonly created_at: string;
    };
    /** @description Names the pending transaction that it is. */
    readonly TransactionSuggestionChoice: {
      /**
       * Format: uuid
       * @description The pending transaction that was posted: one of `candidates`.
       */
      readonly candidate_id: string;
    };
    /** @description Two transactions that are one movement of money between accounts. */
    readonly Transfer: {
      /**
       * Format: uuid
       * @description The id of the record. It never changes.
       */
      readonly id: string;
      /**
       * Format: uuid
       * @description The transaction with which the money arrived.
       */
      readonly inflow_transaction_id: string;
      /**
       * Format: uuid
       * @description The transaction with which it left.
       */
      readonly outflow_transaction_id: string;
      /**
       * @description Whether it is certain.
       * @enum {string}
       */
      readonly status: 'pending' | 'confirmed';
      /** @description Notes on it; null without. */
      readonly notes: string | null;
      /**
       * Format: date-time
       * @description When the record was created, in UTC.
       * @example 2026-03-01T10:59:50Z
       */
      readonly created_at: string;
      /**
       * Format: date-time
       * @description When the record last changed, in UTC.
       * @example 2026-03-01T10:59:50Z
       */
      readonly updated_at: string;
    };
    /** @description Two transactions that look like the sides of one transfer: accept or dismiss. */
    readonly TransferSuggestion: {
      /**
       * Format: uuid
       * @description The id of the record. It never changes.
       */
      readonly id: string;
      /** @description The side on which the money left. */
      readonly outflow: components['schemas']['Transaction'];
      /** @description The side on which it arrived. */
      readonly inflow: components['schemas']['Transaction'];
      /**
       * Format: date-time
       * @description When the record was created, in UTC.
       * @example 2026-03-01T10:59:50Z
       */
      readonly created_at: string;
    };
    /** @description The key of this request, and its hourly limit. */
    readonly Usage: {
      /** @description The key of this request. */
      readonly api_key: {
        /** @description The name that people use. */
        readonly name: string;
        /** @description What the key may do. */
        readonly scopes: readonly string[];
        /**
         * Format: date-time
         * @description When it was last used, noted once a minute at most, in UTC; null before that.
         * @example 2026-03-01T10:59:50Z
         */
        readonly last_used_at: string | null;
        /**
         * Format: date-time
         * @description When the record was created, in UTC.
         * @example 2026-03-01T10:59:50Z
         */
        readonly created_at: string;
      };
      /** @description The limit of the key; its figures are null while no limit is on. */
      readonly rate_limit: {
        /**
         * @description `unlimited` while no limit is on.
         * @enum {string}
         */
        readonly tier: 'standard' | 'unlimited';
        /** @description Requests per clock hour; null without a limit. */
        readonly limit: number | null;
        /** @description Requests in this hour; null without a limit. */
        readonly current_count: number | null;
        /** @description Requests left in this hour; null without a limit. */
        readonly remaining: number | null;
        /** @description Seconds until the next full hour; null without a limit. */
        readonly reset_in_seconds: number | null;
        /**
         * Format: date-time
         * @description The next full hour, in UTC; null without a limit.
         * @example 2026-03-01T10:59:50Z
         */
        readonly reset_at: string | null;
      };
    };
    /** @description What an account was worth on a day, as stated. */
    readonly Valuation: {
      /**
       * Format: uuid
       * @description The id of the record. It never changes.
       */
      readonly id: string;
      /**
       * Format: uuid
       * @description The account that it belongs to.
       */
      readonly account_id: string;
      /**
       * Format: date
       * @description The day, as `YYYY-MM-DD`.
       * @example 2026-03-01
       */
      readonly date: string;
      /**
       * @description `opening_anchor` opens the account, `reconciliation` corrects its balance, `current_anchor` is the balance stated last.
       * @enum {string}
       */
      readonly kind: 'reconciliation' | 'opening_anchor' | 'current_anchor';
      /** @description What people call it; null without a name. */
      readonly name: string | null;
      /**
       * @description The balance at the end of the day, in `currency`; a debt is negative.
       * @example -12.50
       */
      readonly amount: string;
      /**
       * @description ISO 4217 code, upper case.
       * @example EUR
       */
      readonly currency: string;
      /** @description Free text by a person; null without one. */
      readonly notes: string | null;
      /**
       * Format: date-time
       * @description When the record was created, in UTC.
       * @example 2026-03-01T10:59:50Z
       */
      readonly created_at: string;
      /**
       * Format: date-time
       * @description When the record last changed, in UTC.
       * @example 2026-03-01T10:59:50Z
       */
      readonly updated_at: string;
    };
    /** @description An event for an endpoint, and how its delivery went. */
    readonly WebhookDelivery: {
      /**
       * Format: uuid
       * @description The `webhook-id` of the event: the same in each attempt and replay.
       */
      readonly id: string;
      /**
       * Format: uuid
       * @description Where it goes.
       */
      readonly webhook_endpoint_id: string;
      /** @description The type of the event. */
      readonly type: string;
      /**
       * @description The body that is sent: `type`, `timestamp` and `data`.
       * @example {
       *       "type": "sync.completed",
       *       "timestamp": "2026-01-31T08:15:30.123Z",
       *       "data": {
       *         "household_id": "…",
       *         "sync_id": "…",
       *         "connection_id": "…",
       *         "status": "completed"
       *       }
       *     }
       */
      readonly payload: {
        readonly [key: string]: unknown;
      };
      /**
       * @description `pending`: it is being sent, with retries for up to three days. `delivered`: the receiver answered 2xx. `failed`: given up.
       * @enum {string}
       */
      readonly status: 'pending' | 'delivered' | 'failed';
      /** @description How often it was sent since it was created or replayed. */
      readonly attempts: number;
      /**
       * Format: date-time
       * @description When it is sent next; null: it is not sent again.
       * @example 2026-03-01T10:59:50Z
       */
      readonly next_attempt_at: string | null;
      /** @description HTTP status of the last answer; null: there was none. */
      readonly answer_status: number | null;
      /** @description Time of the last attempt, in milliseconds; null before that. */
      readonly answer_ms: number | null;
      /** @description Why the last attempt got no answer: `timeout`, `connection_refused`, `connection_reset`, `connection_failed`, `name_not_found`, `address_not_allowed`, `tls_failed`, `invalid_answer`, `secret_unreadable` (rotate the secret); or `endpoint_disabled`. Null: it was answered. */
      readonly fault: string | null;
      /**
       * Format: date-time
       * @description When the last attempt ended; null before that.
       * @example 2026-03-01T10:59:50Z
       */
      readonly attempted_at: string | null;
      /**
       * Format: date-time
       * @description When the record was created, in UTC.
       * @example 2026-03-01T10:59:50Z
       */
      readonly created_at: string;
    };
    /** @description A server that receives events. */
    readonly WebhookEndpoint: {
      /**
       * Format: uuid
       * @description The id of the record. It never changes.
       */
      readonly id: string;
      /**
       * @description Where events are posted: http or https, on the public internet, port 80, 443 or 1024 and above, without a user name or password.
       * @example https://app.example.com/ledgerline
       */
      readonly url: string;
      /** @description What people call it. */
      readonly description: string;
      /** @description The types of events that are sent; null: all of them, including types that are added later. */
      readonly events:
        | readonly (
            | 'sync.completed'
            | 'sync.failed'
            | 'connection.requires_update'
            | 'connection.suspended'
            | 'import.ready'
            | 'import.completed'
            | 'import.failed'
            | 'import.undone'
            | 'import.undo_failed'
            | 'import_session.completed'
            | 'import_session.failed'
            | 'import_session.cancelled'
            | 'import_session.undone'
            | 'import_session.undo_failed'
            | 'rule_run.completed'
            | 'rule_run.failed'
            | 'changes.available'
            | 'webhook_endpoint.disabled'
            | 'household.deleted'
          )[]
        | null;
      /** @description Whether events are sent. */
      readonly enabled: boolean;
      /** @description Why nothing is sent: `request`: a client disabled it; `failing`: every attempt of five days failed; `gone`: it answered 410. Null while it is enabled. */
      readonly disabled_reason: ('request' | 'failing' | 'gone') | null;
      /**
       * Format: date-time
       * @description Since when nothing is sent; null while it is enabled.
       * @example 2026-03-01T10:59:50Z
       */
      readonly disabled_at: string | null;
      /**
       * Format: date-time
       * @description Since when no attempt has succeeded; null while the last one did.
       * @example 2026-03-01T10:59:50Z
       */
      readonly failing_since: string | null;
      /** @description What its owner should know and do, in a sentence; null: nothing. */
      readonly notice: string | null;
      /**
       * Format: date-time
       * @description When the record was created, in UTC.
       * @example 2026-03-01T10:59:50Z
       */
      readonly created_at: string;
      /**
       * Format: date-time
       * @description When the record last changed, in UTC.
       * @example 2026-03-01T10:59:50Z
       */
      readonly updated_at: string;
    };
    /** @description Absent fields stay as they are. */
    readonly WebhookEndpointChange: {
      /**
       * @description Where events are posted: http or https, on the public internet, port 80, 443 or 1024 and above, without a user name or password.
       * @example https://app.example.com/ledgerline
       */
      readonly url?: string;
      /** @description What people call it. */
      readonly description?: string;
      /** @description The types of events that are sent; null: all of them, including types that are added later. */
      readonly events?:
        | readonly (
            | 'sync.completed'
            | 'sync.failed'
            | 'connection.requires_update'
            | 'connection.suspended'
            | 'import.ready'
            | 'import.completed'
            | 'import.failed'
            | 'import.undone'
            | 'import.undo_failed'
            | 'import_session.completed'
            | 'import_session.failed'
            | 'import_session.cancelled'
            | 'import_session.undone'
            | 'import_session.undo_failed'
            | 'rule_run.completed'
            | 'rule_run.failed'
            | 'changes.available'
            | 'webhook_endpoint.disabled'
            | 'household.deleted'
          )[]
        | null;
      /** @description False gives up the events that are still waiting; true sends events from then on. A replay sends those that were given up. */
      readonly enabled?: boolean;
    };
    /** @description An endpoint with its new secret. */
    readonly WebhookEndpointWithSecret: {
      /**
       * Format: uuid
       * @description The id of the record. It never changes.
       */
      readonly id: string;
      /**
       * @description Where events are posted: http or https, on the public internet, port 80, 443 or 1024 and above, without a user name or password.
       * @example https://app.example.com/ledgerline
       */
      readonly url: string;
      /** @description What people call it. */
      readonly description: string;
      /** @description The types of events that are sent; null: all of them, including types that are added later. */
      readonly events:
        | readonly (
            | 'sync.completed'
            | 'sync.failed'
            | 'connection.requires_update'
            | 'connection.suspended'
            | 'import.ready'
            | 'import.completed'
            | 'import.failed'
            | 'import.undone'
            | 'import.undo_failed'
            | 'import_session.completed'
            | 'import_session.failed'
            | 'import_session.cancelled'
            | 'import_session.undone'
            | 'import_session.undo_failed'
            | 'rule_run.completed'
            | 'rule_run.failed'
            | 'changes.available'
            | 'webhook_endpoint.disabled'
            | 'household.deleted'
          )[]
        | null;
      /** @description Whether events are sent. */
      readonly enabled: boolean;
      /** @description Why nothing is sent: `request`: a client disabled it; `failing`: every attempt of five days failed; `gone`: it answered 410. Null while it is enabled. */
      readonly disabled_reason: ('request' | 'failing' | 'gone') | null;
      /**
       * Format: date-time
       * @description Since when nothing is sent; null while it is enabled.
       * @example 2026-03-01T10:59:50Z
       */
      readonly disabled_at: string | null;
      /**
       * Format: date-time
       * @description Since when no attempt has succeeded; null while the last one did.
       * @example 2026-03-01T10:59:50Z
       */
      readonly failing_since: string | null;
      /** @description What its owner should know and do, in a sentence; null: nothing. */
      readonly notice: string | null;
      /**
       * Format: date-time
       * @description When the record was created, in UTC.
       * @example 2026-03-01T10:59:50Z
       */
      readonly created_at: string;
      /**
       * Format: date-time
       * @description When the record last changed, in UTC.
       * @example 2026-03-01T10:59:50Z
       */
      readonly updated_at: string;
      /** @description What events are signed with. It is shown only once; store it where the receiver can read it. */
      readonly secret: string;
    };
    /** @description Which deliveries of the endpoint are sent again. */
    readonly WebhookReplay: {
      /**
       * Format: date-time
       * @description Created then or later.
       * @example 2026-03-01T10:59:50Z
       */
      readonly from: string;
      /**
       * Format: date-time
       * @description Created before then; now when absent.
       * @example 2026-03-01T10:59:50Z
       */
      readonly to?: string;
      /**
       * @description Only these; both when absent.
       * @enum {string}
       */
      readonly status?: 'delivered' | 'failed';
    };
    /** @description How many deliveries are sent again. */
    readonly WebhookReplayed: {
      /** @description Deliveries. */
      readonly count: number;
    };
  };
  responses: never;
  parameters: never;
  requestBodies: never;
  headers: never;
  pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
  readonly preflightImport: {
    readonly parameters: {};
    readonly requestBody?: {
      readonly content: {
        readonly 'application/json': {
          /** @description The text of the CSV, the statement or the NDJSON itself, at most 10 MiB of UTF-8. */
          readonly raw_file_content?: string;
          /**
           * @description PdfImport and QifImport are refused. Default: `"TransactionImport"`.
           * @enum {string}
           */
          readonly type?:
            | 'TransactionImport'
            | 'TradeImport'
            | 'AccountImport'
            | 'BudgetAppOneImport'
            | 'BudgetAppTwoImport'
            | 'BudgetAppThreeImport'
            | 'CategoryImport'
            | 'RuleImport'
            | 'MerchantImport'
            | 'NativeImport'
            | 'PdfImport'
            | 'QifImport';
          /** @description CSV: the uuid of one of your accounts. */
          readonly account_id?: string;
          /** @description CSV: header of this column; null or absent: it is inferred. */
          readonly date_col_label?: string | null;
          /** @description CSV: header of this column; null or absent: it is inferred. */
          readonly amount_col_label?: string | null;
          /** @description CSV: header of this column; null or absent: it is inferred. */
          readonly outflow_col_label?: string | null;
          /** @description CSV: header of this column; null or absent: it is inferred. */
          readonly inflow_col_label?: string | null;
          /** @description CSV: header of this column; null or absent: it is inferred. */
          readonly name_col_label?: string | null;
          /** @description CSV: header of this column; null or absent: it is inferred. */
          readonly category_col_label?: string | null;
          /** @description CSV: header of this column; null or absent: it is inferred. */
          readonly tags_col_label?: string | null;
          /** @description CSV: header of this column; null or absent: it is inferred. */
          readonly notes_col_label?: string | null;
          /** @description CSV: header of this column; null or absent: it is inferred. */
          readonly account_col_label?: string | null;
          /** @description CSV: header of this column; null or absent: it is inferred. */
          readonly qty_col_label?: string | null;
          /** @description CSV: header of this column; null or absent: it is inferred. */
          readonly ticker_col_label?: string | null;
          /** @description CSV: header of this column; null or absent: it is inferred. */
          readonly price_col_label?: string | null;
          /** @description CSV: header of this column; null or absent: it is inferred. */
          readonly entity_type_col_label?: string | null;
          /** @description CSV: header of this column; null or absent: it is inferred. */
          readonly currency_col_label?: string | null;
          /** @description CSV: header of this column; null or absent: it is inferred. */
          readonly fee_col_label?: string | null;
          /** @description CSV: header of this column; null or absent: it is inferred. */
          readonly exchange_operating_mic_col_label?: string | null;
          /** @description CSV: header of this column; null or absent: it is inferred. */
          readonly external_id_col_label?: string | null;
          /** @description CSV: header of this column; null or absent: it is inferred. */
          readonly status_col_label?: string | null;
          /**
           * @description CSV: a strftime pattern.
           * @example %d.%m.%Y
           */
          readonly date_format?: string;
          /**
           * @description How amounts are written; null or absent: it is inferred.
           * @enum {string|null}
           */
          readonly number_format?: '1,234.56' | '1.234,56' | '1 234,56' | '1,234' | null;
          /**
           * @description Whether money in is written as a positive number; null or absent: it is inferred.
           * @enum {string|null}
           */
          readonly signage_convention?: 'inflows_positive' | 'inflows_negative' | null;
          /**
           * @description CSV: what separates the columns. A tab is sent as itself: "\t" in JSON, %09 in a form or query. Default: `","`.
           * @enum {string}
           */
          readonly col_sep?: ',' | ';' | '\t' | '|';
          /** @description CSV: leading rows skipped before the headers. Default: `0`. */
          readonly rows_to_skip?: number | string;
          /** @description CSV: false: the first row is data. A column without a header, or with that of another column, is named by its number: "Column 1". Default: `true`. */
          readonly has_header?: boolean | string;
          /** @description CSV: rows at the end that are not data. Default: `0`. */
          readonly footer_rows_to_skip?: number | string;
          /**
           * @description CSV: what distinguishes money in from money out: the sign, or a column of words.
           * @enum {string}
           */
          readonly amount_type_strategy?: 'signed_amount' | 'custom_column';
          /** @description CSV: what marks an inflow when the strategy is custom_column; several values are separated by |. */
          readonly amount_type_inflow_value?: string;
          /** @description CSV: what marks an outflow when the strategy is custom_column, in the form of amount_type_inflow_value. If both are sent, rows with neither value are left out; if one is sent, they count as the other direction. */
          readonly amount_type_outflow_value?: string;
          /** @description CSV: the ISO 4217 code of rows whose cells name no currency. Inferred from signs, headers and the lines above the table. */
          readonly currency?: string;
          /** @description CSV: leaves out rows in a unit that is not money: a coin, a metal, points or shares. Default: `false`. */
          readonly skip_other_units?: boolean | string;
          /** @description CSV: ignores rows with a blank date or amount (trades: date, quantity or price). Default: `false`. */
          readonly skip_incomplete_rows?: boolean | string;
          /**
           * @description CSV: how to treat rows that the file calls pending, declined, reverted, cancelled and the like. import_pending: pending rows with a date and an amount are imported as pending; import: all are imported as bookings. Null or absent: rows that the file clearly calls pending are imported as pending, the others are left out.
           * @enum {string|null}
           */
          readonly unbooked_rows?: 'leave_out' | 'import_pending' | 'import' | null;
          /** @description CSV: how many rows the answer shows as understood. Default: `0`. */
          readonly sample_rows?: number | string;
          /** @description CSV: name of the encoding; absent: it is detected. */
          readonly encoding?: string;
          /** @description CSV: which of the settings you send are suggestions that no person confirmed, as a list or as text with commas. They stay in doubt, with their warnings. An empty list: a person chose all. Null or absent: those that only repeat a doubtful suggestion. */
          readonly inferred_settings?: readonly string[] | string | null;
          /** @description CSV: also applies what preflight suggests, until it suggests nothing more. What you send stays as it is. Default: `false`. */
          readonly apply_suggestions?: boolean | string;
        };
        readonly 'multipart/form-data': {
          /**
           * Format: binary
           * @description The CSV, the statement or the NDJSON file, at most 10 MiB. It wins over raw_file_content.
           */
          readonly file?: Blob;
          /** @description The text of the CSV, the statement or the NDJSON itself, at most 10 MiB of UTF-8. */
          readonly raw_file_content?: string;
          /**
           * @description PdfImport and QifImport are refused.
           * @default TransactionImport
           * @enum {string}
           */
          readonly type?:
            | 'TransactionImport'
            | 'TradeImport'
            | 'AccountImport'
            | 'BudgetAppOneImport'
            | 'BudgetAppTwoImport'
            | 'BudgetAppThreeImport'
            | 'CategoryImport'
            | 'RuleImport'
            | 'MerchantImport'
            | 'NativeImport'
            | 'PdfImport'
            | 'QifImport';
          /** @description CSV: the uuid of one of your accounts. */
          readonly account_id?: string;
          /** @description CSV: header of this column; null or absent: it is inferred. */
          readonly date_col_label?: string | null;
          /** @description CSV: header of this column; null or absent: it is inferred. */
          readonly amount_col_label?: string | null;
          /** @description CSV: header of this column; null or absent: it is inferred. */
          readonly outflow_col_label?: string | null;
          /** @description CSV: header of this column; null or absent: it is inferred. */
          readonly inflow_col_label?: string | null;
          /** @description CSV: header of this column; null or absent: it is inferred. */
          readonly name_col_label?: string | null;
          /** @description CSV: header of this column; null or absent: it is inferred. */
          readonly category_col_label?: string | null;
          /** @description CSV: header of this column; null or absent: it is inferred. */
          readonly tags_col_label?: string | null;
          /** @description CSV: header of this column; null or absent: it is inferred. */
          readonly notes_col_label?: string | null;
          /** @description CSV: header of this column; null or absent: it is inferred. */
          readonly account_col_label?: string | null;
          /** @description CSV: header of this column; null or absent: it is inferred. */
          readonly qty_col_label?: string | null;
          /** @description CSV: header of this column; null or absent: it is inferred. */
          readonly ticker_col_label?: string | null;
          /** @description CSV: header of this column; null or absent: it is inferred. */
          readonly price_col_label?: string | null;
          /** @description CSV: header of this column; null or absent: it is inferred. */
          readonly entity_type_col_label?: string | null;
          /** @description CSV: header of this column; null or absent: it is inferred. */
          readonly currency_col_label?: string | null;
          /** @description CSV: header of this column; null or absent: it is inferred. */
          readonly fee_col_label?: string | null;
          /** @description CSV: header of this column; null or absent: it is inferred. */
          readonly exchange_operating_mic_col_label?: string | null;
          /** @description CSV: header of this column; null or absent: it is inferred. */
          readonly external_id_col_label?: string | null;
          /** @description CSV: header of this column; null or absent: it is inferred. */
          readonly status_col_label?: string | null;
          /**
           * @description CSV: a strftime pattern.
           * @example %d.%m.%Y
           */
          readonly date_format?: string;
          /**
           * @description How amounts are written; null or absent: it is inferred.
           * @enum {string|null}
           */
          readonly number_format?: '1,234.56' | '1.234,56' | '1 234,56' | '1,234' | null;
          /**
           * @description Whether money in is written as a positive number; null or absent: it is inferred.
           * @enum {string|null}
           */
          readonly signage_convention?: 'inflows_positive' | 'inflows_negative' | null;
          /**
           * @description CSV: what separates the columns. A tab is sent as itself: "\t" in JSON, %09 in a form or query.
           * @default ,
           * @enum {string}
           */
          readonly col_sep?: ',' | ';' | '\t' | '|';
          /**
           * @description CSV: leading rows skipped before the headers.
           * @default 0
           */
          readonly rows_to_skip?: number | string;
          /**
           * @description CSV: false: the first row is data. A column without a header, or with that of another column, is named by its number: "Column 1".
           * @default true
           */
          readonly has_header?: boolean | string;
          /**
           * @description CSV: rows at the end that are not data.
           * @default 0
           */
          readonly footer_rows_to_skip?: number | string;
          /**
           * @description CSV: what distinguishes money in from money out: the sign, or a column of words.
           * @enum {string}
           */
          readonly amount_type_strategy?: 'signed_amount' | 'custom_column';
          /** @description CSV: what marks an inflow when the strategy is custom_column; several values are separated by |. */
          readonly amount_type_inflow_value?: string;
          /** @description CSV: what marks an outflow when the strategy is custom_column, in the form of amount_type_inflow_value. If both are sent, rows with neither value are left out; if one is sent, they count as the other direction. */
          readonly amount_type_outflow_value?: string;
          /** @description CSV: the ISO 4217 code of rows whose cells name no currency. Inferred from signs, headers and the lines above the table. */
          readonly currency?: string;
          /**
           * @description CSV: leaves out rows in a unit that is not money: a coin, a metal, points or shares.
           * @default false
           */
          readonly skip_other_units?: boolean | string;
          /**
           * @description CSV: ignores rows with a blank date or amount (trades: date, quantity or price).
           * @default false
           */
          readonly skip_incomplete_rows?: boolean | string;
          /**
           * @description CSV: how to treat rows that the file calls pending, declined, reverted, cancelled and the like. import_pending: pending rows with a date and an amount are imported as pending; import: all are imported as bookings. Null or absent: rows that the file clearly calls pending are imported as pending, the others are left out.
           * @enum {string|null}
           */
          readonly unbooked_rows?: 'leave_out' | 'import_pending' | 'import' | null;
          /**
           * @description CSV: how many rows the answer shows as understood.
           * @default 0
           */
          readonly sample_rows?: number | string;
          /** @description CSV: name of the encoding; absent: it is detected. */
          readonly encoding?: string;
          /** @description CSV: which of the settings you send are suggestions that no person confirmed, as a list or as text with commas. They stay in doubt, with their warnings. An empty list: a person chose all. Null or absent: those that only repeat a doubtful suggestion. */
          readonly inferred_settings?: readonly string[] | string | null;
          /**
           * @description CSV: also applies what preflight suggests, until it suggests nothing more. What you send stays as it is.
           * @default false
           */
          readonly apply_suggestions?: boolean | string;
        };
      };
    };
    readonly responses: {
      /** @description What was found. */
      readonly 200: {
        content: {
          readonly 'application/json': {
            readonly data: components['schemas']['ImportPreflight'];
          };
        };
      };
    };
  };
  readonly listImports: {
    readonly parameters: {
      readonly query?: {
        /** @description Only imports in this status. */
        readonly status?: 'pending' | 'publishing' | 'complete' | 'failed' | 'undoing' | 'undone';
        /** @description Only imports of this type. */
        readonly type?:
          | 'TransactionImport'
          | 'TradeImport'
          | 'AccountImport'
          | 'BudgetAppOneImport'
          | 'BudgetAppTwoImport'
          | 'BudgetAppThreeImport'
          | 'CategoryImport'
          | 'RuleImport'
          | 'MerchantImport';
        /** @description Only imports that name this account. */
        readonly account_id?: string;
        /** @description Page number from 1. Anything else means page 1; past the end means the last page. Ignored with `after`. */
        readonly page?: number;
        /** @description Rows per page, at most 100; anything that is not a number from 1 means 25. */
        readonly per_page?: number;
        /** @description The `next_cursor` of a page of this list, read with the same filters and the same sort: the page that follows it. */
        readonly after?: string;
      };
    };

    readonly responses: {
      /** @description A page of imports. */
      readonly 200: {
        content: {
          readonly 'application/json': {
            /** @description The requested record or records. */
            readonly data: readonly components['schemas']['Import'][];
            readonly meta: components['schemas']['PageMeta'];
          };
        };
      };
    };
  };
  readonly createImport: {
    readonly parameters: {};
    readonly requestBody?: {
      readonly content: {
        readonly 'application/json': {
          /** @description The text of the CSV, the statement or the NDJSON itself, at most 10 MiB of UTF-8. */
          readonly raw_file_content?: string;
          /**
           * @description PdfImport and QifImport are refused. Default: `"TransactionImport"`.
           * @enum {string}
           */
          readonly type?:
            | 'TransactionImport'
            | 'TradeImport'
            | 'AccountImport'
            | 'BudgetAppOneImport'
            | 'BudgetAppTwoImport'
            | 'BudgetAppThreeImport'
            | 'CategoryImport'
            | 'RuleImport'
            | 'MerchantImport'
            | 'NativeImport'
            | 'PdfImport'
            | 'QifImport';
          /** @description CSV: the uuid of one of your accounts. */
          readonly account_id?: string;
          /** @description CSV: header of this column; null or absent: it is inferred. */
          readonly date_col_label?: string | null;
          /** @description CSV: header of this column; null or absent: it is inferred. */
          readonly amount_col_label?: string | null;
          /** @description CSV: header of this column; null or absent: it is inferred. */
          readonly outflow_col_label?: string | null;
          /** @description CSV: header of this column; null or absent: it is inferred. */
          readonly inflow_col_label?: string | null;
          /** @description CSV: header of this column; null or absent: it is inferred. */
          readonly name_col_label?: string | null;
          /** @description CSV: header of this column; null or absent: it is inferred. */
          readonly category_col_label?: string | null;
          /** @description CSV: header of this column; null or absent: it is inferred. */
          readonly tags_col_label?: string | null;
          /** @description CSV: header of this column; null or absent: it is inferred. */
          readonly notes_col_label?: string | null;
          /** @description CSV: header of this column; null or absent: it is inferred. */
          readonly account_col_label?: string | null;
          /** @description CSV: header of this column; null or absent: it is inferred. */
          readonly qty_col_label?: string | null;
          /** @description CSV: header of this column; null or absent: it is inferred. */
          readonly ticker_col_label?: string | null;
          /** @description CSV: header of this column; null or absent: it is inferred. */
          readonly price_col_label?: string | null;
          /** @description CSV: header of this column; null or absent: it is inferred. */
          readonly entity_type_col_label?: string | null;
          /** @description CSV: header of this column; null or absent: it is inferred. */
          readonly currency_col_label?: string | null;
          /** @description CSV: header of this column; null or absent: it is inferred. */
          readonly fee_col_label?: string | null;
          /** @description CSV: header of this column; null or absent: it is inferred. */
          readonly exchange_operating_mic_col_label?: string | null;
          /** @description CSV: header of this column; null or absent: it is inferred. */
          readonly external_id_col_label?: string | null;
          /** @description CSV: header of this column; null or absent: it is inferred. */
          readonly status_col_label?: string | null;
          /**
           * @description CSV: a strftime pattern.
           * @example %d.%m.%Y
           */
          readonly date_format?: string;
          /**
           * @description How amounts are written; null or absent: it is inferred.
           * @enum {string|null}
           */
          readonly number_format?: '1,234.56' | '1.234,56' | '1 234,56' | '1,234' | null;
          /**
           * @description Whether money in is written as a positive number; null or absent: it is inferred.
           * @enum {string|null}
           */
          readonly signage_convention?: 'inflows_positive' | 'inflows_negative' | null;
          /**
           * @description CSV: what separates the columns. A tab is sent as itself: "\t" in JSON, %09 in a form or query. Default: `","`.
           * @enum {string}
           */
          readonly col_sep?: ',' | ';' | '\t' | '|';
          /** @description CSV: leading rows skipped before the headers. Default: `0`. */
          readonly rows_to_skip?: number | string;
          /** @description CSV: false: the first row is data. A column without a header, or with that of another column, is named by its number: "Column 1". Default: `true`. */
          readonly has_header?: boolean | string;
          /** @description CSV: rows at the end that are not data. Default: `0`. */
          readonly footer_rows_to_skip?: number | string;
          /**
           * @description CSV: what distinguishes money in from money out: the sign, or a column of words.
           * @enum {string}
           */
          readonly amount_type_strategy?: 'signed_amount' | 'custom_column';
          /** @description CSV: what marks an inflow when the strategy is custom_column; several values are separated by |. */
          readonly amount_type_inflow_value?: string;
          /** @description CSV: what marks an outflow when the strategy is custom_column, in the form of amount_type_inflow_value. If both are sent, rows with neither value are left out; if one is sent, they count as the other direction. */
          readonly amount_type_outflow_value?: string;
          /** @description CSV: the ISO 4217 code of rows whose cells name no currency. Inferred from signs, headers and the lines above the table. */
          readonly currency?: string;
          /** @description CSV: leaves out rows in a unit that is not money: a coin, a metal, points or shares. Default: `false`. */
          readonly skip_other_units?: boolean | string;
          /** @description CSV: ignores rows with a blank date or amount (trades: date, quantity or price). Default: `false`. */
          readonly skip_incomplete_rows?: boolean | string;
          /**
           * @description CSV: how to treat rows that the file calls pending, declined, reverted, cancelled and the like. import_pending: pending rows with a date and an amount are imported as pending; import: all are imported as bookings. Null or absent: rows that the file clearly calls pending are imported as pending, the others are left out.
           * @enum {string|null}
           */
          readonly unbooked_rows?: 'leave_out' | 'import_pending' | 'import' | null;
          /** @description CSV: how many rows the answer shows as understood. Default: `0`. */
          readonly sample_rows?: number | string;
          /** @description CSV: name of the encoding; absent: it is detected. */
          readonly encoding?: string;
          /** @description CSV: which of the settings you send are suggestions that no person confirmed, as a list or as text with commas. They stay in doubt, with their warnings. An empty list: a person chose all. Null or absent: those that only repeat a doubtful suggestion. */
          readonly inferred_settings?: readonly string[] | string | null;
          /** @description CSV: also applies what preflight suggests, until it suggests nothing more. What you send stays as it is. Default: `false`. */
          readonly apply_suggestions?: boolean | string;
          /** @description Publish it at once. If rows are invalid, it stays pending with an error that says so. Default: `false`. */
          readonly publish?: boolean | string;
          /** @description The profile to read the content with; settings that are sent win. Without it and without settings, the household’s profile with the same header is used. Null: none. */
          readonly profile_id?: string | null;
          /** @description Publishing saves how the content is read, including applied suggestions, as the profile of this name, creating or updating it. Null: not saved. */
          readonly save_profile?: string | null;
          /** @description Your own name for the import: repeating the request returns the same import. Null: none. */
          readonly client_import_id?: string | null;
        };
        readonly 'multipart/form-data': {
          /**
           * Format: binary
           * @description The CSV, the statement or the NDJSON file, at most 10 MiB. It wins over raw_file_content.
           */
          readonly file?: Blob;
          /** @description The text of the CSV, the statement or the NDJSON itself, at most 10 MiB of UTF-8. */
          readonly raw_file_content?: string;
          /**
           * @description PdfImport and QifImport are refused.
           * @default TransactionImport
           * @enum {string}
           */
          readonly type?:
            | 'TransactionImport'
            | 'TradeImport'
            | 'AccountImport'
            | 'BudgetAppOneImport'
            | 'BudgetAppTwoImport'
            | 'BudgetAppThreeImport'
            | 'CategoryImport'
            | 'RuleImport'
            | 'MerchantImport'
            | 'NativeImport'
            | 'PdfImport'
            | 'QifImport';
          /** @description CSV: the uuid of one of your accounts. */
          readonly account_id?: string;
          /** @description CSV: header of this column; null or absent: it is inferred. */
          readonly date_col_label?: string | null;
          /** @description CSV: header of this column; null or absent: it is inferred. */
          readonly amount_col_label?: string | null;
          /** @description CSV: header of this column; null or absent: it is inferred. */
          readonly outflow_col_label?: string | null;
          /** @description CSV: header of this column; null or absent: it is inferred. */
          readonly inflow_col_label?: string | null;
          /** @description CSV: header of this column; null or absent: it is inferred. */
          readonly name_col_label?: string | null;
          /** @description CSV: header of this column; null or absent: it is inferred. */
          readonly category_col_label?: string | null;
          /** @description CSV: header of this column; null or absent: it is inferred. */
          readonly tags_col_label?: string | null;
          /** @description CSV: header of this column; null or absent: it is inferred. */
          readonly notes_col_label?: string | null;
          /** @description CSV: header of this column; null or absent: it is inferred. */
          readonly account_col_label?: string | null;
          /** @description CSV: header of this column; null or absent: it is inferred. */
          readonly qty_col_label?: string | null;
          /** @description CSV: header of this column; null or absent: it is inferred. */
          readonly ticker_col_label?: string | null;
          /** @description CSV: header of this column; null or absent: it is inferred. */
          readonly price_col_label?: string | null;
          /** @description CSV: header of this column; null or absent: it is inferred. */
          readonly entity_type_col_label?: string | null;
          /** @description CSV: header of this column; null or absent: it is inferred. */
          readonly currency_col_label?: string | null;
          /** @description CSV: header of this column; null or absent: it is inferred. */
          readonly fee_col_label?: string | null;
          /** @description CSV: header of this column; null or absent: it is inferred. */
          readonly exchange_operating_mic_col_label?: string | null;
          /** @description CSV: header of this column; null or absent: it is inferred. */
          readonly external_id_col_label?: string | null;
          /** @description CSV: header of this column; null or absent: it is inferred. */
          readonly status_col_label?: string | null;
          /**
           * @description CSV: a strftime pattern.
           * @example %d.%m.%Y
           */
          readonly date_format?: string;
          /**
           * @description How amounts are written; null or absent: it is inferred.
           * @enum {string|null}
           */
          readonly number_format?: '1,234.56' | '1.234,56' | '1 234,56' | '1,234' | null;
          /**
           * @description Whether money in is written as a positive number; null or absent: it is inferred.
           * @enum {string|null}
           */
          readonly signage_convention?: 'inflows_positive' | 'inflows_negative' | null;
          /**
           * @description CSV: what separates the columns. A tab is sent as itself: "\t" in JSON, %09 in a form or query.
           * @default ,
           * @enum {string}
           */
          readonly col_sep?: ',' | ';' | '\t' | '|';
          /**
           * @description CSV: leading rows skipped before the headers.
           * @default 0
           */
          readonly rows_to_skip?: number | string;
          /**
           * @description CSV: false: the first row is data. A column without a header, or with that of another column, is named by its number: "Column 1".
           * @default true
           */
          readonly has_header?: boolean | string;
          /**
           * @description CSV: rows at the end that are not data.
           * @default 0
           */
          readonly footer_rows_to_skip?: number | string;
          /**
           * @description CSV: what distinguishes money in from money out: the sign, or a column of words.
           * @enum {string}
           */
          readonly amount_type_strategy?: 'signed_amount' | 'custom_column';
          /** @description CSV: what marks an inflow when the strategy is custom_column; several values are separated by |. */
          readonly amount_type_inflow_value?: string;
          /** @description CSV: what marks an outflow when the strategy is custom_column, in the form of amount_type_inflow_value. If both are sent, rows with neither value are left out; if one is sent, they count as the other direction. */
          readonly amount_type_outflow_value?: string;
          /** @description CSV: the ISO 4217 code of rows whose cells name no currency. Inferred from signs, headers and the lines above the table. */
          readonly currency?: string;
          /**
           * @description CSV: leaves out rows in a unit that is not money: a coin, a metal, points or shares.
           * @default false
           */
          readonly skip_other_units?: boolean | string;
          /**
           * @description CSV: ignores rows with a blank date or amount (trades: date, quantity or price).
           * @default false
           */
          readonly skip_incomplete_rows?: boolean | string;
          /**
           * @description CSV: how to treat rows that the file calls pending, declined, reverted, cancelled and the like. import_pending: pending rows with a date and an amount are imported as pending; import: all are imported as bookings. Null or absent: rows that the file clearly calls pending are imported as pending, the others are left out.
           * @enum {string|null}
           */
          readonly unbooked_rows?: 'leave_out' | 'import_pending' | 'import' | null;
          /**
           * @description CSV: how many rows the answer shows as understood.
           * @default 0
           */
          readonly sample_rows?: number | string;
          /** @description CSV: name of the encoding; absent: it is detected. */
          readonly encoding?: string;
          /** @description CSV: which of the settings you send are suggestions that no person confirmed, as a list or as text with commas. They stay in doubt, with their warnings. An empty list: a person chose all. Null or absent: those that only repeat a doubtful suggestion. */
          readonly inferred_settings?: readonly string[] | string | null;
          /**
           * @description CSV: also applies what preflight suggests, until it suggests nothing more. What you send stays as it is.
           * @default false
           */
          readonly apply_suggestions?: boolean | string;
          /**
           * @description Publish it at once. If rows are invalid, it stays pending with an error that says so.
           * @default false
           */
          readonly publish?: boolean | string;
          /** @description The profile to read the content with; settings that are sent win. Without it and without settings, the household’s profile with the same header is used. Null: none. */
          readonly profile_id?: string | null;
          /** @description Publishing saves how the content is read, including applied suggestions, as the profile of this name, creating or updating it. Null: not saved. */
          readonly save_profile?: string | null;
          /** @description Your own name for the import: repeating the request returns the same import. Null: none. */
          readonly client_import_id?: string | null;
        };
      };
    };
    readonly responses: {
      /** @description The import that already has this client_import_id. */
      readonly 200: {
        content: {
          readonly 'application/json': {
            readonly data: components['schemas']['Import'];
          };
        };
      };
      /** @description The import. */
      readonly 201: {
        content: {
          readonly 'application/json': {
            readonly data: components['schemas']['Import'];
          };
        };
      };
    };
  };
  readonly showImport: {
    readonly parameters: {
      readonly path: {
        /** @description The id of the record: the `id` of a row of `GET /api/v1/imports`. */
        readonly id: string;
      };
    };

    readonly responses: {
      /** @description The import. */
      readonly 200: {
        content: {
          readonly 'application/json': {
            readonly data: components['schemas']['Import'];
          };
        };
      };
    };
  };
  readonly deleteImport: {
    readonly parameters: {
      readonly path: {
        /** @description The id of the record: the `id` of a row of `GET /api/v1/imports`. */
        readonly id: string;
      };
    };

    readonly responses: {
      /** @description It is deleted. */
      readonly 204: {};
    };
  };
  readonly updateImport: {
    readonly parameters: {
      readonly path: {
        /** @description The id of the record: the `id` of a row of `GET /api/v1/imports`. */
        readonly id: string;
      };
    };
    readonly requestBody: {
      readonly content: {
        readonly 'application/json': components['schemas']['ImportSettingsChange'];
      };
    };
    readonly responses: {
      /** @description The import, read again. */
      readonly 200: {
        content: {
          readonly 'application/json': {
            readonly data: components['schemas']['Import'];
          };
        };
      };
    };
  };
  readonly listImportRows: {
    readonly parameters: {
      readonly query?: {
        /** @description Only rows of this verdict. */
        readonly verdict?: 'new' | 'duplicate' | 'update' | 'invalid' | 'excluded';
        /** @description Page number from 1. Anything else means page 1; past the end means the last page. Ignored with `after`. */
        readonly page?: number;
        /** @description Rows per page, at most 100; anything that is not a number from 1 means 25. */
        readonly per_page?: number;
        /** @description The `next_cursor` of a page of this list, read with the same filters and the same sort: the page that follows it. */
        readonly after?: string;
      };

      readonly path: {
        /** @description The id of the record: the `id` of a row of `GET /api/v1/imports`. */
        readonly id: string;
      };
    };

    readonly responses: {
      /** @description A page of rows. */
      readonly 200: {
        content: {
          readonly 'application/json': {
            /** @description The requested record or records. */
            readonly data: readonly components['schemas']['ImportRow'][];
            readonly meta: components['schemas']['PageMeta'];
          };
        };
      };
    };
  };
  readonly updateImportRow: {
    readonly parameters: {
      readonly path: {
        /** @description The id of the record: the `id` of a row of `GET /api/v1/imports`. */
        readonly id: string;
        /** @description The `line` of the row: the physical line of the file on which it starts. */
        readonly line: number;
      };
    };
    readonly requestBody: {
      readonly content: {
        readonly 'application/json': components['schemas']['ImportRowChange'];
      };
    };
    readonly responses: {
      /** @description The row as it is now. */
      readonly 200: {
        content: {
          readonly 'application/json': {
            readonly data: components['schemas']['ImportRow'];
          };
        };
      };
    };
  };
  readonly publishImport: {
    readonly parameters: {
      readonly path: {
        /** @description The id of the record: the `id` of a row of `GET /api/v1/imports`. */
        readonly id: string;
      };
    };
    readonly requestBody?: {
      readonly content: {
        readonly 'application/json': components['schemas']['ImportPublication'];
      };
    };
    readonly responses: {
      /** @description The import. */
      readonly 202: {
        content: {
          readonly 'application/json': {
            readonly data: components['schemas']['Import'];
          };
        };
      };
    };
  };
  readonly undoImport: {
    readonly parameters: {
      readonly path: {
        /** @description The id of the record: the `id` of a row of `GET /api/v1/imports`. */
        readonly id: string;
      };
    };

    readonly responses: {
      /** @description The import. */
      readonly 202: {
        content: {
          readonly 'application/json': {
            readonly data: components['schemas']['Import'];
          };
        };
      };
    };
  };
  readonly listImportKept: {
    readonly parameters: {
      readonly query?: {
        /** @description Page number from 1. Anything else means page 1; past the end means the last page. Ignored with `after`. */
        readonly page?: number;
        /** @description Rows per page, at most 100; anything that is not a number from 1 means 25. */
        readonly per_page?: number;
        /** @description The `next_cursor` of a page of this list, read with the same filters and the same sort: the page that follows it. */
        readonly after?: string;
      };

      readonly path: {
        /** @description The id of the record: the `id` of a row of `GET /api/v1/imports`. */
        readonly id: string;
      };
    };

    readonly responses: {
      /** @description A page of records. */
      readonly 200: {
        content: {
          readonly 'application/json': {
            /** @description The requested record or records. */
            readonly data: readonly components['schemas']['KeptRecord'][];
            readonly meta: components['schemas']['PageMeta'];
          };
        };
      };
    };
  };
  readonly listImportProfiles: {
    readonly parameters: {
      readonly query?: {
        /** @description Page number from 1. Anything else means page 1; past the end means the last page. Ignored with `after`. */
        readonly page?: number;
        /** @description Rows per page, at most 100; anything that is not a number from 1 means 25. */
        readonly per_page?: number;
        /** @description The `next_cursor` of a page of this list, read with the same filters and the same sort: the page that follows it. */
        readonly after?: string;
      };
    };

    readonly responses: {
      /** @description A page of profiles. */
      readonly 200: {
        content: {
          readonly 'application/json': {
            /** @description The requested record or records. */
            readonly data: readonly components['schemas']['ImportProfile'][];
            readonly meta: components['schemas']['PageMeta'];
          };
        };
      };
    };
  };
  readonly createImportProfile: {
    readonly parameters: {};
    readonly requestBody: {
      readonly content: {
        readonly 'application/json': components['schemas']['NewImportProfile'];
      };
    };
    readonly responses: {
      /** @description The new profile. */
      readonly 201: {
        content: {
          readonly 'application/json': {
            readonly data: components['schemas']['ImportProfile'];
          };
        };
      };
    };
  };
  readonly showImportProfile: {
    readonly parameters: {
      readonly path: {
        /** @description The id of the record: the `id` of a row of `GET /api/v1/import_profiles`. */
        readonly id: string;
      };
    };

    readonly responses: {
      /** @description The profile. */
      readonly 200: {
        content: {
          readonly 'application/json': {
            readonly data: components['schemas']['ImportProfile'];
          };
        };
      };
    };
  };
  readonly removeImportProfile: {
    readonly parameters: {
      readonly path: {
        /** @description The id of the record: the `id` of a row of `GET /api/v1/import_profiles`. */
        readonly id: string;
      };
    };

    readonly responses: {
      /** @description The profile is deleted. */
      readonly 204: {};
    };
  };
  readonly updateImportProfile: {
    readonly parameters: {
      readonly path: {
        /** @description The id of the record: the `id` of a row of `GET /api/v1/import_profiles`. */
        readonly id: string;
      };
    };
    readonly requestBody: {
      readonly content: {
        readonly 'application/json': components['schemas']['ImportProfileChange'];
      };
    };
    readonly responses: {
      /** @description The profile. */
      readonly 200: {
        content: {
          readonly 'application/json': {
            readonly data: components['schemas']['ImportProfile'];
          };
        };
      };
    };
  };
  readonly showUsage: {
    readonly parameters: {};

    readonly responses: {
      /** @description The key and its limit. */
      readonly 200: {
        content: {
          readonly 'application/json': components['schemas']['Usage'];
        };
      };
    };
  };
  readonly listApiKeys: {
    readonly parameters: {
      readonly query?: {
        /** @description Page number from 1. Anything else means page 1; past the end means the last page. Ignored with `after`. */
        readonly page?: number;
        /** @description Rows per page, at most 100; anything that is not a number from 1 means 25. */
        readonly per_page?: number;
        /** @description The `next_cursor` of a page of this list, read with the same filters and the same sort: the page that follows it. */
        readonly after?: string;
      };
    };

    readonly responses: {
      /** @description A page of keys. */
      readonly 200: {
        content: {
          readonly 'application/json': {
            /** @description The requested record or records. */
            readonly data: readonly components['schemas']['ApiKey'][];
            readonly meta: components['schemas']['PageMeta'];
          };
        };
      };
    };
  };
  readonly createApiKey: {
    readonly parameters: {};
    readonly requestBody: {
      readonly content: {
        readonly 'application/json': components['schemas']['NewApiKey'];
      };
    };
    readonly responses: {
      /** @description The new key. */
      readonly 201: {
        content: {
          readonly 'application/json': {
            readonly data: components['schemas']['CreatedApiKey'];
          };
        };
      };
    };
  };
  readonly rotateApiKey: {
    readonly parameters: {
      readonly path: {
        /** @description The id of the record: the `id` of a row of `GET /api/v1/api_keys`. */
        readonly id: string;
      };
    };
    readonly requestBody?: {
      readonly content: {
        readonly 'application/json': components['schemas']['KeyRotation'];
      };
    };
    readonly responses: {
      /** @description The new key. */
      readonly 201: {
        content: {
          readonly 'application/json': {
            readonly data: components['schemas']['CreatedApiKey'];
          };
        };
      };
    };
  };
  readonly revokeApiKey: {
    readonly parameters: {
      readonly path: {
        /** @description The id of the record: the `id` of a row of `GET /api/v1/api_keys`. */
        readonly id: string;
      };
    };

    readonly responses: {
      /** @description The key is revoked. */
      readonly 204: {};
    };
  };
  readonly showHousehold: {
    readonly parameters: {};

    readonly responses: {
      /** @description The household. */
      readonly 200: {
        content: {
          readonly 'application/json': {
            readonly data: components['schemas']['Household'];
          };
        };
      };
    };
  };
  readonly deleteOwnHousehold: {
    readonly parameters: {
      readonly query?: {
        /** @description The id of the household: without it nothing is deleted. */
        readonly confirm?: string;
      };
    };

    readonly responses: {
      /** @description The run. */
      readonly 202: {
        content: {
          readonly 'application/json': {
            readonly data: components['schemas']['HouseholdDeletion'];
          };
        };
      };
    };
  };
  readonly updateHousehold: {
    readonly parameters: {};
    readonly requestBody: {
      readonly content: {
        readonly 'application/json': components['schemas']['HouseholdChange'];
      };
    };
    readonly responses: {
      /** @description The household. */
      readonly 200: {
        content: {
          readonly 'application/json': {
            readonly data: components['schemas']['Household'];
          };
        };
      };
    };
  };
  readonly listAccounts: {
    readonly parameters: {
      readonly query?: {
        /** @description Only accounts of this connection. */
        readonly provider_connection_id?: string;
        /** @description Page number from 1. Anything else means page 1; past the end means the last page. Ignored with `after`. */
        readonly page?: number;
        /** @description Rows per page, at most 100; anything that is not a number from 1 means 25. */
        readonly per_page?: number;
        /** @description The `next_cursor` of a page of this list, read with the same filters and the same sort: the page that follows it. */
        readonly after?: string;
      };
    };

    readonly responses: {
      /** @description A page of accounts. */
      readonly 200: {
        content: {
          readonly 'application/json': {
            /** @description The requested record or records. */
            readonly data: readonly components['schemas']['Account'][];
            readonly meta: components['schemas']['PageMeta'];
          };
        };
      };
    };
  };
  readonly createAccount: {
    readonly parameters: {};
    readonly requestBody: {
      readonly content: {
        readonly 'application/json': components['schemas']['NewAccount'];
      };
    };
    readonly responses: {
      /** @description The new account. */
      readonly 201: {
        content: {
          readonly 'application/json': {
            readonly data: components['schemas']['Account'];
          };
        };
      };
    };
  };
  readonly showAccount: {
    readonly parameters: {
      readonly path: {
        /** @description The id of the record: the `id` of a row of `GET /api/v1/accounts`. */
        readonly id: string;
      };
    };

    readonly responses: {
      /** @description The account. */
      readonly 200: {
        content: {
          readonly 'application/json': {
            readonly data: components['schemas']['Account'];
          };
        };
      };
    };
  };
  readonly deleteAccount: {
    readonly parameters: {
      readonly path: {
        /** @description The id of the record: the `id` of a row of `GET /api/v1/accounts`. */
        readonly id: string;
      };
    };

    readonly responses: {
      /** @description The account is deleted. */
      readonly 204: {};
    };
  };
  readonly updateAccount: {
    readonly parameters: {
      readonly path: {
        /** @description The id of the record: the `id` of a row of `GET /api/v1/accounts`. */
        readonly id: string;
      };
    };
    readonly requestBody: {
      readonly content: {
        readonly 'application/json': components['schemas']['AccountChange'];
      };
    };
    readonly responses: {
      /** @description The account. */
      readonly 200: {
        content: {
          readonly 'application/json': {
            readonly data: components['schemas']['Account'];
          };
        };
      };
    };
  };
  readonly mergeAccount: {
    readonly parameters: {
      readonly path: {
        /** @description The id of the record: the `id` of a row of `GET /api/v1/accounts`. */
        readonly id: string;
      };
    };
    readonly requestBody: {
      readonly content: {
        readonly 'application/json': components['schemas']['NewAccountMerge'];
      };
    };
    readonly responses: {
      /** @description The remaining account, and what was merged. */
      readonly 200: {
        content: {
          readonly 'application/json': {
            readonly data: components['schemas']['AccountMerge'];
          };
        };
      };
    };
  };
  readonly listAccountSuggestions: {
    readonly parameters: {
      readonly query?: {
        /** @description Page number from 1. Anything else means page 1; past the end means the last page. Ignored with `after`. */
        readonly page?: number;
        /** @description Rows per page, at most 100; anything that is not a number from 1 means 25. */
        readonly per_page?: number;
        /** @description The `next_cursor` of a page of this list, read with the same filters and the same sort: the page that follows it. */
        readonly after?: string;
      };
    };

    readonly responses: {
      /** @description A page of suggestions. */
      readonly 200: {
        content: {
          readonly 'application/json': {
            /** @description The requested record or records. */
            readonly data: readonly components['schemas']['AccountSuggestion'][];
            readonly meta: components['schemas']['PageMeta'];
          };
        };
      };
    };
  };
  readonly acceptAccountSuggestion: {
    readonly parameters: {
      readonly path: {
        /** @description The id of the record: the `id` of a row of `GET /api/v1/account_suggestions`. */
        readonly id: string;
      };
    };

    readonly responses: {
      /** @description The remaining account, and what was merged. */
      readonly 200: {
        content: {
          readonly 'application/json': {
            readonly data: components['schemas']['AccountMerge'];
          };
        };
      };
    };
  };
  readonly deleteAccountSuggestion: {
    readonly parameters: {
      readonly path: {
        /** @description The id of the record: the `id` of a row of `GET /api/v1/account_suggestions`. */
        readonly id: string;
      };
    };

    readonly responses: {
      /** @description The suggestion is dismissed. */
      readonly 204: {};
    };
  };
  readonly listAccountBalances: {
    readonly parameters: {
      readonly query?: {
        /** @description First day. */
        readonly start_date?: string;
        /** @description Last day, at most 365 days after the first. Default: today. */
        readonly end_date?: string;
      };

      readonly path: {
        /** @description The id of the record: the `id` of a row of `GET /api/v1/accounts`. */
        readonly id: string;
      };
    };

    readonly responses: {
      /** @description The balances. */
      readonly 200: {
        content: {
          readonly 'application/json': {
            /** @description The requested record or records. */
            readonly data: readonly {
              /**
               * Format: date
               * @description The balance is that at the end of this day.
               * @example 2026-03-01
               */
              readonly date: string;
              /**
               * @description Null when nothing was ever stated.
               * @example -12.50
               */
              readonly balance: string | null;
              /**
               * @description The account’s currency (ISO 4217); null until the provider names it.
               * @example EUR
               */
              readonly currency: string | null;
            }[];
          };
        };
      };
    };
  };
  readonly showNetWorth: {
    readonly parameters: {
      readonly query?: {
        /** @description First day. */
        readonly start_date?: string;
        /** @description Last day, at most 365 days after the first. Default: today. */
        readonly end_date?: string;
      };
    };

    readonly responses: {
      /** @description By day, then by currency. */
      readonly 200: {
        content: {
          readonly 'application/json': {
            /** @description The requested record or records. */
            readonly data: readonly {
              /**
               * Format: date
               * @description The balance is that at the end of this day.
               * @example 2026-03-01
               */
              readonly date: string;
              /**
               * @description ISO 4217 code, upper case.
               * @example EUR
               */
              readonly currency: string;
              /**
               * @description Assets and debts together, in `currency`.
               * @example -12.50
               */
              readonly net_worth: string;
              /**
               * @description The sum of the balances above zero, in `currency`.
               * @example -12.50
               */
              readonly assets: string;
              /**
               * @description Zero or negative.
               * @example -12.50
               */
              readonly debts: string;
              /** @description How many accounts of this currency it adds up. */
              readonly accounts_count: number;
            }[];
            /** @description What the figures leave out. */
            readonly meta: {
              /** @description Accounts without a stated balance: they are not included. */
              readonly unknown_account_ids: readonly string[];
            };
          };
        };
      };
    };
  };
  readonly listTransactions: {
    readonly parameters: {
      readonly query?: {
        /** @description Only transactions of this account. */
        readonly account_id?: string;
        /** @description Only transactions from this day on, inclusive. */
        readonly start_date?: string;
        /** @description Only transactions up to this day, inclusive. */
        readonly end_date?: string;
        /** @description Only pending transactions, or only posted ones. Accepts true, false, 1 and 0 in any letter case. */
        readonly pending?: boolean;
        /** @description Part of the name, the notes, or the provider’s merchant or description, ignoring letter case. */
        readonly search?: string;
        /** @description Only transactions of this category; `none`: those without one. */
        readonly category_id?: string | 'none';
        /** @description Only transactions of this merchant. */
        readonly merchant_id?: string;
        /** @description Only transactions with this tag. */
        readonly tag_id?: string;
        /** @description Only transactions of this kind. */
        readonly kind?:
          | 'standard'
          | 'funds_movement'
          | 'cc_payment'
          | 'loan_payment'
          | 'investment_contribution'
          | 'one_time';
        /** @description Only amounts from this one on; money out is negative. */
        readonly min_amount?: string;
        /** @description Only amounts up to this one; money out is negative. */
        readonly max_amount?: string;
        /** @description Only transactions that were created or changed at this time or later. */
        readonly updated_since?: string;
        /** @description Only transactions that this sync created or changed. */
        readonly sync_id?: string;
        /** @description Only transactions that this import or import session added, or that passed to this import when the one that added them was undone. */
        readonly import_id?: string;
        /** @description The order, `-` for descending; default `-date`. Ties are broken in a stable order. */
        readonly sort?: '-date' | 'date' | '-amount' | 'amount' | '-updated_at' | 'updated_at';
        /** @description Page number from 1. Anything else means page 1; past the end means the last page. Ignored with `after`. */
        readonly page?: number;
        /** @description Rows per page, at most 500; anything that is not a number from 1 means 25. */
        readonly per_page?: number;
        /** @description The `next_cursor` of a page of this list, read with the same filters and the same sort: the page that follows it. */
        readonly after?: string;
      };
    };

    readonly responses: {
      /** @description A page of transactions. */
      readonly 200: {
        content: {
          readonly 'application/json': {
            /** @description The requested record or records. */
            readonly data: readonly components['schemas']['Transaction'][];
            readonly meta: components['schemas']['PageMeta'];
          };
        };
      };
    };
  };
  readonly createTransactions: {
    readonly parameters: {};
    readonly requestBody: {
      readonly content: {
        readonly 'application/json': components['schemas']['NewTransactions'];
      };
    };
    readonly responses: {
      /** @description The transaction that has the external id already; of many: what became of each. */
      readonly 200: {
        content: {
          readonly 'application/json':
            | {
                readonly data: components['schemas']['Transaction'];
              }
            | components['schemas']['AddedTransactions'];
        };
      };
      /** @description The new transaction. */
      readonly 201: {
        content: {
          readonly 'application/json': {
            readonly data: components['schemas']['Transaction'];
          };
        };
      };
    };
  };
  readonly showTransaction: {
    readonly parameters: {
      readonly path: {
        /** @description The id of the record: the `id` of a row of `GET /api/v1/transactions`. */
        readonly id: string;
      };
    };

    readonly responses: {
      /** @description The transaction. */
      readonly 200: {
        content: {
          readonly 'application/json': {
            readonly data: components['schemas']['Transaction'];
          };
        };
      };
    };
  };
  readonly deleteTransaction: {
    readonly parameters: {
      readonly path: {
        /** @description The id of the record: the `id` of a row of `GET /api/v1/transactions`. */
        readonly id: string;
      };
    };

    readonly responses: {
      /** @description The transaction is deleted. */
      readonly 204: {};
    };
  };
  readonly updateTransaction: {
    readonly parameters: {
      readonly path: {
        /** @description The id of the record: the `id` of a row of `GET /api/v1/transactions`. */
        readonly id: string;
      };
    };
    readonly requestBody: {
      readonly content: {
        readonly 'application/json': components['schemas']['TransactionEdit'];
      };
    };
    readonly responses: {
      /** @description The transaction as it is now. */
      readonly 200: {
        content: {
          readonly 'application/json': {
            readonly data: components['schemas']['Transaction'];
          };
        };
      };
    };
  };
  readonly listTransactionChanges: {
    readonly parameters: {
      readonly query?: {
        /** @description Page number from 1. Anything else means page 1; past the end means the last page. Ignored with `after`. */
        readonly page?: number;
        /** @description Rows per page, at most 100; anything that is not a number from 1 means 25. */
        readonly per_page?: number;
        /** @description The `next_cursor` of a page of this list, read with the same filters and the same sort: the page that follows it. */
        readonly after?: string;
      };

      readonly path: {
        /** @description The id of the record: the `id` of a row of `GET /api/v1/transactions`. */
        readonly id: string;
      };
    };

    readonly responses: {
      /** @description A page of changes. */
      readonly 200: {
        content: {
          readonly 'application/json': {
            /** @description The requested record or records. */
            readonly data: readonly components['schemas']['TransactionChange'][];
            readonly meta: components['schemas']['PageMeta'];
          };
        };
      };
    };
  };
  readonly listHoldings: {
    readonly parameters: {
      readonly query?: {
        /** @description Only positions of this account. */
        readonly account_id?: string;
        /** @description Page number from 1. Anything else means page 1; past the end means the last page. Ignored with `after`. */
        readonly page?: number;
        /** @description Rows per page, at most 100; anything that is not a number from 1 means 25. */
        readonly per_page?: number;
        /** @description The `next_cursor` of a page of this list, read with the same filters and the same sort: the page that follows it. */
        readonly after?: string;
      };
    };

    readonly responses: {
      /** @description A page of positions with their valuation. */
      readonly 200: {
        content: {
          readonly 'application/json': {
            /** @description The requested record or records. */
            readonly data: readonly components['schemas']['Holding'][];
            /** @description The sums of all positions, one for each currency. */
            readonly valuation: readonly components['schemas']['HoldingsValuation'][];
            /** @description The accounts that it is about. */
            readonly accounts: readonly components['schemas']['HoldingsAccount'][];
            readonly meta: components['schemas']['PageMeta'];
          };
        };
      };
    };
  };
  readonly listProviderConnections: {
    readonly parameters: {
      readonly query?: {
        /** @description Page number from 1. Anything else means page 1; past the end means the last page. Ignored with `after`. */
        readonly page?: number;
        /** @description Rows per page, at most 100; anything that is not a number from 1 means 25. */
        readonly per_page?: number;
        /** @description The `next_cursor` of a page of this list, read with the same filters and the same sort: the page that follows it. */
        readonly after?: string;
      };
    };

    readonly responses: {
      /** @description A page of connections. */
      readonly 200: {
        content: {
          readonly 'application/json': {
            /** @description The requested record or records. */
            readonly data: readonly components['schemas']['ProviderConnection'][];
            readonly meta: components['schemas']['PageMeta'];
          };
        };
      };
    };
  };
  readonly createProviderConnection: {
    readonly parameters: {};
    readonly requestBody: {
      readonly content: {
        readonly 'application/json': components['schemas']['NewProviderConnection'];
      };
    };
    readonly responses: {
      /** @description The connection. */
      readonly 201: {
        content: {
          readonly 'application/json': {
            readonly data: components['schemas']['ProviderConnection'];
          };
        };
      };
    };
  };
  readonly showProviderConnection: {
    readonly parameters: {
      readonly path: {
        /** @description The id of the record: the `id` of a row of `GET /api/v1/provider_connections`. */
        readonly id: string;
      };
    };

    readonly responses: {
      /** @description The connection. */
      readonly 200: {
        content: {
          readonly 'application/json': {
            readonly data: components['schemas']['ProviderConnection'];
          };
        };
      };
    };
  };
  readonly deleteProviderConnection: {
    readonly parameters: {
      readonly path: {
        /** @description The id of the record: the `id` of a row of `GET /api/v1/provider_connections`. */
        readonly id: string;
      };
    };

    readonly responses: {
      /** @description The connection is deleted. */
      readonly 204: {};
    };
  };
  readonly updateProviderConnection: {
    readonly parameters: {
      readonly path: {
        /** @description The id of the record: the `id` of a row of `GET /api/v1/provider_connections`. */
        readonly id: string;
      };
    };
    readonly requestBody: {
      readonly content: {
        readonly 'application/json': components['schemas']['ProviderConnectionChange'];
      };
    };
    readonly responses: {
      /** @description The connection. */
      readonly 200: {
        content: {
          readonly 'application/json': {
            readonly data: components['schemas']['ProviderConnection'];
          };
        };
      };
    };
  };
  readonly pauseProviderConnection: {
    readonly parameters: {
      readonly path: {
        /** @description The id of the record: the `id` of a row of `GET /api/v1/provider_connections`. */
        readonly id: string;
      };
    };

    readonly responses: {
      /** @description The connection. */
      readonly 200: {
        content: {
          readonly 'application/json': {
            readonly data: components['schemas']['ProviderConnection'];
          };
        };
      };
    };
  };
  readonly resumeProviderConnection: {
    readonly parameters: {
      readonly path: {
        /** @description The id of the record: the `id` of a row of `GET /api/v1/provider_connections`. */
        readonly id: string;
      };
    };

    readonly responses: {
      /** @description The connection. */
      readonly 200: {
        content: {
          readonly 'application/json': {
            readonly data: components['schemas']['ProviderConnection'];
          };
        };
      };
    };
  };
  readonly listConnectionTimeline: {
    readonly parameters: {
      readonly query?: {
        /** @description Page number from 1. Anything else means page 1; past the end means the last page. Ignored with `after`. */
        readonly page?: number;
        /** @description Rows per page, at most 100; anything that is not a number from 1 means 25. */
        readonly per_page?: number;
        /** @description The `next_cursor` of a page of this list, read with the same filters and the same sort: the page that follows it. */
        readonly after?: string;
      };

      readonly path: {
        /** @description The id of the record: the `id` of a row of `GET /api/v1/provider_connections`. */
        readonly id: string;
      };
    };

    readonly responses: {
      /** @description A page of runs. */
      readonly 200: {
        content: {
          readonly 'application/json': {
            /** @description The requested record or records. */
            readonly data: readonly components['schemas']['ConnectionRun'][];
            readonly meta: components['schemas']['PageMeta'];
          };
        };
      };
    };
  };
  readonly startSync: {
    readonly parameters: {
      readonly path: {
        /** @description The id of the record: the `id` of a row of `GET /api/v1/provider_connections`. */
        readonly id: string;
      };
    };

    readonly responses: {
      /** @description The run. */
      readonly 202: {
        content: {
          readonly 'application/json': {
            readonly data: components['schemas']['Sync'];
          };
        };
      };
    };
  };
  readonly listSyncs: {
    readonly parameters: {
      readonly query?: {
        /** @description Only the runs of this connection. */
        readonly provider_connection_id?: string;
        /** @description Only runs in this state. */
        readonly status?:
          | 'queued'
          | 'running'
          | 'completed'
          | 'completed_with_errors'
          | 'rate_limited'
          | 'failed'
          | 'cancelled'
          | 'stale';
        /** @description Page number from 1. Anything else means page 1; past the end means the last page. Ignored with `after`. */
        readonly page?: number;
        /** @description Rows per page, at most 100; anything that is not a number from 1 means 25. */
        readonly per_page?: number;
        /** @description The `next_cursor` of a page of this list, read with the same filters and the same sort: the page that follows it. */
        readonly after?: string;
      };
    };

    readonly responses: {
      /** @description A page of runs. */
      readonly 200: {
        content: {
          readonly 'application/json': {
            /** @description The requested record or records. */
            readonly data: readonly components['schemas']['Sync'][];
            readonly meta: components['schemas']['PageMeta'];
          };
        };
      };
    };
  };
  readonly showSync: {
    readonly parameters: {
      readonly path: {
        /** @description The id of the record: the `id` of a row of `GET /api/v1/syncs`. */
        readonly id: string;
      };
    };

    readonly responses: {
      /** @description The run. */
      readonly 200: {
        content: {
          readonly 'application/json': {
            readonly data: components['schemas']['Sync'];
          };
        };
      };
    };
  };
  readonly cancelSync: {
    readonly parameters: {
      readonly path: {
        /** @description The id of the record: the `id` of a row of `GET /api/v1/syncs`. */
        readonly id: string;
      };
    };

    readonly responses: {
      /** @description The run. */
      readonly 202: {
        content: {
          readonly 'application/json': {
            readonly data: components['schemas']['Sync'];
          };
        };
      };
    };
  };
  readonly streamSyncEvents: {
    readonly parameters: {
      readonly path: {
        /** @description The id of the record: the `id` of a row of `GET /api/v1/syncs`. */
        readonly id: string;
      };
    };

    readonly responses: {
      /** @description The stream. */
      readonly 200: {
        content: {
          readonly 'text/event-stream': string;
        };
      };
    };
  };
  readonly listImportSessions: {
    readonly parameters: {
      readonly query?: {
        /** @description Only sessions in this status. */
        readonly status?:
          'pending' | 'importing' | 'complete' | 'failed' | 'cancelled' | 'undoing' | 'undone';
        /** @description Page number from 1. Anything else means page 1; past the end means the last page. Ignored with `after`. */
        readonly page?: number;
        /** @description Rows per page, at most 100; anything that is not a number from 1 means 25. */
        readonly per_page?: number;
        /** @description The `next_cursor` of a page of this list, read with the same filters and the same sort: the page that follows it. */
        readonly after?: string;
      };
    };

    readonly responses: {
      /** @description A page of sessions. */
      readonly 200: {
        content: {
          readonly 'application/json': {
            /** @description The requested record or records. */
            readonly data: readonly components['schemas']['ImportSession'][];
            readonly meta: components['schemas']['PageMeta'];
          };
        };
      };
    };
  };
  readonly createImportSession: {
    readonly parameters: {};
    readonly requestBody?: {
      readonly content: {
        readonly 'application/json': components['schemas']['NewImportSession'];
      };
    };
    readonly responses: {
      /** @description The session. */
      readonly 201: {
        content: {
          readonly 'application/json': {
            readonly data: components['schemas']['ImportSession'];
          };
        };
      };
    };
  };
  readonly showImportSession: {
    readonly parameters: {
      readonly path: {
        /** @description The id of the record: the `id` of a row of `GET /api/v1/import_sessions`. */
        readonly id: string;
      };
    };

    readonly responses: {
      /** @description The session. */
      readonly 200: {
        content: {
          readonly 'application/json': {
            readonly data: components['schemas']['ImportSession'];
          };
        };
      };
    };
  };
  readonly deleteImportSession: {
    readonly parameters: {
      readonly path: {
        /** @description The id of the record: the `id` of a row of `GET /api/v1/import_sessions`. */
        readonly id: string;
      };
    };

    readonly responses: {
      /** @description It is deleted. */
      readonly 204: {};
    };
  };
  readonly createImportChunk: {
    readonly parameters: {
      readonly query?: {
        /** @description Overrides the field of the body. */
        readonly sequence?: string;
        /** @description Overrides the field of the body. */
        readonly client_chunk_id?: string;
      };

      readonly path: {
        /** @description The id of the record: the `id` of a row of `GET /api/v1/import_sessions`. */
        readonly id: string;
      };
    };
    readonly requestBody: {
      readonly content: {
        readonly 'application/json': components['schemas']['NewImportChunk'];
        readonly 'multipart/form-data': components['schemas']['NewImportChunkUpload'];
      };
    };
    readonly responses: {
      /** @description The session. */
      readonly 201: {
        content: {
          readonly 'application/json': {
            readonly data: components['schemas']['ImportSession'];
          };
        };
      };
    };
  };
  readonly publishImportSession: {
    readonly parameters: {
      readonly path: {
        /** @description The id of the record: the `id` of a row of `GET /api/v1/import_sessions`. */
        readonly id: string;
      };
    };

    readonly responses: {
      /** @description The session. */
      readonly 202: {
        content: {
          readonly 'application/json': {
            readonly data: components['schemas']['ImportSession'];
          };
        };
      };
    };
  };
  readonly cancelImportSession: {
    readonly parameters: {
      readonly path: {
        /** @description The id of the record: the `id` of a row of `GET /api/v1/import_sessions`. */
        readonly id: string;
      };
    };

    readonly responses: {
      /** @description The session. */
      readonly 200: {
        content: {
          readonly 'application/json': {
            readonly data: components['schemas']['ImportSession'];
          };
        };
      };
    };
  };
  readonly undoImportSession: {
    readonly parameters: {
      readonly path: {
        /** @description The id of the record: the `id` of a row of `GET /api/v1/import_sessions`. */
        readonly id: string;
      };
    };

    readonly responses: {
      /** @description The session. */
      readonly 202: {
        content: {
          readonly 'application/json': {
            readonly data: components['schemas']['ImportSession'];
          };
        };
      };
    };
  };
  readonly listImportSessionKept: {
    readonly parameters: {
      readonly query?: {
        /** @description Page number from 1. Anything else means page 1; past the end means the last page. Ignored with `after`. */
        readonly page?: number;
        /** @description Rows per page, at most 100; anything that is not a number from 1 means 25. */
        readonly per_page?: number;
        /** @description The `next_cursor` of a page of this list, read with the same filters and the same sort: the page that follows it. */
        readonly after?: string;
      };

      readonly path: {
        /** @description The id of the record: the `id` of a row of `GET /api/v1/import_sessions`. */
        readonly id: string;
      };
    };

    readonly responses: {
      /** @description A page of records. */
      readonly 200: {
        content: {
          readonly 'application/json': {
            /** @description The requested record or records. */
            readonly data: readonly components['schemas']['KeptRecord'][];
            readonly meta: components['schemas']['PageMeta'];
          };
        };
      };
    };
  };
  readonly listRules: {
    readonly parameters: {
      readonly query?: {
        /** @description Only rules for this kind of record. */
        readonly resource_type?: 'transaction';
        /** @description Only active, or only paused rules. Accepts true, false, 1 and 0 in any letter case. */
        readonly active?: boolean;
        /** @description Page number from 1. Anything else means page 1; past the end means the last page. Ignored with `after`. */
        readonly page?: number;
        /** @description Rows per page, at most 100; anything that is not a number from 1 means 25. */
        readonly per_page?: number;
        /** @description The `next_cursor` of a page of this list, read with the same filters and the same sort: the page that follows it. */
        readonly after?: string;
      };
    };

    readonly responses: {
      /** @description A page of rules. */
      readonly 200: {
        content: {
          readonly 'application/json': {
            /** @description The requested record or records. */
            readonly data: readonly components['schemas']['Rule'][];
            readonly meta: components['schemas']['PageMeta'];
          };
        };
      };
    };
  };
  readonly createRule: {
    readonly parameters: {};
    readonly requestBody: {
      readonly content: {
        readonly 'application/json': components['schemas']['NewRule'];
      };
    };
    readonly responses: {
      /** @description The new rule. */
      readonly 201: {
        content: {
          readonly 'application/json': {
            readonly data: components['schemas']['Rule'];
          };
        };
      };
    };
  };
  readonly showRule: {
    readonly parameters: {
      readonly path: {
        /** @description The id of the record: the `id` of a row of `GET /api/v1/rules`. */
        readonly id: string;
      };
    };

    readonly responses: {
      /** @description The rule. */
      readonly 200: {
        content: {
          readonly 'application/json': {
            readonly data: components['schemas']['Rule'];
          };
        };
      };
    };
  };
  readonly deleteRule: {
    readonly parameters: {
      readonly path: {
        /** @description The id of the record: the `id` of a row of `GET /api/v1/rules`. */
        readonly id: string;
      };
    };

    readonly responses: {
      /** @description The rule is deleted. */
      readonly 204: {};
    };
  };
  readonly updateRule: {
    readonly parameters: {
      readonly path: {
        /** @description The id of the record: the `id` of a row of `GET /api/v1/rules`. */
        readonly id: string;
      };
    };
    readonly requestBody: {
      readonly content: {
        readonly 'application/json': components['schemas']['RuleChange'];
      };
    };
    readonly responses: {
      /** @description The rule as it is now. */
      readonly 200: {
        content: {
          readonly 'application/json': {
            readonly data: components['schemas']['Rule'];
          };
        };
      };
    };
  };
  readonly previewDraftRule: {
    readonly parameters: {};
    readonly requestBody: {
      readonly content: {
        readonly 'application/json': components['schemas']['NewDraftPreview'];
      };
    };
    readonly responses: {
      /** @description The preview. */
      readonly 200: {
        content: {
          readonly 'application/json': {
            readonly data: components['schemas']['RulePreview'];
          };
        };
      };
    };
  };
  readonly previewRule: {
    readonly parameters: {
      readonly path: {
        /** @description The id of the record: the `id` of a row of `GET /api/v1/rules`. */
        readonly id: string;
      };
    };
    readonly requestBody?: {
      readonly content: {
        readonly 'application/json': components['schemas']['NewRulePreview'];
      };
    };
    readonly responses: {
      /** @description The preview. */
      readonly 200: {
        content: {
          readonly 'application/json': {
            readonly data: components['schemas']['RulePreview'];
          };
        };
      };
    };
  };
  readonly listRuleSuggestions: {
    readonly parameters: {};

    readonly responses: {
      /** @description The suggestions. */
      readonly 200: {
        content: {
          readonly 'application/json': {
            /** @description The requested record or records. */
            readonly data: readonly components['schemas']['RuleSuggestion'][];
          };
        };
      };
    };
  };
  readonly acceptRuleSuggestion: {
    readonly parameters: {
      readonly path: {
        /** @description The id of the record: the `id` of a row of `GET /api/v1/rule_suggestions`. */
        readonly id: string;
      };
    };

    readonly responses: {
      /** @description The new rule. */
      readonly 201: {
        content: {
          readonly 'application/json': {
            readonly data: components['schemas']['Rule'];
          };
        };
      };
    };
  };
  readonly dismissRuleSuggestion: {
    readonly parameters: {
      readonly path: {
        /** @description The id of the record: the `id` of a row of `GET /api/v1/rule_suggestions`. */
        readonly id: string;
      };
    };

    readonly responses: {
      /** @description The suggestion is dismissed. */
      readonly 204: {};
    };
  };
  readonly listRuleRuns: {
    readonly parameters: {
      readonly query?: {
        /** @description Only the runs of this rule. */
        readonly rule_id?: string;
        /** @description Page number from 1. Anything else means page 1; past the end means the last page. Ignored with `after`. */
        readonly page?: number;
        /** @description Rows per page, at most 100; anything that is not a number from 1 means 25. */
        readonly per_page?: number;
        /** @description The `next_cursor` of a page of this list, read with the same filters and the same sort: the page that follows it. */
        readonly after?: string;
      };
    };

    readonly responses: {
      /** @description A page of runs. */
      readonly 200: {
        content: {
          readonly 'application/json': {
            /** @description The requested record or records. */
            readonly data: readonly components['schemas']['RuleRun'][];
            readonly meta: components['schemas']['PageMeta'];
          };
        };
      };
    };
  };
  readonly createRuleRun: {
    readonly parameters: {};
    readonly requestBody?: {
      readonly content: {
        readonly 'application/json': components['schemas']['NewRuleRun'];
      };
    };
    readonly responses: {
      /** @description The run, queued. */
      readonly 202: {
        content: {
          readonly 'application/json': {
            readonly data: components['schemas']['RuleRun'];
          };
        };
      };
    };
  };
  readonly showRuleRun: {
    readonly parameters: {
      readonly path: {
        /** @description The id of the record: the `id` of a row of `GET /api/v1/rule_runs`. */
        readonly id: string;
      };
    };

    readonly responses: {
      /** @description The run. */
      readonly 200: {
        content: {
          readonly 'application/json': {
            readonly data: components['schemas']['RuleRun'];
          };
        };
      };
    };
  };
  readonly runRule: {
    readonly parameters: {
      readonly path: {
        /** @description The id of the record: the `id` of a row of `GET /api/v1/rules`. */
        readonly id: string;
      };
    };
    readonly requestBody?: {
      readonly content: {
        readonly 'application/json': components['schemas']['NewRuleRun'];
      };
    };
    readonly responses: {
      /** @description The run, queued. */
      readonly 202: {
        content: {
          readonly 'application/json': {
            readonly data: components['schemas']['RuleRun'];
          };
        };
      };
    };
  };
  readonly listTransactionSuggestions: {
    readonly parameters: {
      readonly query?: {
        /** @description Only those of this account. */
        readonly account_id?: string;
        /** @description Page number from 1. Anything else means page 1; past the end means the last page. Ignored with `after`. */
        readonly page?: number;
        /** @description Rows per page, at most 100; anything that is not a number from 1 means 25. */
        readonly per_page?: number;
        /** @description The `next_cursor` of a page of this list, read with the same filters and the same sort: the page that follows it. */
        readonly after?: string;
      };
    };

    readonly responses: {
      /** @description A page of suggestions. */
      readonly 200: {
        content: {
          readonly 'application/json': {
            /** @description The requested record or records. */
            readonly data: readonly components['schemas']['TransactionSuggestion'][];
            readonly meta: components['schemas']['PageMeta'];
          };
        };
      };
    };
  };
  readonly acceptTransactionSuggestion: {
    readonly parameters: {
      readonly path: {
        /** @description The id of the record: the `id` of a row of `GET /api/v1/transaction_suggestions`. */
        readonly id: string;
      };
    };
    readonly requestBody: {
      readonly content: {
        readonly 'application/json': components['schemas']['TransactionSuggestionChoice'];
      };
    };
    readonly responses: {
      /** @description The one transaction. */
      readonly 200: {
        content: {
          readonly 'application/json': {
            readonly data: components['schemas']['Transaction'];
          };
        };
      };
    };
  };
  readonly deleteTransactionSuggestion: {
    readonly parameters: {
      readonly path: {
        /** @description The id of the record: the `id` of a row of `GET /api/v1/transaction_suggestions`. */
        readonly id: string;
      };
    };

    readonly responses: {
      /** @description The suggestion is dismissed. */
      readonly 204: {};
    };
  };
  readonly listTransferSuggestions: {
    readonly parameters: {
      readonly query?: {
        /** @description Only those from or to this account. */
        readonly account_id?: string;
        /** @description Page number from 1. Anything else means page 1; past the end means the last page. Ignored with `after`. */
        readonly page?: number;
        /** @description Rows per page, at most 100; anything that is not a number from 1 means 25. */
        readonly per_page?: number;
        /** @description The `next_cursor` of a page of this list, read with the same filters and the same sort: the page that follows it. */
        readonly after?: string;
      };
    };

    readonly responses: {
      /** @description A page of suggestions. */
      readonly 200: {
        content: {
          readonly 'application/json': {
            /** @description The requested record or records. */
            readonly data: readonly components['schemas']['TransferSuggestion'][];
            readonly meta: components['schemas']['PageMeta'];
          };
        };
      };
    };
  };
  readonly refreshTransferSuggestions: {
    readonly parameters: {};

    readonly responses: {
      /** @description The run, queued. */
      readonly 202: {
        content: {
          readonly 'application/json': {
            readonly data: components['schemas']['RuleRun'];
          };
        };
      };
    };
  };
  readonly acceptTransferSuggestion: {
    readonly parameters: {
      readonly path: {
        /** @description The id of the record: the `id` of a row of `GET /api/v1/transfer_suggestions`. */
        readonly id: string;
      };
    };

    readonly responses: {
      /** @description The id of the transfer, which both transactions show as `transfer_id`. */
      readonly 200: {
        content: {
          readonly 'application/json': {
            /** @description The requested record or records. */
            readonly data: {
              /**
               * Format: uuid
               * @description The transfer that links the two.
               */
              readonly transfer_id: string;
            };
          };
        };
      };
    };
  };
  readonly dismissTransferSuggestion: {
    readonly parameters: {
      readonly path: {
        /** @description The id of the record: the `id` of a row of `GET /api/v1/transfer_suggestions`. */
        readonly id: string;
      };
    };

    readonly responses: {
      /** @description The suggestion is dismissed. */
      readonly 204: {};
    };
  };
  readonly deleteTransfer: {
    readonly parameters: {
      readonly path: {
        /** @description The id of the record: the `transfer_id` of a row of `GET /api/v1/transactions`. */
        readonly id: string;
      };
    };

    readonly responses: {
      /** @description The transfer is dissolved. */
      readonly 204: {};
    };
  };
  readonly listCategories: {
    readonly parameters: {
      readonly query?: {
        /** @description Page number from 1. Anything else means page 1; past the end means the last page. Ignored with `after`. */
        readonly page?: number;
        /** @description Rows per page, at most 100; anything that is not a number from 1 means 25. */
        readonly per_page?: number;
        /** @description The `next_cursor` of a page of this list, read with the same filters and the same sort: the page that follows it. */
        readonly after?: string;
      };
    };

    readonly responses: {
      /** @description A page of categories. */
      readonly 200: {
        content: {
          readonly 'application/json': {
            /** @description The requested record or records. */
            readonly data: readonly components['schemas']['Category'][];
            readonly meta: components['schemas']['PageMeta'];
          };
        };
      };
    };
  };
  readonly createCategory: {
    readonly parameters: {};
    readonly requestBody: {
      readonly content: {
        readonly 'application/json': components['schemas']['NewCategory'];
      };
    };
    readonly responses: {
      /** @description The new category. */
      readonly 201: {
        content: {
          readonly 'application/json': {
            readonly data: components['schemas']['Category'];
          };
        };
      };
    };
  };
  readonly showCategory: {
    readonly parameters: {
      readonly path: {
        /** @description The id of the record: the `id` of a row of `GET /api/v1/categories`. */
        readonly id: string;
      };
    };

    readonly responses: {
      /** @description The category. */
      readonly 200: {
        content: {
          readonly 'application/json': {
            readonly data: components['schemas']['Category'];
          };
        };
      };
    };
  };
  readonly deleteCategory: {
    readonly parameters: {
      readonly query?: {
        /** @description What refers to the record refers to this one afterwards. */
        readonly replace_with?: string;
        /** @description What refers to the record refers to none afterwards; rules that name it are paused. Accepts true, false, 1 and 0 in any letter case. */
        readonly clear?: boolean;
      };

      readonly path: {
        /** @description The id of the record: the `id` of a row of `GET /api/v1/categories`. */
        readonly id: string;
      };
    };

    readonly responses: {
      /** @description The category is deleted. */
      readonly 204: {};
    };
  };
  readonly updateCategory: {
    readonly parameters: {
      readonly path: {
        /** @description The id of the record: the `id` of a row of `GET /api/v1/categories`. */
        readonly id: string;
      };
    };
    readonly requestBody: {
      readonly content: {
        readonly 'application/json': components['schemas']['CategoryChange'];
      };
    };
    readonly responses: {
      /** @description The category. */
      readonly 200: {
        content: {
          readonly 'application/json': {
            readonly data: components['schemas']['Category'];
          };
        };
      };
    };
  };
  readonly mergeCategory: {
    readonly parameters: {
      readonly path: {
        /** @description The id of the record: the `id` of a row of `GET /api/v1/categories`. */
        readonly id: string;
      };
    };
    readonly requestBody: {
      readonly content: {
        readonly 'application/json': components['schemas']['NewMerge'];
      };
    };
    readonly responses: {
      /** @description The remaining category, and what was moved. */
      readonly 200: {
        content: {
          readonly 'application/json': {
            readonly data: components['schemas']['CategoryMerge'];
          };
        };
      };
    };
  };
  readonly createDefaultCategories: {
    readonly parameters: {};

    readonly responses: {
      /** @description The household’s categories of these names, parents first. */
      readonly 200: {
        content: {
          readonly 'application/json': {
            /** @description The requested record or records. */
            readonly data: readonly components['schemas']['Category'][];
          };
        };
      };
    };
  };
  readonly listTags: {
    readonly parameters: {
      readonly query?: {
        /** @description Page number from 1. Anything else means page 1; past the end means the last page. Ignored with `after`. */
        readonly page?: number;
        /** @description Rows per page, at most 100; anything that is not a number from 1 means 25. */
        readonly per_page?: number;
        /** @description The `next_cursor` of a page of this list, read with the same filters and the same sort: the page that follows it. */
        readonly after?: string;
      };
    };

    readonly responses: {
      /** @description A page of tags. */
      readonly 200: {
        content: {
          readonly 'application/json': {
            /** @description The requested record or records. */
            readonly data: readonly components['schemas']['Tag'][];
            readonly meta: components['schemas']['PageMeta'];
          };
        };
      };
    };
  };
  readonly createTag: {
    readonly parameters: {};
    readonly requestBody: {
      readonly content: {
        readonly 'application/json': components['schemas']['NewTag'];
      };
    };
    readonly responses: {
      /** @description The new tag. */
      readonly 201: {
        content: {
          readonly 'application/json': {
            readonly data: components['schemas']['Tag'];
          };
        };
      };
    };
  };
  readonly showTag: {
    readonly parameters: {
      readonly path: {
        /** @description The id of the record: the `id` of a row of `GET /api/v1/tags`. */
        readonly id: string;
      };
    };

    readonly responses: {
      /** @description The tag. */
      readonly 200: {
        content: {
          readonly 'application/json': {
            readonly data: components['schemas']['Tag'];
          };
        };
      };
    };
  };
  readonly deleteTag: {
    readonly parameters: {
      readonly query?: {
        /** @description What refers to the record refers to this one afterwards. */
        readonly replace_with?: string;
        /** @description What refers to the record refers to none afterwards; rules that name it are paused. Accepts true, false, 1 and 0 in any letter case. */
        readonly clear?: boolean;
      };

      readonly path: {
        /** @description The id of the record: the `id` of a row of `GET /api/v1/tags`. */
        readonly id: string;
      };
    };

    readonly responses: {
      /** @description The tag is deleted. */
      readonly 204: {};
    };
  };
  readonly updateTag: {
    readonly parameters: {
      readonly path: {
        /** @description The id of the record: the `id` of a row of `GET /api/v1/tags`. */
        readonly id: string;
      };
    };
    readonly requestBody: {
      readonly content: {
        readonly 'application/json': components['schemas']['TagChange'];
      };
    };
    readonly responses: {
      /** @description The tag. */
      readonly 200: {
        content: {
          readonly 'application/json': {
            readonly data: components['schemas']['Tag'];
          };
        };
      };
    };
  };
  readonly mergeTag: {
    readonly parameters: {
      readonly path: {
        /** @description The id of the record: the `id` of a row of `GET /api/v1/tags`. */
        readonly id: string;
      };
    };
    readonly requestBody: {
      readonly content: {
        readonly 'application/json': components['schemas']['NewMerge'];
      };
    };
    readonly responses: {
      /** @description The remaining tag, and what was moved. */
      readonly 200: {
        content: {
          readonly 'application/json': {
            readonly data: components['schemas']['TagMerge'];
          };
        };
      };
    };
  };
  readonly listMerchants: {
    readonly parameters: {
      readonly query?: {
        /** @description Page number from 1. Anything else means page 1; past the end means the last page. Ignored with `after`. */
        readonly page?: number;
        /** @description Rows per page, at most 100; anything that is not a number from 1 means 25. */
        readonly per_page?: number;
        /** @description The `next_cursor` of a page of this list, read with the same filters and the same sort: the page that follows it. */
        readonly after?: string;
      };
    };

    readonly responses: {
      /** @description A page of merchants. */
      readonly 200: {
        content: {
          readonly 'application/json': {
            /** @description The requested record or records. */
            readonly data: readonly components['schemas']['Merchant'][];
            readonly meta: components['schemas']['PageMeta'];
          };
        };
      };
    };
  };
  readonly createMerchant: {
    readonly parameters: {};
    readonly requestBody: {
      readonly content: {
        readonly 'application/json': components['schemas']['NewMerchant'];
      };
    };
    readonly responses: {
      /** @description The new merchant. */
      readonly 201: {
        content: {
          readonly 'application/json': {
            readonly data: components['schemas']['Merchant'];
          };
        };
      };
    };
  };
  readonly showMerchant: {
    readonly parameters: {
      readonly path: {
        /** @description The id of the record: the `id` of a row of `GET /api/v1/merchants`. */
        readonly id: string;
      };
    };

    readonly responses: {
      /** @description The merchant. */
      readonly 200: {
        content: {
          readonly 'application/json': {
            readonly data: components['schemas']['Merchant'];
          };
        };
      };
    };
  };
  readonly deleteMerchant: {
    readonly parameters: {
      readonly query?: {
        /** @description What refers to the record refers to this one afterwards. */
        readonly replace_with?: string;
        /** @description What refers to the record refers to none afterwards; rules that name it are paused. Accepts true, false, 1 and 0 in any letter case. */
        readonly clear?: boolean;
      };

      readonly path: {
        /** @description The id of the record: the `id` of a row of `GET /api/v1/merchants`. */
        readonly id: string;
      };
    };

    readonly responses: {
      /** @description The merchant is deleted. */
      readonly 204: {};
    };
  };
  readonly updateMerchant: {
    readonly parameters: {
      readonly path: {
        /** @description The id of the record: the `id` of a row of `GET /api/v1/merchants`. */
        readonly id: string;
      };
    };
    readonly requestBody: {
      readonly content: {
        readonly 'application/json': components['schemas']['MerchantChange'];
      };
    };
    readonly responses: {
      /** @description The merchant. */
      readonly 200: {
        content: {
          readonly 'application/json': {
            readonly data: components['schemas']['Merchant'];
          };
        };
      };
    };
  };
  readonly mergeMerchant: {
    readonly parameters: {
      readonly path: {
        /** @description The id of the record: the `id` of a row of `GET /api/v1/merchants`. */
        readonly id: string;
      };
    };
    readonly requestBody: {
      readonly content: {
        readonly 'application/json': components['schemas']['NewMerge'];
      };
    };
    readonly responses: {
      /** @description The remaining merchant, and what was moved. */
      readonly 200: {
        content: {
          readonly 'application/json': {
            readonly data: components['schemas']['MerchantMerge'];
          };
        };
      };
    };
  };
  readonly listChanges: {
    readonly parameters: {
      readonly query?: {
        /** @description The `next_cursor` of the page before. */
        readonly cursor?: string;
        /** @description Records per page; 100 by default. */
        readonly limit?: number;
        /** @description Only records of these kinds, separated by commas; a platform always sees that one of its households is gone. Default: all. Name no further kinds before `has_more` is false for the first time (422). */
        readonly types?: string;
        /** @description Seconds to wait while nothing changes; 0 by default. */
        readonly wait?: number;
      };
    };

    readonly responses: {
      /** @description A page of the feed. */
      readonly 200: {
        content: {
          readonly 'application/json': {
            /** @description The requested record or records. */
            readonly data: readonly components['schemas']['FeedItem'][];
            /** @description The `cursor` of the next page. Store it together with `data`. */
            readonly next_cursor: string;
            /** @description Whether more is available already. */
            readonly has_more: boolean;
          };
        };
      };
    };
  };
  readonly listRecordChanges: {
    readonly parameters: {
      readonly query?: {
        /** @description Only changes of such records. */
        readonly record_type?:
          | 'account'
          | 'category'
          | 'tag'
          | 'merchant'
          | 'rule'
          | 'household'
          | 'import_profile'
          | 'provider_connection'
          | 'api_key'
          | 'webhook_endpoint';
        /** @description Only changes of this record, which may be gone. */
        readonly record_id?: string;
        /** @description Page number from 1. Anything else means page 1; past the end means the last page. Ignored with `after`. */
        readonly page?: number;
        /** @description Rows per page, at most 100; anything that is not a number from 1 means 25. */
        readonly per_page?: number;
        /** @description The `next_cursor` of a page of this list, read with the same filters and the same sort: the page that follows it. */
        readonly after?: string;
      };
    };

    readonly responses: {
      /** @description A page of changes. */
      readonly 200: {
        content: {
          readonly 'application/json': {
            /** @description The requested record or records. */
            readonly data: readonly components['schemas']['RecordChange'][];
            readonly meta: components['schemas']['PageMeta'];
          };
        };
      };
    };
  };
  readonly listBudgets: {
    readonly parameters: {
      readonly query?: {
        /** @description Page number from 1. Anything else means page 1; past the end means the last page. Ignored with `after`. */
        readonly page?: number;
        /** @description Rows per page, at most 100; anything that is not a number from 1 means 25. */
        readonly per_page?: number;
        /** @description The `next_cursor` of a page of this list, read with the same filters and the same sort: the page that follows it. */
        readonly after?: string;
      };
    };

    readonly responses: {
      /** @description A page of budgets. */
      readonly 200: {
        content: {
          readonly 'application/json': {
            /** @description The requested record or records. */
            readonly data: readonly components['schemas']['Budget'][];
            readonly meta: components['schemas']['PageMeta'];
          };
        };
      };
    };
  };
  readonly listTrades: {
    readonly parameters: {
      readonly query?: {
        /** @description Only records of this account. */
        readonly account_id?: string;
        /** @description Only records of this day and later ones. */
        readonly start_date?: string;
        /** @description Only records of this day and earlier ones. */
        readonly end_date?: string;
        /** @description Page number from 1. Anything else means page 1; past the end means the last page. Ignored with `after`. */
        readonly page?: number;
        /** @description Rows per page, at most 100; anything that is not a number from 1 means 25. */
        readonly per_page?: number;
        /** @description The `next_cursor` of a page of this list, read with the same filters and the same sort: the page that follows it. */
        readonly after?: string;
      };
    };

    readonly responses: {
      /** @description A page of trades. */
      readonly 200: {
        content: {
          readonly 'application/json': {
            /** @description The requested record or records. */
            readonly data: readonly components['schemas']['Trade'][];
            readonly meta: components['schemas']['PageMeta'];
          };
        };
      };
    };
  };
  readonly listValuations: {
    readonly parameters: {
      readonly query?: {
        /** @description Only records of this account. */
        readonly account_id?: string;
        /** @description Only records of this day and later ones. */
        readonly start_date?: string;
        /** @description Only records of this day and earlier ones. */
        readonly end_date?: string;
        /** @description Page number from 1. Anything else means page 1; past the end means the last page. Ignored with `after`. */
        readonly page?: number;
        /** @description Rows per page, at most 100; anything that is not a number from 1 means 25. */
        readonly per_page?: number;
        /** @description The `next_cursor` of a page of this list, read with the same filters and the same sort: the page that follows it. */
        readonly after?: string;
      };
    };

    readonly responses: {
      /** @description A page of valuations. */
      readonly 200: {
        content: {
          readonly 'application/json': {
            /** @description The requested record or records. */
            readonly data: readonly components['schemas']['Valuation'][];
            readonly meta: components['schemas']['PageMeta'];
          };
        };
      };
    };
  };
  readonly showExport: {
    readonly parameters: {};

    readonly responses: {
      /** @description The export. */
      readonly 200: {
        content: {
          readonly 'application/x-ndjson': string;
        };
      };
    };
  };
  readonly listWebhookEndpoints: {
    readonly parameters: {
      readonly query?: {
        /** @description Page number from 1. Anything else means page 1; past the end means the last page. Ignored with `after`. */
        readonly page?: number;
        /** @description Rows per page, at most 100; anything that is not a number from 1 means 25. */
        readonly per_page?: number;
        /** @description The `next_cursor` of a page of this list, read with the same filters and the same sort: the page that follows it. */
        readonly after?: string;
      };
    };

    readonly responses: {
      /** @description A page of endpoints. */
      readonly 200: {
        content: {
          readonly 'application/json': {
            /** @description The requested record or records. */
            readonly data: readonly components['schemas']['WebhookEndpoint'][];
            readonly meta: components['schemas']['PageMeta'];
          };
        };
      };
    };
  };
  readonly createWebhookEndpoint: {
    readonly parameters: {};
    readonly requestBody: {
      readonly content: {
        readonly 'application/json': components['schemas']['NewWebhookEndpoint'];
      };
    };
    readonly responses: {
      /** @description The endpoint. */
      readonly 201: {
        content: {
          readonly 'application/json': {
            readonly data: components['schemas']['WebhookEndpointWithSecret'];
          };
        };
      };
    };
  };
  readonly showWebhookEndpoint: {
    readonly parameters: {
      readonly path: {
        /** @description The id of the record: the `id` of a row of `GET /api/v1/webhook_endpoints`. */
        readonly id: string;
      };
    };

    readonly responses: {
      /** @description The endpoint. */
      readonly 200: {
        content: {
          readonly 'application/json': {
            readonly data: components['schemas']['WebhookEndpoint'];
          };
        };
      };
    };
  };
  readonly deleteWebhookEndpoint: {
    readonly parameters: {
      readonly path: {
        /** @description The id of the record: the `id` of a row of `GET /api/v1/webhook_endpoints`. */
        readonly id: string;
      };
    };

    readonly responses: {
      /** @description The endpoint is gone. */
      readonly 204: {};
    };
  };
  readonly updateWebhookEndpoint: {
    readonly parameters: {
      readonly path: {
        /** @description The id of the record: the `id` of a row of `GET /api/v1/webhook_endpoints`. */
        readonly id: string;
      };
    };
    readonly requestBody: {
      readonly content: {
        readonly 'application/json': components['schemas']['WebhookEndpointChange'];
      };
    };
    readonly responses: {
      /** @description The endpoint. */
      readonly 200: {
        content: {
          readonly 'application/json': {
            readonly data: components['schemas']['WebhookEndpoint'];
          };
        };
      };
    };
  };
  readonly rotateWebhookSecret: {
    readonly parameters: {
      readonly path: {
        /** @description The id of the record: the `id` of a row of `GET /api/v1/webhook_endpoints`. */
        readonly id: string;
      };
    };

    readonly responses: {
      /** @description The endpoint. */
      readonly 200: {
        content: {
          readonly 'application/json': {
            readonly data: components['schemas']['WebhookEndpointWithSecret'];
          };
        };
      };
    };
  };
  readonly testWebhookEndpoint: {
    readonly parameters: {
      readonly path: {
        /** @description The id of the record: the `id` of a row of `GET /api/v1/webhook_endpoints`. */
        readonly id: string;
      };
    };

    readonly responses: {
      /** @description The delivery. */
      readonly 202: {
        content: {
          readonly 'application/json': {
            readonly data: components['schemas']['WebhookDelivery'];
          };
        };
      };
    };
  };
  readonly listWebhookDeliveries: {
    readonly parameters: {
      readonly query?: {
        /** @description Only what went to this endpoint. */
        readonly webhook_endpoint_id?: string;
        /** @description Only deliveries of this status. */
        readonly status?: 'pending' | 'delivered' | 'failed';
        /** @description Page number from 1. Anything else means page 1; past the end means the last page. Ignored with `after`. */
        readonly page?: number;
        /** @description Rows per page, at most 100; anything that is not a number from 1 means 25. */
        readonly per_page?: number;
        /** @description The `next_cursor` of a page of this list, read with the same filters and the same sort: the page that follows it. */
        readonly after?: string;
      };
    };

    readonly responses: {
      /** @description A page of deliveries. */
      readonly 200: {
        content: {
          readonly 'application/json': {
            /** @description The requested record or records. */
            readonly data: readonly components['schemas']['WebhookDelivery'][];
            readonly meta: components['schemas']['PageMeta'];
          };
        };
      };
    };
  };
  readonly replayWebhookDeliveries: {
    readonly parameters: {
      readonly path: {
        /** @description The id of the record: the `id` of a row of `GET /api/v1/webhook_endpoints`. */
        readonly id: string;
      };
    };
    readonly requestBody: {
      readonly content: {
        readonly 'application/json': components['schemas']['WebhookReplay'];
      };
    };
    readonly responses: {
      /** @description How many are sent again. */
      readonly 202: {
        content: {
          readonly 'application/json': {
            readonly data: components['schemas']['WebhookReplayed'];
          };
        };
      };
    };
  };
  readonly showWebhookDelivery: {
    readonly parameters: {
      readonly path: {
        /** @description The id of the record: the `id` of a row of `GET /api/v1/webhook_deliveries`. */
        readonly id: string;
      };
    };

    readonly responses: {
      /** @description The delivery. */
      readonly 200: {
        content: {
          readonly 'application/json': {
            readonly data: components['schemas']['WebhookDelivery'];
          };
        };
      };
    };
  };
  readonly replayWebhookDelivery: {
    readonly parameters: {
      readonly path: {
        /** @description The id of the record: the `id` of a row of `GET /api/v1/webhook_deliveries`. */
        readonly id: string;
      };
    };

    readonly responses: {
      /** @description The delivery. */
      readonly 202: {
        content: {
          readonly 'application/json': {
            readonly data: components['schemas']['WebhookDelivery'];
          };
        };
      };
    };
  };
  readonly listHouseholds: {
    readonly parameters: {
      readonly query?: {
        /** @description Page number from 1. Anything else means page 1; past the end means the last page. Ignored with `after`. */
        readonly page?: number;
        /** @description Rows per page, at most 100; anything that is not a number from 1 means 25. */
        readonly per_page?: number;
        /** @description The `next_cursor` of a page of this list, read with the same filters and the same sort: the page that follows it. */
        readonly after?: string;
      };
    };

    readonly responses: {
      /** @description A page of households. */
      readonly 200: {
        content: {
          readonly 'application/json': {
            /** @description The requested record or records. */
            readonly data: readonly components['schemas']['Household'][];
            readonly meta: components['schemas']['PageMeta'];
          };
        };
      };
    };
  };
  readonly createHousehold: {
    readonly parameters: {};
    readonly requestBody: {
      readonly content: {
        readonly 'application/json': components['schemas']['NewHousehold'];
      };
    };
    readonly responses: {
      /** @description The new household. */
      readonly 201: {
        content: {
          readonly 'application/json': {
            readonly data: components['schemas']['Household'];
          };
        };
      };
    };
  };
  readonly showPlatformHousehold: {
    readonly parameters: {
      readonly path: {
        /** @description The id of the record: the `id` of a row of `GET /api/v1/households`. */
        readonly id: string;
      };
    };

    readonly responses: {
      /** @description The household. */
      readonly 200: {
        content: {
          readonly 'application/json': {
            readonly data: components['schemas']['Household'];
          };
        };
      };
    };
  };
  readonly deleteHousehold: {
    readonly parameters: {
      readonly path: {
        /** @description The id of the record: the `id` of a row of `GET /api/v1/households`. */
        readonly id: string;
      };
    };

    readonly responses: {
      /** @description The run. */
      readonly 202: {
        content: {
          readonly 'application/json': {
            readonly data: components['schemas']['HouseholdDeletion'];
          };
        };
      };
    };
  };
  readonly updatePlatformHousehold: {
    readonly parameters: {
      readonly path: {
        /** @description The id of the record: the `id` of a row of `GET /api/v1/households`. */
        readonly id: string;
      };
    };
    readonly requestBody: {
      readonly content: {
        readonly 'application/json': components['schemas']['HouseholdChange'];
      };
    };
    readonly responses: {
      /** @description The household. */
      readonly 200: {
        content: {
          readonly 'application/json': {
            readonly data: components['schemas']['Household'];
          };
        };
      };
    };
  };
  readonly listHouseholdKeys: {
    readonly parameters: {
      readonly query?: {
        /** @description Page number from 1. Anything else means page 1; past the end means the last page. Ignored with `after`. */
        readonly page?: number;
        /** @description Rows per page, at most 100; anything that is not a number from 1 means 25. */
        readonly per_page?: number;
        /** @description The `next_cursor` of a page of this list, read with the same filters and the same sort: the page that follows it. */
        readonly after?: string;
      };

      readonly path: {
        /** @description The id of the record: the `id` of a row of `GET /api/v1/households`. */
        readonly id: string;
      };
    };

    readonly responses: {
      /** @description A page of keys. */
      readonly 200: {
        content: {
          readonly 'application/json': {
            /** @description The requested record or records. */
            readonly data: readonly components['schemas']['ApiKey'][];
            readonly meta: components['schemas']['PageMeta'];
          };
        };
      };
    };
  };
  readonly createHouseholdKey: {
    readonly parameters: {
      readonly path: {
        /** @description The id of the record: the `id` of a row of `GET /api/v1/households`. */
        readonly id: string;
      };
    };
    readonly requestBody: {
      readonly content: {
        readonly 'application/json': components['schemas']['NewApiKey'];
      };
    };
    readonly responses: {
      /** @description The new key. */
      readonly 201: {
        content: {
          readonly 'application/json': {
            readonly data: components['schemas']['CreatedApiKey'];
          };
        };
      };
    };
  };
  readonly rotateHouseholdKey: {
    readonly parameters: {
      readonly path: {
        /** @description The id of the record: the `id` of a row of `GET /api/v1/households`. */
        readonly id: string;
        /** @description The id of a key of the household. */
        readonly key_id: string;
      };
    };
    readonly requestBody?: {
      readonly content: {
        readonly 'application/json': components['schemas']['KeyRotation'];
      };
    };
    readonly responses: {
      /** @description The new key. */
      readonly 201: {
        content: {
          readonly 'application/json': {
            readonly data: components['schemas']['CreatedApiKey'];
          };
        };
      };
    };
  };
  readonly revokeHouseholdKey: {
    readonly parameters: {
      readonly path: {
        /** @description The id of the record: the `id` of a row of `GET /api/v1/households`. */
        readonly id: string;
        /** @description The id of a key of the household. */
        readonly key_id: string;
      };
    };

    readonly responses: {
      /** @description The key is revoked. */
      readonly 204: {};
    };
  };
  readonly listHouseholdDeletions: {
    readonly parameters: {
      readonly query?: {
        /** @description Page number from 1. Anything else means page 1; past the end means the last page. Ignored with `after`. */
        readonly page?: number;
        /** @description Rows per page, at most 100; anything that is not a number from 1 means 25. */
        readonly per_page?: number;
        /** @description The `next_cursor` of a page of this list, read with the same filters and the same sort: the page that follows it. */
        readonly after?: string;
      };
    };

    readonly responses: {
      /** @description A page of deletions. */
      readonly 200: {
        content: {
          readonly 'application/json': {
            /** @description The requested record or records. */
            readonly data: readonly components['schemas']['HouseholdDeletion'][];
            readonly meta: components['schemas']['PageMeta'];
          };
        };
      };
    };
  };
  readonly showHouseholdDeletion: {
    readonly parameters: {
      readonly path: {
        /** @description The id of the record: the `id` of a row of `GET /api/v1/household_deletions`. */
        readonly id: string;
      };
    };

    readonly responses: {
      /** @description The deletion. */
      readonly 200: {
        content: {
          readonly 'application/json': {
            readonly data: components['schemas']['HouseholdDeletion'];
          };
        };
      };
    };
  };
}

/** Each error code with its status. */
export interface ErrorStatuses {
  unauthorized: 401;
  insufficient_scope: 403;
  record_not_found: 404;
  not_found: 404;
  method_not_allowed: 405;
  bad_request: 400;
  request_timeout: 408;
  conflict: 409;
  already_connected: 409;
  idempotency_key_in_use: 409;
  import_session_conflict: 409;
  cursor_expired: 410;
  precondition_failed: 412;
  payload_too_large: 413;
  unsupported_media_type: 415;
  validation_failed: 422;
  idempotency_key_reused: 422;
  missing_content: 422;
  invalid_import_type: 422;
  invalid_file_type: 422;
  file_too_large: 422;
  content_too_large: 422;
  invalid_csv: 422;
  invalid_ndjson: 422;
  content_too_complex: 422;
  max_row_count_exceeded: 422;
  provider_credential_rejected: 422;
  headers_too_large: 431;
  rate_limit_exceeded: 429;
  sync_cooldown: 429;
  internal_server_error: 500;
  provider_unavailable: 503;
  service_unavailable: 503;
  preflight_timeout: 503;
  import_enqueue_failed: 503;
}
