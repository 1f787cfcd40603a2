import { expect } from 'chai';
import { withApi } from '../../helpers/start-api.ts';
import {
  newAccount,
  newNamed,
  newTransaction,
  readTransaction,
} from '../../helpers/rule-fixtures.ts';

describe('rules over HTTP', () => {
  const { database, api } = withApi();

  const body = (changes: object = {}): object => ({
    name: 'Tea',
    resource_type: 'transaction',
    active: true,
    effective_date: '2025-02-01',
    conditions: [{ condition_type: 'transaction_name', operator: 'like', value: 'tea' }],
    actions: [{ action_type: 'set_transaction_name', value: 'Tea House' }],
    ...changes,
  });
  const create = async (changes: object = {}): Promise<any> =>
    (await api.answers(201, 'POST', '/api/v1/rules', { body: body(changes) })).body.data;

  describe('POST /api/v1/rules', () => {
    it('stores the rule as GET shows it, members of a group in order', async () => {
      const rule = await create({
        conditions: [
          { condition_type: 'transaction_amount', operator: '>=', value: 60 },
          {
            condition_type: 'compound',
            operator: 'or',
            sub_conditions: ['b', 'a', 'c'].map((value) => ({
              condition_type: 'transaction_notes',
              operator: '!=',
              value,
            })),
          },
        ],
      });
      const shown = await api.request('GET', `/api/v1/rules/${rule.id}`, { as: 'read' });
      expect(shown.body.data).to.deep.equal(rule);
      expect(rule.conditions[0]).to.include({ value: '60' });
      expect(rule.conditions[0].sub_conditions).to.deep.equal([]);
      expect(rule.conditions[1]).to.include({ operator: 'or', value: null });
      expect(rule.conditions[1].sub_conditions.map((member: any) => member.value)).to.deep.equal([
        'b',
        'a',
        'c',
      ]);
    });

    it('lists rules letter for letter as GET shows them', async () => {
      for (const changes of [
        { name: 'Tea "Time" \\ \t ☕', priority: -3 },
        { name: null, effective_date: null },
      ]) {
        const { id } = await create(changes);
        const shown = await api.request('GET', `/api/v1/rules/${id}`, { as: 'read' });
        expect(shown.body.data).to.include(changes);
        const listed = await api.request('GET', '/api/v1/rules?per_page=100');
        expect(listed.text).to.include(JSON.stringify(shown.body.data));
      }
    });

    it('reports every fault of a rule that could not run, and stores nothing', async () => {
      const count = async (): Promise<number> => (await api.get('/api/v1/rules')).meta.total_count;
      const before = await count();
      const response = await api.answers([422, 'validation_failed'], 'POST', '/api/v1/rules', {
        body: body({
          conditions: [{ condition_type: 'transaction_name', operator: '>', value: 'x' }],
          actions: [{ action_type: 'send_email_notification' }],
        }),
      });
      expect(response.body.errors).to.have.length(2);
      expect(response.body.errors[1]).to.contain('this service sends no e-mail');
      expect(await count()).to.equal(before);
    });
  });

  describe('PATCH /api/v1/rules/{id}', () => {
    it('changes what is sent and leaves the rest, ids of children included', async () => {
      const rule = await create();
      const response = await api.answers(200, 'PATCH', `/api/v1/rules/${rule.id}`, {
        body: { active: false, name: null },
      });
      expect(response.body.data).to.deep.equal({
        ...rule,
        active: false,
        name: null,
        updated_at: response.body.data.updated_at,
      });
    });

    it('replaces conditions and actions as a whole', async () => {
      const rule = await create();
      const response = await api.request('PATCH', `/api/v1/rules/${rule.id}`, {
        body: { conditions: [], actions: [{ action_type: 'exclude_transaction' }] },
      });
      expect(response.body.data.conditions).to.deep.equal([]);
      expect(response.body.data.actions.map((each: any) => each.action_type)).to.deep.equal([
        'exclude_transaction',
      ]);
    });

    it('takes back what GET answered', async () => {
      const rule = await create();
      await api.answers(200, 'PATCH', `/api/v1/rules/${rule.id}`, { body: rule });
    });

    it('can pause a rule whose category is gone, but not send that category again', async () => {
      const category = await newNamed(database.sql, 'categories', api.tenant.householdId);
      const actions = [{ action_type: 'set_transaction_category', value: category }];
      const rule = await create({ actions });
      await database.sql`delete from categories where id = ${category}`;
      const path = `/api/v1/rules/${rule.id}`;
      await api.answers(200, 'PATCH', path, { body: { active: false } });
      await api.answers(422, 'PATCH', path, { body: { actions } });
    });

    it('activates a rule again only if nothing that pauses it is gone', async () => {
      const { sql } = database;
      const { householdId } = api.tenant;
      const category = await newNamed(sql, 'categories', householdId);
      const account = await newAccount(sql, householdId);
      const of = (condition_type: string, value: string) => ({
        condition_type,
        operator: '=',
        value,
      });
      const rule = await create({
        active: true,
        conditions: [of('transaction_account', account), of('transaction_category', category)],
      });
      await api.answers(204, 'DELETE', `/api/v1/categories/${category}?clear=true`);
      const path = `/api/v1/rules/${rule.id}`;
      const { body } = await api.answers(422, 'PATCH', path, { body: { active: true } });
      expect(body.message).to.include('names no category of the household');
      const conditions = [of('transaction_account', account)];
      await api.answers(200, 'PATCH', path, { body: { conditions } });
      await api.answers(204, 'DELETE', `/api/v1/accounts/${account}`);
      await api.answers(200, 'PATCH', path, { body: { active: true } });
    });

    it('refuses a change that leaves no valid rule', async () => {
      const rule = await create();
      await api.answers(422, 'PATCH', `/api/v1/rules/${rule.id}`, { body: { actions: [] } });
    });
  });

  describe('DELETE /api/v1/rules/{id}', () => {
    it('removes the rule', async () => {
      const rule = await create();
      const path = `/api/v1/rules/${rule.id}`;
      await api.answers(204, 'DELETE', path);
      await api.answers(404, 'GET', path);
      await api.answers(404, 'DELETE', path);
    });
  });

  describe('POST /api/v1/rules/{id}/preview', () => {
    it('shows what a run would change, what locks keep, and changes nothing', async () => {
      const { sql } = database;
      const { householdId } = api.tenant;
      const account_id = await newAccount(sql, householdId);
      const tag = await newNamed(sql, 'tags', householdId);
      const name = 'Preview me';
      const free = await newTransaction(sql, householdId, { account_id, name, date: '2025-06-02' });
      const locked = await newTransaction(sql, householdId, {
        account_id,
        name,
        date: '2025-06-01',
        locked_attributes: { name: '2025-01-01' },
      });
      const rule = await create({
        conditions: [{ condition_type: 'transaction_name', operator: '=', value: name }],
        actions: [
          { action_type: 'set_transaction_name', value: 'Seen' },
          { action_type: 'set_transaction_tags', value: tag },
        ],
      });
      const before = [await readTransaction(sql, free), await readTransaction(sql, locked)];
      const path = `/api/v1/rules/${rule.id}/preview`;
      const { body: answer } = await api.request('POST', path, { as: 'read' });
      expect(answer.data).to.deep.include({
        rule_id: rule.id,
        complete: true,
        matched_count: 2,
        modified_count: 2,
        actions: [
          { action_type: 'set_transaction_name', value: 'Seen', changed_count: 1, locked_count: 1 },
          { action_type: 'set_transaction_tags', value: tag, changed_count: 2, locked_count: 0 },
        ],
      });
      expect(answer.data.sample.map((row: any) => row.transaction.id)).to.deep.equal([
        free,
        locked,
      ]);
      expect(answer.data.sample[1].changes[0]).to.deep.equal({
        action_type: 'set_transaction_name',
        attribute: 'name',
        old_value: name,
        new_value: 'Seen',
        locked: true,
      });
      const bold = await api.request('POST', path, {
        body: { ignore_locks: true, sample_size: 1 },
      });
      expect(bold.body.data.actions[0]).to.include({ changed_count: 2, locked_count: 0 });
      expect(bold.body.data.sample).to.have.length(1);
      const after = [await readTransaction(sql, free), await readTransaction(sql, locked)];
      expect(after).to.deep.equal(before);
    });

    it('answers 422 for a sample size out of bounds', async () => {
      const rule = await create();
      await api.answers(422, 'POST', `/api/v1/rules/${rule.id}/preview`, {
        body: { sample_size: 101 },
      });
    });
  });

  describe('POST /api/v1/rules/preview', () => {
    const draft = (value: string, more: object = {}) => ({
      rule: {
        resource_type: 'transaction',
        conditions: [{ condition_type: 'transaction_name', operator: 'like', value }],
        actions: [{ action_type: 'exclude_transaction' }],
        ...more,
      },
    });

    it('previews a rule that is not saved as it does the same one saved', async () => {
      const { sql } = database;
      const account_id = await newAccount(sql, api.tenant.householdId);
      const row = { account_id, name: 'Draft me' };
      const id = await newTransaction(sql, api.tenant.householdId, row);
      const { body } = await api.answers(200, 'POST', '/api/v1/rules/preview', {
        as: 'read',
        body: { ...draft('draft me'), sample_size: 5 },
      });
      const saved = await create(draft('draft me').rule);
      const path = `/api/v1/rules/${saved.id}/preview`;
      const same = await api.request('POST', path, { body: { sample_size: 5 } });
      expect(body.data).to.deep.equal({ ...same.body.data, rule_id: null });
      expect(body.data.sample[0].transaction.id).to.equal(id);
      expect((await readTransaction(sql, id)).excluded).to.equal(false);
    });

    it('answers 422 for a rule that could not be saved, and sees no other household', async () => {
      const foreign = await newNamed(database.sql, 'tags', api.other.householdId);
      const actions = [{ action_type: 'set_transaction_tags', value: foreign }];
      for (const body of [draft('x', { actions }), draft('x', { actions: [] }), {}]) {
        const answer = await api.request('POST', '/api/v1/rules/preview', { body });
        expect([400, 422]).to.include(answer.status);
      }
    });
  });

  it('keeps priority and stop, and lists rules in the order in which they were made', async () => {
    const first = await create({ priority: 1 });
    const second = await create({ priority: 7, stop: true });
    expect(second).to.include({ priority: 7, stop: true });
    const changed = await api.request('PATCH', `/api/v1/rules/${second.id}`, {
      body: { priority: -1 },
    });
    expect(changed.body.data).to.include({ priority: -1, stop: true });
    const { body } = await api.request('GET', '/api/v1/rules?per_page=100');
    const ids = body.data.map((rule: any) => rule.id);
    expect(ids.indexOf(first.id)).to.be.below(ids.indexOf(second.id));
  });
});
