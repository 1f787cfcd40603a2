/** How many of the nearest equal sums are considered: a transaction with more is one of many, and further ones add nothing. */
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
  /** Everything that the bank and the household state about it. */
  readonly text: string;
  /** Its amount and day may still change: it competes with others, but is not paired. */
  readonly pending: boolean;
}

/** A transaction of the household's past, from which its habits are learned. */
export interface PastSide extends Omit<Side, 'pending'> {
  /** What it is, if known: one side of a transfer, or something else because a person said so. */
  readonly known: 'transfer' | 'other' | null;
}

/** An account of the household, with the name and kind that show what a transfer to or from it looks like. */
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

/** A pair of two currencies carries the rate of the household's own transfers around that day; null if none is known. */
export interface PossiblePair extends SidePair {
  readonly knownRate?: number | null;
}

/** What one unit of `inflow`'s currency costs in the currency of `outflow`. */
export function rateOf(outflow: { amount: string }, inflow: { amount: string }): number {
  return Math.abs(Number(outflow.amount) / Number(inflow.amount));
}
