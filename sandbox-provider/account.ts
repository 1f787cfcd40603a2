/** Any JSON object that goes over the wire; numbers that must keep their digits are LosslessNumber. */
export type WireObject = Record<string, unknown>;

/** A transaction in the provider's own spelling (accountId, isPending); `date` and `isPending` are read. */
export type WireRow = WireObject;

/** One account of one API key. */
export type SandboxAccount = {
  /** Text, also when the listing shows a number. */
  id: string;
  /** What GET /accounts shows for it. */
  listing: WireObject;
  /** What GET /accounts/{id}/balance answers under `balance`. */
  balance: WireObject;
  /** The whole answer of GET /accounts/{id}/holdings; null answers 501. */
  holdings: WireObject | null;
  /** All rows as of `now` that may be dated in [from, to], newest first. Bounds are hints. */
  rows(now: Date, from: string, to: string): WireRow[];
  /** Posts everything that is pending as of `now`; answers how many rows that was. */
  settle(now: Date): number;
};

/** One API key's world. */
export type SandboxUser = { key: string; accounts: SandboxAccount[] };
