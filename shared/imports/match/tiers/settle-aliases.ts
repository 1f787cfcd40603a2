import { isSyntheticKey } from '../content-hash.ts';
import { claim, freeOpen } from './match-state.ts';
import type { AbsentRow, AliasedRow, FreshRow, MatchState } from './match-state.ts';

/**
 * Tier 2: a key that a stored row used to have. Usually the bank still lists the pending form of a row that has settled: nothing to
 * do. Two exceptions keep equal purchases apart and moved ones together: an equal pending row that is otherwise unseen is the one
 * meant; and the former key of a row that is still open and unseen leads back to that row. If the row is also listed under its new
 * key, the former key belongs to another purchase and goes on through the tiers: always for an open row, for a settled one only if
 * both are posted (an equal purchase was taken for one that was out of sight). The same holds if the row is listed under another
 * former key: a stored row is one row of the read. And a posted row that equals a posted one out of sight is taken for that one
 * (tier 5) rather than for an open row.
 */
export function settleAliases(
  state: MatchState,
  aliased: readonly AliasedRow[],
  contentOf: (ref: string) => FreshRow | undefined,
  absent: readonly AbsentRow[],
): void {
  const gone = new Set(absent.map(({ hash }) => hash));
  const covered = new Set(aliased.filter((row) => row.ownerPosted).map((row) => row.id));
  for (const row of aliased.toSorted(surestFirst)) {
    const twin = freeOpen(state).find(
      (open) => open.idless && row.pending && open.hash === row.hash && !open.listed,
    );
    if (twin !== undefined) {
      // Listed under an equal row's number: nothing about it changes.
      state.takenIds.add(twin.id);
      state.seenAs.push(twin);
      state.suppressed.push({ ref: row.ref, by: { id: twin.id } });
      continue;
    }
    const owner = state.open.find((open) => open.id === row.id);
    const content = contentOf(row.ref);
    if (content !== undefined && !row.pending && covered.has(row.id)) {
      state.waiting.set(row.ref, content);
    } else if (owner === undefined || content === undefined) {
      state.suppressed.push({ ref: row.ref, by: { id: row.id } });
      if (!row.pending) covered.add(row.id);
    } else if (
      owner.listed ||
      state.takenIds.has(owner.id) ||
      (!row.pending && gone.has(row.hash))
    ) {
      state.waiting.set(row.ref, content);
    } else {
      claim(state, { ref: row.ref, id: owner.id, reason: 'returned' });
    }
  }
}

/** A bank's own key is stronger evidence than one made from content. */
function surestFirst(a: AliasedRow, b: AliasedRow): number {
  return Number(isSyntheticKey(a.key)) - Number(isSyntheticKey(b.key)) || (a.key < b.key ? -1 : 1);
}
