import { expect } from 'chai';
import { answered } from '../../helpers/start-api.ts';
import { withoutIds } from '../../helpers/ledger-records.ts';
import { TRADE_CORRECTIONS, withHouseholds } from '../../helpers/restored-households.ts';
import { WRITERS } from '../../packages/preflight/statements/made-statements.ts';

const FILE = ['date,amount,name', '2025-03-01,-5,Shop', '2025-03-02,-6,Bar'].join('\n');
const NEXT = `${FILE}\n2025-03-09,-1,Next`;
const inCurrency = (...currencies: string[]) =>
  ['date,amount,name,currency', ...currencies.map((each) => `2025-03-01,-5,Shop,${each}`)].join(
    '\n',
  );
const OF_ACCOUNTS = 'date,amount,name,account\n2025-03-01,-5,Shop,Giro\n2025-03-02,-6,Bar,Giro';

describe('a row that a person corrected before it was published', () => {
  const { found, database } = withHouseholds();

  type Home = Awaited<ReturnType<typeof found>>;
  /** Publishes a file whose rows a person corrects first. */
  const correct = async (home: Home, text: string, values: Record<number, object>, more = {}) => {
    const { id } = await home.readFile(text, more);
    for (const [line, corrected] of Object.entries(values)) {
      await home.imports.call('PATCH', `/${id}/rows/${line}`, 200, { values: corrected });
    }
    expect((await home.imports.publish(id)).error).to.equal(null);
    return id;
  };

  for (const values of [
    { name: 'Shop GmbH' },
    { date: '2025-02-11', name: null },
    { amount: '-50', category: 'Food' },
    { currency: 'USD' },
  ]) {
    it(`is known again by what files say: ${Object.keys(values).join(', ')}`, async () => {
      const home = await found();
      const account_id = await home.imports.addAccount({ name: 'Giro' });
      const first = await correct(home, FILE, { 2: values }, { account_id });
      const before = await home.ledger();
      const second = await home.importFile(NEXT, { account_id });
      expect(second.verdicts).to.include({ new: 1, duplicate: 2 });
      expect(await home.ledger())
        .to.have.length(3)
        .and.to.include.members(before);
      // A person makes the same correction again.
      const again = await correct(home, NEXT, { 2: values }, { account_id });
      expect(await home.ledger()).to.have.length(3);
      // Two purchases of one kind stay two.
      const twin = `${NEXT}\n2025-03-01,-5,Shop`;
      expect((await home.readFile(twin, { account_id })).verdicts).to.include({ new: 1 });
      for (const id of [again, second.id, first]) await home.imports.undo(id);
      expect(await home.ledger()).to.be.empty;
    });
  }

  it('is known again by statements and by tables, which name the currency, and by those that do not', async () => {
    const bookings = [
      { date: '2025-03-01', amount: '-5', name: 'Shop', notes: '', id: 'R1' },
      { date: '2025-03-02', amount: '-6', name: 'Bar', notes: '', id: 'R2' },
    ];
    const money = { currency: 'EUR', opening: '100', closing: '89' };
    const written = { account: 'NL91ABNA0417164300', ...money, bookings };
    const statements = Object.values(WRITERS).map((write) => write(written));
    const named = (currency: string) =>
      FILE.replace(/$/gm, `,${currency}`).replace(`name,${currency}`, 'name,currency');
    for (const first of [FILE, named('EUR')]) {
      const home = await found();
      const account_id = await home.imports.addAccount({ name: 'Giro' });
      await correct(
        home,
        first,
        { 2: { amount: '-50' }, 3: { date: '2025-03-20' } },
        { account_id },
      );
      for (const text of [FILE, named('EUR'), ...statements]) {
        const { verdicts } = await home.readFile(text, { account_id });
        expect(verdicts, text).to.include({ new: 0, invalid: 0 });
      }
      // One of another currency is another purchase, unless no file has told the one that is known.
      const { verdicts } = await home.readFile(named('USD'), { account_id });
      expect(verdicts).to.include({ new: first === FILE ? 0 : 2 });
      // And two of one kind stay two.
      const both = `${named('USD')}\n2025-03-01,-5,Shop,EUR\n2025-03-02,-6,Bar,EUR`;
      const made = await home.importFile(both, { account_id });
      expect(await home.imports.verdictsOf(made)).to.equal('new new duplicate duplicate');
      expect(await home.ledger()).to.have.length(4);
    }
  });

  it('is not taken for one of another currency once a file has stated its own', async () => {
    const home = await found();
    const account_id = await home.imports.addAccount({ name: 'Giro' });
    await correct(home, FILE, { 2: { amount: '-50' } }, { account_id });
    // The file that states it first is right.
    const first = await home.importFile(inCurrency('USD'), { account_id });
    expect(first.verdicts).to.include({ update: 1 });
    for (const [currency, verdict] of [
      ['USD', 'duplicate'],
      ['EUR', 'new'],
    ] as const) {
      const read = await home.readFile(inCurrency(currency), { account_id });
      expect(read.verdicts, currency).to.include({ [verdict]: 1 });
    }
  });

  it('is not taken for a purchase in another currency where an equal file names its own', async () => {
    const home = await found();
    const account_id = await home.imports.addAccount({ name: 'Giro' });
    await correct(home, FILE, { 2: { name: 'Shop GmbH' } }, { account_id });
    expect((await home.importFile(inCurrency('EUR'), { account_id })).verdicts).to.include({
      duplicate: 1,
    });
    const other = await home.importFile(inCurrency('USD'), { account_id });
    expect(other.verdicts).to.include({ new: 1 });
  });

  it('is known again in the currency that a person gave it', async () => {
    const home = await found();
    const account_id = await home.imports.addAccount({ name: 'Giro' });
    await correct(home, FILE, { 2: { currency: 'USD', amount: '-50' } }, { account_id });
    const made = await home.importFile(inCurrency('USD', 'EUR'), { account_id });
    expect(await home.imports.verdictsOf(made)).to.equal('duplicate new');
  });

  it('is known again in the account that the file names, if it was put into another', async () => {
    const home = await found();
    await correct(home, OF_ACCOUNTS, { 2: { account: 'Other' }, 3: { account: 'Other' } });
    expect((await home.importFile(OF_ACCOUNTS)).verdicts).to.include({ new: 0, duplicate: 2 });
    expect(await home.list('accounts')).to.have.length(1);
    const more = `${OF_ACCOUNTS}\n2025-03-01,-5,Shop,Giro\n2025-03-01,-5,Shop,Third`;
    expect((await home.importFile(more)).verdicts).to.include({ new: 2, duplicate: 2 });
  });

  it('is not taken for a row of another account, or for one with another id', async () => {
    const home = await found();
    const [one, other] = [
      await home.imports.addAccount({ name: 'One' }),
      await home.imports.addAccount({ name: 'Other' }),
    ];
    await correct(home, FILE, { 2: { amount: '-50' } }, { account_id: one });
    const elsewhere = await home.readFile(FILE, { account_id: other });
    expect(elsewhere.verdicts).to.include({ new: 2 });
    const withIds = (id: string) => `date,amount,name,Ref\n2025-04-01,-5,Shop,${id}\n`;
    const own = { account_id: one, external_id_col_label: 'Ref' };
    await correct(home, withIds('a'), { 2: { name: 'Shop GmbH' } }, own);
    expect((await home.readFile(withIds('b'), own)).verdicts).to.include({ new: 1 });
  });

  describe('in a household that was restored from an export', () => {
    const restoredFrom = async (home: Home) => {
      const restored = await found();
      const lines = await home.exported();
      const session = await restored.restore(lines);
      expect(withoutIds(await restored.exported())).to.deep.equal(withoutIds(lines));
      const accounts = await restored.list('accounts');
      const account_id: string = accounts.find(({ name }) => name === 'Giro')?.id;
      return { restored, session, account_id };
    };

    for (const values of [
      { name: 'Shop GmbH' },
      { amount: '-50' },
      { date: '2025-02-11' },
      { currency: 'USD' },
      { amount: '50', date: '2025-04-11', name: 'Refund' },
    ]) {
      it(`is known again: ${Object.keys(values).join(', ')}`, async () => {
        const home = await found();
        const account_id = await home.imports.addAccount({ name: 'Giro' });
        await correct(home, FILE, { 2: values }, { account_id });
        const { restored, session, account_id: theirs } = await restoredFrom(home);
        const own = { account_id: theirs };
        expect((await restored.readFile(NEXT, own)).verdicts).to.include({ new: 1, duplicate: 2 });
        const twin = `${NEXT}\n2025-03-01,-5,Shop`;
        expect((await restored.readFile(twin, own)).verdicts).to.include({ new: 2, duplicate: 2 });
        const again = await restoredFrom(restored);
        const { verdicts } = await again.restored.readFile(NEXT, { account_id: again.account_id });
        expect(verdicts).to.include({ new: 1, duplicate: 2 });
        await restored.imports.undoSession(session);
        expect(await restored.ledger()).to.be.empty;
      });
    }

    it('is known again in the account that the file names, if it was put into another', async () => {
      const home = await found();
      await correct(home, OF_ACCOUNTS, { 2: { account: 'Other' } });
      const { restored } = await restoredFrom(home);
      expect((await restored.readFile(OF_ACCOUNTS)).verdicts).to.include({ new: 0, duplicate: 2 });
      const more = `${OF_ACCOUNTS}\n2025-03-01,-5,Shop,Third`;
      expect((await restored.readFile(more)).verdicts).to.include({ new: 1, duplicate: 2 });
    });

    it('is known again in the currency of its account, which is not that of the household', async () => {
      const home = await found();
      const account_id = await home.imports.addAccount({ name: 'Giro' });
      await correct(home, FILE, { 2: { amount: '-50' } }, { account_id });
      const { restored, account_id: theirs } = await restoredFrom(home);
      await database.sql`update households set currency = 'USD' where id = ${restored.householdId}`;
      for (const [each, its] of [
        [home, account_id],
        [restored, theirs],
      ] as const) {
        const made = await each.importFile(inCurrency('USD', 'EUR'), { account_id: its });
        expect(await each.imports.verdictsOf(made)).to.equal('new duplicate');
      }
    });

    it('is known again by the rest of what its file says where an export states one value badly', async () => {
      const home = await found();
      const account_id = await home.imports.addAccount({ name: 'Giro' });
      await correct(home, FILE, { 2: { amount: '-50' } }, { account_id });
      const lines = (await home.exported()).map((line) => {
        const { type, data } = JSON.parse(line);
        for (const { as_read } of data.files ?? []) if (as_read) as_read.currency = { code: 'EUR' };
        return JSON.stringify({ type, data });
      });
      const restored = await found();
      await restored.restore(lines);
      const own = { account_id: (await restored.list('accounts'))[0].id };
      expect((await restored.readFile(NEXT, own)).verdicts).to.include({ new: 1, duplicate: 2 });
    });

    it('is known again as what a person had entered and corrected after a file listed it', async () => {
      const home = await found();
      const account_id = await home.imports.addAccount({ name: 'Giro' });
      const body = { account_id, date: '2025-03-01', amount: '-5', name: 'Shop' };
      const made = await answered(201, home.request('POST', '/api/v1/transactions', { body }));
      await home.importFile(FILE, { account_id });
      const path = `/api/v1/transactions/${made.body.data.id}`;
      await answered(200, home.request('PATCH', path, { body: { amount: '-50' } }));
      const { restored, account_id: theirs } = await restoredFrom(home);
      const { verdicts } = await restored.readFile(NEXT, { account_id: theirs });
      expect(verdicts).to.include({ new: 1, duplicate: 2 });
    });
  });

  describe('of trades', () => {
    const header = 'date,ticker,qty,price,account,Ref';
    const rows = ['2025-03-03,ACME,10,5.50,Depot,', '2025-03-04,ACME,-4,6,Depot,'];
    const text = (...lines: string[]) => [header, ...lines].join('\n');
    const NEXT_TRADE = '2025-03-05,ACME,1,7,Depot,';

    for (const values of TRADE_CORRECTIONS) {
      it(`is known again by what files say: ${Object.keys(values).join(', ')}`, async () => {
        const home = await found();
        const type = { type: 'TradeImport' };
        const first = await correct(home, text(...rows), { 2: values }, type);
        const second = await home.importFile(text(...rows, NEXT_TRADE), type);
        expect(second.verdicts).to.include({ new: 1, duplicate: 2 });
        const again = await correct(home, text(...rows, NEXT_TRADE), { 2: values }, type);
        expect(await home.list('trades')).to.have.length(3);
        const twin = text(...rows, rows[0]!, NEXT_TRADE);
        expect((await home.readFile(twin, type)).verdicts).to.include({ new: 1, duplicate: 3 });
        for (const id of [again, second.id, first]) await home.imports.undo(id);
        expect(await home.list('trades')).to.be.empty;
      });
    }

    it('is one with a single trade where one of two twins was put into another account', async () => {
      const home = await found();
      const type = { type: 'TradeImport' };
      const twins = text(rows[0]!, rows[0]!);
      await correct(home, twins, { 2: { quantity: '100' }, 3: { account: 'Other' } }, type);
      expect((await home.readFile(twins, type)).verdicts).to.include({ new: 0, duplicate: 2 });
    });

    it('is not taken for one with another id', async () => {
      const home = await found();
      const own = { type: 'TradeImport', external_id_col_label: 'Ref' };
      await correct(home, text(`${rows[0]}a`), { 2: { quantity: '100' } }, own);
      expect((await home.readFile(text(`${rows[0]}b`), own)).verdicts).to.include({ new: 1 });
      expect((await home.readFile(text(`${rows[0]}a`), own)).verdicts).to.include({ duplicate: 1 });
    });
  });
});

describe('a transaction that a person entered, files recognised and the person then corrected', () => {
  const { found } = withHouseholds();

  const begin = async () => {
    const home = await found();
    const account_id = await home.imports.addAccount({ name: 'Giro' });
    const other = await home.imports.addAccount({ name: 'Other' });
    const body = { account_id, date: '2025-03-01', amount: '-5', name: 'Shop' };
    const made = await answered(201, home.request('POST', '/api/v1/transactions', { body }));
    const path = `/api/v1/transactions/${made.body.data.id}`;
    const imported = await home.importFile(FILE, { account_id });
    expect(imported.verdicts).to.include({ new: 1, duplicate: 1 });
    const edit = async (edited: object) => {
      await answered(200, home.request('PATCH', path, { body: edited }));
    };
    return { home, account_id, other, edit, first: imported.id };
  };

  for (const field of ['amount', 'account_id', 'date', 'all of them'] as const) {
    it(`is known again by what files say, also once it is as before: ${field}`, async () => {
      const { home, account_id, other, edit, first } = await begin();
      const all = { amount: '-50', account_id: other, date: '2025-04-11' };
      await edit(field === 'all of them' ? all : { [field]: all[field] });
      const edited = await home.ledger();
      const second = await home.importFile(NEXT, { account_id });
      expect(second.verdicts).to.include({ new: 1, duplicate: 2 });
      const twin = `${NEXT}\n2025-03-01,-5,Shop`;
      expect((await home.readFile(twin, { account_id })).verdicts).to.include({ new: 1 });
      await edit({ amount: '-5', account_id, date: '2025-03-01' });
      expect((await home.readFile(NEXT, { account_id })).verdicts).to.include({ new: 0 });
      await edit(all);
      expect((await home.readFile(NEXT, { account_id })).verdicts).to.include({ new: 0 });
      for (const id of [second.id, first]) await home.imports.undo(id);
      expect(await home.ledger()).to.deep.equal(['2025-04-11 -50 Shop']);
      expect(edited).to.have.length(2);
      // No file that is in the ledger has it any more.
      expect((await home.readFile(FILE, { account_id })).verdicts).to.include({ new: 2 });
    });
  }

  it('is known by what it has become, too, but one row each', async () => {
    const { home, account_id, edit } = await begin();
    await edit({ amount: '-5.5' });
    const corrected = FILE.replace('-5,', '-5.5,');
    expect((await home.readFile(corrected, { account_id })).verdicts).to.include({ new: 0 });
    const both = `${FILE}\n2025-03-01,-5.5,Shop`;
    expect((await home.readFile(both, { account_id })).verdicts).to.include({
      new: 1,
      duplicate: 2,
    });
  });

  it('is not taken for a purchase of its day in another currency', async () => {
    const { home, account_id, edit } = await begin();
    await edit({ date: '2025-03-01' });
    const made = await home.importFile(inCurrency('USD'), { account_id });
    expect(made.verdicts).to.include({ new: 1 });
  });

  it('is left to the file that knows no other', async () => {
    const { home, account_id, edit } = await begin();
    const later = 'date,amount,Payee\n2025-03-01,-5,Shop Ltd';
    const own = { account_id, name_col_label: 'Payee' };
    await home.importFile(later, own);
    // Another one of the day, which only the first file lists.
    const body = { account_id, date: '2025-03-01', amount: '-5', name: 'Shop' };
    const made = await answered(201, home.request('POST', '/api/v1/transactions', { body }));
    const twins = `${FILE}\n2025-03-01,-5,Shop`;
    await home.importFile(twins, { account_id });
    await edit({ amount: '-50' });
    const path = `/api/v1/transactions/${made.body.data.id}`;
    await answered(200, home.request('PATCH', path, { body: { amount: '-51' } }));
    const both = 'date,amount,name\n2025-03-01,-5,Shop\n2025-03-01,-5,Shop Ltd';
    expect((await home.readFile(both, { account_id })).verdicts).to.include({ new: 0 });
  });

  it('is known by each of the files that recognised it', async () => {
    const { home, account_id, edit } = await begin();
    const later = 'date,amount,Payee\n2025-03-02,-5,Shop Ltd\n2025-03-09,-1,Next';
    const files = [
      [later, { account_id, name_col_label: 'Payee' }],
      [FILE, { account_id }],
    ] as const;
    expect((await home.importFile(...files[0])).verdicts).to.include({ new: 1, duplicate: 1 });
    await edit({ amount: '-50' });
    for (const file of [...files, ...files])
      expect((await home.importFile(...file)).verdicts).to.include({ new: 0, duplicate: 2 });
  });
});
