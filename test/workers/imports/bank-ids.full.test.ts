import { expect } from 'chai';
import { withImports, csvOf } from '../../helpers/csv-imports.ts';
import { newTransaction } from '../../helpers/rule-fixtures.ts';

describe('an import with the bank’s own ids', () => {
  const { database, api, imports } = withImports();
  let account = '';

  beforeEach(async () => {
    account = await imports.freshAccount();
  });

  /** Rows of one purchase's date, amount and name, by their ids. */
  const create = (...ids: string[]) =>
    createRows(ids.map((id) => ['2025-02-03', '-4.25', 'Bakery', id]));
  const createRows = (rows: string[][], more: object = {}) =>
    imports.create({
      raw_file_content: csvOf('date,amount,name,Transaction ID', rows),
      account_id: account,
      external_id_col_label: 'Transaction ID',
      ...more,
    });
  const expectVerdicts = async (created: Promise<{ id: string }>, verdicts: string) =>
    expect(await imports.verdictsOf(await created)).to.equal(verdicts);

  it('knows a row by it if amount, day or name agrees, only likely if the amount does not, and keeps twins with other ids two', async () => {
    const first = await create('a', 'b', 'd');
    expect(await imports.verdictsOf(first)).to.equal('new new new');
    await imports.publish(first.id);
    const again = await createRows([
      ['2025-02-20', '-5.25', 'Bakery with a tip', 'b'],
      ['2025-02-03', '-4.25', 'Bakery', 'c'],
      ['2025-02-20', '-4.25', 'Baker', 'a'],
      ['2025-02-03', '-4.75', 'Corner', 'd'],
    ]);
    const { body } = await api.request('GET', `/api/v1/imports/${again.id}/rows`);
    expect(body.data.map((row: any) => [row.verdict, row.certainty])).to.deep.equal([
      ['duplicate', 'likely'],
      ['new', null],
      ['duplicate', 'exact'],
      ['duplicate', 'likely'],
    ]);
  });

  it('knows a row by it that a person corrected, however much, and whatever a person then says of it', async () => {
    const said = [['2025-02-03', '-4.25', 'Bakery', 'a']];
    const { id } = await createRows(said);
    const values = { date: '2025-03-13', amount: '-42.50', name: 'Wedding cake' };
    await imports.call('PATCH', `/${id}/rows/2`, 200, { values });
    await imports.publish(id);
    await expectVerdicts(
      createRows([...said, ['2025-02-03', '-4.25', 'Bakery', 'b']]),
      'duplicate new',
    );
  });

  it('knows a row by the column that was suggested', async () => {
    const rows = ['A', 'B', 'C'].map((id) => ['2025-02-03', '-4.25', 'Bakery', `TRX2025${id}`]);
    const suggested = { external_id_col_label: '', apply_suggestions: true };
    const first = await createRows(rows, suggested);
    expect(first.settings.external_id_col_label).to.equal('Transaction ID');
    await imports.publish(first.id);
    const [, b = [], c = []] = rows;
    const again = [b, ['2025-02-05', ...c.slice(1)], ['2025-02-03', '-4.25', 'Bakery', 'TRX2025D']];
    await expectVerdicts(createRows(again, suggested), 'duplicate duplicate new');
  });

  it('passes over ids that the file repeats', async () => {
    await imports.publish((await create('card 1', 'card 1')).id);
    await expectVerdicts(create('card 1', 'card 1'), 'duplicate duplicate');
  });

  it('keeps its ids where one booking has nothing else in common with that of its id', async () => {
    const rows = Array.from({ length: 5 }, (_, at) => [
      `2025-03-0${at + 1}`,
      `-${at + 5}`,
      `Shop ${at}`,
      `TX-${at}`,
    ]);
    await imports.publish(
      (await createRows([...rows, ['2025-03-09', '-100', 'Hotel', 'TX-9']])).id,
    );
    const booked = rows.map(([day = '', ...others]) => [day.replace('-03-0', '-03-1'), ...others]);
    const then = [...booked, ['2025-03-12', '-112.40', 'Grand Rome', 'TX-9']];
    await expectVerdicts(createRows(then), 'duplicate duplicate duplicate duplicate duplicate new');
  });

  it('goes by content if files count their rows: most with a known id have nothing else in common', async () => {
    const january = [
      ['2025-01-03', '-5', 'Cafe', '1'],
      ['2025-01-09', '-60', 'Shop', '2'],
      ['2025-01-20', '-700', 'Rent', '3'],
    ];
    const february = [
      ['2025-02-03', '-15', 'Cinema', '1'],
      ['2025-02-09', '-60', 'Shop', '2'],
      ['2025-02-20', '-700', 'Rent', '3'],
    ];
    await imports.publish((await createRows(january)).id);
    const { id } = await createRows(february);
    expect(await imports.verdictsOf({ id })).to.equal('new new new');
    await imports.publish(id);
    const march = [['2025-03-03', '-16', 'Zoo', '1'], ...february.slice(1)];
    await expectVerdicts(createRows(march), 'new duplicate duplicate');
    for (const again of [january, february])
      await expectVerdicts(createRows(again), 'duplicate duplicate duplicate');
  });

  describe('that differ from one export to the next', () => {
    const rowsOf = (days: number, id: string) =>
      Array.from({ length: days }, (_, day) => [
        `2025-02-0${day + 1}`,
        '-4.25',
        'Bakery',
        `${id}${day}`,
      ]);
    const publishThen = async (first: string[][], then: string[][], verdicts: string) => {
      await imports.publish((await createRows(first)).id);
      await expectVerdicts(createRows(then), verdicts);
    };

    it('are no ids where three days agree in everything else', async () => {
      const then = [...rowsOf(4, 'then'), ...rowsOf(1, 'twin')];
      await publishThen(rowsOf(3, 'first'), then, 'duplicate duplicate duplicate new new');
    });

    it('are no ids where two days agree that are no midnight, or three purchases do, or they were none before', async () => {
      const [first, , , fourth] = rowsOf(4, 'first') as [string[], string[], string[], string[]];
      const renumbered = (rows: string[][]) =>
        rows.map(([date, amount, name, id]) => [date, amount, name, `new ${id}`] as string[]);
      const apart = [first, fourth];
      await publishThen(apart, renumbered(apart), 'duplicate duplicate');
      account = await imports.freshAccount();
      const three = ['-4.25', '-5.25', '-6.25'].map((amount) => [
        '2025-02-01',
        amount,
        'Bakery',
        amount,
      ]);
      await publishThen(three, renumbered(three), 'duplicate duplicate duplicate');
      await imports.publish((await createRows(renumbered(three))).id);
      const [once] = three as [string[]];
      await expectVerdicts(createRows([[...once.slice(0, 3), 'newer']]), 'duplicate');
    });

    it('are no ids either in a first overlap on one day where they differed in files of another format', async () => {
      const inOther = (rows: string[][]) =>
        createRows(rows, {
          raw_file_content: csvOf('date,amount,name,Reference', rows),
          external_id_col_label: 'Reference',
        });
      const [row] = rowsOf(1, 'first') as [string[]];
      const again = [[...row.slice(0, 3), 'then']];
      await publishThen([row], again, 'new');
      for (const id of ['a', 'b']) await imports.publish((await inOther(rowsOf(3, id))).id);
      await expectVerdicts(createRows(again), 'duplicate');
    });

    it('are no ids where one of the files names another currency than its account has, and the other none', async () => {
      const dollars = (rows: string[][]) => rows.map((row) => [...row, 'USD']);
      const header = 'date,amount,name,Transaction ID,currency';
      const named = (rows: string[][]) =>
        createRows(rows, {
          raw_file_content: csvOf(header, dollars(rows)),
          currency_col_label: 'currency',
        });
      const unnamed = (rows: string[][]) => createRows(rows);
      for (const [first, then] of [
        [unnamed, named],
        [named, unnamed],
      ] as const) {
        account = await imports.freshAccount();
        await imports.publish((await first(rowsOf(3, 'first'))).id);
        const known = first === unnamed ? 'update' : 'duplicate';
        await expectVerdicts(then(rowsOf(4, 'then')), `${known} ${known} ${known} new`);
      }
    });

    it('distinguish purchases where only the days around midnight agree', async () => {
      await publishThen(rowsOf(2, 'first'), rowsOf(2, 'then'), 'new new');
    });

    it('distinguish purchases where one is known', async () => {
      const then = [...rowsOf(1, 'first'), ...rowsOf(4, 'then')];
      await publishThen(rowsOf(4, 'first'), then, 'duplicate new new new new');
    });
  });

  it('compares them with those of a sync once one agrees', async () => {
    const bought = { date: '2025-02-03', amount: '-4.25', source: 'provider' };
    const synced = (external_id: string, name: string) =>
      newTransaction(database.sql, api.tenant.householdId, {
        account_id: account,
        ...bought,
        name,
        external_id,
      });
    await synced('feed-1', 'Bakery');
    await expectVerdicts(create('bank-1'), 'duplicate');
    await synced('bank-2', 'Other');
    await expectVerdicts(create('bank-1', 'bank-2'), 'new duplicate');
  });
});
