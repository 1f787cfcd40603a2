import { expect } from 'chai';
import { WRITERS } from '../../packages/preflight/statements/made-statements.ts';
import { withoutIds } from '../../helpers/ledger-records.ts';
import { bankRow, EVERYDAY, withHouseholds } from '../../helpers/restored-households.ts';

const HEADER = 'Buchungstag;Betrag;Empfaenger;Status';
/** What both sources have of days on which nothing is pending. */
const SHOPS = [1, 2, 3, 4, 5];
const FEED = SHOPS.map((day) => bankRow(`o${day}`, -10 - day, `0${day}`));
const fileOf = (...rows: string[]) =>
  [HEADER, ...rows, ...SHOPS.map((day) => `0${day}.06.2025;-${10 + day},00;Shop;Gebucht`)].join(
    '\n',
  );
const held = (id: string | null, amount: number) =>
  bankRow(id, amount, '07', { merchant: 'Trattoria', isPending: true });
const posted = (amount: number, day = '10', id = 'p1') =>
  bankRow(id, amount, day, { merchant: 'Trattoria' });
const HELD = fileOf('07.06.2025;-20,00;Trattoria;Vorgemerkt');

describe('a row that a file and the feed of a bank both list as pending', () => {
  const { found, sync } = withHouseholds();

  const begin = async (...rows: object[]) => {
    const home = await found();
    const connection = await home.connect();
    await sync(connection, [...rows, ...FEED], EVERYDAY);
    const own = { account_id: (await home.list('accounts'))[0]?.id, apply_suggestions: true };
    return {
      home,
      own,
      sync: (...listed: object[]) => sync(connection, [...listed, ...FEED], EVERYDAY),
      importFile: async (text: string) => {
        const made = await home.importFile(text, own);
        expect(made.error).to.equal(null);
        return made;
      },
      /** The rows that are not of SHOPS. */
      ledger: async () => (await home.ledger()).filter((row) => row.includes('Trattoria')),
    };
  };

  for (const [amount, day, id] of [
    [-20, '10', 'hold-1'],
    [-20, '10', null],
    [-22, '08', 'hold-1'],
    // The sync may post it long after.
    [-20, '18', 'hold-1'],
  ] as const) {
    const file = fileOf(`${day}.06.2025;${amount},00;Trattoria;Gebucht`);
    for (const first of ['feed', 'file']) {
      it(`is booked once as ${amount} on day ${day}, id ${id}, by the ${first} first`, async () => {
        const { sync: read, importFile, ledger } = await begin(held(id, -20));
        expect((await importFile(HELD)).verdicts).to.include({ new: 0, duplicate: 6 });
        if (first === 'feed') await read(posted(amount, day));
        const { verdicts } = await importFile(file);
        if (first === 'feed') expect(verdicts).to.include({ new: 0, duplicate: 6 });
        else await read(posted(amount, day));
        expect(await ledger()).to.deep.equal([`2025-06-${day} ${amount} Trattoria`]);
        for (const again of [file, HELD])
          expect((await importFile(again)).verdicts).to.include({ new: 0, duplicate: 6 });
      });
    }
  }

  it('is booked once where the file listed it first, and undo leaves what the bank has', async () => {
    const { home, sync: read, importFile, ledger } = await begin();
    const first = await importFile(HELD);
    expect(first.verdicts).to.include({ new: 1, duplicate: 5 });
    await read(held('hold-1', -20));
    await read(posted(-20));
    const file = fileOf('10.06.2025;-20,00;Trattoria;Gebucht');
    const second = await importFile(file);
    expect(second.verdicts).to.include({ new: 0, duplicate: 6 });
    for (const { id } of [first, second]) {
      await home.imports.undo(id);
      expect(await ledger()).to.deep.equal(['2025-06-10 -20 Trattoria']);
    }
  });

  describe('in a household that was restored from an export', () => {
    const BOOKED = fileOf('10.06.2025;-20,00;Trattoria;Gebucht');
    const TWO = `${BOOKED}\n07.06.2025;-20,00;Trattoria;Gebucht`;
    const restoredFrom = async (home: Awaited<ReturnType<typeof found>>) => {
      const restored = await found();
      const lines = await home.exported();
      await restored.restore(lines);
      expect(withoutIds(await restored.exported())).to.deep.equal(withoutIds(lines));
      return restored;
    };
    const expectBooked = async (home: Awaited<ReturnType<typeof found>>) => {
      const own = { account_id: (await home.list('accounts'))[0]?.id, apply_suggestions: true };
      for (const text of [HELD, BOOKED])
        expect((await home.readFile(text, own)).verdicts).to.include({ new: 0, duplicate: 6 });
      expect((await home.readFile(TWO, own)).verdicts).to.include({ new: 1, duplicate: 6 });
    };

    it('is booked once', async () => {
      const { home, sync: read, importFile } = await begin(held('hold-1', -20));
      await importFile(HELD);
      await read(posted(-20));
      const restored = await restoredFrom(home);
      for (const each of [home, restored, await restoredFrom(restored)]) await expectBooked(each);
    });

    it('is booked once where the file listed it first', async () => {
      const { home, sync: read, importFile } = await begin();
      await importFile(HELD);
      await read(held('hold-1', -20));
      await read(posted(-20));
      const restored = await restoredFrom(home);
      for (const each of [home, restored, await restoredFrom(restored)]) await expectBooked(each);
    });

    for (const first of ['feed', 'file']) {
      it(`is booked once by the bank, which is connected again, where the ${first} listed it first`, async () => {
        const {
          home,
          sync: read,
          importFile,
        } = await begin(...(first === 'feed' ? [held('hold-1', -20)] : []));
        await importFile(HELD);
        if (first === 'file') await read(held('hold-1', -20));
        const restored = await restoredFrom(home);
        const connection = await restored.connect();
        await sync(connection, [posted(-20), ...FEED], EVERYDAY);
        expect(await restored.ledger()).to.have.length(6);
        await expectBooked(restored);
      });
    }
  });

  it('is booked once where the file had it as pending after the bank had posted it', async () => {
    const { importFile } = await begin(posted(-20));
    expect((await importFile(HELD)).verdicts).to.include({ new: 0, duplicate: 6 });
    const file = fileOf('10.06.2025;-20,00;Trattoria;Gebucht');
    expect((await importFile(file)).verdicts).to.include({ new: 0, duplicate: 6 });
  });

  it('stays two with a second purchase of its price, which the file or both have', async () => {
    const { sync: read, importFile, ledger } = await begin(held('hold-1', -20));
    await importFile(HELD);
    await read(posted(-20));
    // The file books the first one on the day of its purchase.
    const two = fileOf(
      '10.06.2025;-20,00;Trattoria;Gebucht',
      '07.06.2025;-20,00;Trattoria;Gebucht',
    );
    expect((await importFile(two)).verdicts).to.include({ new: 1, duplicate: 6 });
    await read(posted(-20), posted(-20, '07', 'p2'));
    expect(await ledger()).to.have.length(2);
    expect((await importFile(two)).verdicts).to.include({ new: 0, duplicate: 7 });
  });

  it('stays two with a purchase that is pending in turn', async () => {
    const { sync: read, importFile, ledger } = await begin(held('hold-1', -20));
    await importFile(HELD);
    await read(posted(-20, '08'));
    const two = fileOf(
      '09.06.2025;-20,00;Trattoria;Vorgemerkt',
      '08.06.2025;-20,00;Trattoria;Gebucht',
    );
    expect((await importFile(two)).verdicts).to.include({ new: 1, duplicate: 6 });
    expect(await ledger()).to.deep.equal([
      '2025-06-09 -20 Trattoria pending',
      '2025-06-08 -20 Trattoria',
    ]);
  });

  it('is booked once where a statement has booked what a file had as pending, without a feed', async () => {
    const home = await found();
    const own = { account_id: await home.imports.addAccount({ name: 'Giro' }) };
    const read = async (text: string) => home.importFile(text, { ...own, apply_suggestions: true });
    expect((await read(HELD)).verdicts).to.include({ new: 6 });
    const shops = SHOPS.map((day) => ({
      date: `2025-06-0${day}`,
      amount: `-${10 + day}`,
      name: 'Shop',
      notes: '',
      id: `R${day}`,
    }));
    const trattoria = { date: '2025-06-10', amount: '-20', name: 'Trattoria', notes: '', id: 'R9' };
    const statement = WRITERS['ofx']!({
      account: 'NL91ABNA0417164300',
      currency: 'EUR',
      opening: '100',
      closing: '15',
      bookings: [...shops, trattoria],
    });
    expect((await home.importFile(statement, own)).verdicts).to.include({ new: 0 });
    expect(await home.ledger()).to.include('2025-06-10 -20 Trattoria');
    const file = fileOf('10.06.2025;-20,00;Trattoria;Gebucht');
    expect((await read(file)).verdicts).to.include({ new: 0, duplicate: 6 });
  });
});
