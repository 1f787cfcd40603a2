import { AHEAD_MAX } from '../../shared/jobs/turn.ts';

/** Who has live runs. */
export interface LiveRuns {
  ofHousehold(household: number): number;
  /** Households with live runs at the bank. */
  atBank(bank: number): number;
}

/**
 * Of connections that start together, how many runs stand before each of them: what `startDueConnections` computes, and a
 * test holds equal to it. Connections and households are numbers in the order of their ids; a bank below 0 is not known.
 */
export function lineUp(
  due: readonly number[],
  householdOf: (connection: number) => number,
  bankOf: (connection: number) => number,
  live: LiveRuns,
): Map<number, number> {
  const ahead = new Map<number, number>();
  const inHousehold = new Map<number, number>();
  const atBank = new Map<number, Set<number>>();
  const ordered = [...due].sort((a, b) => householdOf(a) - householdOf(b) || a - b);
  for (const connection of ordered) {
    const household = householdOf(connection);
    const bank = bankOf(connection);
    const before = inHousehold.get(household) ?? 0;
    inHousehold.set(household, before + 1);
    const own = Math.min(live.ofHousehold(household), AHEAD_MAX) + before;
    let others = 0;
    if (bank >= 0) {
      const households = atBank.get(bank) ?? new Set();
      atBank.set(bank, households.add(household));
      others = Math.min(live.atBank(bank), AHEAD_MAX) + households.size - 1;
    }
    ahead.set(connection, Math.min(Math.max(own, others), AHEAD_MAX));
  }
  return ahead;
}
