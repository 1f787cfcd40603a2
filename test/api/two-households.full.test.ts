import { randomUUID } from 'node:crypto';
import { expect } from 'chai';
import { eventually } from '../helpers/eventually.ts';
import { startScriptedProvider, type ScriptedProvider } from '../helpers/scripted-provider.ts';
import { createTenant, withApi } from '../helpers/start-api.ts';
import { createSyncHarness, insertTestConnection } from '../helpers/sync-harness.ts';

/** Locks of a table that writers of other rows do not wait for. */
const HARMLESS = ['AccessShareLock', 'RowShareLock', 'RowExclusiveLock'];

describe('two households at once', function () {
  const { database, api } = withApi();
  const providers: ScriptedProvider[] = [];
  afterEach(async () => {
    for (const provider of providers.splice(0)) await provider.close();
  });

  /** A household whose bank lists two accounts with the same rows, read once. */
  async function createHousehold(rowsCount: number) {
    const tenant = await createTenant(database, randomUUID());
    const provider = await startScriptedProvider();
    providers.push(provider);
    const harness = createSyncHarness(database, provider.url);
    harness.clock.set('2025-06-10T06:00:00Z');
    const connection = await insertTestConnection(
      harness.context,
      `key-${randomUUID()}`,
      tenant.householdId,
    );
    const read = async (change: number): Promise<string> => {
      const listed = [1, 2].map((id) => ({ id, name: `A${id}`, currency: 'EUR' }));
      const calls = [1, 2].map((account) => ({
        path: `/accounts/${account}/transactions`,
        json: {
          transactions: Array.from({ length: rowsCount }, (_, n) => ({
            id: n % 10 === 0 ? null : `${account}-${n}`,
            amount: -1 - n - (n % 10 === 0 ? 0 : change),
            currency: 'EUR',
            date: '2025-06-09',
            merchant: `Shop ${n}`,
          })),
        },
        times: 9,
      }));
      provider.script(listed, calls);
      const { status } = await harness.sync(connection);
      harness.clock.advance(24 * 3600 * 1000);
      return status;
    };
    const send = async (method: string, path: string, body?: object): Promise<any> => {
      const as = { key: tenant.writeKey };
      const answer = await api.request(method, `/api/v1${path}`, { as, body });
      expect(answer.status, answer.text).to.be.within(200, 299);
      return answer.body?.data;
    };
    expect(await read(0)).to.equal('completed');
    const accounts = await send('GET', '/accounts');
    const idOf = (name: string): string => accounts.find((each: any) => each.name === name).id;
    const [first, second] = [idOf('A1'), idOf('A2')];
    const [row] = await database.sql<{ id: string }[]>`
      select id from transactions where account_id = ${first} and external_id = '1-7'`;
    return { ...tenant, read, send, first, second, row: row!.id };
  }
  type Household = Awaited<ReturnType<typeof createHousehold>>;

  const acts: [what: string, rows: number, act: (household: Household) => Promise<unknown>][] = [
    ['a sync that changes thousands of rows', 2000, ({ read }) => read(0.5)],
    [
      'a merge of thousands of rows',
      2000,
      ({ send, first, second }) => send('POST', `/accounts/${second}/merge`, { into: first }),
    ],
    ['the deletion of an account', 2000, ({ send, first }) => send('DELETE', `/accounts/${first}`)],
    [
      'the deletion of a transaction',
      30,
      ({ send, row }) => send('DELETE', `/transactions/${row}`),
    ],
  ];

  async function doEverything({ read, send, first, second, row }: Household): Promise<void> {
    expect(await read(0.5)).to.equal('completed');
    await send('PATCH', `/transactions/${row}`, { notes: 'mine' });
    const actions = [{ action_type: 'exclude_transaction' }];
    const rule = await send('POST', '/rules', { resource_type: 'transaction', actions });
    await send('GET', `/rules/${rule.id}`);
    await send('POST', `/accounts/${second}/merge`, { into: first });
    await send('DELETE', `/transactions/${row}`);
    await send('GET', '/transactions');
    await send('DELETE', `/accounts/${first}`);
  }

  const listWaiting = () => database.sql<{ pid: number }[]>`
    select distinct pid
    from pg_locks
    where not granted
      and pid in (select pid from pg_stat_activity where datname = current_database())`;

  for (const [what, rows, act] of acts) {
    it(`${what} keeps no one else from writing, however long it takes`, async () => {
      const one = await createHousehold(rows);
      const other = await createHousehold(30);
      let acting: Promise<unknown> = Promise.resolve();
      // One of its rows that somebody holds keeps the first household in the middle of its transaction.
      await database.sql.begin(async (tx) => {
        await tx`select 1 from transactions where id = ${one.row} for update`;
        acting = act(one);
        acting.catch(() => undefined);
        const [stuck] = await eventually(async () => {
          const waiting = await listWaiting();
          expect(waiting).to.have.length(1);
          return waiting;
        });
        await doEverything(other);
        expect(await listWaiting()).to.deep.equal([stuck]);
        const locks = await database.sql<{ table: string; mode: string }[]>`
          select distinct c.relname as table, mode
          from pg_locks
          -- Temporary tables are the session's own, and those that it has just made no one else sees.
          join pg_class c on c.oid = relation and c.relpersistence <> 't'
          where pid = ${stuck!.pid}
            and locktype = 'relation'
            and mode <> all(${HARMLESS})`;
        expect([...locks]).to.deep.equal([]);
      });
      await acting;
    });
  }
});
