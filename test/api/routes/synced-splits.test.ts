import { expect } from 'chai';
import { addDays } from '#preflight/days';
import { withSyncedApi } from '../../helpers/synced-api.ts';
import { wireRow } from '../../helpers/sync-play.ts';

const PATH = '/accounts/1/transactions';
const accounts = [{ id: 1, name: 'Everyday', currency: 'EUR', status: 'ACTIVE' }];

describe('a split transaction of a bank', function () {
  const synced = withSyncedApi();
  const { api } = synced;
  let connection: { householdId: string; connectionId: string };
  let id: string;

  const today = (): string => synced.harness.clock.now().toISOString().slice(0, 10);
  const other = (): object => wireRow('z', { amount: -1, date: addDays(today(), -3) });
  const row = (over: object = {}) =>
    wireRow('s', { amount: -30, date: addDays(today(), -1), ...over });
  async function read(...transactions: object[]): Promise<void> {
    synced.provider.script(accounts, [
      { path: PATH, json: { transactions, total: transactions.length } },
    ]);
    await synced.harness.sync(connection);
  }
  const all = async (): Promise<any[]> => (await api.get('/api/v1/transactions')).data;
  const lines = async (): Promise<any[]> => (await all()).filter((each) => each.parent_id === id);
  const amountsOf = (rows: any[]): string[] => rows.map(({ amount }) => amount).sort();

  beforeEach(async () => {
    connection = await synced.connect();
    await read(row(), other());
    id = (await all()).find(({ amount }) => amount === '-30').id;
    await api.answers(200, 'PATCH', `/api/v1/transactions/${id}`, {
      body: {
        splits: [
          { amount: '-10', name: 'Bread' },
          { amount: '-20', name: 'Soap' },
        ],
      },
    });
  });

  it('is flagged with its lines, never removed, when it is pending again and then gone', async () => {
    await read(row({ isPending: true }), other());
    await read(other());
    await read(other());
    const { data } = await api.get(`/api/v1/transactions/${id}`);
    expect(data).to.include({ pending: true, stale_pending: true });
    expect(amountsOf(await lines())).to.deep.equal(['-10', '-20']);
    await api.answers(204, 'DELETE', `/api/v1/transactions/${id}`);
    expect(amountsOf(await all())).to.deep.equal(['-1']);
  });
});
