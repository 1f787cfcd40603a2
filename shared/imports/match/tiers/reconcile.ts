import { freeOpen, presenceOf, startMatching } from './match-state.ts';
import type { Decisions, ReconcileInput, MatchState } from './match-state.ts';
import { claimRenamed, claimSameMerchant, claimReissued, claimTips } from './claims.ts';
import { settleAliases } from './settle-aliases.ts';
import { settlePending } from './settle-pending.ts';

/** How many complete reads in a row must miss a pending row before it is given up. */
const MISSES_BEFORE_REMOVAL = 2;

/**
 * Decides what the rows of one read are: stored rows under a new key, rows already stored, or new ones (every fresh row that no
 * decision names is inserted). Each tier sweeps over all rows, the surest tier first, and each row is used at most once. Rows with
 * a known key are updated in place and only matter here as `listed`.
 */
export function reconcile(input: ReconcileInput): Decisions {
  const state = startMatching(input);
  const fresh = new Map(state.waiting);
  for (const row of input.aliased) state.waiting.delete(row.ref);
  settleAliases(state, input.aliased, (ref) => fresh.get(ref), input.absent);
  claimReissued(state, input.absent);
  claimSameMerchant(state);
  claimRenamed(state);
  claimTips(state);
  settlePending(state, input.settled);
  const { claims, suppressed, suggestions, deferred } = state;
  return { claims, suppressed, suggestions, deferred, ...ageUnseen(state) };
}

/** Tier 7: a pending row that two complete reads in a row should list but do not. */
function ageUnseen(
  state: MatchState,
): Pick<Decisions, 'missed' | 'removed' | 'flagged' | 'seenAgain'> {
  const { read, seenAs } = state;
  const live = freeOpen(state).filter((row) => row.life === 'live');
  const gone = read.obscured ? [] : live.filter((row) => presenceOf(row, read) === 'gone');
  const due = gone.filter((row) => row.missedReads + 1 >= MISSES_BEFORE_REMOVAL);
  return {
    missed: gone.filter((row) => !due.includes(row)).map(({ id }) => id),
    removed: due.filter((row) => !row.edited).map(({ id }) => id),
    flagged: due.filter((row) => row.edited && !row.stale).map(({ id }) => id),
    seenAgain: [...live.filter((row) => row.listed), ...seenAs]
      .filter((row) => row.life === 'live' && (row.missedReads > 0 || row.stale))
      .map(({ id }) => id),
  };
}
