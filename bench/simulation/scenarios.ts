import { placesInAll } from '../../workers/sync/places.ts';
import type { Probe } from './simulate.ts';
import { REQUESTS } from './world.ts';
import type { Scenario } from './world.ts';

/** Places, or what the provider allows, for so much more than becomes due. */
const SPARE = 1.4;
const CONCURRENCY = 20;
const SECOND_MS = 1000;
const MINUTE_MS = 60 * SECOND_MS;
const HOUR_MS = 60 * MINUTE_MS;

/** Numbers from 0 up to 1, the same each time (mulberry32). */
function createRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** A day's beginning of so many connections: all well, a bank slow, a bank down, no workers (or the provider down, which holds runs back). */
export function scenarios(connections: number): (Scenario & { name: string })[] {
  const perSecond = connections / (18 * 3600);
  const usual = (): Scenario => ({
    connections,
    householdSize: 4,
    largest: Math.min(1000, Math.floor(connections / 10)),
    banks: 20,
    // 8 s each.
    processes: Math.max(1, Math.round(((perSecond * 8) / placesInAll(CONCURRENCY)) * SPARE)),
    syncConcurrency: CONCURRENCY,
    schedulers: 1,
    totalPerMinute: 0,
    lengthMs: 1.5 * HOUR_MS,
    answerMs: () => 2 * SECOND_MS,
    isDown: () => false,
    isHalted: () => false,
    random: createRandom(1),
  });
  const inSecondHalfHour = (at: number): boolean => at > 0.5 * HOUR_MS && at < HOUR_MS;
  const halted = (at: number): boolean => at > 5 * MINUTE_MS && at < 25 * MINUTE_MS;
  return [
    { name: 'all is well', ...usual() },
    {
      name: 'a bank answers in 30 s',
      ...usual(),
      answerMs: (bank, at) => (bank === 0 && inSecondHalfHour(at) ? 30 : 2) * SECOND_MS,
    },
    {
      name: 'a bank is down',
      ...usual(),
      isDown: (bank, at) => bank === 0 && inSecondHalfHour(at),
    },
    { name: 'no run begins for 20 minutes', ...usual(), isHalted: halted },
    {
      name: 'the same, where the provider’s limit binds',
      ...usual(),
      processes: usual().processes * 2,
      totalPerMinute: Math.ceil(perSecond * 60 * REQUESTS * SPARE),
      isHalted: halted,
    },
  ];
}

/** How a backlog's time was foretold, in shares of what it took: once runs end again, and while it takes ten minutes more, until one in a hundred is left. */
export function foretold(probes: readonly Probe[]): { least: number; most: number } {
  const worst = probes.reduce((most, { waiting }) => Math.max(most, waiting), 0);
  const top = probes.findIndex(({ waiting }) => waiting === worst);
  const end = probes.findIndex(({ waiting }, index) => index > top && waiting < worst / 100);
  let [least, most] = [Infinity, 0];
  // Rates are those of five minutes.
  for (const { at, etaMs } of probes.slice(top + 6, Math.max(top + 6, end - 10))) {
    const took = (probes[end]?.at ?? 0) - at;
    if (etaMs === null) continue;
    least = Math.min(least, etaMs / took);
    most = Math.max(most, etaMs / took);
  }
  return { least, most };
}
