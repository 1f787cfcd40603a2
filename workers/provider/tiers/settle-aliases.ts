import type { AliasedRow, FreshRow } from '../reconcile-types.ts';
import { claim, freeOpen } from './match-state.ts';
import type { MatchState } from './match-state.ts';

/**
 * Tier 2: a key that a stored row used to have. Usually the bank still lists the pending form of a row
 * that has settled: nothing to do. Two exceptions keep equal purchases apart and moved ones together:
 * an equal pending row that is otherwise unseen is the one meant, and a former key of a row that is
 * still open and unseen brings that row back to it. When the open row is seen under its new key, the
 * former key is another purchase's, and goes on through the tiers.
 */
export function settleAliases(
  state: MatchState,
  aliased: readonly AliasedRow[],
  contentOf: (ref: string) => FreshRow | undefined,
): void {
  for (const row of aliased) {
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
    if (owner === undefined || content === undefined) {
      state.suppressed.push({ ref: row.ref, by: { id: row.id } });
    } else if (owner.listed || state.takenIds.has(owner.id)) {
      state.waiting.set(row.ref, content);
    } else {
      claim(state, { ref: row.ref, id: owner.id, reason: 'returned' });
    }
  }
}
