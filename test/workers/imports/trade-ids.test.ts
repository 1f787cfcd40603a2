import { expect } from 'chai';
import { withImports, csvOf } from '../../helpers/csv-imports.ts';

describe('an import of trades with the bank’s own ids', () => {
  const { database, api, imports } = withImports();
  let account = '';
  beforeEach(async () => {
    account = await imports.freshAccount();
  });

  const trade = (id: string, { date = '2025-02-03', qty = '10' } = {}) => [
    date,
    'ACME',
    qty,
    '5.50',
    id,
  ];
  const create = (rows: string[][], label = 'Order ID') =>
    imports.create({
      type: 'TradeImport',
      raw_file_content: csvOf(`date,ticker,qty,price,${label}`, rows),
      account_id: account,
      external_id_col_label: label,
    });
  const verdicts = async (id: string): Promise<string[]> =>
    (await imports.call('GET', `/${id}/rows`, 200)).map((row: any) => row.verdict);

  it('knows a trade by it whatever else differs, and keeps equal trades with other ids two', async () => {
    await imports.publish((await create([trade('a'), trade('b')])).id);
    const again = await create([trade('b', { date: '2025-02-07', qty: '12' }), trade('c')]);
    expect(await verdicts(again.id)).to.deep.equal(['duplicate', 'new']);
    const { id, verdicts: counts } = await imports.publish(again.id);
    expect(counts).to.deep.include({ new: 1, duplicate: 1 });
    await imports.undo(id);
    expect(await verdicts((await create([trade('c')])).id)).to.deep.equal(['new']);
  });

  it('leaves no account and no security once the last of the files that have a trade is undone', async () => {
    const { householdId } = api.tenant;
    const count = async () => {
      const [row] = await database.sql`
        select (select count(*)::integer from accounts where household_id = ${householdId}) as accounts,
          (select count(*)::integer from securities where household_id = ${householdId}) as securities`;
      return row;
    };
    const before = await count();
    const raw_file_content = csvOf('date,ticker,qty,price,account', [
      ['2025-02-03', 'ONCE', '10', '5.50', 'Depot'],
    ]);
    const publish = async () =>
      (await imports.publish((await imports.create({ type: 'TradeImport', raw_file_content })).id))
        .id;
    const [first, second] = [await publish(), await publish()];
    await imports.undo(first);
    expect(await count()).to.not.deep.equal(before);
    await imports.undo(second);
    expect(await count()).to.deep.equal(before);
  });

  it('compares by content where either side has no id, ids are of another column, or the file repeats them', async () => {
    await imports.publish((await create([trade('a'), trade('')])).id);
    expect(await verdicts((await create([trade(''), trade(''), trade('')])).id)).to.deep.equal([
      'duplicate',
      'duplicate',
      'new',
    ]);
    expect(await verdicts((await create([trade('x')], 'Reference')).id)).to.deep.equal([
      'duplicate',
    ]);
    expect(await verdicts((await create([trade('r'), trade('r')])).id)).to.deep.equal([
      'duplicate',
      'duplicate',
    ]);
  });
});
