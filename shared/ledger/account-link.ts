export type ProviderAccountState = 'active' | 'missing' | 'disconnected' | 'error';
export type HoldingsState = 'unknown' | 'available' | 'not_supported';

/** A finding about a run or one of its accounts. Fixed sentences, never the provider's own text. */
export interface SyncNote {
  code: string;
  message: string;
  /** How many rows it concerns, if any. */
  count?: number;
}

/** What the provider has to do with an account. */
export interface AccountLink {
  connectionId: string | null;
  providerAccountId: string;
  aggregator: string | null;
  state: ProviderAccountState;
  ignored: boolean;
  watermark: string | null;
  lastSyncedAt: Date | null;
  lastError: SyncNote | null;
  limitedUntil: Date | null;
  holdingsState: HoldingsState;
}
