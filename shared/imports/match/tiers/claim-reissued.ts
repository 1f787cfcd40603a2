import { groupBy } from '../../../platform/group-by.ts';
import type { AbsentRow, FreshRow } from './reconcile-types.ts';
import { claim, defer, freeOpen, mayBeGone, presenceOf, waitingPosted } from './match-state.ts';
import type { MatchState } from './match-state.ts';

/**
 * Tier 5: a bank gave a stored row a new id. The stored row is missing from a read that covers its day, and the read has a row with
 * equal content under an unknown id. It runs before the tiers that accept less than equal content; otherwise a reissued row could
 * take over another purchase's pending row.
 */
export function claimReissued(state: MatchState, absent: AbsentRow[]): void {
  const oldestFirst = absent.toSorted((a, b) => a.rank - b.rank);
  const byHash = groupBy(oldestFirst, ({ hash }) => hash);
  for (const row of waitingPosted(state)) {
    const old = byHash.get(row.hash)?.shift();
    if (old === undefined) continue;
    if (state.read.complete) claim(state, { ref: row.ref, id: old.id, reason: 'reissued' });
    else defer(state, row.ref);
  }
  claimReissuedPending(state);
}

/** The same for a row that is pending under both ids; the old one may have had an id. */
function claimReissuedPending(state: MatchState): void {
  const fresh = [...state.waiting.values()].filter((row) => row.pending);
  for (const row of fresh) {
    const equal = freeOpen(state).filter((open) => open.hash === row.hash);
    const [old] = equal
      .filter((open) => presenceOf(open, state.read) === 'gone')
      .sort(byLifeThenRank);
    if (old !== undefined) claim(state, { ref: row.ref, id: old.id, reason: reasonFor(row) });
    else if (equal.some((open) => mayBeGone(open, state.read))) defer(state, row.ref);
  }
}

const reasonFor = (row: FreshRow): 'moved' | 'reissued' => (row.idless ? 'moved' : 'reissued');

const LIVES = { live: 0, vanished: 1, deleted: 2 } as const;

/** Live rows first, removed ones after them, oldest first. */
export function byLifeThenRank(
  a: { life: keyof typeof LIVES; rank: number },
  b: { life: keyof typeof LIVES; rank: number },
): number {
  return LIVES[a.life] - LIVES[b.life] || a.rank - b.rank;
}
