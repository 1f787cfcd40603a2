import { daysBetween } from '#preflight/days';
import { byDate, byMoney, claim, defer, freeOpen, moneyKey, presenceOf } from './match-state.ts';
import type { FreshRow, OpenRow, SettledRow, MatchState } from './match-state.ts';
import { byLifeThenRank } from './claims.ts';

/** A posted row takes over a pending one that is at most this much older. */
export const POSTED_WITHIN_DAYS = 14;
const MOVED_WITHIN_DAYS = 3;

type Absorber = SettledRow & { fresh: boolean };

/**
 * Tier 6: a new pending row without an id. It either belongs to a posted row that has not taken over a pending one yet (the bank
 * lists both), is a known pending row whose day moved, or is new.
 */
export function settlePending(state: MatchState, settled: SettledRow[]): void {
  const absorbers = byMoney<Absorber>([
    ...settled
      .filter((row) => !state.takenIds.has(row.id))
      .map((row) => ({ ...row, fresh: false })),
    ...[...state.waiting.values()]
      .filter((row) => !row.pending)
      .map((row) => ({ ...row, id: row.ref, fresh: true })),
  ]);
  const pending = [...state.waiting.values()]
    .filter((row) => row.pending && row.idless)
    .sort(byDate);
  for (const row of pending) {
    if (absorb(state, row, absorbers.get(moneyKey(row)) ?? [])) continue;
    // The number of a row without an id among equal rows is only known once all pages are read.
    if (!state.read.complete) defer(state, row.ref);
    else claimMoved(state, row);
  }
}

function absorb(state: MatchState, row: FreshRow, group: Absorber[]): boolean {
  if (row.label === '') return false;
  let best = -1;
  let bestDays = POSTED_WITHIN_DAYS + 1;
  for (const [index, posted] of group.entries()) {
    const days = daysBetween(row.date, posted.date);
    if (posted.label !== row.label || days < 0 || days >= bestDays) continue;
    best = index;
    bestDays = days;
  }
  const [posted] = best < 0 ? [] : group.splice(best, 1);
  if (posted === undefined) return false;
  state.suppressed.push({
    ref: row.ref,
    by: posted.fresh ? { ref: posted.id } : { id: posted.id },
  });
  state.waiting.delete(row.ref);
  return true;
}

function claimMoved(state: MatchState, row: FreshRow): void {
  const distance = (open: OpenRow): number => Math.abs(daysBetween(open.date, row.date));
  const old = freeOpen(state)
    .filter((open) => open.idless && moneyKey(open) === moneyKey(row) && open.label === row.label)
    .filter((open) => row.label !== '' || open.hash === row.hash)
    .filter((open) => distance(open) <= MOVED_WITHIN_DAYS)
    .filter((open) => presenceOf(open, state.read) === 'gone')
    .sort((a, b) => distance(a) - distance(b) || byLifeThenRank(a, b))[0];
  if (old !== undefined) claim(state, { ref: row.ref, id: old.id, reason: 'moved' });
}
