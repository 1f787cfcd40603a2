import { setTimeout as delay } from 'node:timers/promises';
import { expect } from 'chai';
import { createRateLimiter } from '../../../../shared/sync/limit/rate-limit.ts';
import type { Allowance, RateLimiterOptions } from '../../../../shared/sync/limit/rate-limit.ts';
import type { Slot } from '../../../../shared/sync/limit/take-slot.ts';
import { deleteProviderLimitsBefore } from '../../../../shared/sync/store/provider-limits.ts';
import { eventually } from '../../../helpers/eventually.ts';
import { withDatabase } from '../../../helpers/with-database.ts';

const none: Allowance = { slots: 0, windowMs: 60_000 };

/** The most moments that any window of the length holds. */
function mostInWindow(moments: number[], windowMs: number): number {
  const sorted = [...moments].sort((a, b) => a - b);
  let first = 0;
  let most = 0;
  for (let last = 0; last < sorted.length; last += 1) {
    while (sorted[first]! <= sorted[last]! - windowMs) first += 1;
    most = Math.max(most, last - first + 1);
  }
  return most;
}

describe('provider rate limit', () => {
  const database = withDatabase();
  const host = 'provider.test';
  /** A limiter that sleeps in no time; `waits` holds how long it would have. */
  const limiter = (
    perCredential: Allowance,
    {
      perHost = none,
      patienceMs = 0,
      ...more
    }: Partial<Omit<RateLimiterOptions, 'patienceMs'>> & {
      patienceMs?: number | (() => number);
    } = {},
  ) => {
    const waits: number[] = [];
    const created = createRateLimiter({
      perCredential,
      perHost,
      patienceMs: typeof patienceMs === 'number' ? () => patienceMs : patienceMs,
      sleep: (ms) => {
        waits.push(ms);
        return Promise.resolve();
      },
      log: { warn: () => undefined, info: () => undefined },
      sql: database.sql,
      ...more,
    });
    const take = (credential: string, signal?: AbortSignal) =>
      created.take({ credential, host }, signal);
    return { ...created, take, waits };
  };
  const waitOf = (slot: Slot): number => {
    if (slot.granted) throw new Error('a slot was granted');
    return slot.waitMs;
  };
  /** The store's clock keeps running while a test runs, on a busy machine for long: waits are shorter by at most this. */
  const since = (begun: number): number => Math.ceil(performance.now() - begun) + 1;

  it('lets the whole allowance through at once and says how long the next one waits', async () => {
    const limits = limiter({ slots: 5, windowMs: 60_000 });
    const begun = performance.now();
    for (let index = 0; index < 5; index += 1) {
      expect((await limits.take('burst')).granted).to.equal(true);
    }
    expect(waitOf(await limits.take('burst'))).to.be.within(61_500 - since(begun), 61_500);
    expect(limits.waits).to.deep.equal([]);
  });
  it('asks each further one that is refused to come later, at the pace of the limit', async () => {
    const limits = limiter({ slots: 10, windowMs: 60_000 });
    const begun = performance.now();
    for (let index = 0; index < 10; index += 1) await limits.take('crowded out');
    for (let index = 0; index < 60; index += 1) {
      const waitMs = waitOf(await limits.take('crowded out'));
      const expected = Math.min(61_500 + index * 6150, 300_000);
      expect(waitMs, String(index)).to.be.within(expected - since(begun), expected + 1);
    }
  });
  it('sleeps until a moment that is near enough, a later one for each who asks', async () => {
    const limits = limiter({ slots: 1, windowMs: 60_000 }, { patienceMs: 600_000 });
    const begun = performance.now();
    for (let index = 0; index < 4; index += 1) {
      expect((await limits.take('queue')).granted).to.equal(true);
    }
    limits.waits.forEach((waitMs, index) => {
      const expected = (index + 1) * 61_500;
      expect(waitMs).to.be.within(expected - since(begun), expected + 1);
    });
    expect(limits.waits).to.have.length(3);
  });
  it('ends a wait when the patience is over, and keeps its slot for who comes next', async () => {
    let patienceMs = 600_000;
    const begun = performance.now();
    const limits = limiter(
      { slots: 1, windowMs: 60_000 },
      {
        patienceMs: () => patienceMs,
        lookEveryMs: 1000,
        sleep: () => {
          patienceMs = 500;
          return Promise.resolve();
        },
      },
    );
    await limits.take('impatient');
    const waitMs = waitOf(await limits.take('impatient'));
    expect(waitMs).to.be.within(60_500 - since(begun), 60_501);
    patienceMs = 600_000;
    // Its own slot would have been a minute later.
    expect(waitOf(await limits.take('impatient'))).to.be.below(60_501);
  });
  it('serves callers in the order of their arrival, in a process and between processes', async () => {
    let sleeping = 0;
    // On a busy machine the second process might come too late: the first slot is used once it waits, too.
    let begin = (): void => undefined;
    const bothWait = new Promise<void>((resolve) => (begin = resolve));
    const real = {
      sleep: async (ms: number) => {
        sleeping += 1;
        if (sleeping === 2) begin();
        await Promise.all([delay(ms), bothWait]);
      },
      patienceMs: 15_000,
    };
    const one = limiter({ slots: 1, windowMs: 700 }, real);
    const two = limiter({ slots: 1, windowMs: 700 }, real);
    await one.take('order');
    const served: string[] = [];
    // The second process comes later and with fewer callers, and still has every other slot.
    const asked = ['one a', 'one b', 'one c', 'one d'].map((name) =>
      one.take('order').then(() => served.push(name)),
    );
    await eventually(() => expect(sleeping).to.equal(1), { everyMs: 1 });
    asked.push(
      ...['two a', 'two b'].map((name) => two.take('order').then(() => served.push(name))),
    );
    await Promise.all(asked);
    expect(served).to.deep.equal(['one a', 'two a', 'one b', 'two b', 'one c', 'one d']);
  });
  it('hands the slot of a caller who is cancelled to the next in line', async () => {
    const asleep: { ms: number; wake: () => void }[] = [];
    const limits = limiter(
      { slots: 1, windowMs: 60_000 },
      {
        patienceMs: 600_000,
        sleep: (ms, signal) =>
          new Promise((resolve, reject) => {
            asleep.push({ ms, wake: resolve });
            signal?.addEventListener('abort', () => reject(new Error('cancelled')));
          }),
      },
    );
    const begun = performance.now();
    await limits.take('cancelled');
    const cancel = new AbortController();
    const leaving = new AbortController();
    const cancelled = () => 'cancelled';
    const served = ({ granted }: Slot) => (granted ? 'served' : 'refused');
    const first = limits.take('cancelled', cancel.signal).then(served, cancelled);
    const inLine = limits.take('cancelled', leaving.signal).then(served, cancelled);
    const next = limits.take('cancelled').then(served);
    await eventually(() => expect(asleep).to.have.length(1));
    leaving.abort();
    cancel.abort();
    await eventually(() => expect(asleep).to.have.length(2));
    // The slot that the first had reserved, not the one behind it.
    expect(asleep[1]!.ms).to.be.within(61_500 - since(begun), 61_501);
    asleep[1]!.wake();
    expect(await Promise.all([first, inLine, next])).to.deep.equal([
      'cancelled',
      'cancelled',
      'served',
    ]);
  });
  it('counts a slow request from its end', async () => {
    const limits = limiter({ slots: 2, windowMs: 60_000 });
    const first = await limits.take('slow');
    await delay(400);
    const begun = performance.now();
    await limits.take('slow');
    if (!first.granted) throw new Error('refused');
    await limits.tookLong({ credential: 'slow', host }, first.slot!);
    // The oldest that counts is now the second, 400 ms younger.
    expect(waitOf(await limits.take('slow'))).to.be.within(61_500 - since(begun), 61_500);
  });
  it('does not use a reserved slot that a late request before it made too early', async () => {
    const real = { patienceMs: 5000, sleep: (ms: number) => delay(ms) };
    const limits = limiter({ slots: 1, windowMs: 1000 }, real);
    const begun = performance.now();
    const first = await limits.take('late');
    if (!first.granted) throw new Error('refused');
    const second = limits.take('late');
    await delay(600);
    // Reserved for 1025 ms after the first one was granted, which arrives only now.
    await limits.tookLong({ credential: 'late', host }, first.slot!);
    await second;
    expect(performance.now() - begun).to.be.at.least(1620);
  });
  it('keeps credentials apart, yet holds them to the host’s limit together', async () => {
    const limits = limiter(
      { slots: 3, windowMs: 60_000 },
      { perHost: { slots: 4, windowMs: 60_000 } },
    );
    const grants = [];
    for (const credential of ['a', 'a', 'a', 'a', 'b', 'b']) {
      grants.push((await limits.take(credential)).granted);
    }
    expect(grants).to.deep.equal([true, true, true, false, true, false]);
  });
  it('gives out exactly the allowance when many ask at the same instant', async () => {
    const limiters = [
      limiter({ slots: 40, windowMs: 60_000 }),
      limiter({ slots: 40, windowMs: 60_000 }),
    ];
    const grants = await Promise.all(
      Array.from({ length: 120 }, (_each, index) => limiters[index % 2]!.take('crowd')),
    );
    expect(grants.filter(({ granted }) => granted)).to.have.length(40);
  });
  it('lets no one ask while the provider’s own wait lasts', async () => {
    const limits = limiter({ slots: 10, windowMs: 60_000 }, { patienceMs: 2000 });
    const begun = performance.now();
    await limits.block({ credential: 'blocked', waitMs: 30_000 });
    await limits.block({ credential: 'blocked', waitMs: 1000 });
    expect(waitOf(await limits.take('blocked'))).to.be.within(30_000 - since(begun), 30_000);
    expect((await limits.take('other')).granted).to.equal(true);
  });
  it('keeps to the provider’s own wait even where no limit of ours is set', async () => {
    const limits = limiter(none, { patienceMs: 60_000 });
    for (let index = 0; index < 3; index += 1) {
      expect(await limits.take('unlimited')).to.include({ granted: true, slot: null });
    }
    const begun = performance.now();
    await limits.block({ credential: 'unlimited', waitMs: 90_000 });
    expect(waitOf(await limits.take('unlimited'))).to.be.within(90_000 - since(begun), 90_000);
    const later = performance.now();
    await limits.block({ credential: 'soon', waitMs: 1000 });
    expect((await limits.take('soon')).granted).to.equal(true);
    expect(performance.now() - later).to.be.at.least(1000);
  });
  it('keeps to a lower limit that headers name, and ignores a higher one', async () => {
    const limits = limiter({ slots: 6, windowMs: 60_000 });
    const headers = { usedUpForMs: null, windowMs: 60_000 };
    const grants = async (credential: string, slots: number) => {
      await limits.learn(credential, { ...headers, slots });
      let granted = 0;
      for (let index = 0; index < 8; index += 1) {
        granted += Number((await limits.take(credential)).granted);
      }
      return granted;
    };
    expect(await grants('low', 2)).to.equal(2);
    expect(await grants('high', 100)).to.equal(6);
  });
  it('keeps large limits, too', async () => {
    const limits = limiter(
      { slots: 1000, windowMs: 4000 },
      { patienceMs: 500, sleep: (ms) => delay(ms) },
    );
    const moments: number[] = [];
    const end = performance.now() + 5000;
    const ask = async () => {
      while (performance.now() < end) {
        const slot = await limits.take('large');
        if (slot.granted) moments.push(performance.now());
      }
    };
    await Promise.all(Array.from({ length: 4 }, ask));
    expect(mostInWindow(moments, 4000)).to.be.at.most(1000);
  });

  it('does not use a slot early whose store was slow to answer', async () => {
    const slow = new Proxy(database.sql, {
      apply: async (target, self, args: unknown[]) => {
        // As a query that waits for its database to come back.
        await delay(400);
        return (await Reflect.apply(target, self, args)) as unknown;
      },
    });
    const real = { patienceMs: 5000, sleep: (ms: number) => delay(ms) };
    const limits = limiter({ slots: 1, windowMs: 1000 }, real);
    const begun = performance.now();
    await limits.take('slow store');
    await limiter({ slots: 1, windowMs: 1000 }, { ...real, sql: slow }).take('slow store');
    expect(performance.now() - begun).to.be.at.least(1400);
  });
  it('bears a store that is away for a moment', async () => {
    let failures = 2;
    const broken = new Proxy(database.sql, {
      apply(target, self, args: unknown[]) {
        failures -= 1;
        if (failures >= 0) {
          return Promise.reject(Object.assign(new Error('no room'), { code: '53100' }));
        }
        return Reflect.apply(target, self, args) as unknown;
      },
    });
    const limits = limiter({ slots: 1, windowMs: 60_000 }, { sql: broken });
    expect((await limits.take('away')).granted).to.equal(true);
    expect(limits.waits).to.have.length(2);
  });
  it('forgets what was not used for long', async () => {
    const limits = limiter({ slots: 1, windowMs: 1000 });
    await limits.take('old');
    const count = async () =>
      (await database.sql`select 1 from provider_limits where key = 'credential:old'`).length;
    await deleteProviderLimitsBefore(database.sql, new Date(Date.now() - 60_000), 1000);
    expect(await count()).to.equal(1);
    await deleteProviderLimitsBefore(database.sql, new Date(Date.now() + 60_000), 1000);
    expect(await count()).to.equal(0);
  });
});
