/** A row of the read whose key the account does not know yet. Rows with a known key never get here. */
export type FreshRow = {
  /** Names the staged row; opaque. */
  ref: string;
  key: string;
  /** It came without an id, so the key is synthetic. */
  idless: boolean;
  pending: boolean;
  date: string;
  amount: string;
  currency: string;
  /** Folded merchant or description; empty when unnamed. Unnamed rows equal nothing by name. */
  label: string;
  hash: string;
};

/** A stored row that is still pending, or was when it was removed. */
export type OpenRow = {
  id: string;
  /** Null: a file brought it, and no feed has listed it. */
  key: string | null;
  idless: boolean;
  date: string;
  amount: string;
  currency: string;
  label: string;
  hash: string;
  /** Its key is in this read, even if only on an unreadable row. */
  listed: boolean;
  /** `vanished`: removed by tier 7; `deleted`: removed by a person, and to stay so. */
  life: 'live' | 'vanished' | 'deleted';
  /** A person edited it: it is flagged, never removed. */
  edited: boolean;
  missedReads: number;
  stale: boolean;
  /** Order of creation within the account. */
  rank: number;
};

/** A stored posted row whose key is not in this read although the read covers its day. */
export type AbsentRow = { id: string; hash: string; rank: number };

/** A stored posted row that has not taken over a pending one. */
export type SettledRow = {
  id: string;
  date: string;
  amount: string;
  currency: string;
  label: string;
};

/** A staged row whose key is a former key of a stored row. */
export type AliasedRow = {
  ref: string;
  key: string;
  hash: string;
  pending: boolean;
  id: string;
  /** The read lists the stored row, too, posted and under the key it has now. */
  ownerPosted: boolean;
};

export type ReadFacts = {
  /** Every page was read, none refused. Only then does absence mean anything. */
  complete: boolean;
  /** Rows came that cannot be understood and are not known by an id: any row may be among them. */
  obscured: boolean;
  /** The provider was asked for pending rows. */
  pendingAsked: boolean;
  /** Inclusive days the read covers. */
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
/** The staged row is already on file, as a stored row or as another row of this read. */
export type Suppression = { ref: string; by: { id: string } | { ref: string } };
/** Several pending rows could be the one that posted: a person decides. */
export type Suggestion = { ref: string; candidates: string[] };

export type Decisions = {
  claims: Claim[];
  suppressed: Suppression[];
  suggestions: Suggestion[];
  /** Not stored now: only a complete read can tell what they are. */
  deferred: string[];
  /** Pending rows that this read should have shown and did not, for the first time. */
  missed: string[];
  /** Missed twice in a row: removed softly. */
  removed: string[];
  /** Missed twice in a row, but a person edited them. */
  flagged: string[];
  /** Listed again after a miss. */
  seenAgain: string[];
};
