/** Generated from the route table by `npm run generate`; never edited. */
export type paths = Record<string, never>;
export type webhooks = Record<string, never>;
export interface components {
  schemas: {
    Account: {
      /** Format: uuid */
      id: string;
      name: string;
      /** @enum {string} */
      type:
        | 'Depository'
        | 'Investment'
        | 'Crypto'
        | 'Property'
        | 'Vehicle'
        | 'OtherAsset'
        | 'CreditCard'
        | 'Loan'
        | 'OtherLiability';
      subtype: string | null;
      /**
       * @description Null while the provider has not told it.
       * @example EUR
       */
      currency: string | null;
      /** @example -12.50 */
      balance: string | null;
      /**
       * Format: date-time
       * @description When the balance was true.
       * @example 2026-03-01T10:59:50Z
       */
      balance_at: string | null;
      /** @enum {string} */
      status: 'active' | 'draft' | 'disabled';
      institution_name: string | null;
      provider: {
        /**
         * Format: uuid
         * @description Null after its connection was deleted.
         */
        connection_id: string | null;
        provider_account_id: string;
        aggregator: string | null;
        /** @enum {string} */
        state: 'active' | 'missing' | 'disconnected' | 'error';
        /** @description Left out of syncs. */
        ignored: boolean;
        /**
         * Format: date
         * @description Day of the last complete read.
         * @example 2026-03-01
         */
        read_through: string | null;
        /**
         * Format: date-time
         * @description When its transactions were last read whole.
         * @example 2026-03-01T10:59:50Z
         */
        last_synced_at: string | null;
        /** @description The first error of the last run that came to it; null after one without errors. */
        last_error: components['schemas']['SyncNote'] | null;
        /**
         * Format: date-time
         * @description The provider limits this account on its own: runs leave it alone until then.
         * @example 2026-03-01T10:59:50Z
         */
        limited_until: string | null;
        /** @enum {string} */
        holdings: 'unknown' | 'available' | 'not_supported';
      } | null;
      /**
       * Format: date-time
       * @example 2026-03-01T10:59:50Z
       */
      created_at: string;
      /**
       * Format: date-time
       * @example 2026-03-01T10:59:50Z
       */
      updated_at: string;
    };
    /** @description Absent fields stay as they are. */
    AccountChange: {
      name?: string;
      /** @enum {string} */
      type?:
        | 'Depository'
        | 'Investment'
        | 'Crypto'
        | 'Property'
        | 'Vehicle'
        | 'OtherAsset'
        | 'CreditCard'
        | 'Loan'
        | 'OtherLiability';
      subtype?: string | null;
      /** @description True leaves the account out of syncs. False takes it in again and reads its history anew. */
      ignored?: boolean;
    };
    AccountMerge: {
      account: components['schemas']['Account'];
      transactions: {
        /** @description Records that only the account that ended had. */
        moved: number;
        /** @description Records that both had; there is one of each now. */
        joined: number;
      };
      trades: {
        /** @description Records that only the account that ended had. */
        moved: number;
        /** @description Records that both had; there is one of each now. */
        joined: number;
      };
      holdings: {
        /** @description Records that only the account that ended had. */
        moved: number;
        /** @description Records that both had; there is one of each now. */
        joined: number;
      };
      valuations: {
        /** @description Records that only the account that ended had. */
        moved: number;
        /** @description Records that both had; there is one of each now. */
        joined: number;
      };
      balances: {
        /** @description Records that only the account that ended had. */
        moved: number;
        /** @description Records that both had; there is one of each now. */
        joined: number;
      };
    };
    AccountSuggestion: {
      /** Format: uuid */
      id: string;
      account: components['schemas']['Account'];
      candidate: components['schemas']['Account'];
      /**
       * Format: date-time
       * @example 2026-03-01T10:59:50Z
       */
      created_at: string;
    };
    ApiKey: {
      /** Format: uuid */
      id: string;
      name: string;
      /** @description The last characters of the key, to know it by. */
      last_four: string;
      scope: ('read' | 'read_write') | null;
      /**
       * Format: date-time
       * @example 2026-03-01T10:59:50Z
       */
      expires_at: string | null;
      /**
       * Format: date-time
       * @example 2026-03-01T10:59:50Z
       */
      revoked_at: string | null;
      /**
       * Format: date-time
       * @description Noted at most once a minute.
       * @example 2026-03-01T10:59:50Z
       */
      last_used_at: string | null;
      /**
       * Format: date-time
       * @example 2026-03-01T10:59:50Z
       */
      created_at: string;
    };
    Budget: {
      /** Format: uuid */
      id: string;
      /**
       * Format: date
       * @example 2026-03-01
       */
      start_date: string;
      /**
       * Format: date
       * @example 2026-03-01
       */
      end_date: string;
      /** @example -12.50 */
      budgeted_spending: string | null;
      /** @example -12.50 */
      expected_income: string | null;
      /** @example EUR */
      currency: string;
      categories: {
        /** Format: uuid */
        category_id: string;
        category_name: string;
        /** @example -12.50 */
        budgeted_spending: string;
        /** @example EUR */
        currency: string;
      }[];
      /**
       * Format: date-time
       * @example 2026-03-01T10:59:50Z
       */
      created_at: string;
      /**
       * Format: date-time
       * @example 2026-03-01T10:59:50Z
       */
      updated_at: string;
    };
    Category: {
      /** Format: uuid */
      id: string;
      /** Format: uuid */
      parent_id: string | null;
      name: string;
      color: string;
      /** @enum {string} */
      classification: 'expense' | 'income';
      icon: string;
      /**
       * Format: date-time
       * @example 2026-03-01T10:59:50Z
       */
      created_at: string;
      /**
       * Format: date-time
       * @example 2026-03-01T10:59:50Z
       */
      updated_at: string;
    };
    CreatedApiKey: {
      /** Format: uuid */
      id: string;
      name: string;
      /** @description The last characters of the key, to know it by. */
      last_four: string;
      scope: ('read' | 'read_write') | null;
      /**
       * Format: date-time
       * @example 2026-03-01T10:59:50Z
       */
      expires_at: string | null;
      /**
       * Format: date-time
       * @example 2026-03-01T10:59:50Z
       */
      revoked_at: string | null;
      /**
       * Format: date-time
       * @description Noted at most once a minute.
       * @example 2026-03-01T10:59:50Z
       */
      last_used_at: string | null;
      /**
       * Format: date-time
       * @example 2026-03-01T10:59:50Z
       */
      created_at: string;
      /** @description The key itself. It is shown this once and stored nowhere. */
      api_key: string;
    };
    /** @description The one error body; docs/ERRORS.md lists the codes. */
    ErrorResponse: {
      /** @description A stable code: decide by this, never by the message. */
      error: string;
      /** @description For people; its wording may change. */
      message?: string | null;
      details?:
        | string[]
        | {
            [key: string]: unknown;
          }
        | null;
      /** @description Every validation message, when there are several. */
      errors?: string[] | null;
    };
    ImportChunk: {
      /** Format: uuid */
      id: string;
      sequence: number;
      client_chunk_id: string | null;
      /** @enum {string} */
      status: 'pending' | 'importing' | 'complete' | 'failed';
      rows_count: number;
      summary: components['schemas']['ImportSummary'];
      /** @description Null when nothing is wrong; else a code, a sentence and, for some codes, more fields. */
      error:
        | ({
            code: string;
            message?: string;
          } & {
            [key: string]: unknown;
          })
        | null;
      /**
       * Format: date-time
       * @example 2026-03-01T10:59:50Z
       */
      created_at: string;
      /**
       * Format: date-time
       * @example 2026-03-01T10:59:50Z
       */
      updated_at: string;
    };
    ImportPreflight: {
      /** @enum {string} */
      type:
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
      valid: boolean;
      content: components['schemas']['ImportPreflightContent'];
      stats: components['schemas']['ImportPreflightStats'];
      /** @description CSV: as written, in order. */
      headers?: string[];
      /** @description CSV: what the type needs, as labelled. */
      required_headers?: string[];
      missing_required_headers?: string[];
      /** @description At most 100, then one entry too_many_errors with the totals. */
      errors: components['schemas']['ImportPreflightError'][];
      /** @description At most 20, then one with the totals. */
      warnings: string[];
      /** @description CSV: the first rows as understood; only with sample_rows. Null: blank or unread. */
      sample?: components['schemas']['ImportPreflightRow'][];
      /** @description Statements: what the reading rests on. With a running balance, how many rows follow from the one before. */
      evidence?: {
        sign: {
          /** @enum {string} */
          basis: 'sent' | 'balance' | 'words' | 'distribution' | 'none';
          rows_agree?: number;
          rows_disagree?: number;
        };
        number_format: {
          /** @enum {string} */
          basis: 'sent' | 'balance' | 'words' | 'distribution' | 'none';
          rows_agree?: number;
          rows_disagree?: number;
        };
        date_order: {
          /** @enum {string} */
          basis: 'sent' | 'balance' | 'words' | 'distribution' | 'none';
          rows_agree?: number;
          rows_disagree?: number;
        };
        amount_columns: {
          /** @enum {string} */
          basis: 'sent' | 'balance' | 'words' | 'distribution' | 'none';
          rows_agree?: number;
          rows_disagree?: number;
        };
      };
      /** @description CSV: settings by request field that would read the content better. */
      suggestions?: {
        [key: string]: {
          value: string | number | boolean;
          confidence: number;
        };
      };
    };
    ImportPreflightContent: {
      filename: string;
      content_type: string;
      byte_size: number;
    };
    ImportPreflightError: {
      /** @enum {string} */
      code:
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
      message: string;
      /** @description Physical line of the content. */
      line?: number;
      /** @description Header of the column, or field of the record. */
      column?: string;
      /** @description What stands there, cut short. */
      value?: string;
    };
    ImportPreflightStats: {
      /** @description CSV: rows below the header. NDJSON: lines that are not blank. */
      rows_count: number;
      /** @description CSV: how many of the rows skip_incomplete_rows left out; only when it was sent. */
      skipped_rows_count?: number;
      /** @description NativeImport: well-formed, supported records. */
      valid_rows_count?: number;
      /** @description NativeImport: the other lines. */
      invalid_rows_count?: number;
      /** @description NativeImport: records by entity, all fifteen. */
      entity_counts?: {
        [key: string]: number;
      };
      /** @description NativeImport: records by type as written, unsupported ones too. */
      record_type_counts?: {
        [key: string]: number;
      };
    };
    ImportPreflightRow: {
      /** @description Physical line on which the row starts. */
      line: number;
      /** Format: date */
      date: string | null;
      /** @description Exact decimal; money in is positive. Accounts: the balance. */
      amount: string | null;
      /** @description Null: that of the account. */
      currency: string | null;
      name: string | null;
      /** @description `Group: Category` where the file has groups. */
      category: string | null;
      tags: string[];
      notes: string | null;
      /** @description As the row names it. */
      account: string | null;
      /** @description Trades. */
      ticker?: string | null;
      /** @description Trades. */
      exchange_operating_mic?: string | null;
      /** @description Trades: negative when sold. */
      quantity?: string | null;
      /** @description Trades. */
      price?: string | null;
      /** @description Accounts: as written. */
      account_type?: string | null;
    };
    Holding: {
      /** Format: uuid */
      id: string;
      /** Format: uuid */
      account_id: string;
      security: {
        /** Format: uuid */
        id: string;
        name: string | null;
        ticker: string | null;
        isin: string | null;
        figi: string | null;
        cusip: string | null;
        /** @example EUR */
        currency: string | null;
      };
      /**
       * Format: date
       * @example 2026-03-01
       */
      date: string;
      /**
       * @description Negative for a short position.
       * @example -12.50
       */
      quantity: string;
      /** @example -12.50 */
      price: string | null;
      /** @example -12.50 */
      value: string | null;
      /** @example -12.50 */
      cost_basis: string | null;
      /** @example EUR */
      currency: string;
      source: string;
      /**
       * Format: date-time
       * @example 2026-03-01T10:59:50Z
       */
      created_at: string;
      /**
       * Format: date-time
       * @example 2026-03-01T10:59:50Z
       */
      updated_at: string;
    };
    HoldingsAccount: {
      /** Format: uuid */
      account_id: string;
      /** @enum {string} */
      holdings: 'unknown' | 'available' | 'not_supported';
      /**
       * @description The portfolio value as the provider states it.
       * @example -12.50
       */
      total_value: string | null;
      /** @example EUR */
      currency: string | null;
      /**
       * Format: date-time
       * @example 2026-03-01T10:59:50Z
       */
      checked_at: string | null;
    };
    HoldingsValuation: {
      /** @example EUR */
      currency: string;
      /** @example -12.50 */
      value: string;
    };
    Household: {
      /** Format: uuid */
      id: string;
      name: string;
      /** @example EUR */
      currency: string;
      /**
       * @description IANA name. Decides which day an instant of the bank falls on, and which day today is.
       * @example Europe/Zurich
       */
      time_zone: string;
      /**
       * Format: date-time
       * @example 2026-03-01T10:59:50Z
       */
      created_at: string;
      /**
       * Format: date-time
       * @example 2026-03-01T10:59:50Z
       */
      updated_at: string;
    };
    /** @description Absent fields stay as they are. */
    HouseholdChange: {
      name?: string;
      /**
       * @description IANA name. Decides which day an instant of the bank falls on, and which day today is.
       * @example Europe/Zurich
       */
      time_zone?: string;
    };
    ImportSession: {
      /** Format: uuid */
      id: string;
      /** @enum {string} */
      type: 'NativeImport';
      /** @enum {string} */
      status: 'pending' | 'importing' | 'complete' | 'failed' | 'cancelled';
      client_session_id: string | null;
      expected_chunks: number | null;
      /** @description Chunks uploaded so far. */
      chunks_count: number;
      /** @description Rows read by the running or last import, of all rows uploaded. */
      progress: {
        rows_done: number;
        rows_total: number;
      };
      summary: components['schemas']['ImportSummary'];
      /** @description Null when nothing is wrong; else a code, a sentence and, for some codes, more fields. */
      error:
        | ({
            code: string;
            message?: string;
          } & {
            [key: string]: unknown;
          })
        | null;
      chunks: components['schemas']['ImportChunk'][];
      /**
       * Format: date-time
       * @example 2026-03-01T10:59:50Z
       */
      created_at: string;
      /**
       * Format: date-time
       * @example 2026-03-01T10:59:50Z
       */
      updated_at: string;
    };
    /** @description Plural entity name to what was done with its records. */
    ImportSummary: {
      [key: string]: {
        created: number;
        updated: number;
        skipped: number;
        failed: number;
      };
    };
    Merchant: {
      /** Format: uuid */
      id: string;
      name: string;
      color: string;
      website_url: string | null;
      logo_url: string | null;
      /**
       * Format: date-time
       * @example 2026-03-01T10:59:50Z
       */
      created_at: string;
      /**
       * Format: date-time
       * @example 2026-03-01T10:59:50Z
       */
      updated_at: string;
    };
    NewAccountMerge: {
      /**
       * Format: uuid
       * @description The account that stays.
       */
      into: string;
    };
    NewApiKey: {
      /**
       * @description Unique among your unrevoked keys.
       * @example Spreadsheet
       */
      name: string;
      /**
       * @description `read_write` includes `read`.
       * @enum {string}
       */
      scope: 'read' | 'read_write';
      /**
       * Format: date-time
       * @description When the key stops working; absent or null for never.
       */
      expires_at?: string | null;
    };
    NewImportChunk: {
      /** @description Place of the chunk, from 1. A chunk may name only records of its own or earlier ones. */
      sequence: number | string;
      /** @description NDJSON, one `{type, data}` a line. */
      raw_file_content: string;
      client_chunk_id?: string | null;
    };
    NewImportChunkUpload: {
      sequence: string;
      /**
       * Format: binary
       * @description An .ndjson or .json file.
       */
      file: string;
      client_chunk_id?: string;
    };
    NewImportSession: {
      /** @description NativeImport, also when it is left out. */
      type?: string | null;
      /** @description Your own name for the session: creating it again gives the same session. */
      client_session_id?: string | null;
      /** @description How many chunks will come; publish then wants exactly the sequences 1 to n. */
      expected_chunks?: number | string | null;
    };
    NewProviderConnection: {
      name?: string;
      /** @description The key that the provider gave you. Checked there first, stored encrypted, never shown. */
      api_key: string;
      /**
       * Format: date
       * @example 2026-03-01
       */
      history_start?: string | null;
      /**
       * @description Connects a key that the household has connected already: its accounts are there twice then.
       * @default false
       */
      allow_duplicate?: boolean;
    };
    NewRule: {
      /** Format: uuid */
      readonly id?: string;
      /**
       * Format: date-time
       * @example 2026-03-01T10:59:50Z
       */
      readonly created_at?: string;
      /**
       * Format: date-time
       * @example 2026-03-01T10:59:50Z
       */
      readonly updated_at?: string;
      /** @enum {string} */
      resource_type: 'transaction';
      name?: string | null;
      /** @default false */
      active?: boolean;
      /**
       * Format: date
       * @description Transactions before this day are left alone.
       * @example 2026-03-01
       */
      effective_date?: string | null;
      /** @description All must hold. Without any, every transaction matches. */
      conditions?: components['schemas']['NewRuleCondition'][];
      /** @description Carried out in this order; each type once. */
      actions: components['schemas']['NewRuleAction'][];
    };
    NewRuleAction: {
      /** Format: uuid */
      readonly id?: string;
      /**
       * Format: date-time
       * @example 2026-03-01T10:59:50Z
       */
      readonly created_at?: string;
      /**
       * Format: date-time
       * @example 2026-03-01T10:59:50Z
       */
      readonly updated_at?: string;
      /** @enum {string} */
      action_type:
        | 'exclude_transaction'
        | 'set_as_transfer_or_payment'
        | 'set_investment_activity_label'
        | 'set_transaction_category'
        | 'set_transaction_merchant'
        | 'set_transaction_name'
        | 'set_transaction_tags';
      /** @description Kept as text. Records are named by id; docs/RULES.md lists what each type takes. */
      value?: string | number | null;
    };
    NewRuleCondition: {
      /** Format: uuid */
      readonly id?: string;
      /**
       * Format: date-time
       * @example 2026-03-01T10:59:50Z
       */
      readonly created_at?: string;
      /**
       * Format: date-time
       * @example 2026-03-01T10:59:50Z
       */
      readonly updated_at?: string;
      /** @enum {string} */
      condition_type:
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
      /** @enum {string} */
      operator:
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
      /** @description Kept as text. Records are named by id; docs/RULES.md lists what each type takes. */
      value?: string | number | null;
      /** @description Members of a `compound`; groups are one level deep. */
      sub_conditions?: components['schemas']['NewRuleCondition'][];
    };
    NewRulePreview: {
      /**
       * @description Change attributes that a person edited as well.
       * @default false
       */
      ignore_locks?: boolean;
      /** @default 20 */
      sample_size?: number;
    };
    NewRuleRun: {
      /**
       * @description Change attributes that a person edited as well.
       * @default false
       */
      ignore_locks?: boolean;
    };
    PageMeta: {
      current_page: number;
      next_page: number | null;
      prev_page: number | null;
      total_pages: number;
      total_count: number;
      per_page: number;
    };
    ProviderConnection: {
      /** Format: uuid */
      id: string;
      name: string;
      /** @enum {string} */
      status: 'good' | 'degraded' | 'requires_update';
      /** @description Why it is not good. `degraded`: the code of what failed in the last run (some or all accounts, or their list). `requires_update`: why the key needs its owner: `unauthorized`, `payment_required`, `forbidden` … */
      status_reason: string | null;
      api_key_last_four: string;
      /**
       * Format: date
       * @description First day that is synced, when one was named.
       * @example 2026-03-01
       */
      history_start: string | null;
      /**
       * Format: date-time
       * @description End of the last run that read at least one account whole.
       * @example 2026-03-01T10:59:50Z
       */
      last_synced_at: string | null;
      /**
       * Format: date-time
       * @description Null: none by itself.
       * @example 2026-03-01T10:59:50Z
       */
      next_sync_at: string | null;
      /**
       * Format: date-time
       * @example 2026-03-01T10:59:50Z
       */
      created_at: string;
      /**
       * Format: date-time
       * @example 2026-03-01T10:59:50Z
       */
      updated_at: string;
    };
    /** @description Absent fields stay as they are. A new key is checked first and clears `requires_update`. */
    ProviderConnectionChange: {
      name?: string;
      /** @description The key that the provider gave you. Checked there first, stored encrypted, never shown. */
      api_key?: string;
      /**
       * Format: date
       * @description An earlier day brings the missing history with the next sync; a later one removes nothing. Null: the default.
       * @example 2026-03-01
       */
      history_start?: string | null;
      /**
       * @description Connects a key that the household has connected already: its accounts are there twice then.
       * @default false
       */
      allow_duplicate?: boolean;
    };
    Rule: {
      /** Format: uuid */
      id: string;
      /** @enum {string} */
      resource_type: 'transaction';
      active: boolean;
      name: string | null;
      /**
       * Format: date
       * @example 2026-03-01
       */
      effective_date: string | null;
      conditions: components['schemas']['RuleCondition'][];
      actions: components['schemas']['RuleAction'][];
      /**
       * Format: date-time
       * @example 2026-03-01T10:59:50Z
       */
      created_at: string;
      /**
       * Format: date-time
       * @example 2026-03-01T10:59:50Z
       */
      updated_at: string;
    };
    /** @description What is done to the transactions that match. */
    RuleAction: {
      /** Format: uuid */
      id: string;
      action_type: string;
      value: string | null;
      /**
       * Format: date-time
       * @example 2026-03-01T10:59:50Z
       */
      created_at: string;
      /**
       * Format: date-time
       * @example 2026-03-01T10:59:50Z
       */
      updated_at: string;
    };
    /** @description Absent fields stay; conditions and actions are replaced as a whole. */
    RuleChange: {
      /** Format: uuid */
      readonly id?: string;
      /**
       * Format: date-time
       * @example 2026-03-01T10:59:50Z
       */
      readonly created_at?: string;
      /**
       * Format: date-time
       * @example 2026-03-01T10:59:50Z
       */
      readonly updated_at?: string;
      /** @enum {string} */
      resource_type?: 'transaction';
      name?: string | null;
      /** @default false */
      active?: boolean;
      /**
       * Format: date
       * @description Transactions before this day are left alone.
       * @example 2026-03-01
       */
      effective_date?: string | null;
      /** @description All must hold. Without any, every transaction matches. */
      conditions?: components['schemas']['NewRuleCondition'][];
      /** @description Carried out in this order; each type once. */
      actions?: components['schemas']['NewRuleAction'][];
    };
    /** @description A test of a transaction, or a group (`compound`) of tests. */
    RuleCondition: {
      /** Format: uuid */
      id: string;
      condition_type: string;
      operator: string;
      sub_conditions: components['schemas']['RuleCondition'][];
      value: string | null;
      /**
       * Format: date-time
       * @example 2026-03-01T10:59:50Z
       */
      created_at: string;
      /**
       * Format: date-time
       * @example 2026-03-01T10:59:50Z
       */
      updated_at: string;
    };
    RulePreview: {
      /** Format: uuid */
      rule_id: string;
      /** @description Transactions that the rule matches now. */
      matched_count: number;
      /** @description Of those, how many a run would change. */
      modified_count: number;
      /** @description What each action would do, in its order. */
      actions: {
        action_type: string;
        value: string | null;
        /** @description Transactions that it would change. */
        changed_count: number;
        /** @description Transactions that a lock keeps from it. */
        locked_count: number;
      }[];
      /** @description The latest of the matched transactions, and what would change in each. */
      sample: {
        transaction: components['schemas']['Transaction'];
        changes: {
          action_type: string;
          attribute: string;
          old_value: string | null;
          new_value: string | null;
          /** @description Edited by a person: this stays as it is. */
          locked: boolean;
        }[];
      }[];
    };
    RuleRun: {
      /** Format: uuid */
      id: string;
      /**
       * Format: uuid
       * @description Null: all active rules, one after another.
       */
      rule_id: string | null;
      /** @enum {string} */
      execution_type: 'manual' | 'scheduled';
      /** @enum {string} */
      trigger: 'request' | 'sync' | 'import';
      ignore_locks: boolean;
      /**
       * @description `pending` until it ended; `started_at` tells whether it is at work.
       * @enum {string}
       */
      status: 'pending' | 'success' | 'failed';
      /** @description Transactions that a rule matched. */
      transactions_queued: number;
      /** @description Of those, how many were gone through. */
      transactions_processed: number;
      /** @description Of those, how many changed. */
      transactions_modified: number;
      /** @description Processed but not changed: locked, or as the rule wants them already. */
      transactions_blocked: number;
      /** @description Each rule that matched something or failed. */
      results: {
        /** Format: uuid */
        rule_id: string;
        matched: number;
        modified: number;
        error: string | null;
      }[];
      error: {
        code: string;
        message: string;
      } | null;
      /**
       * Format: date-time
       * @example 2026-03-01T10:59:50Z
       */
      started_at: string | null;
      /**
       * Format: date-time
       * @example 2026-03-01T10:59:50Z
       */
      finished_at: string | null;
      /**
       * Format: date-time
       * @example 2026-03-01T10:59:50Z
       */
      created_at: string;
      /**
       * Format: date-time
       * @example 2026-03-01T10:59:50Z
       */
      updated_at: string;
    };
    Sync: {
      /** Format: uuid */
      id: string;
      /** Format: uuid */
      provider_connection_id: string;
      /** @enum {string} */
      trigger: 'manual' | 'scheduled' | 'connection';
      /** @enum {string} */
      status:
        | 'queued'
        | 'running'
        | 'completed'
        | 'completed_with_errors'
        | 'rate_limited'
        | 'failed'
        | 'cancelled'
        | 'stale';
      progress: {
        accounts_total: number;
        accounts_done: number;
        pages: number;
        rows: number;
        /**
         * Format: date-time
         * @description Set while a rate limit holds the run.
         * @example 2026-03-01T10:59:50Z
         */
        waiting_until: string | null;
      };
      counts: components['schemas']['SyncCounts'];
      /** @description What concerns the run as a whole. */
      errors: components['schemas']['SyncNote'][];
      warnings: components['schemas']['SyncNote'][];
      accounts: components['schemas']['SyncAccount'][];
      cancel_requested: boolean;
      /**
       * Format: date-time
       * @example 2026-03-01T10:59:50Z
       */
      started_at: string | null;
      /**
       * Format: date-time
       * @example 2026-03-01T10:59:50Z
       */
      finished_at: string | null;
      /**
       * Format: date-time
       * @example 2026-03-01T10:59:50Z
       */
      created_at: string;
      /**
       * Format: date-time
       * @example 2026-03-01T10:59:50Z
       */
      updated_at: string;
    };
    SyncAccount: {
      /** Format: uuid */
      account_id: string;
      /** @enum {string} */
      status: 'pending' | 'running' | 'completed' | 'completed_with_errors' | 'failed' | 'skipped';
      /** @enum {string} */
      step: 'balance' | 'transactions' | 'reconcile' | 'holdings' | 'done';
      /**
       * Format: date
       * @example 2026-03-01
       */
      read_from: string | null;
      /**
       * Format: date
       * @example 2026-03-01
       */
      read_to: string | null;
      /** @description Whether the whole list was read; null while it is not known. */
      complete: boolean | null;
      pages: number;
      rows: number;
      counts: components['schemas']['SyncCounts'];
      errors: components['schemas']['SyncNote'][];
      warnings: components['schemas']['SyncNote'][];
    };
    SyncCounts: {
      created: number;
      updated: number;
      /** @description Stored rows that took another key: pending ones that posted, reissued ids. */
      claimed: number;
      /** @description Listed rows that are on file already in another form. */
      suppressed: number;
      suggested: number;
      /** @description Pending rows that two complete reads no longer had. */
      removed: number;
      /** @description The same, but edited by a person: kept and flagged. */
      flagged: number;
      /** @description Left for a complete read. */
      deferred: number;
      /** @description Amount or date unreadable. */
      rejected: number;
      /** @description Before the start of the history. */
      filtered: number;
      /** @description Currency unknown. */
      held: number;
      /** @description Pending rows that were not asked for. */
      pending_dropped: number;
    };
    SyncNote: {
      code: string;
      message: string;
      count?: number;
    };
    Tag: {
      /** Format: uuid */
      id: string;
      name: string;
      color: string;
      /**
       * Format: date-time
       * @example 2026-03-01T10:59:50Z
       */
      created_at: string;
      /**
       * Format: date-time
       * @example 2026-03-01T10:59:50Z
       */
      updated_at: string;
    };
    Trade: {
      /** Format: uuid */
      id: string;
      /** Format: uuid */
      account_id: string;
      /** Format: uuid */
      security_id: string;
      ticker: string | null;
      exchange_operating_mic: string | null;
      /**
       * Format: date
       * @example 2026-03-01
       */
      date: string;
      name: string;
      /** @example -12.50 */
      quantity: string;
      /** @example -12.50 */
      price: string;
      /** @example -12.50 */
      amount: string;
      /** @example EUR */
      currency: string;
      /** @example -12.50 */
      fee: string | null;
      investment_activity_label: string | null;
      notes: string | null;
      /**
       * Format: date-time
       * @example 2026-03-01T10:59:50Z
       */
      created_at: string;
      /**
       * Format: date-time
       * @example 2026-03-01T10:59:50Z
       */
      updated_at: string;
    };
    Transaction: {
      /** Format: uuid */
      id: string;
      /** Format: uuid */
      account_id: string;
      /**
       * Format: date
       * @example 2026-03-01
       */
      date: string;
      /** @example -12.50 */
      amount: string;
      /** @example EUR */
      currency: string;
      name: string;
      notes: string | null;
      /** @description Not yet posted by the bank; shown with a Pending badge. */
      pending: boolean;
      /** @description Pending, but the bank has stopped listing it; kept because a person edited it. Somebody should look at it. */
      stale_pending: boolean;
      /** @description Left out of reports. */
      excluded: boolean;
      /** @enum {string} */
      kind:
        | 'standard'
        | 'funds_movement'
        | 'cc_payment'
        | 'loan_payment'
        | 'investment_contribution'
        | 'one_time';
      /** Format: uuid */
      category_id: string | null;
      /** Format: uuid */
      merchant_id: string | null;
      tag_ids: string[];
      category_name: string | null;
      merchant_name: string | null;
      /** @description In the order of tag_ids. */
      tag_names: string[];
      /** @description The lines it is split into; each is a transaction of its own. */
      splits: {
        /** Format: uuid */
        id: string;
        /** @example -12.50 */
        amount: string;
        name: string;
        /** Format: uuid */
        category_id: string | null;
      }[];
      investment_activity_label: string | null;
      /** @description The provider’s own word for the merchant. */
      merchant: string | null;
      /** @description The provider’s own description. */
      description: string | null;
      /**
       * Format: uuid
       * @description The transaction that this one is a split of.
       */
      parent_id: string | null;
      /**
       * Format: uuid
       * @description The transfer that this is one side of.
       */
      transfer_id: string | null;
      /** @description Who brought it: the bank sync, an import, a rule, a person. */
      source: string;
      /** @description What a person edited: rules and the provider leave it alone. */
      locked_attributes: string[];
      /**
       * Format: date-time
       * @example 2026-03-01T10:59:50Z
       */
      created_at: string;
      /**
       * Format: date-time
       * @example 2026-03-01T10:59:50Z
       */
      updated_at: string;
    };
    TransactionChange: {
      attribute: string;
      /** @enum {string} */
      source: 'rule' | 'user' | 'provider';
      /** Format: uuid */
      rule_id: string | null;
      /** Format: uuid */
      rule_run_id: string | null;
      old_value: string | null;
      new_value: string | null;
      /**
       * Format: date-time
       * @example 2026-03-01T10:59:50Z
       */
      created_at: string;
    };
    /** @description Absent fields stay as they are. What is sent is locked against rules and the provider. */
    TransactionEdit: {
      name?: string;
      notes?: string | null;
      excluded?: boolean;
      /** Format: uuid */
      category_id?: string | null;
      /** Format: uuid */
      merchant_id?: string | null;
      /** @description Replaces the tags. */
      tag_ids?: string[];
    };
    TransactionSuggestion: {
      /** Format: uuid */
      id: string;
      transaction: components['schemas']['Transaction'];
      /** @description The pending transactions that may have become it; some may be left out of every other list because the bank stopped listing them. */
      candidates: components['schemas']['Transaction'][];
      /**
       * Format: date-time
       * @example 2026-03-01T10:59:50Z
       */
      created_at: string;
    };
    TransactionSuggestionChoice: {
      /** Format: uuid */
      candidate_id: string;
    };
    Usage: {
      api_key: {
        name: string;
        scopes: string[];
        /**
         * Format: date-time
         * @example 2026-03-01T10:59:50Z
         */
        last_used_at: string | null;
        /**
         * Format: date-time
         * @example 2026-03-01T10:59:50Z
         */
        created_at: string;
      };
      rate_limit: {
        /** @enum {string} */
        tier: 'standard' | 'unlimited';
        limit: number | null;
        current_count: number | null;
        remaining: number | null;
        reset_in_seconds: number | null;
        /**
         * Format: date-time
         * @example 2026-03-01T10:59:50Z
         */
        reset_at: string | null;
      };
    };
    Valuation: {
      /** Format: uuid */
      id: string;
      /** Format: uuid */
      account_id: string;
      /**
       * Format: date
       * @example 2026-03-01
       */
      date: string;
      /** @enum {string} */
      kind: 'reconciliation' | 'opening_anchor' | 'current_anchor';
      name: string | null;
      /** @example -12.50 */
      amount: string;
      /** @example EUR */
      currency: string;
      notes: string | null;
      /**
       * Format: date-time
       * @example 2026-03-01T10:59:50Z
       */
      created_at: string;
      /**
       * Format: date-time
       * @example 2026-03-01T10:59:50Z
       */
      updated_at: string;
    };
  };
  responses: never;
  parameters: never;
  requestBodies: never;
  headers: never;
  pathItems: never;
}
export type $defs = Record<string, never>;
export type operations = Record<string, never>;
