import { randomUUID } from 'node:crypto';
import { expect } from 'chai';
import { DEFAULT_CATEGORIES } from '#preflight/records/default-categories';
import { newNamed } from '../../helpers/rule-fixtures.ts';
import { answered, withApi } from '../../helpers/start-api.ts';

describe('categories of two levels', () => {
  const { database, api } = withApi();
  const post = (body: object) => api.request('POST', '/api/v1/categories', { body });
  const create = async (more: object = {}): Promise<any> =>
    (await answered(201, post({ name: randomUUID(), ...more }))).body.data;
  const patch = (id: string, body: object) =>
    api.request('PATCH', `/api/v1/categories/${id}`, { body });
  const show = async (id: string): Promise<any> => (await api.get(`/api/v1/categories/${id}`)).data;

  it('a child takes colour and classification of its parent, unless it says otherwise', async () => {
    const parent = await create({ color: '#123456', classification: 'income' });
    const child = await create({ parent_id: parent.id.toUpperCase() });
    expect(child).to.include({ parent_id: parent.id, color: '#123456', classification: 'income' });
    const own = await create({ parent_id: parent.id, color: '#654321' });
    expect(own).to.include({ color: '#654321', classification: 'income' });
    const moved = await patch(own.id, { parent_id: null });
    expect(moved.body.data).to.include({ parent_id: null, color: '#654321' });
  });

  it('422 for a third level, itself, and unknown parents or those of another household', async () => {
    const parent = await create();
    const child = await create({ parent_id: parent.id });
    const foreign = await newNamed(database.sql, 'categories', api.other.householdId);
    for (const parentId of [child.id, foreign, randomUUID(), 'x', 5]) {
      await answered(422, post({ name: randomUUID(), parent_id: parentId }));
    }
    const other = await create();
    await answered(422, patch(parent.id, { parent_id: other.id }));
    await answered(422, patch(parent.id, { parent_id: parent.id }));
    expect((await show(parent.id)).parent_id).to.equal(null);
  });

  it('two that become each other’s parent at once leave two levels', async () => {
    const [a, b] = [await create(), await create()];
    const answers = await Promise.all([
      patch(a.id, { parent_id: b.id }),
      patch(b.id, { parent_id: a.id }),
    ]);
    expect(answers.map(({ status }) => status).sort()).to.deep.equal([200, 422]);
  });

  it('deleting a parent counts its children, brings them to the top, or moves them', async () => {
    const parent = await create();
    const child = await create({ parent_id: parent.id });
    const path = `/api/v1/categories/${parent.id}`;
    expect((await api.request('DELETE', path)).body.details).to.deep.equal({ children: 1 });
    const other = await create();
    const deeper = await create({ parent_id: other.id });
    await api.answers(422, 'DELETE', `${path}?replace_with=${deeper.id}`);
    await api.answers(204, 'DELETE', `${path}?replace_with=${other.id}`);
    expect((await show(child.id)).parent_id).to.equal(other.id);
    await api.answers(204, 'DELETE', `/api/v1/categories/${other.id}?clear=1`);
    expect((await show(child.id)).parent_id).to.equal(null);
  });

  it('a child that takes the place of its parent becomes the parent of its siblings', async () => {
    const parent = await create();
    const [heir, sibling] = [
      await create({ parent_id: parent.id }),
      await create({ parent_id: parent.id }),
    ];
    const merge = `/api/v1/categories/${parent.id}/merge`;
    const { body } = await api.request('POST', merge, { body: { into: heir.id } });
    expect(body.data.category.parent_id).to.equal(null);
    expect((await show(sibling.id)).parent_id).to.equal(heir.id);
  });

  describe('in budgets', () => {
    async function newBudget(lines: readonly [id: string, amount: string, currency: string][]) {
      const { householdId } = api.tenant;
      const [budget] = await database.sql<{ id: string }[]>`
        insert into budgets (household_id, start_date, end_date, currency)
        select ${householdId}, date '2000-01-01' + count(*)::integer, '2030-01-31', 'EUR' from budgets
        returning id`;
      for (const [id, amount, currency] of lines) {
        await database.sql`
          insert into budget_categories (household_id, budget_id, category_id, budgeted_spending, currency)
          values (${householdId}, ${budget!.id}, ${id}, ${amount}, ${currency})`;
      }
      return async (): Promise<any[]> =>
        (await api.get('/api/v1/budgets')).data
          .find((each: any) => each.id === budget!.id)
          .categories.map((each: any) => [each.category_id, each.budgeted_spending]);
    }

    it('a merge adds up the lines of both, and moves a line alone', async () => {
      const [from, into] = [(await create()).id, (await create()).id];
      const both = await newBudget([
        [from, '10.50', 'EUR'],
        [into, '5', 'EUR'],
      ]);
      const one = await newBudget([[from, '7', 'EUR']]);
      await api.request('POST', `/api/v1/categories/${from}/merge`, { body: { into } });
      expect(await both()).to.deep.equal([[into, '15.5']]);
      expect(await one()).to.deep.equal([[into, '7']]);
    });

    it('409 for lines in two currencies, and nothing changes', async () => {
      const [from, into] = [(await create()).id, (await create()).id];
      const lines = await newBudget([
        [from, '1', 'EUR'],
        [into, '2', 'USD'],
      ]);
      await api.answers(409, 'POST', `/api/v1/categories/${from}/merge`, { body: { into } });
      expect(await lines()).to.have.length(2);
    });

    it('a deletion counts them, and clear=true takes the line out', async () => {
      const { id } = await create();
      const lines = await newBudget([[id, '1', 'EUR']]);
      const path = `/api/v1/categories/${id}`;
      expect((await api.request('DELETE', path)).body.details).to.deep.equal({ budgets: 1 });
      await api.answers(204, 'DELETE', `${path}?clear=true`);
      expect(await lines()).to.deep.equal([]);
    });
  });

  describe('POST /api/v1/categories/defaults', () => {
    const defaults = () => api.request('POST', '/api/v1/categories/defaults', { as: 'other' });

    it('makes two levels of categories once, also when two ask at once', async () => {
      const [{ status, body }, second] = await Promise.all([defaults(), defaults()]);
      expect(status).to.equal(200);
      const names = body.data.map((each: any) => each.name);
      expect(names).to.include.members(['Groceries', 'Salary', 'Housing']);
      const { data, meta } = await api.get('/api/v1/categories?per_page=100', { as: 'other' });
      expect(second.body.data).to.have.length(names.length);
      const defaultsCount = DEFAULT_CATEGORIES.reduce(
        (sum, { children = [] }) => sum + 1 + children.length,
        0,
      );
      expect(names).to.have.length(defaultsCount);
      const groceries = data.find((each: any) => each.name === 'Groceries');
      const parent = data.find((each: any) => each.id === groceries.parent_id);
      expect(parent).to.include({
        name: 'Food and drink',
        parent_id: null,
        color: groceries.color,
      });
      expect((await defaults()).body).to.deep.equal(body);
      const { total_count } = (await api.get('/api/v1/categories', { as: 'other' })).meta;
      expect(total_count).to.equal(meta.total_count);
    });
  });
});
