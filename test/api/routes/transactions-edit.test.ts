import { expect } from 'chai';
import {
  action,
  newAccount,
  newNamed,
  newRule,
  newTransaction,
  runRules,
} from '../../helpers/rule-fixtures.ts';
import { withApi } from '../../helpers/start-api.ts';

describe('PATCH /api/v1/transactions/{id}', () => {
  const { database, api } = withApi();
  let id: string;
  let path: string;

  beforeEach(async () => {
    const { sql } = database;
    const { householdId } = api.tenant;
    const account_id = await newAccount(sql, householdId);
    id = await newTransaction(sql, householdId, { account_id, amount: '-12.50' });
    path = `/api/v1/transactions/${id}`;
  });

  it('sets and locks what is sent, and nothing else', async () => {
    const category_id = await newNamed(database.sql, 'categories', api.tenant.householdId);
    const { body } = await api.answers(200, 'PATCH', path, {
      body: { name: ' Tea ', category_id },
    });
    expect(body.data).to.deep.include({
      id,
      name: 'Tea',
      category_id,
      amount: '-12.50',
      notes: null,
      locked_attributes: ['category_id', 'name'],
    });
    expect(await api.get(path, { as: 'read' })).to.deep.equal(body);
  });

  it('shows that the bank stopped listing a pending one', async () => {
    expect((await api.get(path)).data).to.include({ stale_pending: false });
    await database.sql`
      update transactions
      set pending = true,
        stale_pending = true
      where id = ${id}`;
    expect((await api.get(path)).data).to.include({ stale_pending: true });
  });

  it('replaces the tags', async () => {
    const { householdId } = api.tenant;
    const a = await newNamed(database.sql, 'tags', householdId);
    const b = await newNamed(database.sql, 'tags', householdId);
    await api.request('PATCH', path, { body: { tag_ids: [a] } });
    const { body } = await api.request('PATCH', path, { body: { tag_ids: [b, b] } });
    expect(body.data.tag_ids).to.deep.equal([b]);
    expect(body.data.locked_attributes).to.deep.equal(['tag_ids']);
  });

  it('writes a line of the change log for what differs', async () => {
    await api.request('PATCH', path, { body: { notes: 'n', excluded: false } });
    await api.request('PATCH', path, { body: { notes: null } });
    const { body } = await api.request('GET', `${path}/changes`);
    const fields = body.data.map(({ attribute, source, old_value, new_value }: any) => ({
      attribute,
      source,
      old_value,
      new_value,
    }));
    expect(fields).to.deep.equal([
      { attribute: 'notes', source: 'user', old_value: 'n', new_value: null },
      { attribute: 'notes', source: 'user', old_value: null, new_value: 'n' },
    ]);
  });

  it('keeps rules off, until a run ignores locks', async () => {
    const { householdId } = api.tenant;
    await api.request('PATCH', path, { body: { name: 'Mine' } });
    const ruleId = await newRule(database.sql, householdId, {
      actions: [action('set_transaction_name', 'Theirs')],
    });
    const nameNow = async (): Promise<string> => (await api.get(path)).data.name;
    await runRules(database, householdId, { ruleId });
    expect(await nameNow()).to.equal('Mine');
    await runRules(database, householdId, { ruleId, ignoreLocks: true });
    expect(await nameNow()).to.equal('Theirs');
  });

  it('releases what is to be unlocked, and rules set it again at once', async () => {
    await newRule(database.sql, api.tenant.householdId, {
      actions: [action('set_transaction_name', 'Theirs')],
    });
    await api.request('PATCH', path, { body: { name: 'Mine', notes: 'n' } });
    const { body } = await api.request('PATCH', path, { body: { unlock: ['name', 'excluded'] } });
    expect(body.data).to.deep.include({ name: 'Mine', locked_attributes: ['notes'] });
    const [run] = (await api.get('/api/v1/rule_runs')).data;
    expect(run).to.include({ trigger: 'write', status: 'pending' });
    const both = { unlock: ['name'], name: 'Mine again' };
    const edited = (await api.request('PATCH', path, { body: both })).body.data;
    expect(edited.locked_attributes, 'what is set is locked').to.deep.equal(['name', 'notes']);
  });

  for (const [title, body] of [
    ['a blank name', { name: '  ' }],
    ['a NUL', { notes: 'a\0b' }],
    ['an unknown field', { ammount: '1' }],
    ['nothing at all', {}],
    ['nothing to unlock', { unlock: [] }],
    ['a flag as text', { excluded: 'true' }],
    ['a foreign or unknown tag', { tag_ids: ['00000000-0000-4000-8000-000000000000'] }],
  ] as const) {
    it(`answers 422 to ${title} and changes nothing`, async () => {
      const before = (await api.request('GET', path)).text;
      await api.answers([422, 'validation_failed'], 'PATCH', path, { body });
      expect((await api.request('GET', path)).text).to.equal(before);
    });
  }

  it('answers 404 for a removed transaction', async () => {
    const edit = { body: { name: 'x' } };
    await database.sql`
      update transactions set removed_at = now(), removed_reason = 'user' where id = ${id}`;
    await api.answers(404, 'PATCH', path, edit);
    await api.answers(404, 'GET', path);
  });
});
