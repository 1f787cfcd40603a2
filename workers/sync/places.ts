import type { TakenPlaces } from '../../shared/sync/store/place-lines.ts';

/** The household and the bank of a run; both have a limited number of places. */
export interface PlaceSeeker {
  householdId: string;
  /** Null: unknown. All such runs share the places of one bank. */
  bank: string | null;
}

/** Extra places of a bank for households without a running sync: one household must not fill the bank. */
const NEWCOMERS_SHARE = 0.25;

/** How many runs of a bank may be running, including newcomers. */
export function placesOfBank(perGroup: number): number {
  return perGroup + Math.floor(perGroup * NEWCOMERS_SHARE);
}

/** However many places one bank has, as many as a household or bank may hold are left for all others. */
function placesForAll(perGroup: number): number {
  return placesOfBank(perGroup) + perGroup;
}

/** Spare places on top of these, as a share of `perGroup`: with the default of 20, five banks that hang at once leave one free. */
const SPARE_SHARE = 0.5;

/** How many runs may be running in all. */
export function placesInAll(perGroup: number): number {
  return placesForAll(perGroup) + Math.floor(perGroup * SPARE_SHARE);
}

function createTally() {
  const counts = new Map<string, number>();
  return {
    of: (name: string): number => counts.get(name) ?? 0,
    change(name: string, by: 1 | -1): void {
      const count = (counts.get(name) ?? 0) + by;
      if (count === 0) counts.delete(name);
      else counts.set(name, count);
    },
    namesWith: (least: number, below = Infinity): string[] =>
      [...counts].filter(([, count]) => count >= least && count < below).map(([name]) => name),
  };
}

export type Places = ReturnType<typeof createPlaces>;

/**
 * The places of one process. They exist only in memory: if a process dies, its places are gone.
 * @param perGroup how many runs of one household or bank may be running at once
 */
export function createPlaces(perGroup: number) {
  const ofHousehold = createTally();
  const atBank = createTally();
  let total = 0;
  const change = ({ householdId, bank }: PlaceSeeker, by: 1 | -1): void => {
    total += by;
    ofHousehold.change(householdId, by);
    atBank.change(bank ?? '', by);
  };
  /** A bank only takes a spare place while more places are free than it has, so that hanging banks always leave some. */
  const mostAtBank = (): number =>
    total < placesForAll(perGroup)
      ? placesOfBank(perGroup)
      : Math.min(placesOfBank(perGroup), Math.max(0, placesInAll(perGroup) - total));
  const mayEnter = ({ householdId, bank }: PlaceSeeker): boolean => {
    const own = ofHousehold.of(householdId);
    const most = Math.min(mostAtBank(), own === 0 ? Infinity : perGroup);
    return own < perGroup && atBank.of(bank ?? '') < most;
  };
  const findFirst = <Waiter extends PlaceSeeker>(waiting: Iterable<Waiter>): Waiter | null => {
    let first: Waiter | null = null;
    let fewest = Infinity;
    for (const waiter of waiting) {
      const own = ofHousehold.of(waiter.householdId);
      if (own < fewest && mayEnter(waiter)) [first, fewest] = [waiter, own];
    }
    return first;
  };

  return {
    mayEnter,
    /** Whether the run may begin now; if so, call `leave` when it has ended. */
    enter(seeker: PlaceSeeker): boolean {
      const enters = mayEnter(seeker);
      if (enters) change(seeker, 1);
      return enters;
    },
    /** Takes a place for a run that `choose` returned. */
    occupy: (seeker: PlaceSeeker): void => change(seeker, 1),
    leave: (seeker: PlaceSeeker): void => change(seeker, -1),
    /** Which households and banks have no place left. */
    taken: (): TakenPlaces => ({
      fullBanks: atBank.namesWith(mostAtBank()),
      scarceBanks: atBank.namesWith(perGroup, placesOfBank(perGroup)),
      fullHouseholds: ofHousehold.namesWith(perGroup),
      busyHouseholds: ofHousehold.namesWith(1),
    }),
    /** The waiting runs that may begin, in order: each time the first one of the household with the fewest runs. */
    choose<Waiter extends PlaceSeeker>(waiting: readonly Waiter[], limit: number): Waiter[] {
      const left = new Set(waiting);
      const chosen: Waiter[] = [];
      for (let next; chosen.length < limit && (next = findFirst(left)) !== null;) {
        left.delete(next);
        chosen.push(next);
        change(next, 1);
      }
      for (const each of chosen) change(each, -1);
      return chosen;
    },
  };
}
