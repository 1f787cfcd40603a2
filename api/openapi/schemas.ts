/** Generated from the route table by `npm run generate`; never edited. */
export type paths = Record<string, never>;
export type webhooks = Record<string, never>;
export interface components {
  schemas: {
    readonly Account: {
      /** Format: uuid */
      readonly id: string;
      readonly name: string;
      /** @enum {string} */
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
      readonly subtype: string | null;
      /**
       * @description Null until the provider names it.
       * @example EUR
       */
      readonly currency: string | null;
      /** @example -12.50 */
      readonly balance: string | null;
      /**
       * Format: date-time
       * @description When the balance was true.
       * @example 2026-03-01T10:59:50Z
       */
      readonly balance_at: string | null;
      /** @enum {string} */
      readonly status: 'active' | 'draft' | 'disabled';
      readonly institution_name: string | null;
      readonly provider: {
        /**
         * Format: uuid
         * @description Null after its connection was deleted.
         */
        readonly connection_id: string | null;
        readonly provider_account_id: string;
        readonly aggregator: string | null;
        /** @enum {string} */
        readonly state: 'active' | 'missing' | 'disconnected' | 'error';
        /** @description Left out of syncs. */
        readonly ignored: boolean;
        /**
         * Format: date
         * @description Day of the last complete read.
         * @example 2026-03-01
         */
        readonly read_through: string | null;
        /**
         * Format: date-time
         * @description When its transactions were last read completely.
         * @example 2026-03-01T10:59:50Z
         */
        readonly last_synced_at: string | null;
        /** @description The first error of the last run that read it; null after one without errors. */
        readonly last_error: components['schemas']['SyncNote'] | null;
        /**
         * Format: date-time
         * @description The provider limits this account alone: runs skip it until then.
         * @example 2026-03-01T10:59:50Z
         */
        readonly limited_until: string | null;
        /** @enum {string} */
        readonly holdings: 'unknown' | 'available' | 'not_supported';
      } | null;
      /**
       * Format: date-time
       * @example 2026-03-01T10:59:50Z
       */
      readonly created_at: string;
      /**
       * Format: date-time
       * @example 2026-03-01T10:59:50Z
       */
      readonly updated_at: string;
    };
    /** @description Absent fields stay as they are. */
    readonly AccountChange: {
      readonly name?: string;
      /** @enum {string} */
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
      readonly subtype?: string | null;
      /** @description True excludes the account from syncs. False includes it again and has its whole history read. */
      readonly ignored?: boolean;
    };
    readonly AccountMerge: {
      readonly account: components['schemas']['Account'];
      readonly transactions: {
        /** @description Records that only the deleted account had. */
        readonly moved: number;
        /** @description Records that both had, now merged. */
        readonly joined: number;
      };
      readonly trades: {
        /** @description Records that only the deleted account had. */
        readonly moved: number;
        /** @description Records that both had, now merged. */
        readonly joined: number;
      };
      readonly holdings: {
        /** @description Records that only the deleted account had. */
        readonly moved: number;
        /** @description Records that both had, now merged. */
        readonly joined: number;
      };
      readonly valuations: {
        /** @description Records that only the deleted account had. */
        readonly moved: number;
        /** @description Records that both had, now merged. */
        readonly joined: number;
      };
      readonly balances: {
        /** @description Records that only the deleted account had. */
        readonly moved: number;
        /** @description Records that both had, now merged. */
        readonly joined: number;
      };
    };
    readonly AccountSuggestion: {
      /** Format: uuid */
      readonly id: string;
      readonly account: components['schemas']['Account'];
      readonly candidate: components['schemas']['Account'];
      /**
       * Format: date-time
       * @example 2026-03-01T10:59:50Z
       */
      readonly created_at: string;
    };
    readonly AddedTransactions: {
      readonly data: readonly {
        /** @description Its place in the request, from 0. */
        readonly index: number;
        /** @enum {string} */
        readonly status: 'created' | 'duplicate' | 'invalid';
        /** @description As it is now; null for an invalid one. */
        readonly transaction: components['schemas']['Transaction'] | null;
        /** @example [] */
        readonly errors: readonly string[];
      }[];
      readonly meta: {
        readonly created: number;
        readonly duplicate: number;
        readonly invalid: number;
      };
    };
    readonly ApiKey: {
      /** Format: uuid */
      readonly id: string;
      readonly name: string;
      /** @description The last characters of the key, to recognise it. */
      readonly last_four: string;
      readonly scope: ('read' | 'read_write') | null;
      /**
       * Format: date-time
       * @example 2026-03-01T10:59:50Z
       */
      readonly expires_at: string | null;
      /**
       * Format: date-time
       * @example 2026-03-01T10:59:50Z
       */
      readonly revoked_at: string | null;
      /**
       * Format: date-time
       * @description Updated at most once a minute.
       * @example 2026-03-01T10:59:50Z
       */
      readonly last_used_at: string | null;
      /**
       * Format: date-time
       * @example 2026-03-01T10:59:50Z
       */
      readonly created_at: string;
    };
    readonly Budget: {
      /** Format: uuid */
      readonly id: string;
      /**
       * Format: date
       * @example 2026-03-01
       */
      readonly start_date: string;
      /**
       * Format: date
       * @example 2026-03-01
       */
      readonly end_date: string;
      /** @example -12.50 */
      readonly budgeted_spending: string | null;
      /** @example -12.50 */
      readonly expected_income: string | null;
      /** @example EUR */
      readonly currency: string;
      readonly categories: readonly {
        /** Format: uuid */
        readonly category_id: string;
        readonly category_name: string;
        /** @example -12.50 */
        readonly budgeted_spending: string;
        /** @example EUR */
        readonly currency: string;
      }[];
      /**
       * Format: date-time
       * @example 2026-03-01T10:59:50Z
       */
      readonly created_at: string;
      /**
       * Format: date-time
       * @example 2026-03-01T10:59:50Z
       */
      readonly updated_at: string;
    };
    readonly Category: {
      /** Format: uuid */
      readonly id: string;
      /** Format: uuid */
      readonly parent_id: string | null;
      readonly name: string;
      readonly color: string;
      /** @enum {string} */
      readonly classification: 'expense' | 'income';
      readonly icon: string;
      /**
       * Format: date-time
       * @example 2026-03-01T10:59:50Z
       */
      readonly created_at: string;
      /**
       * Format: date-time
       * @example 2026-03-01T10:59:50Z
       */
      readonly updated_at: string;
    };
    /** @description Absent fields stay as they are. */
    readonly CategoryChange: {
      /**
       * @description Unique in the household.
       * @example Groceries
       */
      readonly name?: string;
      /**
       * Format: uuid
       * @description A category at the top: there are two levels.
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
      /** @example shopping-cart */
      readonly icon?: string;
    };
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
    readonly CreatedApiKey: {
      /** Format: uuid */
      readonly id: string;
      readonly name: string;
      /** @description The last characters of the key, to recognise it. */
      readonly last_four: string;
      readonly scope: ('read' | 'read_write') | null;
      /**
       * Format: date-time
       * @example 2026-03-01T10:59:50Z
       */
      readonly expires_at: string | null;
      /**
       * Format: date-time
       * @example 2026-03-01T10:59:50Z
       */
      readonly revoked_at: string | null;
      /**
       * Format: date-time
       * @description Updated at most once a minute.
       * @example 2026-03-01T10:59:50Z
       */
      readonly last_used_at: string | null;
      /**
       * Format: date-time
       * @example 2026-03-01T10:59:50Z
       */
      readonly created_at: string;
      /** @description The key itself. It is shown only once and never stored. */
      readonly api_key: string;
    };
    /** @description The body of every error; docs/ERRORS.md lists the codes. */
    readonly ErrorResponse: {
      /** @description A stable code: decide by this, never by the message. */
      readonly error: string;
      /** @description For people; its wording may change. */
      readonly message?: string | null;
      readonly details?:
        | readonly string[]
        | {
            readonly [key: string]: unknown;
          }
        | null;
      /** @description Every validation message, when there are several. */
      readonly errors?: readonly string[] | null;
    };
    readonly Holding: {
      /** Format: uuid */
      readonly id: string;
      /** Format: uuid */
      readonly account_id: string;
      readonly security: {
        /** Format: uuid */
        readonly id: string;
        readonly name: string | null;
        readonly ticker: string | null;
        readonly isin: string | null;
        readonly figi: string | null;
        readonly cusip: string | null;
        /** @example EUR */
        readonly currency: string | null;
      };
      /**
       * Format: date
       * @example 2026-03-01
       */
      readonly date: string;
      /**
       * @description Negative for a short position.
       * @example -12.50
       */
      readonly quantity: string;
      /** @example -12.50 */
      readonly price: string | null;
      /** @example -12.50 */
      readonly value: string | null;
      /** @example -12.50 */
      readonly cost_basis: string | null;
      /** @example EUR */
      readonly currency: string;
      readonly source: string;
      /**
       * Format: date-time
       * @example 2026-03-01T10:59:50Z
       */
      readonly created_at: string;
      /**
       * Format: date-time
       * @example 2026-03-01T10:59:50Z
       */
      readonly updated_at: string;
    };
    readonly HoldingsAccount: {
      /** Format: uuid */
      readonly account_id: string;
      /** @enum {string} */
      readonly holdings: 'unknown' | 'available' | 'not_supported';
      /**
       * @description The portfolio value as the provider states it.
       * @example -12.50
       */
      readonly total_value: string | null;
      /** @example EUR */
      readonly currency: string | null;
      /**
       * Format: date-time
       * @example 2026-03-01T10:59:50Z
       */
      readonly checked_at: string | null;
    };
    readonly HoldingsValuation: {
      /** @example EUR */
      readonly currency: string;
      /** @example -12.50 */
      readonly value: string;
    };
    readonly Household: {
      /** Format: uuid */
      readonly id: string;
      readonly name: string;
      /** @example EUR */
      readonly currency: string;
      /**
       * @description IANA name. Decides which day an instant of the bank falls on, and which day today is.
       * @example Europe/Zurich
       */
      readonly time_zone: string;
      /**
       * Format: date-time
       * @example 2026-03-01T10:59:50Z
       */
      readonly created_at: string;
      /**
       * Format: date-time
       * @example 2026-03-01T10:59:50Z
       */
      readonly updated_at: string;
    };
    /** @description Absent fields stay as they are. */
    readonly HouseholdChange: {
      readonly name?: string;
      /**
       * @description IANA name. Decides which day an instant of the bank falls on, and which day today is.
       * @example Europe/Zurich
       */
      readonly time_zone?: string;
    };
    readonly Import: {
      /** Format: uuid */
      readonly id: string;
      /** @enum {string} */
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
      /** @enum {string} */
      readonly status: 'pending' | 'publishing' | 'complete' | 'failed' | 'undoing' | 'undone';
      /** Format: uuid */
      readonly account_id: string | null;
      readonly client_import_id: string | null;
      readonly filename: string;
      readonly content_type: string;
      readonly byte_size: number;
      /** @description The settings that the content was read with, those that were inferred with them. */
      readonly settings: {
        readonly [key: string]: string | number | boolean;
      };
      readonly stats: {
        readonly rows_count: number;
        readonly valid_rows_count: number;
        readonly invalid_rows_count: number;
        readonly skipped_rows_count: number;
      };
      /** @description Rows by what is to become, or became, of them. Null until a worker has judged a large file. */
      readonly verdicts: {
        readonly new: number;
        readonly duplicate: number;
        readonly update: number;
        readonly invalid: number;
        readonly excluded: number;
        readonly skipped: number;
      } | null;
      readonly headers: readonly string[];
      /** @description What is wrong with the content as a whole; the errors of a row stand with it. */
      readonly errors: readonly components['schemas']['ImportPreflightError'][];
      readonly warnings: readonly string[];
      readonly evidence: {
        readonly sign: {
          /** @enum {string} */
          readonly basis: 'sent' | 'balance' | 'words' | 'distribution' | 'none';
          readonly rows_agree?: number;
          readonly rows_disagree?: number;
        };
        readonly number_format: {
          /** @enum {string} */
          readonly basis: 'sent' | 'balance' | 'words' | 'distribution' | 'none';
          readonly rows_agree?: number;
          readonly rows_disagree?: number;
        };
        readonly date_order: {
          /** @enum {string} */
          readonly basis: 'sent' | 'balance' | 'words' | 'distribution' | 'none';
          readonly rows_agree?: number;
          readonly rows_disagree?: number;
        };
        readonly amount_columns: {
          /** @enum {string} */
          readonly basis: 'sent' | 'balance' | 'words' | 'distribution' | 'none';
          readonly rows_agree?: number;
          readonly rows_disagree?: number;
        };
      } | null;
      readonly profile: {
        /** Format: uuid */
        readonly id: string;
        readonly name: string;
        /** @enum {string} */
        readonly how: 'given' | 'recognised';
      } | null;
      /** @description Moves while a worker judges or publishes. */
      readonly progress: {
        /**
         * @description What a worker is doing with the import.
         * @enum {string|null}
         */
        readonly step: 'judging' | 'writing' | 'undoing' | null;
        readonly rows_done: number;
        readonly rows_total: number;
      };
      /** @description What publishing, and then undoing, did: records by table. */
      readonly summary: {
        readonly created?: {
          readonly [key: string]: number;
        };
        readonly updated?: {
          readonly [key: string]: number;
        };
        readonly removed?: {
          readonly [key: string]: number;
        };
        readonly restored?: {
          readonly [key: string]: number;
        };
        /** @description The first records that undoing left alone, and why. */
        readonly kept?: readonly {
          readonly kind: string;
          /** Format: uuid */
          readonly id: string;
          /** @description Of the row in a CSV. */
          readonly line: number | null;
          /** @enum {string} */
          readonly reason: 'edited' | 'adopted' | 'claimed' | 'in_use' | 'changed' | 'joined';
        }[];
        readonly kept_count?: number;
      };
      /** @description Null when nothing is wrong; invalid_rows names the first lines. */
      readonly error: {
        readonly code: string;
        readonly message: string;
        readonly lines?: readonly number[];
      } | null;
      /**
       * Format: date-time
       * @example 2026-03-01T10:59:50Z
       */
      readonly created_at: string;
      /**
       * Format: date-time
       * @example 2026-03-01T10:59:50Z
       */
      readonly updated_at: string;
      /**
       * Format: date-time
       * @example 2026-03-01T10:59:50Z
       */
      readonly published_at: string | null;
      /**
       * Format: date-time
       * @example 2026-03-01T10:59:50Z
       */
      readonly undone_at: string | null;
      /**
       * Format: date-time
       * @example 2026-03-01T10:59:50Z
       */
      readonly undo_until: string | null;
    };
    readonly ImportChunk: {
      /** Format: uuid */
      readonly id: string;
      readonly sequence: number;
      readonly client_chunk_id: string | null;
      /** @enum {string} */
      readonly status: 'pending' | 'importing' | 'complete' | 'failed';
      readonly rows_count: number;
      readonly summary: components['schemas']['ImportSummary'];
      /** @description Null when nothing is wrong; else a code, a sentence and, for some codes, more fields. */
      readonly error:
        | ({
            readonly code: string;
            readonly message?: string;
          } & {
            readonly [key: string]: unknown;
          })
        | null;
      /**
       * Format: date-time
       * @example 2026-03-01T10:59:50Z
       */
      readonly created_at: string;
      /**
       * Format: date-time
       * @example 2026-03-01T10:59:50Z
       */
      readonly updated_at: string;
    };
    readonly ImportPreflight: {
      /** @enum {string} */
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
      readonly content: components['schemas']['ImportPreflightContent'];
      readonly stats: components['schemas']['ImportPreflightStats'];
      /** @description CSV: as written, in order. */
      readonly headers?: readonly string[];
      /** @description CSV: what the type needs, as labelled. */
      readonly required_headers?: readonly string[];
      readonly missing_required_headers?: readonly string[];
      /** @description At most 100, then one entry too_many_errors with the totals. */
      readonly errors: readonly components['schemas']['ImportPreflightError'][];
      /** @description At most 20, then one with the totals. */
      readonly warnings: readonly string[];
      /** @description CSV: the first rows as understood; only with sample_rows. Null: blank or unread. */
      readonly sample?: readonly components['schemas']['ImportPreflightRow'][];
      /** @description Statements: what the reading rests on. With a running balance, how many rows follow from the one before. */
      readonly evidence?: {
        readonly sign: {
          /** @enum {string} */
          readonly basis: 'sent' | 'balance' | 'words' | 'distribution' | 'none';
          readonly rows_agree?: number;
          readonly rows_disagree?: number;
        };
        readonly number_format: {
          /** @enum {string} */
          readonly basis: 'sent' | 'balance' | 'words' | 'distribution' | 'none';
          readonly rows_agree?: number;
          readonly rows_disagree?: number;
        };
        readonly date_order: {
          /** @enum {string} */
          readonly basis: 'sent' | 'balance' | 'words' | 'distribution' | 'none';
          readonly rows_agree?: number;
          readonly rows_disagree?: number;
        };
        readonly amount_columns: {
          /** @enum {string} */
          readonly basis: 'sent' | 'balance' | 'words' | 'distribution' | 'none';
          readonly rows_agree?: number;
          readonly rows_disagree?: number;
        };
      };
      /** @description CSV: settings by request field that would read the content better. */
      readonly suggestions?: {
        readonly [key: string]: {
          readonly value: string | number | boolean;
          readonly confidence: number;
        };
      };
    };
    readonly ImportPreflightContent: {
      readonly filename: string;
      readonly content_type: string;
      readonly byte_size: number;
    };
    readonly ImportPreflightError: {
      /** @enum {string} */
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
      readonly message: string;
      /** @description Physical line of the content. */
      readonly line?: number;
      /** @description Header of the column, or field of the record. */
      readonly column?: string;
      /** @description What stands there, cut short. */
      readonly value?: string;
    };
    readonly ImportPreflightRow: {
      /** @description Physical line on which the row starts. */
      readonly line: number;
      /** Format: date */
      readonly date: string | null;
      /** @description Exact decimal; money in is positive. Accounts: the balance. */
      readonly amount: string | null;
      /** @description Null: that of the account. */
      readonly currency: string | null;
      readonly name: string | null;
      /** @description `Group: Category` where the file has groups. */
      readonly category: string | null;
      readonly tags: readonly string[];
      readonly notes: string | null;
      /** @description As the row names it. */
      readonly account: string | null;
      /** @description Trades. */
      readonly ticker?: string | null;
      /** @description Trades. */
      readonly exchange_operating_mic?: string | null;
      /** @description Trades: negative when sold. */
      readonly quantity?: string | null;
      /** @description Trades. */
      readonly price?: string | null;
      /** @description Accounts: as written. */
      readonly account_type?: string | null;
    };
    readonly ImportPreflightStats: {
      /** @description CSV: rows below the header. NDJSON: lines that are not blank. */
      readonly rows_count: number;
      /** @description CSV: how many of the rows skip_incomplete_rows left out; only when it was sent. */
      readonly skipped_rows_count?: number;
      /** @description NativeImport: well-formed, supported records. */
      readonly valid_rows_count?: number;
      /** @description NativeImport: the other lines. */
      readonly invalid_rows_count?: number;
      /** @description NativeImport: records by entity, all fifteen. */
      readonly entity_counts?: {
        readonly [key: string]: number;
      };
      /** @description NativeImport: records by type as written, unsupported ones too. */
      readonly record_type_counts?: {
        readonly [key: string]: number;
      };
    };
    readonly ImportProfile: {
      /**
       * @description Unique in the household.
       * @example My bank
       */
      readonly name: string;
      /**
       * @description Default: `"TransactionImport"`.
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
       * @description The account that such files are of, where a request names none.
       */
      readonly account_id: string | null;
      /** @description Settings to read such files with, as an import takes them. */
      readonly settings: {
        /** @description CSV: header of this column. */
        readonly date_col_label?: string | null;
        /** @description CSV: header of this column. */
        readonly amount_col_label?: string | null;
        /** @description CSV: header of this column. */
        readonly outflow_col_label?: string | null;
        /** @description CSV: header of this column. */
        readonly inflow_col_label?: string | null;
        /** @description CSV: header of this column. */
        readonly name_col_label?: string | null;
        /** @description CSV: header of this column. */
        readonly category_col_label?: string | null;
        /** @description CSV: header of this column. */
        readonly tags_col_label?: string | null;
        /** @description CSV: header of this column. */
        readonly notes_col_label?: string | null;
        /** @description CSV: header of this column. */
        readonly account_col_label?: string | null;
        /** @description CSV: header of this column. */
        readonly qty_col_label?: string | null;
        /** @description CSV: header of this column. */
        readonly ticker_col_label?: string | null;
        /** @description CSV: header of this column. */
        readonly price_col_label?: string | null;
        /** @description CSV: header of this column. */
        readonly entity_type_col_label?: string | null;
        /** @description CSV: header of this column. */
        readonly currency_col_label?: string | null;
        /** @description CSV: header of this column. */
        readonly exchange_operating_mic_col_label?: string | null;
        /** @description CSV: header of this column. */
        readonly external_id_col_label?: string | null;
        /**
         * @description CSV: a strftime pattern.
         * @example %d.%m.%Y
         */
        readonly date_format?: string;
        /** @enum {string|null} */
        readonly number_format?: '1,234.56' | '1.234,56' | '1 234,56' | '1,234' | null;
        /** @enum {string|null} */
        readonly signage_convention?: 'inflows_positive' | 'inflows_negative' | null;
        /**
         * @description CSV: what separates the columns. A tab is sent as itself: "\t" in JSON, %09 in a form or query. Default: `","`.
         * @enum {string}
         */
        readonly col_sep?: ',' | ';' | '\t' | '|';
        /** @description CSV: leading rows skipped before the headers. Default: `0`. */
        readonly rows_to_skip?: number | string;
        /** @description CSV: rows at the end that are not data. Default: `0`. */
        readonly footer_rows_to_skip?: number | string;
        /** @enum {string} */
        readonly amount_type_strategy?: 'signed_amount' | 'custom_column';
        /** @description CSV: what marks an inflow when the strategy is custom_column. */
        readonly amount_type_inflow_value?: string;
        /** @description CSV: rows whose date or amount is blank (trades: date, quantity or price) are left out of every check. Default: `false`. */
        readonly skip_incomplete_rows?: boolean | string;
        /** @description CSV: name of the encoding; absent: it is detected. */
        readonly encoding?: string;
      };
      /**
       * @description Recognises files by their type and header cells. Null: it is learned from the first import made with the profile.
       * @example 5f70bf18a086007016e948b04aed3b82103a36bea41755b6cddfaf10ace3c6ef
       */
      readonly header_fingerprint: string | null;
      /** Format: uuid */
      readonly id: string;
      /**
       * Format: date-time
       * @example 2026-03-01T10:59:50Z
       */
      readonly created_at: string;
      /**
       * Format: date-time
       * @example 2026-03-01T10:59:50Z
       */
      readonly updated_at: string;
    };
    readonly ImportProfileChange: {
      /**
       * @description Unique in the household.
       * @example My bank
       */
      readonly name?: string;
      /**
       * @description Default: `"TransactionImport"`.
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
       * @description The account that such files are of, where a request names none.
       */
      readonly account_id?: string | null;
      /** @description Settings to read such files with, as an import takes them. */
      readonly settings?: {
        /** @description CSV: header of this column. */
        readonly date_col_label?: string | null;
        /** @description CSV: header of this column. */
        readonly amount_col_label?: string | null;
        /** @description CSV: header of this column. */
        readonly outflow_col_label?: string | null;
        /** @description CSV: header of this column. */
        readonly inflow_col_label?: string | null;
        /** @description CSV: header of this column. */
        readonly name_col_label?: string | null;
        /** @description CSV: header of this column. */
        readonly category_col_label?: string | null;
        /** @description CSV: header of this column. */
        readonly tags_col_label?: string | null;
        /** @description CSV: header of this column. */
        readonly notes_col_label?: string | null;
        /** @description CSV: header of this column. */
        readonly account_col_label?: string | null;
        /** @description CSV: header of this column. */
        readonly qty_col_label?: string | null;
        /** @description CSV: header of this column. */
        readonly ticker_col_label?: string | null;
        /** @description CSV: header of this column. */
        readonly price_col_label?: string | null;
        /** @description CSV: header of this column. */
        readonly entity_type_col_label?: string | null;
        /** @description CSV: header of this column. */
        readonly currency_col_label?: string | null;
        /** @description CSV: header of this column. */
        readonly exchange_operating_mic_col_label?: string | null;
        /** @description CSV: header of this column. */
        readonly external_id_col_label?: string | null;
        /**
         * @description CSV: a strftime pattern.
         * @example %d.%m.%Y
         */
        readonly date_format?: string;
        /** @enum {string|null} */
        readonly number_format?: '1,234.56' | '1.234,56' | '1 234,56' | '1,234' | null;
        /** @enum {string|null} */
        readonly signage_convention?: 'inflows_positive' | 'inflows_negative' | null;
        /**
         * @description CSV: what separates the columns. A tab is sent as itself: "\t" in JSON, %09 in a form or query. Default: `","`.
         * @enum {string}
         */
        readonly col_sep?: ',' | ';' | '\t' | '|';
        /** @description CSV: leading rows skipped before the headers. Default: `0`. */
        readonly rows_to_skip?: number | string;
        /** @description CSV: rows at the end that are not data. Default: `0`. */
        readonly footer_rows_to_skip?: number | string;
        /** @enum {string} */
        readonly amount_type_strategy?: 'signed_amount' | 'custom_column';
        /** @description CSV: what marks an inflow when the strategy is custom_column. */
        readonly amount_type_inflow_value?: string;
        /** @description CSV: rows whose date or amount is blank (trades: date, quantity or price) are left out of every check. Default: `false`. */
        readonly skip_incomplete_rows?: boolean | string;
        /** @description CSV: name of the encoding; absent: it is detected. */
        readonly encoding?: string;
      };
      /**
       * @description Recognises files by their type and header cells. Null: it is learned from the first import made with the profile.
       * @example 5f70bf18a086007016e948b04aed3b82103a36bea41755b6cddfaf10ace3c6ef
       */
      readonly header_fingerprint?: string | null;
    };
    readonly ImportPublication: {
      /** @description Leave rows with errors out instead of refusing. Default: `false`. */
      readonly skip_invalid?: boolean;
    };
    readonly ImportRow: {
      /** @description Physical line on which the row starts. */
      readonly line: number;
      /** @description The row as understood. */
      readonly values: {
        /**
         * Format: date
         * @example 2026-03-01
         */
        readonly date: string | null;
        /**
         * @description Money in is positive. Accounts: the balance.
         * @example -12.50
         */
        readonly amount: string | null;
        readonly currency: string | null;
        readonly name: string | null;
        /** @description `Group: Category` makes parent and child. */
        readonly category: string | null;
        readonly tags: readonly string[];
        readonly notes: string | null;
        /** @description Name of the account. */
        readonly account: string | null;
        readonly external_id?: string | null;
        readonly ticker?: string | null;
        readonly exchange_operating_mic?: string | null;
        readonly quantity?: string | null;
        readonly price?: string | null;
        readonly account_type?: string | null;
        readonly parent_category?: string | null;
        readonly color?: string | null;
        readonly icon?: string | null;
        readonly website_url?: string | null;
        readonly resource_type?: string | null;
        readonly active?: string | null;
        readonly effective_date?: string | null;
        readonly conditions?: string | null;
        readonly actions?: string | null;
      };
      /**
       * @description Null until a worker has judged a large file.
       * @enum {string|null}
       */
      readonly verdict: 'new' | 'duplicate' | 'update' | 'invalid' | 'excluded' | null;
      /** @description The stored record that a duplicate or update is the same as. */
      readonly of:
        | {
            /** Format: uuid */
            readonly transaction_id: string;
          }
        | {
            /** Format: uuid */
            readonly record_id: string;
          }
        | null;
      /** @enum {string|null} */
      readonly certainty: 'exact' | 'likely' | null;
      /** @description A person changed a value or the verdict. */
      readonly is_corrected: boolean;
      readonly errors: readonly {
        /** @enum {string} */
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
        readonly message: string;
        readonly column?: string;
        readonly value?: string;
      }[];
      readonly warnings: readonly {
        readonly code: string;
        readonly message: string;
      }[];
    };
    readonly ImportRowChange: {
      /**
       * @description new: import it whatever it looks like; excluded: leave it out; null: judge it.
       * @enum {string|null}
       */
      readonly verdict?: 'new' | 'excluded' | null;
      readonly values?: {
        /**
         * Format: date
         * @example 2026-03-01
         */
        readonly date?: string | null;
        /**
         * @description Money in is positive. Accounts: the balance.
         * @example -12.50
         */
        readonly amount?: string | null;
        readonly currency?: string | null;
        readonly name?: string | null;
        /** @description `Group: Category` makes parent and child. */
        readonly category?: string | null;
        readonly tags?: readonly string[];
        readonly notes?: string | null;
        /** @description Name of the account. */
        readonly account?: string | null;
        readonly external_id?: string | null;
        readonly ticker?: string | null;
        readonly exchange_operating_mic?: string | null;
        readonly quantity?: string | null;
        readonly price?: string | null;
        readonly account_type?: string | null;
        readonly parent_category?: string | null;
        readonly color?: string | null;
        readonly icon?: string | null;
        readonly website_url?: string | null;
        readonly resource_type?: string | null;
        readonly active?: string | null;
        readonly effective_date?: string | null;
        readonly conditions?: string | null;
        readonly actions?: string | null;
      };
    };
    readonly ImportSession: {
      /** Format: uuid */
      readonly id: string;
      /** @enum {string} */
      readonly type: 'NativeImport';
      /** @enum {string} */
      readonly status:
        'pending' | 'importing' | 'complete' | 'failed' | 'cancelled' | 'undoing' | 'undone';
      readonly client_session_id: string | null;
      readonly expected_chunks: number | null;
      /** @description Chunks uploaded so far. */
      readonly chunks_count: number;
      /** @description Rows read by the running or last import, of all rows uploaded. */
      readonly progress: {
        readonly rows_done: number;
        readonly rows_total: number;
      };
      readonly summary: components['schemas']['ImportSummary'];
      /** @description What undoing did; null unless it is undone. */
      readonly undo: {
        readonly removed: {
          readonly [key: string]: number;
        };
        readonly restored: {
          readonly [key: string]: number;
        };
        /** @description The first records that undoing left alone, and why. */
        readonly kept: readonly {
          readonly kind: string;
          /** Format: uuid */
          readonly id: string;
          /** @description Of the row in a CSV. */
          readonly line: number | null;
          /** @enum {string} */
          readonly reason: 'edited' | 'adopted' | 'claimed' | 'in_use' | 'changed' | 'joined';
        }[];
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
       * @example 2026-03-01T10:59:50Z
       */
      readonly undone_at: string | null;
      /** @description Null when nothing is wrong; else a code, a sentence and, for some codes, more fields. */
      readonly error:
        | ({
            readonly code: string;
            readonly message?: string;
          } & {
            readonly [key: string]: unknown;
          })
        | null;
      readonly chunks: readonly components['schemas']['ImportChunk'][];
      /**
       * Format: date-time
       * @example 2026-03-01T10:59:50Z
       */
      readonly created_at: string;
      /**
       * Format: date-time
       * @example 2026-03-01T10:59:50Z
       */
      readonly updated_at: string;
    };
    /** @description Settings to read the content with; null takes one back, so that it is inferred. */
    readonly ImportSettingsChange: {
      readonly account_id?: string | null;
      /** @description CSV: header of this column. */
      readonly date_col_label?: string | null;
      /** @description CSV: header of this column. */
      readonly amount_col_label?: string | null;
      /** @description CSV: header of this column. */
      readonly outflow_col_label?: string | null;
      /** @description CSV: header of this column. */
      readonly inflow_col_label?: string | null;
      /** @description CSV: header of this column. */
      readonly name_col_label?: string | null;
      /** @description CSV: header of this column. */
      readonly category_col_label?: string | null;
      /** @description CSV: header of this column. */
      readonly tags_col_label?: string | null;
      /** @description CSV: header of this column. */
      readonly notes_col_label?: string | null;
      /** @description CSV: header of this column. */
      readonly account_col_label?: string | null;
      /** @description CSV: header of this column. */
      readonly qty_col_label?: string | null;
      /** @description CSV: header of this column. */
      readonly ticker_col_label?: string | null;
      /** @description CSV: header of this column. */
      readonly price_col_label?: string | null;
      /** @description CSV: header of this column. */
      readonly entity_type_col_label?: string | null;
      /** @description CSV: header of this column. */
      readonly currency_col_label?: string | null;
      /** @description CSV: header of this column. */
      readonly exchange_operating_mic_col_label?: string | null;
      /** @description CSV: header of this column. */
      readonly external_id_col_label?: string | null;
      /**
       * @description CSV: a strftime pattern.
       * @example %d.%m.%Y
       */
      readonly date_format?: string;
      /** @enum {string|null} */
      readonly number_format?: '1,234.56' | '1.234,56' | '1 234,56' | '1,234' | null;
      /** @enum {string|null} */
      readonly signage_convention?: 'inflows_positive' | 'inflows_negative' | null;
      /**
       * @description CSV: what separates the columns. A tab is sent as itself: "\t" in JSON, %09 in a form or query. Default: `","`.
       * @enum {string}
       */
      readonly col_sep?: ',' | ';' | '\t' | '|';
      /** @description CSV: leading rows skipped before the headers. Default: `0`. */
      readonly rows_to_skip?: number | string;
      /** @description CSV: rows at the end that are not data. Default: `0`. */
      readonly footer_rows_to_skip?: number | string;
      /** @enum {string} */
      readonly amount_type_strategy?: 'signed_amount' | 'custom_column';
      /** @description CSV: what marks an inflow when the strategy is custom_column. */
      readonly amount_type_inflow_value?: string;
      /** @description CSV: rows whose date or amount is blank (trades: date, quantity or price) are left out of every check. Default: `false`. */
      readonly skip_incomplete_rows?: boolean | string;
      /** @description CSV: how many rows the answer shows as they were understood. Default: `0`. */
      readonly sample_rows?: number | string;
      /** @description CSV: name of the encoding; absent: it is detected. */
      readonly encoding?: string;
      readonly apply_suggestions?: boolean | string;
      /** @description Keeps how the content is read, applied suggestions included, as the profile of this name, be it new or changed. */
      readonly save_profile?: string | null;
    };
    /** @description What was done with the records, by plural entity name. */
    readonly ImportSummary: {
      readonly [key: string]: {
        readonly created: number;
        readonly updated: number;
        readonly skipped: number;
        readonly failed: number;
      };
    };
    readonly Merchant: {
      /** Format: uuid */
      readonly id: string;
      readonly name: string;
      readonly color: string;
      readonly website_url: string | null;
      readonly logo_url: string | null;
      /**
       * Format: date-time
       * @example 2026-03-01T10:59:50Z
       */
      readonly created_at: string;
      /**
       * Format: date-time
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
      /** @example https://example.com/ */
      readonly website_url?: string | null;
      /** @example https://example.com/ */
      readonly logo_url?: string | null;
    };
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
    readonly NewAccount: {
      /** @example Wallet */
      readonly name: string;
      /**
       * @description Default: `"Depository"`.
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
       * @description One that the type has; of Vehicle, OtherAsset and OtherLiability any.
       * @example checking
       */
      readonly subtype?: string | null;
      /**
       * @description Default: that of the household.
       * @example EUR
       */
      readonly currency?: string;
      /**
       * @description What was in it at the end of the opening day; a debt is negative. Default: `"0"`.
       * @example 100.00
       */
      readonly opening_balance?: string;
      /**
       * Format: date
       * @description Default: two years ago. Later transactions change the balance.
       * @example 2026-03-01
       */
      readonly opening_date?: string;
      /** @example Corner Bank */
      readonly institution_name?: string | null;
    };
    readonly NewAccountMerge: {
      /**
       * Format: uuid
       * @description The account to merge into, which remains.
       */
      readonly into: string;
    };
    readonly NewApiKey: {
      /**
       * @description Unique among your unrevoked keys.
       * @example Spreadsheet
       */
      readonly name: string;
      /**
       * @description `read_write` includes `read`.
       * @enum {string}
       */
      readonly scope: 'read' | 'read_write';
      /**
       * Format: date-time
       * @description When the key stops working; absent or null for never.
       */
      readonly expires_at?: string | null;
    };
    readonly NewCategory: {
      /**
       * @description Unique in the household.
       * @example Groceries
       */
      readonly name: string;
      /**
       * Format: uuid
       * @description A category at the top: there are two levels.
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
      /** @example shopping-cart */
      readonly icon?: string;
    };
    readonly NewDraftPreview: {
      readonly rule: components['schemas']['NewRule'];
      /** @description Change attributes that a person edited as well. Default: `false`. */
      readonly ignore_locks?: boolean;
      /** @description Default: `20`. */
      readonly sample_size?: number;
    };
    readonly NewImportChunk: {
      /** @description Place of the chunk, from 1. A chunk may name only records of its own or earlier ones. */
      readonly sequence: number | string;
      /** @description NDJSON, one `{type, data}` a line. */
      readonly raw_file_content: string;
      readonly client_chunk_id?: string | null;
    };
    readonly NewImportChunkUpload: {
      readonly sequence: string;
      /**
       * Format: binary
       * @description An .ndjson or .json file.
       */
      readonly file: string;
      readonly client_chunk_id?: string;
    };
    /** @description What GET answers can be sent, too: id and times are passed over. */
    readonly NewImportProfile: {
      /**
       * @description Unique in the household.
       * @example My bank
       */
      readonly name: string;
      /**
       * @description Default: `"TransactionImport"`.
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
       * @description The account that such files are of, where a request names none.
       */
      readonly account_id?: string | null;
      /** @description Settings to read such files with, as an import takes them. */
      readonly settings?: {
        /** @description CSV: header of this column. */
        readonly date_col_label?: string | null;
        /** @description CSV: header of this column. */
        readonly amount_col_label?: string | null;
        /** @description CSV: header of this column. */
        readonly outflow_col_label?: string | null;
        /** @description CSV: header of this column. */
        readonly inflow_col_label?: string | null;
        /** @description CSV: header of this column. */
        readonly name_col_label?: string | null;
        /** @description CSV: header of this column. */
        readonly category_col_label?: string | null;
        /** @description CSV: header of this column. */
        readonly tags_col_label?: string | null;
        /** @description CSV: header of this column. */
        readonly notes_col_label?: string | null;
        /** @description CSV: header of this column. */
        readonly account_col_label?: string | null;
        /** @description CSV: header of this column. */
        readonly qty_col_label?: string | null;
        /** @description CSV: header of this column. */
        readonly ticker_col_label?: string | null;
        /** @description CSV: header of this column. */
        readonly price_col_label?: string | null;
        /** @description CSV: header of this column. */
        readonly entity_type_col_label?: string | null;
        /** @description CSV: header of this column. */
        readonly currency_col_label?: string | null;
        /** @description CSV: header of this column. */
        readonly exchange_operating_mic_col_label?: string | null;
        /** @description CSV: header of this column. */
        readonly external_id_col_label?: string | null;
        /**
         * @description CSV: a strftime pattern.
         * @example %d.%m.%Y
         */
        readonly date_format?: string;
        /** @enum {string|null} */
        readonly number_format?: '1,234.56' | '1.234,56' | '1 234,56' | '1,234' | null;
        /** @enum {string|null} */
        readonly signage_convention?: 'inflows_positive' | 'inflows_negative' | null;
        /**
         * @description CSV: what separates the columns. A tab is sent as itself: "\t" in JSON, %09 in a form or query. Default: `","`.
         * @enum {string}
         */
        readonly col_sep?: ',' | ';' | '\t' | '|';
        /** @description CSV: leading rows skipped before the headers. Default: `0`. */
        readonly rows_to_skip?: number | string;
        /** @description CSV: rows at the end that are not data. Default: `0`. */
        readonly footer_rows_to_skip?: number | string;
        /** @enum {string} */
        readonly amount_type_strategy?: 'signed_amount' | 'custom_column';
        /** @description CSV: what marks an inflow when the strategy is custom_column. */
        readonly amount_type_inflow_value?: string;
        /** @description CSV: rows whose date or amount is blank (trades: date, quantity or price) are left out of every check. Default: `false`. */
        readonly skip_incomplete_rows?: boolean | string;
        /** @description CSV: name of the encoding; absent: it is detected. */
        readonly encoding?: string;
      };
      /**
       * @description Recognises files by their type and header cells. Null: it is learned from the first import made with the profile.
       * @example 5f70bf18a086007016e948b04aed3b82103a36bea41755b6cddfaf10ace3c6ef
       */
      readonly header_fingerprint?: string | null;
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
    };
    readonly NewImportSession: {
      /** @description NativeImport, the default. */
      readonly type?: string | null;
      /** @description Your own name for the session: creating it again gives the same session. */
      readonly client_session_id?: string | null;
      /** @description The total number of chunks; publish then requires exactly the sequences 1 to n. */
      readonly expected_chunks?: number | string | null;
    };
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
      /** @example https://example.com/ */
      readonly website_url?: string | null;
      /** @example https://example.com/ */
      readonly logo_url?: string | null;
    };
    readonly NewMerge: {
      /**
       * Format: uuid
       * @description The record to merge into, which remains.
       */
      readonly into: string;
    };
    readonly NewProviderConnection: {
      readonly name?: string;
      /** @description The key that the provider gave you. Checked there first, stored encrypted, never shown. */
      readonly api_key: string;
      /**
       * Format: date
       * @example 2026-03-01
       */
      readonly history_start?: string | null;
      /** @description Connects a key that the household has connected already: its accounts are there twice then. Default: `false`. */
      readonly allow_duplicate?: boolean;
    };
    readonly NewRule: {
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
      readonly resource_type: 'transaction';
      readonly name?: string | null;
      /** @description Default: `false`. */
      readonly active?: boolean;
      /**
       * Format: date
       * @description Transactions before this day are not changed.
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
    readonly NewRuleAction: {
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
      readonly action_type:
        | 'exclude_transaction'
        | 'set_as_transfer_or_payment'
        | 'set_investment_activity_label'
        | 'set_transaction_category'
        | 'set_transaction_merchant'
        | 'set_transaction_name'
        | 'set_transaction_tags';
      /** @description Kept as text. Records are named by id; docs/RULES.md lists what each type takes. */
      readonly value?: string | number | null;
    };
    readonly NewRuleCondition: {
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
      /** @enum {string} */
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
      /** @description Kept as text. Records are named by id; docs/RULES.md lists what each type takes. */
      readonly value?: string | number | null;
      /** @description Members of a `compound`; groups are one level deep. */
      readonly sub_conditions?: readonly components['schemas']['NewRuleCondition'][];
    };
    readonly NewRulePreview: {
      /** @description Change attributes that a person edited as well. Default: `false`. */
      readonly ignore_locks?: boolean;
      /** @description Default: `20`. */
      readonly sample_size?: number;
    };
    readonly NewRuleRun: {
      /** @description Change attributes that a person edited as well. Default: `false`. */
      readonly ignore_locks?: boolean;
    };
    readonly NewTag: {
      /**
       * @description Unique in the household.
       * @example reviewed
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
      /** Format: uuid */
      readonly account_id: string;
      /**
       * Format: date
       * @example 2026-03-01
       */
      readonly date: string;
      /** @example -12.50 */
      readonly amount: string;
      /** @example Corner Shop */
      readonly name: string;
      /**
       * @description Default: that of the account.
       * @example EUR
       */
      readonly currency?: string;
      /**
       * @description Your own id, unique in the account: sent again, it adds nothing and answers what is there.
       * @example shop-2026-03-01-1
       */
      readonly external_id?: string;
      /** @description Left out of reports. */
      readonly excluded?: boolean;
      /** @example With Ana */
      readonly notes?: string | null;
      /** Format: uuid */
      readonly category_id?: string | null;
      /** Format: uuid */
      readonly merchant_id?: string | null;
      readonly tag_ids?: readonly string[];
      /**
       * @description Its split lines, each a transaction of its own; their amounts add up to that of the transaction.
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
        /** @example -12.50 */
        readonly amount: string;
        /**
         * @description Default: that of the transaction.
         * @example Lunch
         */
        readonly name?: string;
        /** @example With Ana */
        readonly notes?: string | null;
        /** Format: uuid */
        readonly category_id?: string | null;
        /** Format: uuid */
        readonly merchant_id?: string | null;
        readonly tag_ids?: readonly string[];
      }[];
    };
    /** @description The fields of one transaction (account_id, date, amount and name are required), or `transactions` alone. */
    readonly NewTransactions: {
      /** Format: uuid */
      readonly account_id?: string;
      /**
       * Format: date
       * @example 2026-03-01
       */
      readonly date?: string;
      /** @example -12.50 */
      readonly amount?: string;
      /** @example Corner Shop */
      readonly name?: string;
      /**
       * @description Default: that of the account.
       * @example EUR
       */
      readonly currency?: string;
      /**
       * @description Your own id, unique in the account: sent again, it adds nothing and answers what is there.
       * @example shop-2026-03-01-1
       */
      readonly external_id?: string;
      /** @description Left out of reports. */
      readonly excluded?: boolean;
      /** @example With Ana */
      readonly notes?: string | null;
      /** Format: uuid */
      readonly category_id?: string | null;
      /** Format: uuid */
      readonly merchant_id?: string | null;
      readonly tag_ids?: readonly string[];
      /**
       * @description Its split lines, each a transaction of its own; their amounts add up to that of the transaction.
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
        /** @example -12.50 */
        readonly amount: string;
        /**
         * @description Default: that of the transaction.
         * @example Lunch
         */
        readonly name?: string;
        /** @example With Ana */
        readonly notes?: string | null;
        /** Format: uuid */
        readonly category_id?: string | null;
        /** Format: uuid */
        readonly merchant_id?: string | null;
        readonly tag_ids?: readonly string[];
      }[];
      /** @description Many at once, in place of the other fields. One that is at fault does not keep out the others. */
      readonly transactions?: readonly components['schemas']['NewTransaction'][];
    };
    readonly PageMeta: {
      readonly current_page: number;
      readonly next_page: number | null;
      readonly prev_page: number | null;
      readonly total_pages: number;
      readonly total_count: number;
      readonly per_page: number;
      /** @description For the parameter `after`: the page that follows, whatever comes or goes meanwhile. */
      readonly next_cursor: string | null;
    };
    readonly ProviderConnection: {
      /** Format: uuid */
      readonly id: string;
      readonly name: string;
      /** @enum {string} */
      readonly status: 'good' | 'degraded' | 'requires_update';
      /** @description Why it is not good. `degraded`: the code of what failed in the last run (some or all accounts, or their list). `requires_update`: why the key needs its owner: `unauthorized`, `payment_required`, `forbidden` … */
      readonly status_reason: string | null;
      readonly api_key_last_four: string;
      /**
       * Format: date
       * @description First day to sync, if one was set.
       * @example 2026-03-01
       */
      readonly history_start: string | null;
      /**
       * Format: date-time
       * @description End of the last run that read at least one account completely.
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
       * @example 2026-03-01T10:59:50Z
       */
      readonly created_at: string;
      /**
       * Format: date-time
       * @example 2026-03-01T10:59:50Z
       */
      readonly updated_at: string;
    };
    /** @description Absent fields stay as they are. A new key is checked first and clears `requires_update`. */
    readonly ProviderConnectionChange: {
      readonly name?: string;
      /** @description The key that the provider gave you. Checked there first, stored encrypted, never shown. */
      readonly api_key?: string;
      /**
       * Format: date
       * @description An earlier day brings the missing history with the next sync; a later one removes nothing. Null: the default.
       * @example 2026-03-01
       */
      readonly history_start?: string | null;
      /** @description Connects a key that the household has connected already: its accounts are there twice then. Default: `false`. */
      readonly allow_duplicate?: boolean;
    };
    readonly RecordChange: {
      /** @enum {string} */
      readonly record_type: 'account' | 'category' | 'tag' | 'merchant' | 'rule';
      /**
       * Format: uuid
       * @description The record may be gone.
       */
      readonly record_id: string;
      /** @enum {string} */
      readonly action: 'created' | 'updated' | 'deleted';
      /**
       * Format: uuid
       * @description The key of the request, see GET /api_keys.
       */
      readonly api_key_id: string;
      /** @description The attributes that differ. Those without a value are left out where a record was made or deleted. */
      readonly changes: readonly {
        /** @example name */
        readonly attribute: string;
        /** @example null */
        readonly old_value: string | null;
        /** @example Groceries */
        readonly new_value: string | null;
      }[];
      /**
       * Format: date-time
       * @example 2026-03-01T10:59:50Z
       */
      readonly created_at: string;
    };
    readonly Rule: {
      /** Format: uuid */
      readonly id: string;
      /** @enum {string} */
      readonly resource_type: 'transaction';
      readonly active: boolean;
      readonly name: string | null;
      /**
       * Format: date
       * @example 2026-03-01
       */
      readonly effective_date: string | null;
      readonly priority: number;
      readonly stop: boolean;
      readonly conditions: readonly components['schemas']['RuleCondition'][];
      readonly actions: readonly components['schemas']['RuleAction'][];
      /**
       * Format: date-time
       * @example 2026-03-01T10:59:50Z
       */
      readonly created_at: string;
      /**
       * Format: date-time
       * @example 2026-03-01T10:59:50Z
       */
      readonly updated_at: string;
    };
    /** @description A change to the transactions that match. */
    readonly RuleAction: {
      /** Format: uuid */
      readonly id: string;
      readonly action_type: string;
      readonly value: string | null;
      /**
       * Format: date-time
       * @example 2026-03-01T10:59:50Z
       */
      readonly created_at: string;
      /**
       * Format: date-time
       * @example 2026-03-01T10:59:50Z
       */
      readonly updated_at: string;
    };
    /** @description Absent fields stay; conditions and actions are replaced as a whole. */
    readonly RuleChange: {
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
      readonly resource_type?: 'transaction';
      readonly name?: string | null;
      /** @description Default: `false`. */
      readonly active?: boolean;
      /**
       * Format: date
       * @description Transactions before this day are not changed.
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
      /** Format: uuid */
      readonly id: string;
      readonly condition_type: string;
      readonly operator: string;
      readonly sub_conditions: readonly components['schemas']['RuleCondition'][];
      readonly value: string | null;
      /**
       * Format: date-time
       * @example 2026-03-01T10:59:50Z
       */
      readonly created_at: string;
      /**
       * Format: date-time
       * @example 2026-03-01T10:59:50Z
       */
      readonly updated_at: string;
    };
    readonly RulePreview: {
      /**
       * Format: uuid
       * @description Null: the rule is not saved.
       */
      readonly rule_id: string | null;
      /** @description False: the rule makes transfers and matches more than 50,000 transactions. Counts and sample are about the latest of them. */
      readonly complete: boolean;
      /** @description Transactions that the rule matches now. */
      readonly matched_count: number;
      /** @description Of those, how many a run would change. */
      readonly modified_count: number;
      /** @description What each action would do, in its order. */
      readonly actions: readonly {
        readonly action_type: string;
        readonly value: string | null;
        /** @description Transactions that it would change. */
        readonly changed_count: number;
        /** @description Transactions in which a lock prevents it. */
        readonly locked_count: number;
      }[];
      /** @description The latest of the matched transactions, and what would change in each. */
      readonly sample: readonly {
        readonly transaction: components['schemas']['Transaction'];
        readonly changes: readonly {
          readonly action_type: string;
          readonly attribute: string;
          readonly old_value: string | null;
          readonly new_value: string | null;
          /** @description A person edited it, so the rule does not change it. */
          readonly locked: boolean;
        }[];
      }[];
    };
    readonly RuleRun: {
      /** Format: uuid */
      readonly id: string;
      /**
       * Format: uuid
       * @description Null: all active rules, one after another.
       */
      readonly rule_id: string | null;
      /** @enum {string} */
      readonly execution_type: 'manual' | 'scheduled';
      /** @enum {string} */
      readonly trigger: 'request' | 'sync' | 'import' | 'write';
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
        /** Format: uuid */
        readonly rule_id: string;
        readonly matched: number;
        readonly modified: number;
        readonly error: string | null;
      }[];
      readonly error: {
        readonly code: string;
        readonly message: string;
      } | null;
      /**
       * Format: date-time
       * @example 2026-03-01T10:59:50Z
       */
      readonly started_at: string | null;
      /**
       * Format: date-time
       * @example 2026-03-01T10:59:50Z
       */
      readonly finished_at: string | null;
      /**
       * Format: date-time
       * @example 2026-03-01T10:59:50Z
       */
      readonly created_at: string;
      /**
       * Format: date-time
       * @example 2026-03-01T10:59:50Z
       */
      readonly updated_at: string;
    };
    readonly Sync: {
      /** Format: uuid */
      readonly id: string;
      /** Format: uuid */
      readonly provider_connection_id: string;
      /** @enum {string} */
      readonly trigger: 'manual' | 'scheduled' | 'connection';
      /** @enum {string} */
      readonly status:
        | 'queued'
        | 'running'
        | 'completed'
        | 'completed_with_errors'
        | 'rate_limited'
        | 'failed'
        | 'cancelled'
        | 'stale';
      readonly progress: {
        readonly accounts_total: number;
        readonly accounts_done: number;
        readonly pages: number;
        readonly rows: number;
        /**
         * Format: date-time
         * @description Set while the run waits for a rate limit.
         * @example 2026-03-01T10:59:50Z
         */
        readonly waiting_until: string | null;
      };
      readonly counts: components['schemas']['SyncCounts'];
      /** @description Errors of the run as a whole. */
      readonly errors: readonly components['schemas']['SyncNote'][];
      readonly warnings: readonly components['schemas']['SyncNote'][];
      readonly accounts: readonly components['schemas']['SyncAccount'][];
      readonly cancel_requested: boolean;
      /**
       * Format: date-time
       * @example 2026-03-01T10:59:50Z
       */
      readonly started_at: string | null;
      /**
       * Format: date-time
       * @example 2026-03-01T10:59:50Z
       */
      readonly finished_at: string | null;
      /**
       * Format: date-time
       * @example 2026-03-01T10:59:50Z
       */
      readonly created_at: string;
      /**
       * Format: date-time
       * @example 2026-03-01T10:59:50Z
       */
      readonly updated_at: string;
    };
    readonly SyncAccount: {
      /** Format: uuid */
      readonly account_id: string;
      /** @enum {string} */
      readonly status:
        'pending' | 'running' | 'completed' | 'completed_with_errors' | 'failed' | 'skipped';
      /** @enum {string} */
      readonly step: 'balance' | 'transactions' | 'reconcile' | 'holdings' | 'done';
      /**
       * Format: date
       * @example 2026-03-01
       */
      readonly read_from: string | null;
      /**
       * Format: date
       * @example 2026-03-01
       */
      readonly read_to: string | null;
      /** @description Whether the list was read completely; null until known. */
      readonly complete: boolean | null;
      readonly pages: number;
      readonly rows: number;
      readonly counts: components['schemas']['SyncCounts'];
      readonly errors: readonly components['schemas']['SyncNote'][];
      readonly warnings: readonly components['schemas']['SyncNote'][];
    };
    readonly SyncCounts: {
      readonly created: number;
      readonly updated: number;
      /** @description Stored rows that got another key: pending ones that posted, reissued ids. */
      readonly claimed: number;
      /** @description Listed rows that are already stored in another form. */
      readonly suppressed: number;
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
    readonly SyncNote: {
      readonly code: string;
      readonly message: string;
      readonly count?: number;
    };
    readonly Tag: {
      /** Format: uuid */
      readonly id: string;
      readonly name: string;
      readonly color: string;
      /**
       * Format: date-time
       * @example 2026-03-01T10:59:50Z
       */
      readonly created_at: string;
      /**
       * Format: date-time
       * @example 2026-03-01T10:59:50Z
       */
      readonly updated_at: string;
    };
    /** @description Absent fields stay as they are. */
    readonly TagChange: {
      /**
       * @description Unique in the household.
       * @example reviewed
       */
      readonly name?: string;
      /**
       * @description Six hexadecimal digits behind a #.
       * @example #4da568
       */
      readonly color?: string;
    };
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
    readonly Trade: {
      /** Format: uuid */
      readonly id: string;
      /** Format: uuid */
      readonly account_id: string;
      /** Format: uuid */
      readonly security_id: string;
      readonly ticker: string | null;
      readonly exchange_operating_mic: string | null;
      /**
       * Format: date
       * @example 2026-03-01
       */
      readonly date: string;
      readonly name: string;
      /** @example -12.50 */
      readonly quantity: string;
      /** @example -12.50 */
      readonly price: string;
      /** @example -12.50 */
      readonly amount: string;
      /** @example EUR */
      readonly currency: string;
      /** @example -12.50 */
      readonly fee: string | null;
      readonly investment_activity_label: string | null;
      readonly notes: string | null;
      /**
       * Format: date-time
       * @example 2026-03-01T10:59:50Z
       */
      readonly created_at: string;
      /**
       * Format: date-time
       * @example 2026-03-01T10:59:50Z
       */
      readonly updated_at: string;
    };
    readonly Transaction: {
      /** Format: uuid */
      readonly id: string;
      /** Format: uuid */
      readonly account_id: string;
      /**
       * Format: date
       * @example 2026-03-01
       */
      readonly date: string;
      /** @example -12.50 */
      readonly amount: string;
      /** @example EUR */
      readonly currency: string;
      readonly name: string;
      readonly notes: string | null;
      /** @description Not yet posted by the bank; shown with a Pending badge. */
      readonly pending: boolean;
      /** @description Pending, but the bank has stopped listing it; kept because a person edited it. Somebody should look at it. */
      readonly stale_pending: boolean;
      /** @description Left out of reports. */
      readonly excluded: boolean;
      /** @enum {string} */
      readonly kind:
        | 'standard'
        | 'funds_movement'
        | 'cc_payment'
        | 'loan_payment'
        | 'investment_contribution'
        | 'one_time';
      /** Format: uuid */
      readonly category_id: string | null;
      /** Format: uuid */
      readonly merchant_id: string | null;
      readonly tag_ids: readonly string[];
      readonly category_name: string | null;
      readonly merchant_name: string | null;
      /** @description In the order of tag_ids. */
      readonly tag_names: readonly string[];
      /** @description Its split lines, each a separate transaction. */
      readonly splits: readonly {
        /** Format: uuid */
        readonly id: string;
        /** @example -12.50 */
        readonly amount: string;
        readonly name: string;
        /** Format: uuid */
        readonly category_id: string | null;
      }[];
      readonly investment_activity_label: string | null;
      /** @description The merchant’s name as the provider sent it. */
      readonly merchant: string | null;
      /** @description The description as the provider sent it. */
      readonly description: string | null;
      /**
       * Format: uuid
       * @description The transaction that this one is a split of.
       */
      readonly parent_id: string | null;
      /**
       * Format: uuid
       * @description The transfer that this is one side of.
       */
      readonly transfer_id: string | null;
      /** @description Where it came from: the bank sync, an import, a rule or a person. */
      readonly source: string;
      /** @description The id that a client gave it when adding it. */
      readonly external_id: string | null;
      /** @description Attributes that a person edited; rules and the provider do not change them. */
      readonly locked_attributes: readonly string[];
      /**
       * Format: date-time
       * @example 2026-03-01T10:59:50Z
       */
      readonly created_at: string;
      /**
       * Format: date-time
       * @example 2026-03-01T10:59:50Z
       */
      readonly updated_at: string;
    };
    readonly TransactionChange: {
      readonly attribute: string;
      /**
       * @description transfer: the service found, or lost, the other side of a transfer.
       * @enum {string}
       */
      readonly source: 'rule' | 'user' | 'provider' | 'transfer';
      /** Format: uuid */
      readonly rule_id: string | null;
      /** Format: uuid */
      readonly rule_run_id: string | null;
      /**
       * Format: uuid
       * @description The key of the request that wrote the line.
       */
      readonly api_key_id: string | null;
      readonly old_value: string | null;
      readonly new_value: string | null;
      /**
       * Format: date-time
       * @example 2026-03-01T10:59:50Z
       */
      readonly created_at: string;
    };
    /** @description Absent fields stay. Fields that you send are locked against rules and the provider. */
    readonly TransactionEdit: {
      readonly name?: string;
      readonly notes?: string | null;
      readonly excluded?: boolean;
      /** Format: uuid */
      readonly category_id?: string | null;
      /** Format: uuid */
      readonly merchant_id?: string | null;
      /** @description Replaces the tags. */
      readonly tag_ids?: readonly string[];
      /** Format: uuid */
      readonly account_id?: string;
      /**
       * Format: date
       * @example 2026-03-01
       */
      readonly date?: string;
      /** @example -12.50 */
      readonly amount?: string;
      /**
       * @description Replaces its lines; none make it whole again.
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
        /** @example -12.50 */
        readonly amount: string;
        /**
         * @description Default: that of the transaction.
         * @example Lunch
         */
        readonly name?: string;
        /** @example With Ana */
        readonly notes?: string | null;
        /** Format: uuid */
        readonly category_id?: string | null;
        /** Format: uuid */
        readonly merchant_id?: string | null;
        readonly tag_ids?: readonly string[];
      }[];
    };
    readonly TransactionSuggestion: {
      /** Format: uuid */
      readonly id: string;
      readonly transaction: components['schemas']['Transaction'];
      /** @description The pending transactions that may have become it; some may be left out of every other list because the bank stopped listing them. */
      readonly candidates: readonly components['schemas']['Transaction'][];
      /**
       * Format: date-time
       * @example 2026-03-01T10:59:50Z
       */
      readonly created_at: string;
    };
    readonly TransactionSuggestionChoice: {
      /** Format: uuid */
      readonly candidate_id: string;
    };
    readonly TransferSuggestion: {
      /** Format: uuid */
      readonly id: string;
      readonly outflow: components['schemas']['Transaction'];
      readonly inflow: components['schemas']['Transaction'];
      /**
       * Format: date-time
       * @example 2026-03-01T10:59:50Z
       */
      readonly created_at: string;
    };
    readonly Usage: {
      readonly api_key: {
        readonly name: string;
        readonly scopes: readonly string[];
        /**
         * Format: date-time
         * @example 2026-03-01T10:59:50Z
         */
        readonly last_used_at: string | null;
        /**
         * Format: date-time
         * @example 2026-03-01T10:59:50Z
         */
        readonly created_at: string;
      };
      readonly rate_limit: {
        /** @enum {string} */
        readonly tier: 'standard' | 'unlimited';
        readonly limit: number | null;
        readonly current_count: number | null;
        readonly remaining: number | null;
        readonly reset_in_seconds: number | null;
        /**
         * Format: date-time
         * @example 2026-03-01T10:59:50Z
         */
        readonly reset_at: string | null;
      };
    };
    readonly Valuation: {
      /** Format: uuid */
      readonly id: string;
      /** Format: uuid */
      readonly account_id: string;
      /**
       * Format: date
       * @example 2026-03-01
       */
      readonly date: string;
      /** @enum {string} */
      readonly kind: 'reconciliation' | 'opening_anchor' | 'current_anchor';
      readonly name: string | null;
      /** @example -12.50 */
      readonly amount: string;
      /** @example EUR */
      readonly currency: string;
      readonly notes: string | null;
      /**
       * Format: date-time
       * @example 2026-03-01T10:59:50Z
       */
      readonly created_at: string;
      /**
       * Format: date-time
       * @example 2026-03-01T10:59:50Z
       */
      readonly updated_at: string;
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
