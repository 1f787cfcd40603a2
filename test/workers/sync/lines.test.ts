import { expect } from 'chai';
import { syncConnectionJob } from '../../../shared/queue/runs/kinds.ts';
import { createQueues, type Queues } from '../../../shared/queue/queues.ts';
import { setBank } from '../../../shared/sync/store/connection-syncs.ts';
import { markHeld } from '../../../shared/sync/store/held-syncs.ts';
import {
  callFromLine,
  countInLine,
  isPlaceAwaited,
  joinLine,
  listFirstInLine,
} from '../../../shared/sync/store/place-lines.ts';
import type { TakenPlaces } from '../../../shared/sync/store/place-lines.ts';
import { finishSync, markRunning } from '../../../shared/sync/store/sync-progress.ts';
import { findSync, requestCancel } from '../../../shared/sync/store/syncs.ts';
import type { Sync } from '../../../shared/sync/store/syncs.ts';
import type { WorkerContext } from '../../../workers/frame/context.ts';
import { bindJob, runWorker, type RunningWorker } from '../../../workers/frame/run-worker.ts';
import { createLines } from '../../../workers/sync/lines.ts';
import { placesInAll } from '../../../workers/sync/places.ts';
import { createCapturedLog } from '../../helpers/captured-log.ts';
import { eventually } from '../../helpers/eventually.ts';
import { beginSync, insertTestConnection, SYNC_ENV } from '../../helpers/sync-harness.ts';
import { createTestClock } from '../../helpers/test-clock.ts';
import { withDatabase } from '../../helpers/with-database.ts';

const NONE_TAKEN: TakenPlaces = {
  fullBanks: [],
  scarceBanks: [],
  fullHouseholds: [],
  busyHouseholds: [],
};

describe('lines for the places of sync workers', () => {
  const database = withDatabase();
  const clock = createTestClock();
  let queues: Queues;
  let context: WorkerContext;
  const workers: RunningWorker[] = [];
  const looking: NodeJS.Timeout[] = [];
  let made = 0;

  before(() => {
    const { log } = createCapturedLog();
    queues = createQueues(database.config(), log);
    context = { config: database.config(SYNC_ENV), sql: database.sql, queues, log, clock };
  });
  beforeEach(() => clock.set(new Date()));
  afterEach(async () => {
    looking.splice(0).forEach(clearInterval);
    await Promise.all(workers.splice(0).map((worker) => worker.stop()));
    await database.sql`delete from syncs`;
  });
  after(() => queues.close());

  /** A queued run, without a job. Each is made a moment later than the one before. */
  async function insertRun(bank: string | null, household?: string): Promise<Sync> {
    const { sql } = database;
    const owner = await insertTestConnection(context, `key-${(made += 1)}`, household);
    await setBank(sql, owner.householdId, owner.connectionId, bank);
    clock.advance(1);
    return beginSync(sql, owner, { now: clock.now() });
  }

  async function insertRuns(bank: string | null, count: number): Promise<Sync[]> {
    const runs: Sync[] = [];
    while (runs.length < count) runs.push(await insertRun(bank));
    return runs;
  }

  async function inLine(bank: string | null, household?: string): Promise<Sync> {
    const run = await insertRun(bank, household);
    await joinLine(database.sql, run);
    return run;
  }

  const firstIds = async (taken: Partial<TakenPlaces> = {}, perBank = 9): Promise<string[]> => {
    const all = { ...NONE_TAKEN, ...taken };
    const first = await listFirstInLine(database.sql, all, { perBank, limit: 99 }, clock.now());
    return first.map(({ id }) => id);
  };

  /** A worker as a separate process would be, and the ids of the runs that began at it. */
  function startWorker(work: (sync: Sync) => Promise<void>, perGroup = 1) {
    const begun: string[] = [];
    const lines = createLines(context, perGroup);
    const job = bindJob(syncConnectionJob, async ({ sql }, payload) => {
      const sync = await findSync(sql, payload.household_id, payload.sync_id);
      if (sync === null || sync.finishedAt !== null) return null;
      return lines.hold(sync, async () => {
        begun.push(sync.id);
        await markRunning(sql, sync, clock.now());
        await work(sync);
        const end = { status: 'completed' as const, errors: [], now: clock.now() };
        await finishSync(sql, sync, end);
        return { status: 'completed' };
      });
    });
    workers.push(runWorker(context, 'sync', [job], placesInAll(perGroup)));
    looking.push(setInterval(() => void lines.call(), 25));
    return begun;
  }

  const haveEnded = (runs: readonly Sync[]): Promise<void> =>
    eventually(async () => {
      const [left] = await database.sql<{ count: number }[]>`
        select count(*)::integer as count
        from syncs
        where finished_at is null
          and id = any(${runs.map(({ id }) => id)}::uuid[])`;
      expect(left?.count).to.equal(0);
    });

  it('begins the runs of a bank in the order of their turns', async () => {
    const runs = await insertRuns('bank', 12);
    let answer = (): void => undefined;
    const answered = new Promise<void>((resolve) => (answer = resolve));
    const begun = startWorker(() => answered);
    await syncConnectionJob.enqueue(queues, ...runs.slice(0, 1));
    await eventually(() => expect(begun).to.have.length(1));
    await syncConnectionJob.enqueue(queues, ...runs.slice(1).toReversed());
    await eventually(async () => expect(await countInLine(database.sql)).to.equal(11));
    answer();
    await haveEnded(runs);
    expect(begun).to.deep.equal(runs.map(({ id }) => id));
  });

  it('begins one more run of a bank for each worker that has a place, whichever gets its job', async () => {
    const runs = await insertRuns('bank', 4);
    let answer = (): void => undefined;
    const answered = new Promise<void>((resolve) => (answer = resolve));
    const full = startWorker(() => answered);
    await syncConnectionJob.enqueue(queues, ...runs);
    await eventually(async () => expect(await countInLine(database.sql)).to.equal(3));
    const free = startWorker(() => answered);
    await eventually(() => expect([...full, ...free]).to.have.length(2));
    // One that joins the line after that finds the places taken.
    const late = await insertRun('bank');
    await syncConnectionJob.enqueue(queues, late);
    await eventually(async () => expect(await countInLine(database.sql)).to.equal(3));
    expect([...full, ...free]).to.have.length(2);
    answer();
    await haveEnded([...runs, late]);
  });

  it('calls a run again that did not come, as its caller died', async () => {
    const run = await inLine('bank');
    expect(await callFromLine(database.sql, [run], clock.now())).to.deep.equal([run]);
    expect(await callFromLine(database.sql, [run], clock.now())).to.deep.equal([]);
    expect(await firstIds()).to.deep.equal([]);
    clock.advance(5000);
    startWorker(() => Promise.resolve());
    await haveEnded([run]);
  });

  it('lists the first in the line of each bank that has places left', async () => {
    const [a, a2] = [await inLine('a'), await inLine('a')];
    const ofOne = await inLine('b');
    const ofOneToo = await inLine('b', ofOne.householdId);
    const unknown = await inLine(null);
    const other = await inLine('b');
    // The second run of a household has its turn after the first ones of others.
    expect(await firstIds()).to.have.ordered.members(
      [a, ofOne, unknown, a2, other, ofOneToo]
        .toSorted((x, y) => x.ahead - y.ahead || x.createdAt.getTime() - y.createdAt.getTime())
        .map(({ id }) => id),
    );
    expect(await firstIds({}, 1)).to.have.members([a.id, ofOne.id, unknown.id]);
    expect(await firstIds({ fullBanks: ['a', ''] })).to.deep.equal(
      (await firstIds()).filter((id) => ![a.id, a2.id, unknown.id].includes(id)),
    );
    const busy = [ofOne.householdId];
    expect(await firstIds({ fullHouseholds: busy })).to.not.include.members([ofOne.id]);
    // Of a bank whose last places are kept for newcomers, these alone; elsewhere a busy household may have more.
    const scarce = await firstIds({ scarceBanks: ['b'], busyHouseholds: [...busy, a.householdId] });
    expect(scarce).to.have.members([a.id, a2.id, unknown.id, other.id]);
  });

  it('knows whose places are awaited', async () => {
    const run = await inLine('bank');
    const isAwaited = (taken: Partial<TakenPlaces>): Promise<boolean> =>
      isPlaceAwaited(database.sql, { ...NONE_TAKEN, ...taken });
    expect(await isAwaited({ fullBanks: ['other'] })).to.equal(false);
    expect(await isAwaited({ fullBanks: ['bank'] })).to.equal(true);
    expect(await isAwaited({ scarceBanks: ['bank'] })).to.equal(true);
    expect(await isAwaited({ fullHouseholds: [run.householdId] })).to.equal(true);
  });

  it('takes a run out of the line that begins, is held back or is cancelled', async () => {
    const { sql } = database;
    const [begins, held, cancelled] = [await inLine('a'), await inLine('b'), await inLine('c')];
    await markRunning(sql, begins, clock.now());
    expect(await countInLine(sql)).to.equal(2);
    await markHeld(sql, held, 'paused', clock.now());
    expect(await countInLine(sql)).to.equal(1);
    // It had begun, and came back for a place after a wait: no worker would hear of a request to stop.
    await markRunning(sql, cancelled, clock.now());
    await joinLine(sql, cancelled);
    const ended = await requestCancel(sql, cancelled.householdId, cancelled.id, clock.now());
    expect(ended?.status).to.equal('cancelled');
    expect(await countInLine(sql)).to.equal(0);
  });
});
