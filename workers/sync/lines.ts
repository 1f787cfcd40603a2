import { isAway } from '../../shared/platform/away.ts';
import { syncConnectionJob } from '../../shared/queue/runs/kinds.ts';
import { lastOnly } from '../../shared/platform/last-only.ts';
import {
  callAgain,
  callFromLine,
  isPlaceAwaited,
  joinLine,
  listFirstInLine,
  listInPlaces,
  uncall,
} from '../../shared/sync/store/place-lines.ts';
import type { SyncInLine } from '../../shared/sync/store/place-lines.ts';
import type { WorkerContext } from '../frame/context.ts';
import { NoPlaceError, RateLimitedError } from '../frame/errors.ts';
import { createPlaces, placesInAll, placesOfBank } from './places.ts';
import type { Places, PlaceSeeker } from './places.ts';

/** Nobody can join a line while Postgres is away. */
const AWAY_MS = 1000;

type LinesContext = Pick<WorkerContext, 'sql' | 'queues' | 'clock'>;

/** The places of one process, and the lines of those who wait for one anywhere. */
export interface Lines {
  /**
   * Does the work of a run in a place of its household and bank, and calls others when it has ended. Where there is no place,
   * the run joins the line of its bank, and NoPlaceError sends its job away until it is called. A run that was called has its
   * place: whichever process gets its job does the work, and the caller counts the place.
   */
  hold<T>(
    seeker: (SyncInLine & { calledAt: Date | null }) | PlaceSeeker,
    work: () => Promise<T>,
  ): Promise<T>;
  /** Whether somebody in line waits for a place of those that have all of theirs here. */
  isAwaited(): Promise<boolean>;
  /** Calls those who could begin. Resolves when they are called; a queue or database that is away is asked again next time. */
  call(): Promise<void>;
  /** The process ends: it calls nobody to its places any more. */
  stop(): void;
}

export function createLines(context: LinesContext, perGroup: number): Lines {
  const { sql } = context;
  const places = createPlaces(perGroup);
  const calls = createCalls(context, places, perGroup);

  /** Whether the run has a place, and who counts it. */
  const findPlace = (seeker: Parameters<Lines['hold']>[0]): 'here' | 'elsewhere' | null => {
    if ('id' in seeker) {
      if (calls.hasCome(seeker)) return 'here';
      if (seeker.calledAt !== null) return 'elsewhere';
    }
    return places.enter(seeker) ? 'here' : null;
  };

  return {
    async hold(seeker, work) {
      const place = findPlace(seeker);
      if (place === null) {
        if (!('id' in seeker)) throw new RateLimitedError(AWAY_MS, 'Postgres does not answer');
        await joinLine(sql, seeker).catch((error: unknown) => {
          throw isAway(error) ? new RateLimitedError(AWAY_MS, 'Postgres does not answer') : error;
        });
        // A place became free before the run stood in line.
        if (places.mayEnter(seeker)) calls.begin();
        throw new NoPlaceError();
      }
      try {
        return await work();
      } finally {
        if (place === 'here') places.leave(seeker);
        calls.begin();
      }
    },
    async isAwaited() {
      const taken = places.taken();
      const { fullHouseholds, fullBanks, scarceBanks } = taken;
      const isAnyFull = fullHouseholds.length + fullBanks.length + scarceBanks.length > 0;
      return isAnyFull && isPlaceAwaited(sql, taken);
    },
    async call() {
      calls.begin();
      await calls.idle();
    },
    stop: calls.stop,
  };
}

/** The runs that a process called to its places, and that are not at work in it: on their way, or at work in another. */
function createCalls({ sql, queues, clock }: LinesContext, places: Places, perGroup: number) {
  const called = new Map<string, SyncInLine>();
  let stopped = false;
  const inAll = placesInAll(perGroup);
  const atMost = { perBank: placesOfBank(perGroup), limit: inAll };

  const free = (run: SyncInLine): void => {
    if (called.delete(run.id)) places.leave(run);
  };
  /** Frees the places of called runs that are nowhere at work. Returns how many are on their way. */
  const freeUnused = async (now: Date): Promise<number> => {
    if (called.size === 0) return 0;
    const asked = [...called.values()];
    const rows = await listInPlaces(sql, asked);
    const found = new Map(rows.map(({ id, onTheirWay }) => [id, onTheirWay]));
    for (const run of asked) if (!found.has(run.id)) free(run);
    const onTheirWay = asked.filter(({ id }) => found.get(id) === true);
    if (onTheirWay.length > 0) await callAgain(sql, onTheirWay, now);
    return onTheirWay.length;
  };
  const callNext = lastOnly(async (now: Date) => {
    const room = inAll - (await freeUnused(now));
    if (room <= 0) return;
    const chosen = places.choose(await listFirstInLine(sql, places.taken(), atMost, now), room);
    if (chosen.length === 0) return;
    const runs = await callFromLine(sql, chosen, now);
    for (const run of runs) {
      called.set(run.id, run);
      places.occupy(run);
    }
    const ready = new Set<string>();
    try {
      for (const { id } of await syncConnectionJob.wake(queues, runs)) ready.add(id);
    } finally {
      // Its job is still on its way out of a worker, or the queue is away.
      const late = runs.filter(({ id }) => !ready.has(id) && called.has(id));
      late.forEach(free);
      if (late.length > 0) await uncall(sql, late);
    }
  });

  return {
    begin(): void {
      if (!stopped) callNext(clock.now());
    },
    stop: () => void (stopped = true),
    idle: () => callNext.idle(),
    /** Whether the run was called here; its place is the caller's to leave from now on. */
    hasCome: ({ id }: SyncInLine): boolean => called.delete(id),
  };
}
