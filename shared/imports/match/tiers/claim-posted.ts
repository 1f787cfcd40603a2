import { daysBetween } from '#preflight/days';
import { countBy } from '../../../platform/group-by.ts';
import type { FreshRow, OpenRow } from './reconcile-types.ts';
import { byLifeThenRank } from './claim-reissued.ts';
import {
  byMoney,
  claim,
  defer,
  freeOpen,
  mayBeGone,
  moneyKey,
  presenceOf,
  waitingPosted,
} from './match-state.ts';
import type { MatchState } from './match-state.ts';

/** A purchase may post this long after it was authorised (car rental, hotels) … */
export const SETTLES_WITHIN_DAYS = 14;
/** … and a day earlier than the pending row said, across time zones. */
const SETTLES_EARLY_DAYS = 1;

function inSettlingWindow(pending: OpenRow, posted: FreshRow): boolean {
  const days = daysBetween(pending.date, posted.date);
  return days >= -SETTLES_EARLY_DAYS && days <= SETTLES_WITHIN_DAYS;
}

/**
 * Tier 3, first half: same signed amount, currency and merchant. Prefers a pending row that is gone from the read, then the oldest.
 * It also claims one that is still listed, because banks show a purchase in both states for a while.
 */
export function claimSameMerchant(state: MatchState): void {
  const open = byMoney(freeOpen(state));
  for (const row of waitingPosted(state)) {
    if (row.label === '') continue;
    const best = (open.get(moneyKey(row)) ?? [])
      .filter((pending) => !state.takenIds.has(pending.id) && pending.label === row.label)
      .filter((pending) => inSettlingWindow(pending, row))
      .sort((a, b) => orderOf(state, a) - orderOf(state, b) || compareAge(a, b))[0];
    if (best !== undefined) claim(state, { ref: row.ref, id: best.id, reason: 'exact' });
  }
}

function orderOf(state: MatchState, row: OpenRow): number {
  return presenceOf(row, state.read) === 'gone' ? 0 : 1;
}

function compareAge(a: OpenRow, b: OpenRow): number {
  if (a.life !== b.life) return byLifeThenRank(a, b);
  return a.date === b.date ? a.rank - b.rank : a.date < b.date ? -1 : 1;
}

/**
 * Tier 3, second half: same signed amount and currency, but another merchant name ("AMZN MKTP" posts as "Amazon"). Only if there is
 * exactly one such pending row, it is gone, and no other new row could claim it.
 */
export function claimRenamed(state: MatchState): void {
  const open = byMoney(freeOpen(state).filter((row) => row.life === 'live'));
  const wishes = waitingPosted(state).flatMap((row) => {
    const such = (open.get(moneyKey(row)) ?? []).filter((pending) =>
      inSettlingWindow(pending, row),
    );
    const [only] = such;
    return only !== undefined && such.length === 1 ? [{ row, only }] : [];
  });
  const suitors = countBy(wishes.map((wish) => wish.only.id));
  for (const { row, only } of wishes) {
    if (suitors.get(only.id) !== 1) continue;
    if (presenceOf(only, state.read) === 'gone') {
      claim(state, { ref: row.ref, id: only.id, reason: 'renamed' });
    } else if (mayBeGone(only, state.read)) {
      defer(state, row.ref);
    }
  }
}
