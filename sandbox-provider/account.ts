/** Any JSON object on the wire; numbers that must keep their digits are LosslessNumber. */
export type WireObject = Record<string, unknown>;

/** A transaction in the provider's spelling (accountId, isPending); the sandbox reads `date` and `isPending`. */
export type WireRow = WireObject;

/** One account of one API key. */
export type SandboxAccount = {
  /** Text, even if the listing shows a number. */
  id: string;
  /** Its entry in GET /accounts. */
  listing: WireObject;
  /** The `balance` of GET /accounts/{id}/balance. */
  balance: WireObject;
  /** The whole answer of GET /accounts/{id}/holdings; null answers 501. */
  holdings: WireObject | null;
  /** All rows as of `now` that may be dated in [from, to], newest first. The bounds are hints. */
  rows(now: Date, from: string, to: string): WireRow[];
  /** Posts everything that is pending as of `now`; returns the number of rows. */
  settle(now: Date): number;
};

/** The data behind one API key. */
export type SandboxUser = { key: string; accounts: SandboxAccount[] };
