import { groupBy } from '../../../platform/group-by.ts';

type RowFacts = {
  /** It came without an id, so the key is synthetic. */
  idless: boolean;
  date: string;
  amount: string;
  currency: string;
  /** Case-folded merchant or description; empty if unnamed. Unnamed rows match nothing by name. */
  label: string;
  hash: string;
};

/** A row of the read whose key the account does not know yet. Rows with a known key never become one. */
export type FreshRow = RowFacts & {
  ref: string;
  key: string;
  pending: boolean;
};

/** A stored row that is still pending, or was when it was removed. */
export type OpenRow = RowFacts & {
  id: string;
  /** Null: a file brought it, and no feed has listed it. */
  key: string | null;
  /** Its key is in this read, if only on an unreadable row. */
  listed: boolean;
  /** `vanished`: removed by tier 7; `deleted`: removed by a person for good. */
  life: 'live' | 'vanished' | 'deleted';
  /** A person edited it: it is flagged, never removed. */
  edited: boolean;
  missedReads: number;
  stale: boolean;
  /** Order of creation within the account. */
  rank: number;
};

/** A stored posted row whose key is missing from this read, although the read covers its day. */
export type AbsentRow = Pick<OpenRow, 'id' | 'hash' | 'rank'>;

/** A stored posted row that has not taken over a pending one. */
export type SettledRow = Pick<OpenRow, 'id' | 'date' | 'amount' | 'currency' | 'label'>;

/** A staged row whose key is a former key of a stored row. */
export type AliasedRow = Pick<FreshRow, 'ref' | 'key' | 'hash' | 'pending'> & {
  id: string;
  /** The read also lists the stored row itself, posted and under its current key. */
  ownerPosted: boolean;
};

export type ReadFacts = {
  /** Every page was read and no row refused. Only then does absence mean anything. */
  complete: boolean;
  /** Some rows could not be read and have no known id: any row may be among them. */
  obscured: boolean;
  pendingAsked: boolean;
  /** First and last day that the read covers, inclusive. */
  from: string;
  to: string;
};

export type ReconcileInput = {
  read: ReadFacts;
  fresh: FreshRow[];
  aliased: AliasedRow[];
  open: OpenRow[];
  absent: AbsentRow[];
  settled: SettledRow[];
};

type ClaimReason = 'exact' | 'renamed' | 'tip' | 'reissued' | 'moved' | 'returned';

/** The stored row `id` becomes the staged row `ref`: its content, its key; the old key is kept as alias. */
type Claim = { ref: string; id: string; reason: ClaimReason };
/** The staged row is already stored, or is the same as another row of this read. */
type Suppression = { ref: string; by: { id: string } | { ref: string } };
/** Several pending rows could be the one that posted: a person decides. */
type Suggestion = { ref: string; candidates: string[] };

export type Decisions = {
  claims: Claim[];
  suppressed: Suppression[];
  suggestions: Suggestion[];
  /** Not stored now: only a complete read can tell what they are. */
  deferred: string[];
  /** Pending rows that this read should list but does not, for the first time. */
  missed: string[];
  /** Missed twice in a row: soft-deleted. */
  removed: string[];
  /** Missed twice in a row, but a person edited them. */
  flagged: string[];
  /** Listed again after a miss. */
  seenAgain: string[];
};

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
