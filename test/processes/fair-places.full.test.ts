import { expect } from 'chai';
import { createQueues, type Queues } from '../../shared/queue/queues.ts';
import { setBank } from '../../shared/sync/store/connection-syncs.ts';
import { findSync, type Sync } from '../../shared/sync/store/syncs.ts';
import { createCapturedLog } from '../helpers/captured-log.ts';
import { eventually } from '../helpers/eventually.ts';
import { withScriptedProvider } from '../helpers/scripted-provider.ts';
import { beginSync, insertTestConnection, SYNC_ENV } from '../helpers/sync-harness.ts';
import { withSyncWorkers } from '../helpers/sync-processes.ts';
import { withDatabase } from '../helpers/with-database.ts';
import { crash, expireHolds, type RunningProcess } from '../helpers/processes.ts';

describe('places of a real sync worker', () => {
  const database = withDatabase();
  const provider = withScriptedProvider();
  const startOne = withSyncWorkers(database, provider);
  let queues: Queues;
  let release = (): void => undefined;

  before(async () => {
    queues = createQueues(database.config(), createCapturedLog().log);
    provider.script(
      [{ id: 1, name: 'Account', institution_name: ' Example BANK', currency: 'EUR' }],
      [],
    );
  });
  beforeEach(() => {
    provider.seen = [];
    const released = new Promise<void>((resolve) => (release = resolve));
    provider.onRequest = () =>
      provider.seen.at(-1)?.key?.startsWith('held') === true ? released : undefined;
  });
  afterEach(() => release());
  after(() => queues.close());

  // Requests hang for as long as a busy machine takes for the rest.
  const startWorker = (env: NodeJS.ProcessEnv = {}): Promise<RunningProcess> =>
    startOne({ SYNC_CONCURRENCY: '1', PROVIDER_TIMEOUT_MS: '600000', ...env });

  async function begin(apiKey: string, household?: string, bank = 'held bank'): Promise<Sync> {
    const context = { config: database.config(SYNC_ENV), sql: database.sql };
    const owner = await insertTestConnection(context, apiKey, household);
    const { householdId, connectionId } = owner;
    const { sql } = database;
    await setBank(sql, householdId, connectionId, apiKey.startsWith('held') ? bank : null);
    return beginSync(sql, owner, { queues });
  }

  const ended = (sync: Sync): Promise<void> =>
    eventually(async () => {
      const found = await findSync(database.sql, sync.householdId, sync.id);
      expect(found?.status, JSON.stringify(found?.errors)).to.equal('completed');
    });

  it('leaves places to others while all of a household hang, also after a kill', async () => {
    const held = [await begin('held-key-0')];
    const { householdId } = held[0]!;
    for (const n of [1, 2, 3, 4]) held.push(await begin(`held-key-${n}`, householdId));
    expect(held.map(({ ahead }) => ahead)).to.deep.equal([0, 1, 2, 3, 4]);
    const worker = await startWorker();
    await eventually(() => expect(provider.seen).to.have.length(1));
    const other = await begin('another-key');
    expect(other.ahead).to.equal(0);
    await ended(other);
    const [connection] = await database.sql<{ bank: string }[]>`
      select bank
      from provider_connections
      where id = ${other.connectionId}`;
    expect(connection?.bank).to.equal('example bank');

    // The places of a process are gone with it: its successor has all of them.
    await crash(worker.child);
    await expireHolds(database);
    await startWorker();
    await ended(await begin('a-third-key'));
    expect(provider.seen.filter(({ key }) => key?.startsWith('held')).length).to.be.below(3);
    release();
    await Promise.all(held.map(ended));
  });

  it('gives the place of a bank that hangs to another after one request, when banks that hang have all', async () => {
    for (const n of [1, 2]) await begin(`held-hung-${n}`, undefined, `held bank ${n}`);
    // It waits from the beginning: on a busy machine it would otherwise come after their second requests.
    const other = await begin('key-of-a-bank-that-answers');
    await startWorker({ PROVIDER_TIMEOUT_MS: '8000' });
    await ended(other);
    const first = provider.seen.findIndex(({ key }) => key === 'key-of-a-bank-that-answers');
    const earlier = provider.seen.slice(0, first).map(({ key }) => key);
    expect(earlier).to.have.members(['held-hung-1', 'held-hung-2']);
  });

  it('begins whatever could, in several workers, while any number of a bank that hangs wait', async () => {
    const heldSeen = () =>
      new Set(provider.seen.flatMap(({ key }) => key?.match(/^held-b.*/) ?? []));
    const held: Sync[] = [];
    while (held.length < 60) held.push(await begin(`held-by-bank-${held.length}`));
    const [first] = [await startWorker(), await startWorker()];
    const others: Sync[] = [];
    while (others.length < 10) others.push(await begin(`free-key-${others.length}`));
    await Promise.all(others.map(ended));
    // One place of that bank in each process; those who wait for it hold nothing.
    await eventually(async () => {
      expect(heldSeen()).to.have.property('size', 2);
      expect((await queues.depth('sync')).counts).to.include({ active: 2, waiting: 0 });
    });

    // The run of a killed worker waits for a place elsewhere, as do those whom it would have called.
    // Until it is gone, it may take the next job with it, which is given to another only when its lock ends.
    await crash(first.child);
    await ended(await begin('free-key-after'));
    release();
    await Promise.all(held.map(ended));
  });

  it('gives the place of a run that waits for a rate limit to one that waits for the place', async () => {
    const limited = { 'RateLimit-Policy': '3;w=14' };
    const accounts = [{ id: 1, name: 'Account', institution_name: 'Bank', currency: 'EUR' }];
    provider.script(accounts, [
      { path: '/accounts', headers: limited, json: { accounts, total: 1 } },
    ]);
    await startWorker({ PROVIDER_RATE_PER_MINUTE: '600' });
    const { householdId } = await begin('limited-key');
    const requestsOf = (key: string) => provider.seen.filter((request) => request.key === key);
    // Its fourth request waits for 14 s, which is short enough to do so in place.
    await eventually(() => expect(requestsOf('limited-key')).to.have.length(3));
    await ended(await begin('unlimited-key', householdId));
    const first = provider.seen.findIndex(({ key }) => key === 'unlimited-key');
    const earlier = provider.seen.slice(0, first).filter(({ key }) => key === 'limited-key');
    expect(earlier).to.have.length(3);
  });

  it('counts those ahead of a run by its household, and by the households at its bank', async () => {
    const { sql } = database;
    const context = { config: database.config(SYNC_ENV), sql };
    const queue = async (household?: string): Promise<Sync> => {
      const owner = await insertTestConnection(context, `key-${Math.random()}`, household);
      await setBank(sql, owner.householdId, owner.connectionId, 'a bank');
      return beginSync(sql, owner);
    };
    const first = await queue();
    expect(first).to.include({ bank: 'a bank', ahead: 0 });
    expect(await queue(first.householdId)).to.include({ ahead: 1 });
    expect(await queue(first.householdId)).to.include({ ahead: 2 });
    expect(await queue()).to.include({ bank: 'a bank', ahead: 1 });
    expect(await queue()).to.include({ bank: 'a bank', ahead: 2 });
  });
});
