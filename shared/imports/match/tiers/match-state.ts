import { groupBy } from '../../../platform/group-by.ts';
import type {
  Claim,
  FreshRow,
  OpenRow,
  ReadFacts,
  ReconcileInput,
  Suggestion,
  Suppression,
} from './reconcile-types.ts';

/** What the tiers share: which rows are taken. Each row is used once. */
export type MatchState = {
  read: ReadFacts;
  open: OpenRow[];
  /** Fresh rows not decided yet, by ref. */
  waiting: Map<string, FreshRow>;
  /** Stored rows that a fresh row has taken over, or that are seen under a former key. */
  takenIds: Set<string>;
  /** Open rows listed under another number of the same content. */
  seenAs: OpenRow[];
  claims: Claim[];
  suppressed: Suppression[];
  suggestions: Suggestion[];
  deferred: string[];
};

/** A state in which nothing is decided. */
export function startMatching(input: ReconcileInput): MatchState {
  return {
    read: input.read,
    open: input.open,
    waiting: new Map(input.fresh.map((row) => [row.ref, row])),
    takenIds: new Set(),
    seenAs: [],
    claims: [],
    suppressed: [],
    suggestions: [],
    deferred: [],
  };
}

/** Settles one fresh row on one stored row. */
export function claim(state: MatchState, entry: Claim): void {
  state.claims.push(entry);
  state.takenIds.add(entry.id);
  state.waiting.delete(entry.ref);
}

/** Leaves a row for the next complete read. */
export function defer(state: MatchState, ref: string): void {
  state.deferred.push(ref);
  state.waiting.delete(ref);
}

/**
 * What the read says about an open pending row: `listed`, `gone` (it should be there and is not), or
 * `unknown` (an incomplete read, a day it does not cover, or pending rows were not asked for).
 */
export function presenceOf(row: OpenRow, read: ReadFacts): 'listed' | 'gone' | 'unknown' {
  if (row.listed) return 'listed';
  const covered = row.date >= read.from && row.date <= read.to;
  return read.complete && read.pendingAsked && covered ? 'gone' : 'unknown';
}

/**
 * Whether an incomplete read leaves it open that the row is gone. Then a match that needs its absence is
 * neither made nor ruled out: storing the new row now could double it for good.
 */
export function mayBeGone(row: OpenRow, read: ReadFacts): boolean {
  return !row.listed && !read.complete && read.pendingAsked;
}

/** Fresh posted rows still undecided, in a fixed order. */
export function waitingPosted(state: MatchState): FreshRow[] {
  return [...state.waiting.values()].filter((row) => !row.pending).sort(byDate);
}

/** Open rows not taken yet. */
export function freeOpen(state: MatchState): OpenRow[] {
  return state.open.filter((row) => !state.takenIds.has(row.id));
}

const byDate = (a: FreshRow, b: FreshRow): number =>
  a.date === b.date ? (a.key < b.key ? -1 : 1) : a.date < b.date ? -1 : 1;

/** Rows by amount and currency, so that tiers look only at rows that can match. */
export const byMoney = <T extends { amount: string; currency: string }>(rows: readonly T[]) =>
  groupBy(rows, moneyKey);

/** Signed amount and currency: a refund never meets its purchase. */
export function moneyKey(row: { amount: string; currency: string }): string {
  return `${row.currency} ${row.amount}`;
}
