import { expect } from 'chai';
import { withImports } from '../../helpers/csv-imports.ts';
import { importChunks, record } from '../../helpers/import-sessions.ts';
import * as sample from '../../helpers/sample-records.ts';

describe('undo of an import session', () => {
  const { database, api, imports } = withImports();

  /** Imports chunks into the household; the session's id. */
  const bring = async (...chunks: string[][]): Promise<string> => {
    const stored = await importChunks(database, chunks, { household: api.tenant.householdId });
    return stored.sessionId;
  };
  const idOf = async (name: string): Promise<string> =>
    (await api.get('/api/v1/transactions?per_page=100')).data.find((row: any) => row.name === name)
      ?.id;
  const reasons = (session: any): string[][] =>
    session.undo.kept.map(({ kind, reason }: any) => [kind, reason]).sort();

  beforeEach(async () => {
    const { householdId } = api.tenant;
    for (const table of ['import_sessions', 'imports', 'accounts', 'categories', 'tags', 'changes'])
      await database.sql`delete from ${database.sql(table)} where household_id = ${householdId}`;
  });

  it('keeps what a person edited, with all that it uses, and names it', async () => {
    const locked = { locked_attributes: { notes: '2025-01-02T03:04:05Z' } };
    const id = await bring([
      sample.account,
      sample.category('c', 'Food'),
      record('Tag', { id: 'g', name: 'Unused' }),
      sample.transaction({ id: 'x', name: 'Edited', category_id: 'c', ...locked }),
      sample.transaction({ id: 'y', name: 'Locked before', ...locked }),
    ]);
    const body = { notes: 'mine' };
    await api.request('PATCH', `/api/v1/transactions/${await idOf('Edited')}`, { body });
    const undone = await imports.undoSession(id);
    expect(undone.status).to.equal('undone');
    expect(reasons(undone)).to.deep.equal([
      ['accounts', 'in_use'],
      ['categories', 'in_use'],
      ['transactions', 'edited'],
    ]);
    expect(undone.undo.removed).to.include({ transactions: 1, tags: 1 });
    expect(await idOf('Locked before')).to.equal(undefined);
    expect(await idOf('Edited')).to.be.a('string');
  });

  it('keeps accounts, categories, tags, merchants and opening balances that a person changed', async () => {
    const id = await bring(
      ['Named', 'Opened', 'Left'].map((name) =>
        record('Account', { id: name, name, balance: '1', accountable_type: 'Depository' }),
      ),
      ['Category', 'Tag', 'Merchant'].flatMap((type) =>
        ['Changed', 'Left'].map((name) => record(type, { id: name, name })),
      ),
    );
    const change = async (kind: string, name: string, body: object) => {
      const found = (await api.get(`/api/v1/${kind}`)).data.find((row: any) => row.name === name);
      await api.answers(200, 'PATCH', `/api/v1/${kind}/${found.id}`, { body });
    };
    await change('accounts', 'Named', { name: 'Everyday' });
    await change('accounts', 'Opened', { opening_balance: '7' });
    await change('categories', 'Changed', { color: '#123456' });
    await change('tags', 'Changed', { name: 'Trip to Rome' });
    await change('merchants', 'Changed', { name: 'Corner Shop' });
    const undone = await imports.undoSession(id);
    expect(reasons(undone)).to.deep.equal([
      ['accounts', 'edited'],
      ['accounts', 'edited'],
      ['categories', 'edited'],
      ['merchants', 'edited'],
      ['tags', 'edited'],
    ]);
    expect(undone.undo.removed).to.include({ accounts: 1, categories: 1, merchants: 1, tags: 1 });
  });

  it('takes back an opening balance that a later chunk of its own corrected, with the account', async () => {
    const opening = (amount: string) => sample.valuation({ kind: 'opening_anchor', amount });
    const id = await bring([sample.account, opening('1')], [opening('2')]);
    const [account] = (await api.get('/api/v1/accounts')).data;
    expect(account.opening_balance).to.equal('2');
    const undone = await imports.undoSession(id);
    expect(undone.undo).to.deep.include({ kept: [], removed: { accounts: 1 } });
  });

  it('puts back what is still unchanged, and names what others changed since', async () => {
    await bring([sample.account]);
    const [row] = await database.sql<{ id: string }[]>`select id from accounts`;
    const own = { account_id: row?.id };
    await bring([sample.balance(own), sample.balance({ ...own, date: '2024-01-02' })]);
    const second = await bring([
      sample.balance({ ...own, balance: '6' }),
      sample.balance({ ...own, date: '2024-01-02', balance: '6' }),
    ]);
    await database.sql`update balances set balance = 7 where date = '2024-01-02'`;
    const undone = await imports.undoSession(second);
    expect(undone.undo.restored).to.deep.equal({ balances: 1 });
    expect(reasons(undone)).to.deep.equal([['balances', 'changed']]);
    const left = await database.sql`select balance from balances order by date`;
    expect(left.map(({ balance }) => balance)).to.deep.equal(['5', '7']);
  });

  it('takes back the chunks that a failed session imported', async () => {
    const before = await imports.exportText();
    const id = await bring([sample.account], [sample.transaction({ account_id: 'unknown' })]);
    const path = `/api/v1/import_sessions/${id}`;
    const failed = (await api.get(path)).data;
    expect([failed.status, failed.undo_until === null]).to.deep.equal(['failed', false]);
    const undone = await imports.undoSession(id);
    expect([undone.status, undone.undo_until, undone.undo.kept]).to.deep.equal([
      'undone',
      null,
      [],
    ]);
    expect(await imports.exportText()).to.equal(before);
    await api.answers(409, 'POST', `${path}/publish`);
  });

  it('is possible for 90 days', async () => {
    const id = await bring([sample.account]);
    const undo = async () =>
      (await api.request('POST', `/api/v1/import_sessions/${id}/undo`)).status;
    await database.sql`update import_sessions set finished_at = now() - interval '91 days'`;
    expect(await undo()).to.equal(409);
  });
});
