/** Generated from api/admin/operator-schemas.ts by `npm run generate`; never edited. */
export type paths = Record<string, never>;
export type webhooks = Record<string, never>;
export interface components {
  schemas: {
    readonly Installation: {
      /** @description Whether ADMIN_WRITE allows changes. */
      readonly may_change: boolean;
      /** @description All of them. */
      readonly queues: readonly {
        /**
         * @description Its name.
         * @enum {string}
         */
        readonly queue: 'sync' | 'imports' | 'rules' | 'delivery';
        /** @description A person paused or limited it. */
        readonly is_paused: boolean;
        /** @description Processes that take its jobs. */
        readonly workers: number;
        readonly waiting: number;
        readonly active: number;
        readonly delayed: number;
        readonly failed: number;
        /** @description 0 when nothing waits. */
        readonly oldest_waiting_seconds: number;
        /** @description Jobs of the last hour. */
        readonly ended_per_hour: number;
        /** @description Grouped by likeness, most first. */
        readonly failures: readonly {
          /** @description What its runs ended with, or the message of an unexpected error. */
          readonly code: string;
          /** @description The bank of a sync; null: not known, or no sync. */
          readonly provider: string | null;
          /** @description How many of the latest thousand failed jobs. */
          readonly count: number;
          /** @description The id of the latest job, for the board. */
          readonly latest: string;
          /** @description What to do about it. */
          readonly advice: string | null;
        }[];
      }[];
      readonly provider: {
        readonly host: string;
        /** @description Share of our own limit that the busiest key used in a minute. */
        readonly limit_used: number;
        /** @description Keys that the provider asked to wait. */
        readonly keys_blocked: number;
        /** @description How long the queued syncs take; null: not known. */
        readonly backlog_seconds: number | null;
        /** @description As many become due as end. */
        readonly backlog_grows: boolean;
        /** @description Hosts whose last calls failed. */
        readonly down: readonly {
          readonly host: string;
          /**
           * Format: date-time
           * @example 2026-03-01T10:59:50Z
           */
          readonly opened_at: string | null;
          /**
           * Format: date-time
           * @example 2026-03-01T10:59:50Z
           */
          readonly next_probe_at: string | null;
        }[];
      };
      readonly connections: {
        /** @description Most first. */
        readonly states: readonly {
          readonly status: string;
          readonly status_reason: string | null;
          readonly count: number;
        }[];
        /** @description By the time since their last success, without those whose owner must act. */
        readonly freshness: readonly {
          /** @description Null: longer ago than all others. */
          readonly within_seconds: number | null;
          readonly count: number;
        }[];
      };
      /** @description What operators hold back, oldest first. */
      readonly holds: readonly {
        /**
         * @description What is held back.
         * @enum {string}
         */
        readonly scope: 'queue' | 'provider' | 'household' | 'connection';
        /** @description Its name, host or id. */
        readonly target: string;
        /**
         * @description drain lets running work end.
         * @enum {string}
         */
        readonly mode: 'pause' | 'drain';
        /** @description Who did it. */
        readonly actor: string;
        /**
         * Format: date-time
         * @description Since when.
         * @example 2026-03-01T10:59:50Z
         */
        readonly created_at: string;
        /** @description How much of it is still at work. */
        readonly running: number;
      }[];
      /** @description Syncs that wait because of that. */
      readonly held: readonly {
        /**
         * @description Why.
         * @enum {string}
         */
        readonly held_by: 'paused' | 'provider_down';
        readonly count: number;
      }[];
    };
    readonly Actions: {
      /** @description What operators did, newest first. */
      readonly data: readonly {
        /**
         * Format: date-time
         * @example 2026-03-01T10:59:50Z
         */
        readonly at: string;
        readonly actor: string;
        readonly action: string;
        readonly target: string;
        readonly result: string;
      }[];
    };
    readonly Households: {
      /** @description At most twenty. */
      readonly data: readonly {
        /** Format: uuid */
        readonly id: string;
        readonly name: string;
        /** @example EUR */
        readonly currency: string;
        /**
         * Format: date-time
         * @example 2026-03-01T10:59:50Z
         */
        readonly created_at: string;
      }[];
    };
    readonly HouseholdLook: {
      readonly household: {
        /** Format: uuid */
        readonly id: string;
        readonly name: string;
        /** @example EUR */
        readonly currency: string;
        /**
         * Format: date-time
         * @example 2026-03-01T10:59:50Z
         */
        readonly created_at: string;
      };
      /** @description At most a hundred. */
      readonly connections: readonly {
        readonly connection: {
          /** Format: uuid */
          readonly id: string;
          /** Format: uuid */
          readonly household_id: string;
          readonly name: string;
          /** @description The name of its household. */
          readonly household: string;
          readonly status: string;
          readonly status_reason: string | null;
          /**
           * Format: date-time
           * @example 2026-03-01T10:59:50Z
           */
          readonly next_sync_at: string | null;
          /**
           * Format: date-time
           * @example 2026-03-01T10:59:50Z
           */
          readonly last_synced_at: string | null;
        };
        /** @description Newest first. */
        readonly runs: readonly {
          /** Format: uuid */
          readonly id: string;
          readonly trigger: string;
          readonly status: string;
          /**
           * Format: date-time
           * @example 2026-03-01T10:59:50Z
           */
          readonly created_at: string;
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
          readonly waiting_until: string | null;
          /** @description Of the run and its accounts. */
          readonly codes: readonly string[];
          readonly accounts: number;
          readonly pages: number;
          readonly rows: number;
          readonly created: number;
          readonly updated: number;
          readonly removed: number;
        }[];
        /** @description What to do. */
        readonly advice: readonly {
          readonly code: string;
          readonly message: string;
        }[];
      }[];
      /** @description What happened last, newest first. */
      readonly events: readonly {
        /**
         * @description What it is.
         * @enum {string}
         */
        readonly kind: 'sync' | 'import' | 'import_session' | 'rule_run' | 'change';
        /** Format: uuid */
        readonly id: string;
        /**
         * Format: date-time
         * @example 2026-03-01T10:59:50Z
         */
        readonly at: string;
        /** @description The state of a run, or what was done to a record. */
        readonly status: string;
        /** @description The connection, the file, the kind of the record. */
        readonly about: string | null;
        /** @description What went wrong. */
        readonly codes: readonly string[];
      }[];
    };
    readonly Lever: {
      /**
       * @description What to do.
       * @enum {string}
       */
      readonly action: 'pause' | 'drain' | 'resume' | 'retry' | 'discard';
      /** @description Of retry and discard: the id of a job, the code that jobs failed with, or `all`. Of the others: a queue, the host of the provider, or the id of a household or connection. */
      readonly target: string;
      /** @description Only of this bank. */
      readonly provider?: string;
      /** @description At most so many jobs. */
      readonly limit?: number;
    };
    readonly LeverResult: {
      /** @description Of pause and drain: what is still at work. */
      readonly running?: number;
      /** @description Of resume: whether anything was held back. */
      readonly was_held?: boolean;
      /** @description Of resume: connections that were suspended. */
      readonly resumed?: number;
      /** @description Of retry and discard: jobs. */
      readonly done?: number;
      /** @description Of retry and discard: why others were left alone, and how many. */
      readonly refused?: {
        readonly [key: string]: number;
      };
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
