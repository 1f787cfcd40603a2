import { daysBetween } from '#preflight/days';
import { compareDecimals, normalizeDecimal } from '#preflight/money';
import { countBy, groupBy } from '../../../platform/group-by.ts';
import type { FreshRow, OpenRow } from './reconcile-types.ts';
import { claim, defer, freeOpen, mayBeGone, presenceOf, waitingPosted } from './match-state.ts';
import type { MatchState } from './match-state.ts';

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
