import { groupBy, countBy } from '../../../platform/group-by.ts';
import {
  claim,
  defer,
  freeOpen,
  mayBeGone,
  presenceOf,
  waitingPosted,
  byMoney,
  moneyKey,
} from './match-state.ts';
import type { AbsentRow, FreshRow, OpenRow, MatchState } from './match-state.ts';
import { daysBetween } from '#preflight/days';
import { compareDecimals, normalizeDecimal } from '#preflight/money';

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

/** The posted row follows the pending one within this many days; or is a day earlier, across time zones. */
const TIP_WITHIN_DAYS = 7;
const TIP_EARLY_DAYS = 1;

/** From 1.00 to 1.30 times, on the same side of zero. Computed exactly, without rounding. */
function isTipOf(pending: string, posted: string): boolean {
  if (pending.startsWith('-') !== posted.startsWith('-')) return false;
  const before = pending.replace('-', '');
  const after = posted.replace('-', '');
  if (compareDecimals(after, before) < 0) return false;
  return compareDecimals(times(after, 10n), times(before, 13n)) <= 0;
}

/** A normalised positive decimal times an integer, exactly. */
function times(amount: string, factor: bigint): string {
  const [whole = '0', fraction = ''] = amount.split('.');
  const product = BigInt(whole + fraction) * factor;
  return normalizeDecimal(`${product}e-${fraction.length}`) ?? '0';
}

function couldBeTip(pending: OpenRow, posted: FreshRow): boolean {
  const days = daysBetween(pending.date, posted.date);
  return (
    days >= -TIP_EARLY_DAYS &&
    days <= TIP_WITHIN_DAYS &&
    pending.label === posted.label &&
    pending.currency === posted.currency &&
    isTipOf(pending.amount, posted.amount)
  );
}

/**
 * Tier 4: a pending row is gone, and one up to 30% larger posted at the same merchant (tips, fuel, groceries by weight). Exactly
 * one candidate each way is a claim; anything else is left to a person.
 */
export function claimTips(state: MatchState): void {
  const named = freeOpen(state).filter(({ life, label }) => life === 'live' && label !== '');
  const byLabel = groupBy(named, ({ label }) => label);
  const gone = (row: OpenRow): boolean => presenceOf(row, state.read) === 'gone';
  const wishes = waitingPosted(state).map((row) => {
    const fitting = (byLabel.get(row.label) ?? []).filter((pending) => couldBeTip(pending, row));
    return {
      row,
      candidates: fitting.filter(gone),
      unsure: fitting.some((p) => mayBeGone(p, state.read)),
    };
  });
  const suitors = countBy(wishes.flatMap((wish) => wish.candidates.map((row) => row.id)));
  for (const { row, candidates, unsure } of wishes) {
    const [only] = candidates;
    if (only === undefined) {
      if (unsure) defer(state, row.ref);
    } else if (candidates.length === 1 && suitors.get(only.id) === 1) {
      claim(state, { ref: row.ref, id: only.id, reason: 'tip' });
    } else {
      state.suggestions.push({ ref: row.ref, candidates: candidates.map(({ id }) => id) });
    }
  }
}
