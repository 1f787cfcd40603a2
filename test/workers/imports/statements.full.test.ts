import { expect } from 'chai';
import { withImports, csvOf } from '../../helpers/csv-imports.ts';
import { PROVEN, WRITERS } from '../../packages/preflight/statements/made-statements.ts';

const MONTH = {
  account: 'NL91ABNA0417164300',
  currency: 'EUR',
  opening: '100',
  closing: '1041.5',
  bookings: [
    { date: '2025-03-03', amount: '-4.25', name: 'Bakery', notes: 'Bread', id: 'R1' },
    { date: '2025-03-03', amount: '-4.25', name: 'Bakery', notes: 'Bread', id: 'R2' },
    { date: '2025-03-28', amount: '950', name: 'Employer', notes: 'Wages', id: 'R3' },
  ],
};

describe('an import of statements', () => {
  const { database, api, imports } = withImports();
  let account = '';

  beforeEach(async () => {
    account = await imports.freshAccount();
  });

  const create = (raw_file_content: string) =>
    imports.create({ raw_file_content, account_id: account });
  const count = async (): Promise<number> => {
    const [row] = await database.sql<{ count: number }[]>`
      select count(*)::int from transactions where account_id = ${account} and removed_at is null`;
    return row?.count ?? 0;
  };

  it('doubles nothing: the same file twice, and the same month in every format and as CSV', async () => {
    const rows = MONTH.bookings.map(({ date, amount, name }) => [date, amount, name]);
    await imports.publish((await create(csvOf('date,amount,name', rows))).id);
    for (const write of [...Object.values(WRITERS), ...Object.values(WRITERS)]) {
      const made = await create(write(MONTH));
      expect(made.verdicts).to.include({ new: 0, invalid: 0 });
      await imports.publish(made.id);
      expect(await count()).to.equal(3);
    }
  });

  it('covers its days, also those without a booking of the price', async () => {
    await imports.publish((await create(WRITERS['ofx']!(MONTH))).id);
    const file = (...rows: string[][]) => create(csvOf('date,amount,name', rows));
    expect((await file(['2025-03-26', '950', 'Employer'])).verdicts).to.include({ new: 0 });
    expect((await file(['2025-03-26', '4.25', 'Bakery'])).verdicts).to.include({ new: 1 });
  });

  describe('of a month that another file had under other days and names', () => {
    const rows = [
      ['2025-03-03', '-4.25', 'CARD 4711 BAKERY'],
      ['2025-03-05', '-4.25', 'CARD 4711 BAKERY'],
      ['2025-03-28', '950', 'SALARY'],
    ];
    const csv = csvOf('date,amount,name', rows);

    it('doubles nothing, in either order', async () => {
      for (const files of [
        [csv, WRITERS['camt']!(MONTH)],
        [WRITERS['ofx']!(MONTH), csv],
      ]) {
        account = await imports.freshAccount();
        for (const file of files) await imports.publish((await create(file)).id);
        expect(await count()).to.equal(3);
      }
    });

    it('believes the balances of two files that meet, in either order, which of their bookings are in both', async () => {
      const cafe = (date: string, id: string) => ({
        ...MONTH.bookings[0]!,
        ...{ date, amount: '-3.5', name: 'Cafe', id },
      });
      const shop = { ...MONTH.bookings[0]!, amount: '-20', name: 'Shop' };
      // The first file dates bookings, the second purchases: two of them have the days of two others.
      const first = { ...MONTH, closing: '73' };
      first.bookings = [
        { ...shop, date: '2025-02-20', id: 'A1' },
        cafe('2025-03-03', 'A2'),
        cafe('2025-03-03', 'A3'),
      ];
      for (const [closing, inBoth] of [
        ['46', 0],
        ['53', 2],
      ] as const) {
        const next = { ...MONTH, closing };
        next.bookings = [
          cafe('2025-03-03', 'B2'),
          cafe('2025-03-03', 'B3'),
          { ...shop, date: '2025-03-19', id: 'B4' },
        ];
        const files = [WRITERS['camt']!(first), WRITERS['ofx']!(next)];
        for (const [one, other] of [files, files.toReversed()]) {
          account = await imports.freshAccount();
          await imports.publish((await create(one!)).id);
          const made = await create(other!);
          expect(made.verdicts).to.include({ new: 3 - inBoth, duplicate: inBoth });
          await imports.publish(made.id);
          expect((await create(one!)).verdicts).to.include({ new: 0, duplicate: 3 });
        }
      }
      // A refund of the price that the other file lacks would look the same.
      account = await imports.freshAccount();
      await imports.publish((await create(WRITERS['camt']!(first))).id);
      const next = { ...MONTH, closing: '49.5' };
      next.bookings = [
        cafe('2025-03-03', 'B2'),
        cafe('2025-03-03', 'B3'),
        { ...cafe('2025-03-04', 'B5'), amount: '3.5' },
        { ...shop, date: '2025-03-19', id: 'B4' },
      ];
      const made = await create(WRITERS['ofx']!(next));
      expect(made.verdicts).to.include({ new: 2, duplicate: 2 });
    });

    it('keeps what lies outside its days, and a purchase that only it has', async () => {
      await imports.publish((await create(csv)).id);
      const id = 'R4';
      const next = [{ date: '2025-03-29', amount: '950', name: 'Employer', notes: 'More', id }];
      const made = await create(WRITERS['camt']!({ ...MONTH, bookings: next }));
      expect(made.verdicts).to.include({ new: 1, duplicate: 0 });
      const third = { ...MONTH.bookings[0]!, date: '2025-03-04', id };
      const more = { ...MONTH, bookings: [...MONTH.bookings, third] };
      const whole = await create(WRITERS['mt940']!(more));
      expect(whole.verdicts).to.include({ new: 1 });
    });

    it('doubles no booking that the next statement has under another id, and keeps a second that a table has', async () => {
      for (const wages of [1, 2]) {
        account = await imports.freshAccount();
        const listed = [...rows.slice(0, 2), ...Array.from({ length: wages }, () => rows[2]!)];
        const table = csvOf('date,amount,name', [...listed, ['2025-04-10', '-7.25', 'SHOP']]);
        await imports.publish((await create(table)).id);
        await imports.publish((await create(WRITERS['camt']!(MONTH))).id);
        const again = { ...MONTH.bookings[2]!, id: 'N3' };
        const next = { date: '2025-04-10', amount: '-7.25', name: 'Store', notes: '', id: 'N4' };
        const made = await create(WRITERS['camt']!({ ...MONTH, bookings: [again, next] }));
        expect(made.verdicts).to.include({ new: 0, invalid: 0 });
        await imports.publish(made.id);
        expect(await count()).to.equal(3 + wages);
      }
    });

    it('doubles nothing at its last day either where the two formats date bookings apart', async () => {
      const days = ['2025-03-02', '2025-03-09', '2025-03-16', '2025-04-01'];
      const dated = days.map((date, at) => [date, `-${at + 5}.25`, 'SHOP']);
      await imports.publish((await create(csvOf('date,amount,name', dated))).id);
      const bookings = ['2025-03-01', '2025-03-07', '2025-03-16', '2025-03-31'].map((date, at) => ({
        date,
        amount: `-${at + 5}.25`,
        name: 'Store',
        notes: '',
        id: `S${at}`,
      }));
      const made = await create(WRITERS['ofx']!({ ...MONTH, bookings }));
      expect(made.verdicts).to.include({ new: 0, duplicate: 4 });
    });

    it('knows a booking on another day as soon as earlier months say that the two formats date so', async () => {
      const days = ['02', '09', '16', '23'];
      const month = (at: string, format: string) =>
        days.map((day, place) => ({
          date: `2025-${at}-${format === 'ofx' ? day : String(Number(day) + 2).padStart(2, '0')}`,
          amount: `-${place + 5}.25`,
          name: 'Store',
          notes: '',
          id: `${at}${place}`,
        }));
      const tableOf = (rows: ReturnType<typeof month>) =>
        csvOf(
          'date,amount,name',
          rows.map(({ date, amount, name }) => [date, amount, name]),
        );
      const next = month('05', 'csv').slice(0, 1);
      const ofx = WRITERS['ofx']!({ ...MONTH, bookings: month('05', 'ofx').slice(0, 1) });
      await imports.publish((await create(tableOf(next))).id);
      expect((await create(ofx)).verdicts).to.include({ new: 1, duplicate: 0 });
      for (const file of [
        tableOf(month('03', 'csv')),
        WRITERS['ofx']!({ ...MONTH, bookings: month('03', 'ofx') }),
      ])
        await imports.publish((await create(file)).id);
      expect(await count()).to.equal(5);
      expect((await create(ofx)).verdicts).to.include({ new: 0, duplicate: 1 });
    });

    it('is as before between two files without a statement: other days and names are other rows', async () => {
      await imports.publish((await create(csv)).id);
      const raw_file_content = csvOf('date,amount,shop', [['2025-03-03', '-4.25', 'Bakery']]);
      const fields = { raw_file_content, account_id: account, name_col_label: 'shop' };
      expect((await imports.create(fields)).verdicts).to.include({ new: 1, duplicate: 0 });
    });
  });

  it('is undone, and keeps the warning of balances that do not agree', async () => {
    for (const write of Object.values(PROVEN)) {
      const made = await create(write({ ...MONTH, closing: '1041.6' }));
      expect(made.warnings[0]).to.contain('a difference of 0.1');
      const published = await imports.publish(made.id);
      expect(published.warnings[0]).to.contain('a difference of 0.1');
      expect(await count()).to.equal(3);
      await imports.undo(made.id);
      expect(await count()).to.equal(0);
    }
  });

  describe('without account_id', () => {
    const { account: iban, bookings } = MONTH;
    const file = (...currencies: string[]) =>
      WRITERS['camt']!(
        ...currencies.map((currency) => ({
          ...MONTH,
          currency,
          closing: '95.75',
          bookings: bookings.slice(0, 1),
        })),
      );
    const addNumber = async (name: string, currency: string, number: string | null) => {
      const body = { name, currency, ...(number !== null && { number }) };
      const answer = await api.answers(201, 'POST', '/api/v1/accounts', { body });
      return answer.body.data.id;
    };
    const accountsOf = async (id: string) =>
      (await api.get(`/api/v1/imports/${id}/rows`)).data.map((row: any) => row.values.account);
    const read = async (raw_file_content: string) => imports.create({ raw_file_content });
    beforeEach('no accounts', async () => {
      await database.sql`delete from accounts where household_id = ${api.tenant.householdId}`;
    });

    it('goes to the account that has its IBAN as number, and says so before it is published', async () => {
      const id = await addNumber('Household money', 'EUR', 'NL91 ABNA 0417 1643 00');
      const made = await read(file('EUR'));
      expect(made.warnings).to.deep.equal([
        `Rows of the account ${iban} go to the account Household money, which has that number.`,
      ]);
      const values = { named: iban, account: 'Household money' };
      expect(made.warning_details).to.deep.equal([{ code: 'account_by_number', values }]);
      const { summary } = await imports.publish(made.id);
      expect(summary.created).to.not.have.property('accounts');
      const [row] =
        await database.sql`select account_id from transactions where removed_at is null`;
      expect(row).to.deep.equal({ accountId: id });
    });

    it('is warned of once where an older report has the sentence alone', async () => {
      await addNumber('Household money', 'EUR', iban);
      const { id, warnings } = await read(file('EUR'));
      await database.sql`
        update imports
        set report = jsonb_set(report, '{warnings}', ${database.sql.json(warnings)})
        where id = ${id}`;
      const [message] = warnings;
      const published = await imports.publish(id);
      expect(published.warnings).to.deep.equal([message]);
      const values = { named: iban, account: 'Household money' };
      expect(published.warning_details).to.deep.equal([{ code: 'account_by_number', values }]);
    });

    it('of several accounts is refused with account_id, by preflight as by the import', async () => {
      const id = await addNumber('Household money', 'EUR', iban);
      const preflight = async (more: object) => {
        const body = { raw_file_content: file('EUR', 'USD'), ...more };
        return (await api.answers(200, 'POST', '/api/v1/imports/preflight', { body })).body.data;
      };
      expect((await preflight({})).valid).to.equal(true);
      const { valid, errors } = await preflight({ account_id: id });
      expect({ valid, errors }).to.deep.equal({
        valid: false,
        errors: [
          {
            code: 'validation_failed',
            message:
              'The file holds statements of 2 accounts, but the import names one for all; send no account_id',
          },
        ],
      });
      const { verdicts } = await imports.create({
        raw_file_content: file('EUR', 'USD'),
        account_id: id,
      });
      expect(verdicts).to.include({ new: 0, invalid: 2 });
    });

    it('of several with one IBAN to that of its currency', async () => {
      await addNumber('Dollars', 'USD', iban);
      await addNumber('Euros', 'EUR', iban);
      expect((await read(file('USD'))).warnings.join()).to.contain('to the account Dollars');
      expect((await read(file('EUR'))).warnings.join()).to.contain('to the account Euros');
    });

    it('makes an account that is found again under another name', async () => {
      await imports.publish((await read(file('EUR'))).id);
      const [made] = (await api.get('/api/v1/accounts')).data;
      expect(made).to.include({ name: iban, number: iban });
      const body = { name: 'Giro' };
      await api.request('PATCH', `/api/v1/accounts/${made.id}`, { body });
      const again = await read(file('EUR'));
      expect(again.verdicts).to.include({ duplicate: 1, new: 0 });
    });

    it('opens an account that it makes with what its earliest statement proves; undo takes both away', async () => {
      const bookings = [{ ...MONTH.bookings[0]!, date: '2025-04-02', id: 'R5' }];
      const april = { ...MONTH, opening: '1041.5', closing: '1037.25', bookings };
      const openings = () =>
        database.sql`
          select kind, date::text, trim_scale(amount)::text as amount, currency
          from valuations
          where household_id = ${api.tenant.householdId}`;
      const publish = async (...statements: (typeof MONTH)[]) => {
        const { id } = await imports.create({ raw_file_content: WRITERS['camt']!(...statements) });
        return { id, created: (await imports.publish(id)).summary.created };
      };
      const { id, created } = await publish(april, MONTH);
      expect(created).to.include({ accounts: 1, valuations: 1, transactions: 4 });
      expect(await openings()).to.deep.equal([
        { kind: 'opening_anchor', date: '2025-03-02', amount: '100', currency: 'EUR' },
      ]);
      await imports.undo(id);
      expect([await openings(), (await api.get('/api/v1/accounts')).data]).to.deep.equal([[], []]);
      // The earliest does not add up, or nothing says which of two of one day comes first.
      await imports.undo((await publish(april, { ...MONTH, closing: '1' })).id);
      await publish({ ...april, opening: '5', closing: '0.75' }, april);
      expect(await openings()).to.deep.equal([]);
    });

    it('names the accounts that it would make', async () => {
      const rows = ['Everyday', 'Holiday fund', 'Everyday'].map((of) => ['2025-03-03', '-4', of]);
      const made = await imports.create({ raw_file_content: csvOf('date,amount,account', rows) });
      expect(made.warnings).to.include(
        'The household does not have the 2 accounts "Everyday", "Holiday fund", which the file names: publishing creates them.',
      );
    });

    it('of more than ten accounts: says that it reports only some', async () => {
      const ibans = Array.from({ length: 11 }, (_, at) => `NL91ABNA04171643${at + 10}`);
      const raw_file_content = WRITERS['camt']!(
        ...ibans.map((one) => ({ ...MONTH, account: one })),
      );
      const made = await imports.create({ raw_file_content });
      expect(made.warnings.join()).to.contain('names more than 10 accounts');
      expect(made.headers).to.deep.equal([]);
    });

    it('makes an account for each currency of an IBAN', async () => {
      await imports.publish((await read(file('EUR', 'USD'))).id);
      const made = (await api.get('/api/v1/accounts')).data;
      expect(
        made.map(({ name, currency, number }: any) => [name, currency, number]),
      ).to.have.deep.members([
        [`${iban} EUR`, 'EUR', iban],
        [`${iban} USD`, 'USD', iban],
      ]);
    });

    it('suggests an account whose name has the last digits, and takes none', async () => {
      const id = await addNumber('Giro x4300', 'EUR', null);
      const made = await read(file('EUR'));
      expect(made.warnings.join()).to.contain(
        `it may be the account Giro x4300: if so, send the account_id ${id}`,
      );
      expect(await accountsOf(made.id)).to.deep.equal([iban]);
    });

    it('with an account of another number: says so', async () => {
      const id = await addNumber('Giro', 'EUR', 'NL02RABO0123456789');
      const made = await imports.create({ raw_file_content: file('EUR'), account_id: id });
      expect(made.warnings.join()).to.contain('which has the number NL02RABO0123456789');
    });
  });
});
