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
export type Claim = { ref: string; id: string; reason: ClaimReason };
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
