import { expect } from 'chai';
import { newAccount, newNamed, newTransaction } from '../../helpers/rule-fixtures.ts';
import { withApi } from '../../helpers/start-api.ts';

const LIST = '/api/v1/rule_suggestions';

describe('rule suggestions', () => {
  const { database, api } = withApi();
  let account_id: string;

  beforeEach(async () => {
    const { householdId } = api.tenant;
    for (const table of ['rules', 'rule_decisions', 'accounts', 'changes'] as const) {
      await database.sql`delete from ${database.sql(table)} where household_id = ${householdId}`;
    }
    account_id = await newAccount(database.sql, householdId);
  });

  /** Transactions of these names, each given a category, by hand. */
  async function edit(names: readonly string[], category_id: string): Promise<string[]> {
    const ids: string[] = [];
    for (const name of names) {
      const id = await newTransaction(database.sql, api.tenant.householdId, { account_id, name });
      const path = `/api/v1/transactions/${id}`;
      await api.answers(200, 'PATCH', path, { body: { category_id } });
      ids.push(id);
    }
    return ids;
  }
  const branches = (name: string): string[] =>
    Array.from({ length: 12 }, (_, number) => `${name} ${1204 + 617 * number} BERLIN`);
  const list = async (): Promise<any[]> => (await api.get(LIST, { as: 'read' })).data;
  const category = (): Promise<string> =>
    newNamed(database.sql, 'categories', api.tenant.householdId);

  it('come from edits by hand, with the exceptions that people make', async () => {
    const [groceries, eatingOut] = [await category(), await category()];
    const ids = await edit(branches('REWE'), groceries);
    await edit(branches('REWE TO GO'), eatingOut);
    const [one, other, ...rest] = await list();
    expect(rest).to.deep.equal([]);
    const byCategory = new Map(
      [one, other].map((each) => [each.rule.actions[0].value, each] as const),
    );
    const found = byCategory.get(groceries);
    expect(found).to.include({ hit_count: 12, contradiction_count: 0, other_count: 0 });
    expect(found.transaction_ids).to.have.members(ids);
    expect(found.rule.conditions).to.deep.include({
      condition_type: 'transaction_name',
      operator: 'like',
      value: 'rewe',
    });
    const operators = found.rule.conditions.map((each: any) => each.operator);
    expect(operators).to.include('not_like');
    expect(byCategory.get(eatingOut).rule.conditions[0].value).to.match(/^rewe to go/);
  });

  it('one that is accepted becomes an active rule, once', async () => {
    await edit(branches('REWE'), await category());
    const [{ id, rule }] = await list();
    const { body } = await api.answers(201, 'POST', `${LIST}/${id}/accept`);
    expect(body.data).to.include({ name: rule.name, active: true });
    expect(await list()).to.deep.equal([]);
    await api.answers(404, 'POST', `${LIST}/${id}/accept`);
    await api.request('DELETE', `/api/v1/rules/${body.data.id}`);
    expect(await list()).to.deep.equal([]);
  });

  it('one that is accepted twice at once becomes one rule', async () => {
    await edit(branches('REWE'), await category());
    const [{ id }] = await list();
    const accept = () => api.request('POST', `${LIST}/${id}/accept`);
    const answers = await Promise.all([accept(), accept(), accept()]);
    expect(answers.map(({ status }) => status).sort()).to.deep.equal([201, 404, 404]);
    expect((await api.get('/api/v1/rules')).data).to.have.length(1);
  });

  it('one that is dismissed does not come back, however many edits follow', async () => {
    const groceries = await category();
    await edit(branches('REWE'), groceries);
    const [{ id }] = await list();
    await api.answers(204, 'POST', `${LIST}/${id}/dismiss`);
    await edit(branches('REWE CITY'), groceries);
    expect(await list()).to.deep.equal([]);
  });

  it('none comes from what a rule, an import or a sync set', async () => {
    const category_id = await category();
    for (const name of branches('REWE')) {
      await newTransaction(database.sql, api.tenant.householdId, { account_id, name, category_id });
    }
    expect(await list()).to.deep.equal([]);
  });
});
