import { isSyntheticKey } from '../content-hash.ts';
import type { AbsentRow, AliasedRow, FreshRow } from './reconcile-types.ts';
import { claim, freeOpen } from './match-state.ts';
import type { MatchState } from './match-state.ts';

/**
 * Tier 2: a key that a stored row used to have. Usually the bank still lists the pending form of a row
 * that has settled: nothing to do. Two exceptions keep equal purchases apart and moved ones together:
 * an equal pending row that is otherwise unseen is the one meant, and a former key of a row that is
 * still open and unseen brings that row back to it. When the row is seen under its new key, the former key
 * is another purchase's, and goes on through the tiers: for an open row always, for a settled one when both
 * are posted (a purchase that an equal one was taken for while it was out of sight). So, too, when it is
 * seen under another of its former keys: a row on file is one row of the read. And a posted row that
 * equals a posted one out of sight is rather that one (tier 5) than a row still open.
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
      // Seen under its equal's number: nothing about it changes.
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

/** A bank's own key says more than one made of content. */
function surestFirst(a: AliasedRow, b: AliasedRow): number {
  return Number(isSyntheticKey(a.key)) - Number(isSyntheticKey(b.key)) || (a.key < b.key ? -1 : 1);
}
