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
    synced.harness.clock.advance(3600 * 1000);
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

  it('keeps its lines when the bank corrects it: they follow, the difference is one more, and the run says so', async () => {
    const day = addDays(today(), -2);
    await read(row({ amount: -33, currency: 'USD', date: day, isPending: true }), other());
    const shared = { date: day, currency: 'USD', pending: true };
    const found = await lines();
    expect(amountsOf(found)).to.deep.equal(['-10', '-20', '-3']);
    for (const line of found) expect(line).to.include(shared);
    const { data: runs } = await api.get('/api/v1/syncs');
    const [{ code, count }] = runs[0].accounts[0].warnings;
    expect([code, count]).to.deep.equal(['split_amount_changed', 1]);
    const { data: log } = await api.get(`/api/v1/transactions/${id}/changes`);
    expect(log[0]).to.include({
      attribute: 'splits',
      source: 'provider',
      old_value: '-20,-10',
      new_value: '-20,-10,-3',
    });
    const { text } = await api.request('GET', '/api/v1/export');
    const body = { type: 'NativeImport', raw_file_content: text };
    const checked = await api.answers(200, 'POST', '/api/v1/imports/preflight', { body });
    expect(checked.body.data).to.include({ valid: true });
    await read(row({ amount: -33, date: day }), other());
    for (const line of await lines()) expect(line).to.include({ currency: 'EUR', pending: false });
    expect(await lines()).to.have.length(3);
  });

  it('follows another id of the bank, too, and nothing is warned of while the amount is the same', async () => {
    const day = addDays(today(), -2);
    await read(row({ isPending: true }), other());
    await read(wireRow('t', { amount: -30, date: day }), other());
    expect(amountsOf(await lines())).to.deep.equal(['-10', '-20']);
    for (const line of await lines()) expect(line).to.include({ date: day, pending: false });
    const { data: runs } = await api.get('/api/v1/syncs');
    expect(runs[0].accounts[0].warnings).to.deep.equal([]);
  });

  it('has its difference as one more line when a person says that it posted with a tip', async () => {
    const pending = [row({ isPending: true }), row({ id: 's2', amount: -31, isPending: true })];
    await read(...pending, other());
    await read(wireRow('x', { amount: -35, date: today() }), other());
    const [{ id: suggested }] = (await api.get('/api/v1/transaction_suggestions')).data;
    await api.answers(200, 'POST', `/api/v1/transaction_suggestions/${suggested}/accept`, {
      body: { candidate_id: id },
    });
    expect(amountsOf(await lines())).to.deep.equal(['-10', '-20', '-5']);
    for (const line of await lines()) expect(line).to.include({ date: today(), pending: false });
  });
});
