import { groupBy } from '../../../platform/group-by.ts';
import type {
  Claim,
  Decisions,
  FreshRow,
  OpenRow,
  ReadFacts,
  ReconcileInput,
} from './reconcile-types.ts';

/** What the tiers share: the rows that are taken. Each row is used at most once. */
export type MatchState = Pick<ReconcileInput, 'read' | 'open'> & {
  /** Fresh rows that are still undecided, by ref. */
  waiting: Map<string, FreshRow>;
  /** Stored rows that a fresh row took over, or that are listed under a former key. */
  takenIds: Set<string>;
  /** Open rows listed under another number of the same content. */
  seenAs: OpenRow[];
} & Pick<Decisions, 'claims' | 'suppressed' | 'suggestions' | 'deferred'>;

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
 * What the read says about an open pending row: `listed`, `gone` (it should be there but is not), or `unknown` (the read is
 * incomplete, does not cover its day, or did not ask for pending rows).
 */
export function presenceOf(row: OpenRow, read: ReadFacts): 'listed' | 'gone' | 'unknown' {
  if (row.listed) return 'listed';
  const covered = row.date >= read.from && row.date <= read.to;
  return read.complete && read.pendingAsked && covered ? 'gone' : 'unknown';
}

/**
 * Whether the row may be gone, but the read is too incomplete to tell. A match that needs its absence is then neither made nor
 * ruled out: storing the new row now could duplicate it for good.
 */
export function mayBeGone(row: OpenRow, read: ReadFacts): boolean {
  return !row.listed && !read.complete && read.pendingAsked;
}

/** Fresh posted rows still undecided, in a fixed order. */
export function waitingPosted(state: MatchState): FreshRow[] {
  return [...state.waiting.values()].filter((row) => !row.pending).sort(byDate);
}

export function freeOpen(state: MatchState): OpenRow[] {
  return state.open.filter((row) => !state.takenIds.has(row.id));
}

export const byDate = (a: FreshRow, b: FreshRow): number =>
  a.date === b.date ? (a.key < b.key ? -1 : 1) : a.date < b.date ? -1 : 1;

/** Rows by amount and currency, so that tiers look only at rows that can match. */
export const byMoney = <T extends { amount: string; currency: string }>(rows: readonly T[]) =>
  groupBy(rows, moneyKey);

/** Signed amount and currency: a refund never meets its purchase. */
export function moneyKey(row: { amount: string; currency: string }): string {
  return `${row.currency} ${row.amount}`;
}
