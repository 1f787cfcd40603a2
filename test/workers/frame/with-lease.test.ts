import { randomUUID } from 'node:crypto';
import { expect } from 'chai';
import { LeaseLostError, acquireLease, blockHolders } from '../../../shared/queue/leases.ts';
import type { Lease, LeaseKey } from '../../../shared/queue/leases.ts';
import { takeovers } from '../../../shared/platform/metrics/series.ts';
import { insertHousehold } from '../../../shared/households/households.ts';
import { RateLimitedError, StalledError, StoppingError } from '../../../workers/frame/errors.ts';
import { withLease, type HeldLease } from '../../../workers/frame/with-lease.ts';
import { eventually } from '../../helpers/eventually.ts';
import { jobRun } from '../../helpers/job-run.ts';
import { createTestClock } from '../../helpers/test-clock.ts';
import { untilWaiting } from '../../helpers/until-waiting.ts';
import { withDatabase } from '../../helpers/with-database.ts';
import { workerContext } from '../../helpers/worker-context.ts';

const caught = (work: Promise<unknown>): Promise<unknown> =>
  work.then(
    () => null,
    (error: unknown) => error,
  );

/** Ends with what ends the work. */
const untilEnded = ({ signal }: HeldLease): Promise<never> =>
  new Promise((_resolve, reject) => {
    const end = (): void => reject(signal.reason as Error);
    if (signal.aborted) end();
    signal.addEventListener('abort', end);
  });

describe('a lease', () => {
  const database = withDatabase();
  let householdId: string;
  before(async () => {
    householdId = (await insertHousehold(database.sql, 'One at a time')).id;
  });
  const keyOf = (kind: LeaseKey['kind']): LeaseKey => ({
    kind,
    householdId,
    resource: randomUUID(),
  });
  const expire = async ({ resource }: LeaseKey): Promise<void> => {
    await database.sql`update leases set expires_at = now() - interval '1 s' where resource = ${resource}`;
  };
  const take = async (key: LeaseKey): Promise<Lease> => {
    const lease = await acquireLease(database.sql, key, 'other', 60_000);
    if ('heldForMs' in lease) throw new Error('the lease is held');
    return lease;
  };
  const name = async (): Promise<string> => {
    const [row] = await database.sql<{ name: string }[]>`
      select name from households where id = ${householdId}`;
    return row?.name ?? '';
  };
  const rename = (to: string) => (tx: any) =>
    tx`update households set name = ${to} where id = ${householdId}`;

  for (const kind of ['sync', 'import', 'rules'] as const) {
    describe(`of ${kind}`, () => {
      it('that is taken over writes nothing more, and tells its job, which ends', async () => {
        const key = keyOf(kind);
        const lost: unknown[] = [];
        const onLost = (): Promise<void> => Promise.resolve(void lost.push('lost'));
        await withLease(workerContext(database), { ...key, onLost }, jobRun(), async (held) => {
          await held.write(rename(`mine, ${kind}`));
          await expire(key);
          expect((await take(key)).holderVanished).to.equal(true);
          lost.push(await caught(held.write(rename('late'))));
          lost.push(await caught(held.writeLong(rename('late'))));
          await held.write(rename('late'));
        });
        expect(lost).to.have.length(3);
        expect(lost[0]).to.be.instanceOf(LeaseLostError);
        expect(lost[1]).to.be.instanceOf(LeaseLostError);
        expect(await name()).to.equal(`mine, ${kind}`);
        // It did not give back what is somebody else's.
        expect(await acquireLease(database.sql, key, 'third', 1000)).to.have.property('heldForMs');
      });

      it('of a worker that vanished is taken over, which is counted', async () => {
        const key = keyOf(kind);
        const counted = async (): Promise<number> => {
          const { values } = await takeovers.get();
          return values.find(({ labels }) => labels.kind === kind)?.value ?? 0;
        };
        const before = await counted();
        await take(key);
        await expire(key);
        await withLease(workerContext(database), key, jobRun(), () => Promise.resolve());
        expect(await counted()).to.equal(before + 1);
        // That one gave it back: no one vanished.
        await withLease(workerContext(database), key, jobRun(), () => Promise.resolve());
        expect(await counted()).to.equal(before + 1);
      });

      it('is one worker’s at a time, and free after it', async () => {
        const key = keyOf(kind);
        const context = workerContext(database);
        await withLease(context, key, jobRun(), async () => {
          const error = await caught(withLease(context, key, jobRun(), () => Promise.resolve()));
          expect(error).to.be.instanceOf(RateLimitedError);
        });
        expect((await take(key)).holderVanished).to.equal(false);
      });
    });
  }

  it('that could not be given back is so once Postgres is back', async () => {
    const key = keyOf('import');
    await withLease(workerContext(database), key, jobRun(), async () => {
      await database.sql`alter table leases rename to leases_away`;
    });
    await database.sql`alter table leases_away rename to leases`;
    await eventually(async () => {
      const [left] = await database.sql`select 1 from leases where resource = ${key.resource}`;
      expect(left).to.equal(undefined);
    });
  });

  it('is renewed, and shows its progress, while its holder is in the middle of a write, and not taken over', async () => {
    const key = keyOf('sync');
    const stored = async () => {
      const [row] = await database.sql<[{ expiresAt: Date; rowsDone: number }]>`
        select expires_at, rows_done from leases where resource = ${key.resource}`;
      return row;
    };
    await withLease(workerContext(database), key, jobRun(), async (held) => {
      await held.write(async (tx) => {
        await rename('in the middle')(tx);
        const before = await stored();
        held.show({ step: 'reconcile', rowsDone: 1 });
        await eventually(async () => {
          expect((await stored()).expiresAt).to.be.above(before.expiresAt);
          expect((await stored()).rowsDone).to.equal(1);
        });
        // Expired all the same: the next holder waits for the end of the write.
        await expire(key);
        const next = caught(
          database.sql.begin(async (other) => {
            await other`set local lock_timeout = 50`;
            await acquireLease(other, key, 'other', 1000);
          }),
        );
        expect(await next).to.include({ code: '55P03' });
      });
    });
    expect(await name()).to.equal('in the middle');
  });

  it('keeps out those who have none yet while its holders are blocked', async () => {
    const key = keyOf('sync');
    let taken: Promise<Lease> | undefined;
    let done = false;
    await database.sql.begin(async (tx) => {
      await blockHolders(tx, householdId, 'sync', [key.resource]);
      taken = take(key).finally(() => (done = true));
      await untilWaiting(database.sql);
      expect(done).to.equal(false);
    });
    expect(await taken).to.have.property('token');
  });

  describe('ends the work', () => {
    it('when the process stops, and still lets it note that', async () => {
      const stop = new AbortController();
      const key = keyOf('rules');
      const context = workerContext(database);
      const work = withLease(context, key, jobRun({ signal: stop.signal }), async (held) => {
        stop.abort();
        const error = await caught(untilEnded(held));
        await held.write(rename('noted'));
        throw error as Error;
      });
      expect(await caught(work)).to.be.instanceOf(StoppingError);
      expect(await name()).to.equal('noted');
    });

    it('when what it watches says so, at the next renewal', async function () {
      const found = new Error('cancelled');
      const key = { ...keyOf('sync'), watch: () => Promise.resolve(found) };
      const work = withLease(workerContext(database), key, jobRun(), untilEnded);
      expect(await caught(work)).to.equal(found);
      const checked = withLease(workerContext(database), key, jobRun(), (held) => held.check());
      expect(await caught(checked)).to.equal(found);
    });

    it('when it does not get on', async function () {
      const clock = createTestClock();
      clock.set('2026-01-01T00:00:00Z');
      const key = { ...keyOf('sync'), stalledAfterMs: 60_000 };
      const context = { ...workerContext(database), clock };
      const work = withLease(context, key, jobRun(), (held) => {
        clock.advance(59_000);
        held.progress();
        clock.advance(61_000);
        return untilEnded(held);
      });
      expect(await caught(work)).to.be.instanceOf(StalledError);
    });
  });
});
