export type ProviderAccountState = 'active' | 'missing' | 'disconnected' | 'error';
export type HoldingsState = 'unknown' | 'available' | 'not_supported';

/** A finding about a run or one of its accounts. The texts are fixed, never the provider's own. */
export interface SyncNote {
  code: string;
  message: string;
  /** How many rows it concerns, if known. */
  count?: number;
}

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
