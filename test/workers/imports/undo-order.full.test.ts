import { randomUUID } from 'node:crypto';
import { expect } from 'chai';
import { signChanges } from '../../../shared/changes/sign-changes.ts';
import { undoWrites } from '../../../shared/removal/undo/undo-writes.ts';
import { withImports } from '../../helpers/csv-imports.ts';

describe('undo of imports that touched the same records', () => {
  const { database, api, imports } = withImports();

  const publish = (type: string, raw_file_content: string): Promise<string> =>
    imports.bring({ type, raw_file_content });
  const colored = (color: string) => publish('CategoryImport', `name,color\nFood,${color}\n`);
  const colorNow = async () => {
    const [row] = await database.sql`select color from categories where name = 'Food'`;
    return row?.['color'];
  };

  it('puts back what was there before both, whichever is undone first', async () => {
    for (const isLaterFirst of [false, true]) {
      await database.sql`delete from categories`;
      await database.sql`
        insert into categories (household_id, name, color)
        values (${api.tenant.householdId}, 'Food', '#000000')`;
      const [first, second] = [await colored('#111111'), await colored('#222222')];
      if (isLaterFirst) {
        await imports.undo(second);
        expect(await colorNow()).to.equal('#111111');
        await imports.undo(first);
      } else {
        const undone = await imports.undo(first);
        expect(undone.summary.kept[0]).to.include({ kind: 'categories', reason: 'changed' });
        expect(await colorNow()).to.equal('#222222');
        await imports.undo(second);
      }
      expect(await colorNow()).to.equal('#000000');
    }
  });

  /** A person changes the only rule. */
  const change = async (body: object) => {
    const [{ id }] = (await api.get('/api/v1/rules')).data;
    await api.answers(200, 'PATCH', `/api/v1/rules/${id}`, { body });
  };

  it('ends alike in either order for what a person uses or edited', async () => {
    const rule = (value: string) =>
      publish(
        'RuleImport',
        `name,resource_type,active,conditions,actions\n"Own",transaction,false,"[{""condition_type"":""transaction_name"",""operator"":""like"",""value"":""${value}""}]","[{""action_type"":""exclude_transaction""}]"\n`,
      );
    const { householdId } = api.tenant;
    const ends: unknown[] = [];
    for (const isLaterFirst of [false, true]) {
      await database.sql`delete from rules`;
      await database.sql`delete from categories`;
      const firsts = [await colored('#111111'), await rule('market')];
      const account = await imports.addAccount({ name: `Own ${isLaterFirst}` });
      await database.sql`
        insert into transactions (household_id, account_id, category_id, date, amount, currency, name, source)
        select ${householdId}, ${account}, id, '2025-03-01', 1, 'EUR', 'Mine', 'manual'
        from categories where name = 'Food'`;
      const seconds = [await colored('#222222'), await rule('bazaar')];
      await change({ priority: 3 });
      for (const id of isLaterFirst ? [...seconds, ...firsts] : [...firsts, ...seconds])
        await imports.undo(id);
      const [left] =
        await database.sql`select priority, conditions -> 0 ->> 'value' as value from rules`;
      ends.push([await colorNow(), left]);
    }
    expect(ends[0]).to.deep.equal(['#111111', { priority: 3, value: 'market' }]);
    expect(ends[1]).to.deep.equal(ends[0]);
  });

  it('removes a rule that only another import’s undo touched, and keeps one that a person edited', async () => {
    const rule = (value: string) =>
      publish(
        'RuleImport',
        `name,resource_type,active,conditions,actions\n"Shops",transaction,true,"[{""condition_type"":""transaction_name"",""operator"":""like"",""value"":""${value}""}]","[{""action_type"":""set_transaction_category"",""value"":""Shopping""}]"\n`,
      );
    for (const isEdited of [false, true]) {
      await database.sql`delete from rules`;
      const first = await rule('market');
      if (isEdited) await change({ active: false });
      await imports.undo(await rule('bazaar'));
      const { summary } = await imports.undo(first);
      const reasons = summary.kept
        .filter(({ kind }: any) => kind === 'rules')
        .map(({ reason }: any) => reason);
      expect(reasons).to.deep.equal(isEdited ? ['edited'] : []);
    }
  });

  it('keeps a balance that a merge of accounts put in the place of another', async () => {
    const { householdId } = api.tenant;
    const [from, into] = [
      await imports.addAccount({ name: 'Old' }),
      await imports.addAccount({ name: 'New' }),
    ];
    const sourceId = randomUUID();
    const add = (account: string, balance: string) => `
      insert into balances (household_id, account_id, date, balance, currency)
      values ('${householdId}', '${account}', '2025-02-03', ${balance}, 'EUR')`;
    await database.sql.unsafe(add(from, '5'));
    await database.sql.begin(async (tx) => {
      await signChanges(tx, { by: 'import', id: sourceId });
      await tx.unsafe(add(into, '7'));
    });
    await api.answers(200, 'POST', `/api/v1/accounts/${from}/merge`, { body: { into } });
    const summary = await database.sql.begin((tx) =>
      undoWrites(tx, { householdId, sourceId }, new Date()),
    );
    expect(summary.kept).to.have.length(1);
    expect(summary.kept[0]).to.include({ kind: 'balances', reason: 'joined' });
  });
});
