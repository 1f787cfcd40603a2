import { randomUUID } from 'node:crypto';
import { expect } from 'chai';
import { addDays } from '#preflight/days';
import { signChanges } from '../../../shared/changes/sign-changes.ts';
import { createMirror } from '../../helpers/mirror.ts';
import { withSyncedApi } from '../../helpers/synced-api.ts';
import { wireRow } from '../../helpers/sync-play.ts';
import { untilComplete } from '../../helpers/until-complete.ts';

const PATH = '/accounts/1/transactions';
const LIST = '/api/v1/transaction_suggestions';
const accounts = [{ id: 1, name: 'Everyday', currency: 'EUR', status: 'ACTIVE' }];

describe('transaction suggestions', function () {
  const synced = withSyncedApi();
  const { database, api } = synced;
  let connection: { householdId: string; connectionId: string };

  const today = (): string => synced.harness.clock.now().toISOString().slice(0, 10);
  const row = (id: string, amount: number, date: string, isPending: boolean) =>
    wireRow(id, { amount, merchant: 'Cafe Uno', date, isPending });
  async function read(...transactions: object[]): Promise<void> {
    synced.provider.script(accounts, [
      { path: PATH, json: { transactions, total: transactions.length } },
    ]);
    await synced.harness.sync(connection);
  }
  const get = async (path: string): Promise<any> => await api.get(path);
  async function suggestion(): Promise<any> {
    const { data, meta } = await get(`${LIST}?account_id=${await accountId()}`);
    expect(meta.total_count).to.equal(1);
    return data[0];
  }
  async function accountId(): Promise<string> {
    const [link] = await database.sql<{ accountId: string }[]>`
      select account_id
      from provider_accounts
      where connection_id = ${connection.connectionId}`;
    return link!.accountId;
  }
  const rowsOnFile = async (): Promise<any[]> =>
    (await get(`/api/v1/transactions?account_id=${await accountId()}`)).data;

  /** Two pending rows of one merchant, and a posted one with a tip that could be either. */
  beforeEach(async () => {
    connection = await synced.connect();
    const day = addDays(today(), -2);
    await read(row('p1', -20, day, true), row('p2', -21, day, true));
    await read(row('x', -22, today(), false));
  });

  it('lists a posted row with the pending ones that it may be', async () => {
    const { transaction, candidates } = await suggestion();
    expect(transaction).to.include({ amount: '-22', pending: false });
    expect(candidates.map(({ amount }: any) => amount)).to.have.members(['-20', '-21']);
    expect(candidates.every(({ pending }: any) => pending)).to.equal(true);
  });

  it('accepting makes the pending row the posted one, with what people did to either', async () => {
    const { id, transaction, candidates } = await suggestion();
    const chosen = candidates.find(({ amount }: any) => amount === '-20');
    const edit = (path: string, body: object) => api.request('PATCH', path, { body });
    await edit(`/api/v1/transactions/${chosen.id}`, { notes: 'with Ana' });
    await edit(`/api/v1/transactions/${transaction.id}`, { excluded: true });
    const body = { candidate_id: chosen.id };
    const { body: accepted } = await api.answers(200, 'POST', `${LIST}/${id}/accept`, { body });
    expect(accepted.data).to.include({
      id: chosen.id,
      amount: '-22',
      pending: false,
      notes: 'with Ana',
      excluded: true,
    });
    await api.answers(404, 'GET', `/api/v1/transactions/${transaction.id}`);
    expect((await get(`${LIST}?account_id=${await accountId()}`)).data).to.deep.equal([]);
    expect((await rowsOnFile()).map(({ amount }) => amount)).to.have.members(['-22', '-21']);

    // Neither the posted row nor a late listing of the pending one comes back as another row.
    const day = addDays(today(), -2);
    await read(row('x', -22, today(), false), row('p1', -20, day, true), row('p2', -21, day, true));
    expect((await rowsOnFile()).map(({ amount }) => amount)).to.have.members(['-22', '-21']);
  });

  it('a candidate that the provider stopped listing can still be chosen', async () => {
    await read(row('x', -22, today(), false));
    expect((await rowsOnFile()).map(({ amount }) => amount)).to.deep.equal(['-22']);
    const { id, candidates } = await suggestion();
    const body = { candidate_id: candidates[0].id };
    await api.answers(200, 'POST', `${LIST}/${id}/accept`, { body });
    expect(await rowsOnFile()).to.have.length(1);
  });

  it('dismissing keeps all rows, and the next sync does not suggest it again', async () => {
    const { id } = await suggestion();
    await api.answers(204, 'DELETE', `${LIST}/${id}`);
    await api.answers(404, 'DELETE', `${LIST}/${id}`);
    expect(await rowsOnFile()).to.have.length(3);
    await read(row('x', -22, today(), false));
    expect((await get(`${LIST}?account_id=${await accountId()}`)).data).to.deep.equal([]);
  });

  it('422 for a row that is no candidate', async () => {
    const { id, transaction } = await suggestion();
    const body = { candidate_id: transaction.id };
    await api.answers(422, 'POST', `${LIST}/${id}/accept`, { body });
  });

  describe('in the feed', () => {
    const mirror = createMirror(get);
    /** What the feed brings of the suggestion, and that the mirror then has what is open. */
    async function brought(): Promise<string[]> {
      await untilComplete(database.sql);
      const items = await mirror.follow();
      const open = (await get(LIST)).data;
      const shown = ({ id, candidates }: any) => [id, candidates.map((each: any) => each.id)];
      const held = [...(mirror.records.get('transaction_suggestion')?.values() ?? [])];
      expect(held.map(shown)).to.deep.equal(open.map(shown));
      const own = items.filter(({ type }) => type === 'transaction_suggestion');
      return own.map(({ operation }) => operation);
    }

    beforeEach(async () => {
      await brought();
    });

    it('it closes with its posted transaction', async () => {
      const { transaction } = await suggestion();
      await api.answers(204, 'DELETE', `/api/v1/transactions/${transaction.id}`);
      expect(await brought()).to.deep.equal(['delete']);
    });

    it('it has fewer candidates as they post or are deleted, and closes after the last', async () => {
      const day = addDays(today(), -2);
      const tip = row('x', -22, today(), false);
      await read(tip, row('p1', -20, day, false), row('p2', -21, day, true));
      expect(await brought()).to.deep.equal(['upsert']);
      const [left] = (await suggestion()).candidates;
      await api.answers(204, 'DELETE', `/api/v1/transactions/${left.id}`);
      expect(await brought()).to.deep.equal(['delete']);
    });

    it('it loses a candidate that an import or its undo removes, without being that import’s', async () => {
      const { candidates } = await suggestion();
      await database.sql.begin(async (tx) => {
        await signChanges(tx, { by: 'import', id: randomUUID() });
        await tx`delete from transactions where id = ${candidates[0].id}`;
      });
      expect(await brought()).to.deep.equal(['upsert']);
      const lines = await database.sql`
        select 1 from changes where kind = 'transaction_suggestions' and source_id is not null`;
      expect(lines).to.be.empty;
    });

    it('nothing is sent of it for other changes of its transactions', async () => {
      const { transaction } = await suggestion();
      const body = { notes: 'n' };
      await api.answers(200, 'PATCH', `/api/v1/transactions/${transaction.id}`, { body });
      expect(await brought()).to.deep.equal([]);
    });
  });
});
