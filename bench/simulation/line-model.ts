import type { TakenPlaces } from '../../shared/store/syncs/place-lines.ts';
import { placesInAll, placesOfBank } from '../../workers/sync/places.ts';
import type { Places } from '../../workers/sync/places.ts';
import { createEventHeap } from './event-heap.ts';
import type { EventHeap } from './event-heap.ts';
import type { World } from './world.ts';

/** What shared/store/syncs/place-lines.ts does in Postgres: a line for each bank, by turns. */
export function createLineModel(world: Pick<World, 'householdOf' | 'bankOf'>, perGroup: number) {
  const lines = new Map<string, EventHeap>();
  const ofHousehold = new Map<string, number>();
  let size = 0;
  const count = (householdId: string, by: 1 | -1): void => {
    size += by;
    ofHousehold.set(householdId, (ofHousehold.get(householdId) ?? 0) + by);
  };
  const push = (bank: string, connection: number, turn: number): void => {
    const line = lines.get(bank) ?? createEventHeap();
    lines.set(bank, line);
    line.push(turn, connection);
  };
  const seekerOf = (connection: number) => ({
    connection,
    householdId: String(world.householdOf(connection)),
    bank: String(world.bankOf(connection)),
  });
  return {
    seekerOf,
    /** Who waits, at all banks. */
    get size() {
      return size;
    },
    join(connection: number, turn: number): void {
      const { householdId, bank } = seekerOf(connection);
      push(bank, connection, turn);
      count(householdId, 1);
    },
    /** Takes those out of the lines that could begin there. */
    take(places: Places, limit: number) {
      if (size === 0) return [];
      const { fullBanks, scarceBanks, fullHouseholds, busyHouseholds } = places.taken();
      const first: { waiter: ReturnType<typeof seekerOf>; turn: number }[] = [];
      for (const [bank, line] of lines) {
        if (fullBanks.includes(bank)) continue;
        const barred = scarceBanks.includes(bank) ? busyHouseholds : fullHouseholds;
        const passed: [turn: number, connection: number][] = [];
        for (let found = 0; found < placesOfBank(perGroup) && line.size > 0;) {
          const [turn, connection] = [line.nextAt(), line.pop()];
          const waiter = seekerOf(connection);
          if (barred.includes(waiter.householdId)) passed.push([turn, connection]);
          else {
            first.push({ waiter, turn });
            found += 1;
          }
        }
        for (const [turn, connection] of passed) line.push(turn, connection);
      }
      first.sort((a, b) => a.turn - b.turn);
      const looked = first.slice(0, placesInAll(perGroup)).map(({ waiter }) => waiter);
      const chosen = places.choose(looked, limit);
      for (const { waiter, turn } of first) {
        if (chosen.includes(waiter)) count(waiter.householdId, -1);
        else push(waiter.bank, waiter.connection, turn);
      }
      return chosen;
    },
    isAwaited: ({ fullBanks, scarceBanks, fullHouseholds }: TakenPlaces): boolean =>
      size > 0 &&
      ([...fullBanks, ...scarceBanks].some((bank) => (lines.get(bank)?.size ?? 0) > 0) ||
        fullHouseholds.some((household) => (ofHousehold.get(household) ?? 0) > 0)),
  };
}
