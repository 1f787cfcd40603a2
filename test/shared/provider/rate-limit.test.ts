import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';
import { expect } from 'chai';
import { createRateLimiter } from '../../../shared/provider/rate-limit.ts';
import type { Allowance, RateLimiter } from '../../../shared/provider/rate-limit.ts';
import { deleteProviderLimitsBefore } from '../../../shared/store/provider-limits.ts';
import { withDatabase } from '../../helpers/with-database.ts';

const run = promisify(execFile);
const program = path.join(import.meta.dirname, '../../helpers/limit-user.ts');
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

const backends = ['Postgres', ...(process.env['REDIS_URL'] ? ['Redis'] : [])];

for (const backend of backends) {
  describe(`provider rate limit on ${backend}`, () => {
    const database = withDatabase();
    const open: RateLimiter[] = [];
    const limiter = (perCredential: Allowance, perHost = none): RateLimiter => {
      const config = database.config();
      const created = createRateLimiter({
        perCredential,
        perHost,
        log: { warn: () => undefined },
        sql: database.sql,
        redis: backend === 'Redis' ? { url: config.redisUrl!, prefix: config.queuePrefix } : null,
      });
      open.push(created);
      return created;
    };
    const host = 'provider.test';
    after(() => open.forEach((each) => each.close()));

    it('lets the whole allowance through at once and says how long the next one waits', async () => {
      const limits = limiter({ slots: 5, windowMs: 60_000 });
      const take = () => limits.take({ credential: 'burst', host, maxWaitMs: 1000 });
      for (let index = 0; index < 5; index += 1) {
        expect(await take()).to.include({ granted: true, waitMs: 0 });
      }
      const refused = await take();
      expect(refused.granted).to.equal(false);
      expect(refused.waitMs).to.be.within(60_000, 61_500);
    });
    it('tells each further one who is refused to come later, at the pace of the limit', async () => {
      const limits = limiter({ slots: 10, windowMs: 60_000 });
      const take = () => limits.take({ credential: 'crowded out', host, maxWaitMs: 0 });
      for (let index = 0; index < 10; index += 1) await take();
      for (let index = 0; index < 60; index += 1) {
        const { granted, waitMs } = await take();
        expect(granted).to.equal(false);
        const expected = Math.min(61_500 + index * 6150, 300_000);
        expect(waitMs, String(index)).to.be.within(expected - 1500, expected + 1);
      }
    });
    it('reserves a moment that is near enough, one for each who asks', async () => {
      const limits = limiter({ slots: 1, windowMs: 400 });
      const take = () => limits.take({ credential: 'queue', host, maxWaitMs: 5000 });
      const waits = [];
      for (let index = 0; index < 4; index += 1) waits.push((await take()).waitMs);
      waits.forEach((waitMs, index) => expect(waitMs).to.be.within(index * 410 - 150, index * 411));
    });
    it('counts a slow request from its end', async () => {
      const limits = limiter({ slots: 2, windowMs: 60_000 });
      const request = { credential: 'slow', host, maxWaitMs: 0 };
      const first = await limits.take(request);
      await new Promise((resolve) => setTimeout(resolve, 400));
      await limits.take(request);
      await limits.tookLong(request, first.slot!);
      // The oldest that counts is now the second, 400 ms younger.
      const { granted, waitMs } = await limits.take(request);
      expect(granted).to.equal(false);
      expect(waitMs).to.be.within(61_250, 61_500);
    });
    it('keeps credentials apart, yet holds them to the host’s limit together', async () => {
      const limits = limiter({ slots: 3, windowMs: 60_000 }, { slots: 4, windowMs: 60_000 });
      const grants = [];
      for (const credential of ['a', 'a', 'a', 'a', 'b', 'b']) {
        grants.push((await limits.take({ credential, host: 'shared', maxWaitMs: 0 })).granted);
      }
      expect(grants).to.deep.equal([true, true, true, false, true, false]);
    });
    it('gives out exactly the allowance when many ask at the same instant', async () => {
      const first = limiter({ slots: 40, windowMs: 60_000 });
      const second = limiter({ slots: 40, windowMs: 60_000 });
      const grants = await Promise.all(
        Array.from({ length: 120 }, (_each, index) =>
          (index % 2 ? first : second).take({ credential: 'crowd', host, maxWaitMs: 0 }),
        ),
      );
      expect(grants.filter(({ granted }) => granted)).to.have.length(40);
    });
    it('lets nobody ask while the provider’s own wait lasts', async () => {
      const limits = limiter({ slots: 10, windowMs: 60_000 });
      await limits.block({ credential: 'blocked', waitMs: 30_000 });
      await limits.block({ credential: 'blocked', waitMs: 1000 });
      const slot = await limits.take({ credential: 'blocked', host, maxWaitMs: 2000 });
      expect(slot.granted).to.equal(false);
      expect(slot.waitMs).to.be.within(29_000, 30_000);
      expect(await limits.take({ credential: 'other', host, maxWaitMs: 0 })).to.include({
        granted: true,
      });
    });
    it('keeps to a lower limit that headers name, and ignores a higher one', async () => {
      const limits = limiter({ slots: 6, windowMs: 60_000 });
      const headers = { usedUpForMs: null, windowMs: 60_000 };
      const grants = async (credential: string, slots: number) => {
        await limits.learn(credential, { ...headers, slots });
        let granted = 0;
        for (let index = 0; index < 8; index += 1) {
          granted += Number((await limits.take({ credential, host, maxWaitMs: 0 })).granted);
        }
        return granted;
      };
      expect(await grants('low', 2)).to.equal(2);
      expect(await grants('high', 100)).to.equal(6);
    });
    it('keeps large limits, too', async () => {
      const limits = limiter({ slots: 1000, windowMs: 4000 });
      const moments: number[] = [];
      const end = performance.now() + 5000;
      const ask = async () => {
        while (performance.now() < end) {
          const slot = await limits.take({ credential: 'large', host, maxWaitMs: 500 });
          await new Promise((resolve) => setTimeout(resolve, slot.waitMs));
          moments.push(performance.now());
        }
      };
      await Promise.all(Array.from({ length: 4 }, ask));
      expect(mostInWindow(moments, 4000)).to.be.at.most(1000);
    }).timeout(20_000);

    it('three processes never exceed it in any window and use at least 95 % of it', async () => {
      const windowMs = 3000;
      const slots = 60;
      const durationMs = 12_000;
      const env = {
        ...process.env,
        DATABASE_URL: database.url,
        ...(backend === 'Redis'
          ? { QUEUE_PREFIX: database.config().queuePrefix }
          : { REDIS_URL: '' }),
      };
      const outputs = await Promise.all(
        ['one', 'two', 'three'].map(async () => {
          const args = ['crowded', slots, windowMs, durationMs, 4].map(String);
          const { stdout } = await run(process.execPath, ['--import', 'tsx', program, ...args], {
            env,
          });
          return JSON.parse(stdout) as number[];
        }),
      );
      const moments = outputs.flat().sort((a, b) => a - b);
      // How the allowance is shared out is not promised: a process that starts first may get most of it.
      expect(mostInWindow(moments, windowMs)).to.be.at.most(slots);
      // The allowance comes in bursts: measured from the first one to the begin of the last.
      const bursts = Math.floor((moments.length - 1) / slots);
      const spanMs = moments[bursts * slots]! - moments[0]!;
      const used = (bursts * windowMs) / spanMs;
      expect(used, `${bursts} allowances in ${spanMs} ms`).to.be.at.least(0.95);
    }).timeout(60_000);

    if (backend === 'Postgres') {
      it('forgets what was not used for long', async () => {
        const limits = limiter({ slots: 1, windowMs: 1000 });
        await limits.take({ credential: 'old', host, maxWaitMs: 0 });
        const count = async () =>
          (await database.sql`select 1 from provider_limits where key = 'credential:old'`).length;
        await deleteProviderLimitsBefore(database.sql, new Date(Date.now() - 60_000));
        expect(await count()).to.equal(1);
        await deleteProviderLimitsBefore(database.sql, new Date(Date.now() + 60_000));
        expect(await count()).to.equal(0);
      });
    }
  });
}
