import { expect } from 'chai';
import { withImports, csvOf } from '../../helpers/csv-imports.ts';

describe('an import of trades with the bank’s own ids', () => {
  const { imports } = withImports();
  let account = '';
  beforeEach(async () => {
    account = await imports.freshAccount();
  });

  const trade = (
    id: string,
    { date = '2025-02-03', ticker = 'ACME', qty = '10', price = '5.50' } = {},
  ) => [date, ticker, qty, price, id];
  const create = (rows: string[][], label = 'Order ID') =>
    imports.create({
      type: 'TradeImport',
      raw_file_content: csvOf(`date,ticker,qty,price,${label}`, rows),
      account_id: account,
      external_id_col_label: label,
    });
  const expectVerdicts = async (rows: string[][], verdicts: string, label?: string) =>
    expect(await imports.verdictsOf(await create(rows, label))).to.equal(verdicts);

  it('knows a trade by it whatever else differs, and keeps equal trades with other ids two', async () => {
    await imports.publish((await create([trade('a'), trade('b')])).id);
    const again = await create([trade('b', { date: '2025-02-07', qty: '12' }), trade('c')]);
    expect(await imports.verdictsOf(again)).to.equal('duplicate new');
    const { id, verdicts: counts } = await imports.publish(again.id);
    expect(counts).to.deep.include({ new: 1, duplicate: 1 });
    await imports.undo(id);
    await expectVerdicts([trade('c')], 'new');
  });

  it('goes by content if files count their trades', async () => {
    await imports.publish((await create([trade('1'), trade('2', { qty: '11' })])).id);
    const other = { date: '2025-03-03', ticker: 'ZINC', qty: '4', price: '6' };
    const march = [trade('1', other), trade('2', { date: '2025-03-04', qty: '11' })];
    const { id } = await create(march);
    expect(await imports.verdictsOf({ id })).to.equal('new new');
    await imports.publish(id);
    await expectVerdicts(march, 'duplicate duplicate');
  });

  it('leaves no account and no security once the last of the files that have a trade is undone', async () => {
    const before = await imports.countLeft();
    const raw_file_content = csvOf('date,ticker,qty,price,account', [
      ['2025-02-03', 'ONCE', '10', '5.50', 'Depot'],
    ]);
    const publish = () => imports.bring({ type: 'TradeImport', raw_file_content });
    const [first, second] = [await publish(), await publish()];
    await imports.undo(first);
    expect(await imports.countLeft()).to.not.deep.equal(before);
    await imports.undo(second);
    expect(await imports.countLeft()).to.deep.equal(before);
  });

  it('compares by content where either side has no id, ids are of another column, or the file repeats them', async () => {
    await imports.publish((await create([trade('a'), trade('')])).id);
    await expectVerdicts([trade(''), trade(''), trade('')], 'duplicate duplicate new');
    await expectVerdicts([trade('x')], 'duplicate', 'Reference');
    await expectVerdicts([trade('r'), trade('r')], 'duplicate duplicate');
  });
});
