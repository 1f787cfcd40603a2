import { expect } from 'chai';
import { csvOf, withImports } from '../../helpers/csv-imports.ts';

describe('a file that is read otherwise than an earlier one with its bookings', () => {
  const { imports } = withImports();
  let account = '';

  beforeEach(async () => {
    account = await imports.freshAccount();
  });

  const create = (raw_file_content: string) =>
    imports.create({ raw_file_content, account_id: account });

  it('doubles nothing where the same file is read by another column of days', async () => {
    const rows = [
      ['2025-03-03', '2025-03-04', '-4.25', 'Bakery'],
      ['2025-03-04', '2025-03-05', '-4.25', 'Bakery'],
      ['2025-03-05', '2025-03-06', '-4.25', 'Bakery'],
      ['2025-03-06', '2025-03-06', '-61.20', 'Grocer'],
      ['2025-03-07', '2025-03-10', '-18', 'Cinema'],
      ['2025-03-28', '2025-03-28', '950', 'Employer'],
    ];
    const read = (bought: string, ...more: string[][]) =>
      imports.create({
        raw_file_content: csvOf('bought,booked,amount,name', [...rows, ...more]),
        account_id: account,
        date_col_label: bought,
      });
    for (const [first, second] of [
      ['bought', 'booked'],
      ['booked', 'bought'],
    ] as const) {
      account = await imports.freshAccount();
      await imports.publish((await read(first)).id);
      const again = await read(second, ['2025-03-07', '2025-03-10', '-18', 'Theatre']);
      expect(again.verdicts).to.include({ new: 1, duplicate: 6 });
    }
  });

  it('does so with a purchase of one price each day or month, in a file that reaches further back', async () => {
    const daily = (from: number) =>
      Array.from({ length: 6 }, (_, at) => [
        `2025-03-${String(from + at).padStart(2, '0')}`,
        '-4.25',
        'Bakery',
      ]);
    const monthly = (day: string, ...months: string[]) =>
      months.map((month) => [`2025-${month}-${day}`, '-10', 'Films']);
    const file = (header: string, rows: string[][]) =>
      imports.create({
        raw_file_content: csvOf(`${header},amount,name`, rows),
        account_id: account,
        date_col_label: header,
      });
    const booked = [...monthly('05', '02', '03'), ...daily(10), ['2025-03-28', '950', 'Employer']];
    await imports.publish((await file('booked', booked)).id);
    const bought = [
      ...monthly('04', '01', '02', '03'),
      ...daily(9),
      ['2025-03-28', '950', 'Employer'],
    ];
    expect((await file('bought', bought)).verdicts).to.include({ new: 1, duplicate: 9 });
  });

  it('says so where rows of the same file are new because it was read with the other sign', async () => {
    const bought = [['2025-03-03', '4.25', 'Bakery']];
    const read = (signage_convention: string) =>
      imports.create({
        raw_file_content: csvOf('date,amount,name', bought),
        account_id: account,
        signage_convention,
      });
    const first = await read('inflows_negative');
    await imports.publish(first.id);
    const codesOf = ({ warning_details }: any) => warning_details.map(({ code }: any) => code);
    expect(codesOf(await read('inflows_negative'))).to.not.include('imported_before');
    const again = await read('inflows_positive');
    expect(again.verdicts).to.include({ new: 1 });
    expect(codesOf(again)).to.include('imported_before');
    const elsewhere = await imports.addAccount({ name: 'Other' });
    const other = csvOf('date,amount,name', bought).replace('4.25', '9.25');
    const sent = { raw_file_content: other, account_id: elsewhere };
    expect(codesOf(await imports.create(sent))).to.not.include('imported_before');
    const named = other.replace('Bakery', 'Grocer');
    expect(codesOf(await create(named))).to.not.include('imported_before');
    await imports.undo(first.id);
    expect(codesOf(await read('inflows_positive'))).to.not.include('imported_before');
  });

  it('doubles nothing where a later file lists the same bookings under other names', async () => {
    const bought = [
      ['2025-03-03', '-4.25', 'Bakery'],
      ['2025-03-03', '-4.25', 'Kiosk'],
      ['2025-03-05', '-18', 'Cinema'],
      ['2025-03-28', '950', ''],
    ];
    const first = await imports.publish((await create(csvOf('date,amount,name', bought))).id);
    const later = [
      ...bought.map(([day = '', amount = '', name]) => [day, amount, `${name} card 4711`]),
      ['2025-03-03', '-4.25', 'Market card 4711'],
      ['2025-03-31', '-18', 'Cinema card 4711'],
    ];
    const again = await create(csvOf('date,amount,name', later));
    expect(again.verdicts).to.include({ new: 2, duplicate: 4 });
    const stated = later.map((row) => [...row, 'CHF']);
    const francs = await create(csvOf('date,amount,name,currency', stated));
    expect(francs.verdicts).to.include({ new: 2, update: 4 });
    expect(again.stats.likely_rows_count).to.equal(4);
    await imports.publish(again.id);
    for (const { id } of [first, again]) await imports.undo(id);
    expect((await create(csvOf('date,amount,name', bought))).verdicts).to.include({ new: 4 });
  });

  it('doubles nothing either where a person leaves out or corrects rows of either file', async () => {
    const bought = Array.from({ length: 8 }, (_, at) => [
      `2025-03-1${at}`,
      `-${at + 3}`,
      `Shop ${at}`,
    ]);
    const first = await create(csvOf('date,amount,name', bought));
    await imports.call('PATCH', `/${first.id}/rows/3`, 200, { values: { amount: '-99' } });
    await imports.publish(first.id);
    const renamed = bought.map(([day = '', amount = '', name = '']) => [day, amount, `${name} CH`]);
    const again = await create(csvOf('date,amount,name', renamed));
    expect(again.verdicts).to.include({ new: 1, duplicate: 7 });
    for (const line of [3, 5])
      await imports.call('PATCH', `/${again.id}/rows/${line}`, 200, { verdict: 'excluded' });
    const { summary } = await imports.publish(again.id);
    expect(summary.created).to.deep.equal({});
  });

  it('keeps what another bank’s file has under the same name a few days later', async () => {
    const days = ['01', '02', '03'];
    const file = (header: string, day: string, ...more: string[][]) =>
      imports.create({
        raw_file_content: csvOf(`${header},amount,name`, [
          ...days.map((month) => [`2025-${month}-${day}`, '-9.99', 'Radio']),
          ...more,
        ]),
        account_id: account,
        date_col_label: header,
      });
    const more = [
      ['2025-01-20', '-5', 'Bus'],
      ['2025-02-20', '-6', 'Kiosk'],
    ];
    await imports.publish((await file('bought', '05', ...more)).id);
    expect((await file('booked', '07')).verdicts).to.include({ new: 3, duplicate: 0 });
    expect((await file('booked', '14')).verdicts).to.include({ new: 3, duplicate: 0 });
  });

  it('keeps the purchases of another card apart, though some have one price and day', async () => {
    const bought = [
      ['2025-03-03', '-5', 'Bakery'],
      ['2025-03-05', '-18', 'Cinema'],
      ['2025-03-08', '-27.10', 'Grocer'],
      ['2025-03-28', '-9.99', 'Radio'],
    ];
    await imports.publish((await create(csvOf('date,amount,name', bought))).id);
    const others = [
      ['2025-03-01', '-3', 'Bus'],
      ['2025-03-03', '-5', 'Kiosk'],
      ['2025-03-28', '-9.99', 'Films'],
      ['2025-03-31', '-70', 'Fuel'],
    ];
    const made = await create(csvOf('date,amount,name', others));
    expect(made.verdicts).to.include({ new: 4, duplicate: 0 });
  });
});
