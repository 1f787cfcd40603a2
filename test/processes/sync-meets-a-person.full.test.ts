import { expect } from 'chai';
import { findSync, type Sync } from '../../shared/sync/store/syncs.ts';
import { eventually } from '../helpers/eventually.ts';
import { withScriptedProvider } from '../helpers/scripted-provider.ts';
import { withApi } from '../helpers/start-api.ts';
import { beginSync, insertTestConnection, SYNC_ENV } from '../helpers/sync-harness.ts';
import { withSyncWorkers } from '../helpers/sync-processes.ts';
import { crash, expireHolds, type RunningProcess } from '../helpers/processes.ts';

const today = new Date().toISOString().slice(0, 10);
const names = { 1: 'Everyday', 2: 'Giro' } as const;
type AccountId = keyof typeof names;
const row = (id: string | null, amount: number) => {
  const base = { currency: 'EUR', date: today, merchant: `Shop ${amount}`, isPending: false };
  return { id, amount, ...base };
};

/** What both accounts have, under different ids and without one, twins included; what one has alone; what is new. */
const SHARED = [-1, -2, -3, -4, -4];
const ownOf = (account: AccountId) => [account * -10, account * -10 - 1];
const newOf = (account: AccountId) => [account * -100, account * -100 - 1];

/** The rows of an account in two pages, every second one without an id. */
function pagesOf(account: AccountId, amounts: readonly number[]) {
  const rows = amounts.map((amount, n) => row(n % 2 === 0 ? null : `${account}-${n}`, amount));
  const path = `/accounts/${account}/transactions`;
  const [first, second] = [rows.slice(0, 6), rows.slice(6)];
  const json = { transactions: second };
  return [
    { path, query: { cursor: 'second' }, json, times: 9 },
    { path, json: { transactions: first, next_cursor: 'second' }, times: 9 },
  ];
}

const sorted = (amounts: readonly number[]) => amounts.toSorted((a, b) => b - a);

describe('a person who acts over HTTP while a worker process syncs', function () {
  const { database, api } = withApi();
  const provider = withScriptedProvider();
  const startWorker = withSyncWorkers(database, provider, after);
  let worker: RunningProcess;
  let connection: { householdId: string; connectionId: string };

  before(async () => {
    worker = await startWorker();
  });
  beforeEach(async () => {
    provider.onRequest = null;
    await database.sql`delete from accounts`;
    await database.sql`delete from provider_connections`;
    const context = { config: database.config(SYNC_ENV), sql: database.sql };
    connection = await insertTestConnection(
      context,
      `key-${Math.random()}`,
      api.tenant.householdId,
    );
  });

  async function sync(): Promise<Sync> {
    const begun = await beginSync(database.sql, connection, { queues: api.context.queues });
    return eventually(
      async () => {
        const found = await findSync(database.sql, begun.householdId, begun.id);
        expect(found?.finishedAt, `still ${found?.status}`).to.not.equal(null);
        return found!;
      },
      { timeoutMs: 240_000, everyMs: 50 },
    );
  }

  const listed = (ids: readonly AccountId[]) =>
    ids.map((id) => ({ id, name: names[id], institution_name: 'Bank', currency: 'EUR' }));

  /** One whole sync that lists these accounts, with their rows of this round. */
  async function read(ids: readonly AccountId[], isNew = false): Promise<Sync> {
    provider.script(
      listed(ids),
      ids.flatMap((id) => pagesOf(id, [...SHARED, ...ownOf(id), ...(isNew ? newOf(id) : [])])),
    );
    return sync();
  }

  /** Does something once the second page of an account is asked for, and lets the answer wait for it. */
  function onSecondPage(account: AccountId, act: () => Promise<void>): void {
    provider.onRequest = async (path) => {
      const { query } = provider.seen.at(-1)!;
      if (path !== `/accounts/${account}/transactions` || query.get('cursor') !== 'second') return;
      provider.onRequest = null;
      await act();
    };
  }

  async function idOf(account: AccountId): Promise<string> {
    const { body } = await api.request('GET', '/api/v1/accounts');
    return body.data.find((each: any) => each.name === names[account])?.id as string;
  }
  async function merge(from: AccountId, into: AccountId): Promise<void> {
    const path = `/api/v1/accounts/${await idOf(from)}/merge`;
    await api.answers(200, 'POST', path, { body: { into: await idOf(into) } });
  }
  const amounts = async (): Promise<number[]> => {
    const { body } = await api.request('GET', '/api/v1/transactions?per_page=100');
    return sorted(body.data.map(({ amount }: any) => Number(amount)));
  };

  /** Whether and when the worker is ended by `kill -9`: before the person acts, or after. */
  type Killed = 'never' | 'before' | 'after';
  const acting = async (killed: Killed, act: () => Promise<void>): Promise<void> => {
    if (killed === 'before') await crash(worker.child);
    await act();
    if (killed === 'after') await crash(worker.child);
    if (killed === 'never') return;
    await expireHolds(database);
    worker = await startWorker();
  };
  const and = (killed: Killed) => (killed === 'never' ? '' : `, the worker killed ${killed} that`);

  for (const [reading, from, into, killed] of [
    ['goes', 1, 2, 'never'],
    ['goes', 1, 2, 'before'],
    ['stays', 2, 1, 'never'],
    ['stays', 2, 1, 'after'],
  ] as const) {
    it(`merges the account that is being read and ${reading}${and(killed)}: each row once, for good`, async () => {
      await read([1, 2]);
      onSecondPage(1, () => acting(killed, () => merge(from, into)));
      await read([1, 2], true);
      // What only the account that went had got since its last read was never on file.
      const wanted = sorted([...SHARED, ...ownOf(1), ...ownOf(2), ...newOf(into)]);
      for (let again = 0; again < 2; again += 1) {
        expect(await amounts()).to.deep.equal(wanted);
        expect((await read([1, 2], true)).status).to.equal('completed');
      }
      expect(await amounts()).to.deep.equal(wanted);
    });
  }

  for (const killed of ['never', 'before', 'after'] as const) {
    it(`merges a returned account into the one that is not listed any more, whose link it takes over${and(killed)}`, async () => {
      await read([1]);
      onSecondPage(2, () => acting(killed, () => merge(2, 1)));
      expect((await read([2])).status).to.equal('completed');
      const both = [...SHARED, ...ownOf(1), ...ownOf(2)];
      expect(await amounts()).to.deep.equal(sorted(both));
      for (let again = 0; again < 2; again += 1) {
        expect((await read([2], true)).status).to.equal('completed');
        expect(await amounts()).to.deep.equal(sorted([...both, ...newOf(2)]));
      }
      expect((await api.get('/api/v1/accounts')).data).to.have.length(1);
    });
  }

  for (const killed of ['never', 'before'] as const) {
    it(`deletes the account that is being read${and(killed)}: it stays away`, async () => {
      await read([1, 2]);
      onSecondPage(1, () =>
        acting(killed, async () => {
          await api.answers(204, 'DELETE', `/api/v1/accounts/${await idOf(1)}`);
        }),
      );
      for (let again = 0; again < 2; again += 1) {
        await read([1, 2], true);
        expect(await amounts()).to.deep.equal(sorted([...SHARED, ...ownOf(2), ...newOf(2)]));
      }
    });
  }

  for (const killed of ['never', 'after'] as const) {
    it(`deletes transactions, with an id and without, of the account that is being read${and(killed)}`, async () => {
      await read([1]);
      const { data } = await api.get('/api/v1/transactions');
      const gone = data.filter(({ amount }: any) => amount === '-1' || amount === '-2');
      onSecondPage(1, () =>
        acting(killed, async () => {
          for (const { id } of gone) {
            await api.answers(204, 'DELETE', `/api/v1/transactions/${id}`);
          }
        }),
      );
      for (let again = 0; again < 2; again += 1) {
        await read([1], true);
        const left = [...SHARED.slice(2), ...ownOf(1), ...newOf(1)];
        expect(await amounts()).to.deep.equal(sorted(left));
      }
    });
  }
});
