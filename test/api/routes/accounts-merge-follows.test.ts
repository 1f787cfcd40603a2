import { randomUUID } from 'node:crypto';
import { expect } from 'chai';
import { undoWrites } from '../../../shared/removal/undo/undo-writes.ts';
import { insertRow } from '../../helpers/insert-row.ts';
import { withApi } from '../../helpers/start-api.ts';

describe('what names an account or its rows when it is merged into another', () => {
  const { database, api } = withApi();
  let from: string;
  let into: string;
  /** The same purchase in both. */
  let gone: string;
  let kept: string;

  const insert = (table: string, row: object): Promise<string> =>
    insertRow(database.sql, table, api.tenant.householdId, row);
  const account = () => insert('accounts', { name: randomUUID(), currency: 'EUR' });
  const row = (accountId: string, name: string, amount: string, over: object = {}) =>
    insert('transactions', {
      account_id: accountId,
      date: '2025-06-01',
      amount,
      currency: 'EUR',
      name,
      ...over,
    });
  async function merge(): Promise<void> {
    const path = `/api/v1/accounts/${from}/merge`;
    await api.answers(200, 'POST', path, { body: { into } });
  }

  beforeEach(async () => {
    [from, into] = [await account(), await account()];
    [gone, kept] = [await row(from, 'Coffee', '-5'), await row(into, 'Coffee', '-5')];
  });

  it('suggestions offer the row that stays in place of the one that went', async () => {
    const pending = { pending: true, source: 'provider' };
    const candidates = [
      gone,
      await row(from, 'Coffee', '-4', { ...pending, external_id: 'a' }),
      await row(into, 'Coffee', '-3', { ...pending, external_id: 'b' }),
    ];
    const posted = await row(into, 'Coffee', '-6', { source: 'provider', external_id: 'c' });
    const other = await row(into, 'Tea', '-6', { source: 'provider', external_id: 'd' });
    await insert('transaction_suggestions', { transaction_id: posted, candidate_ids: candidates });
    await insert('transaction_suggestions', {
      transaction_id: other,
      candidate_ids: [candidates[2]],
    });
    await merge();
    const left = await database.sql<{ transactionId: string; candidateIds: string[] }[]>`
      select transaction_id, candidate_ids
      from transaction_suggestions
      where transaction_id in (${posted}, ${other})`;
    expect([...left]).to.have.deep.members([
      { transactionId: posted, candidateIds: [kept, ...candidates.slice(1)] },
      { transactionId: other, candidateIds: [candidates[2]] },
    ]);
  });

  it('a transfer that a person refused stays refused', async () => {
    const back = await row(await account(), 'Back', '5');
    await insert('rejected_transfers', {
      inflow_transaction_id: back,
      outflow_transaction_id: gone,
    });
    await merge();
    const left = await database.sql<{ outflow: string }[]>`
      select outflow_transaction_id as outflow
      from rejected_transfers
      where inflow_transaction_id = ${back}`;
    expect([...left]).to.deep.equal([{ outflow: kept }]);
  });

  it('standing orders go on with the account that stays, each once', async () => {
    const order = (accountId: string, name: string) =>
      insert('recurring_transactions', {
        account_id: accountId,
        name,
        amount: '-9',
        currency: 'EUR',
        expected_day_of_month: 1,
        last_occurrence_date: '2025-05-01',
        next_expected_date: '2025-06-01',
      });
    const own = [await order(into, 'Rent'), await order(from, 'Gym')];
    await order(from, 'Rent');
    await merge();
    const left = await database.sql<{ id: string; accountId: string }[]>`
      select id, account_id
      from recurring_transactions
      where household_id = ${api.tenant.householdId}`;
    expect([...left]).to.have.deep.members(own.map((id) => ({ id, accountId: into })));
  });

  it('an import session that brought the account continues with the one that stays', async () => {
    const session = await insert('import_sessions', { type: 'NativeImport' });
    await insert('import_id_map', {
      session_id: session,
      source_type: 'Account',
      source_id: 'a1',
      record_id: from,
    });
    await merge();
    const [entry] = await database.sql<{ recordId: string }[]>`
      select record_id from import_id_map where session_id = ${session}`;
    expect(entry!.recordId).to.equal(into);
  });

  it('a CSV import and its profile name the account that stays; undone, it leaves what both had', async () => {
    const { householdId } = api.tenant;
    const head = { type: 'TransactionImport', account_id: from };
    const file = { filename: 'a.csv', content_type: 'text/csv', byte_size: 1, request_digest: 'd' };
    const importId = await insert('imports', { ...head, ...file, status: 'complete' });
    const profile = await insert('import_profiles', { ...head, name: 'Mine' });
    const line = (number: number, id: string) =>
      insert('import_rows', {
        import_id: importId,
        line: number,
        record_id: id,
        verdict: 'new',
        account_id: from,
      });
    const alone = await row(from, 'Tea', '-7', { import_id: importId });
    for (const [at, id] of [gone, kept, alone].entries()) await line(at + 2, id);
    await database.sql`
      update transactions set import_id = ${importId} where id in (${gone}, ${kept})`;
    await insert('changes', {
      source_id: importId,
      kind: 'transactions',
      operation: 'created',
      record_ids: [gone, kept, alone],
    });
    await merge();
    for (const [table, id] of [
      ['imports', importId],
      ['import_profiles', profile],
    ] as const) {
      const [named] = await database.sql<{ accountId: string }[]>`
        select account_id from ${database.sql(table)} where id = ${id}`;
      expect(named!.accountId, table).to.equal(into);
    }
    const undone = await database.sql.begin((tx) =>
      undoWrites(tx, { householdId, sourceId: importId }, new Date()),
    );
    expect(undone).to.deep.equal({
      removed: { transactions: 1 },
      restored: {},
      kept: [
        {
          ...{ kind: 'transactions', id: kept, line: 2, reason: 'joined' },
          ...{ date: '2025-06-01', amount: '-5', currency: 'EUR', name: 'Coffee' },
        },
      ],
      kept_count: 1,
    });
    const { body } = await api.request('GET', `/api/v1/transactions?account_id=${into}`);
    expect(body.data.map(({ id }: any) => id)).to.deep.equal([kept]);
  });

  it('lines of a split do not join a row that a person deleted in the account that stays', async () => {
    await api.answers(204, 'DELETE', `/api/v1/transactions/${kept}`);
    const splits = [{ amount: '-2' }, { amount: '-3' }];
    const { body } = await api.answers(200, 'PATCH', `/api/v1/transactions/${gone}`, {
      body: { splits },
    });
    const other = await row(await account(), 'Back', '2', { kind: 'funds_movement' });
    await insert('transfers', {
      inflow_transaction_id: other,
      outflow_transaction_id: body.data.splits[0].id,
      status: 'confirmed',
    });
    await merge();
    const { data } = await api.get(`/api/v1/transactions?account_id=${into}`);
    expect(data).to.deep.equal([]);
    const { data: left } = await api.get(`/api/v1/transactions/${other}`);
    expect(left).to.include({ kind: 'standard', transfer_id: null });
  });

  it('a row that a person deleted in the account that stays does not come back from the other', async () => {
    await api.answers(204, 'DELETE', `/api/v1/transactions/${kept}`);
    await merge();
    const { body } = await api.request('GET', `/api/v1/transactions?account_id=${into}`);
    expect(body.data).to.deep.equal([]);
  });
});
