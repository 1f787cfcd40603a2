/** Of equal sums nearby, so many of the nearest are looked at: what meets more is one of many, and they say no more about it. */
export const PARTNERS_MAX = 12;

/** A transaction that may be one side of a transfer. */
export interface Side {
  readonly id: string;
  readonly accountId: string;
  /** YYYY-MM-DD. */
  readonly date: string;
  /** Exact decimal; money in is positive. Never zero. */
  readonly amount: string;
  readonly currency: string;
  /** Everything that the bank and the household say about it. */
  readonly text: string;
  /** Its amount and day may change still: it competes, and is not paired. */
  readonly pending: boolean;
}

/** A transaction of the household's past, from which its habits are learnt. */
export interface PastSide extends Pick<
  Side,
  'id' | 'accountId' | 'date' | 'amount' | 'currency' | 'text'
> {
  /** What it is, where that is known: one side of a transfer, or something else because a person said so. */
  readonly known: 'transfer' | 'other' | null;
}

/** An account of the household, with the name and kind that show what a transfer with it looks like. */
export interface TransferAccount {
  readonly id: string;
  readonly name: string;
  readonly type: string;
  readonly subtype: string | null;
  readonly institutionName: string | null;
}

/** Two sides that may be one transfer. */
export interface SidePair {
  readonly inflowId: string;
  readonly outflowId: string;
}

/** A pair of two currencies carries the rate that the household's own transfers had around that day; null: none is known. */
export interface PossiblePair extends SidePair {
  readonly knownRate?: number | null;
}

/** What one of `inflow` costs in the currency of `outflow`. */
export function rateOf(outflow: { amount: string }, inflow: { amount: string }): number {
  return Math.abs(Number(outflow.amount) / Number(inflow.amount));
}
