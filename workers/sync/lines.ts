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

/** No run can join a line while Postgres is away. */
const AWAY_MS = 1000;

type LinesContext = Pick<WorkerContext, 'sql' | 'queues' | 'clock'>;

type Seeker = (SyncInLine & { calledAt: Date | null }) | PlaceSeeker;

/** The places of one process, and the lines of runs that wait for a place in any process. */
export function createLines(context: LinesContext, perGroup: number) {
  const { sql } = context;
  const places = createPlaces(perGroup);
  const calls = createCalls(context, places, perGroup);

  /** Whether the run has a place, and where it is counted. */
  const findPlace = (seeker: Seeker): 'here' | 'elsewhere' | null => {
    if ('id' in seeker) {
      if (calls.hasCome(seeker)) return 'here';
      if (seeker.calledAt !== null) return 'elsewhere';
    }
    return places.enter(seeker) ? 'here' : null;
  };

  return {
    /**
     * Does the work of a run in a place of its household and bank, and calls waiting runs once it has ended. Without a free place
     * the run joins the line of its bank, and NoPlaceError puts its job aside until it is called. A called run already has a place:
     * any process may do its work, and the caller counts the place.
     */
    async hold<T>(seeker: Seeker, work: () => Promise<T>): Promise<T> {
      const place = findPlace(seeker);
      if (place === null) {
        if (!('id' in seeker)) throw new RateLimitedError(AWAY_MS, 'Postgres does not answer');
        await joinLine(sql, seeker).catch((error: unknown) => {
          throw isAway(error) ? new RateLimitedError(AWAY_MS, 'Postgres does not answer') : error;
        });
        // A place may have become free before the run was in line.
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
    /** Whether a run in line is waiting for a household or bank whose places are all taken here. */
    async isAwaited(): Promise<boolean> {
      const taken = places.taken();
      const { fullHouseholds, fullBanks, scarceBanks } = taken;
      const isAnyFull = fullHouseholds.length + fullBanks.length + scarceBanks.length > 0;
      return isAnyFull && isPlaceAwaited(sql, taken);
    },
    /** Calls the runs that may begin. Resolves when they are called; if the queue or the database is away, the next call retries. */
    async call(): Promise<void> {
      calls.begin();
      await calls.idle();
    },
    /** The process is ending: it calls no more runs. */
    stop: calls.stop,
  };
}

/** The runs that a process has called and that do not run in it: they are still on their way, or run in another process. */
function createCalls({ sql, queues, clock }: LinesContext, places: Places, perGroup: number) {
  const called = new Map<string, SyncInLine>();
  let stopped = false;
  const inAll = placesInAll(perGroup);
  const atMost = { perBank: placesOfBank(perGroup), limit: inAll };

  const free = (run: SyncInLine): void => {
    if (called.delete(run.id)) places.leave(run);
  };
  /** Frees the places of called runs that are not running anywhere. Returns how many are on their way. */
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
      // The job is still leaving a worker, or the queue is away.
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
    /** Whether the run was called here. If so, its place is now the caller's to leave. */
    hasCome: ({ id }: SyncInLine): boolean => called.delete(id),
  };
}
