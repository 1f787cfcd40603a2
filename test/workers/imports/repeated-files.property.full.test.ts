import { expect } from 'chai';
import fc from 'fast-check';
import { cases } from '../../helpers/cases.ts';
import { withImports, csvOf } from '../../helpers/csv-imports.ts';
import { forAllAsync } from '../../helpers/for-all.ts';

/** More rounds: `REPEATED_RUNS=300 CASES_MS=3600000`, and `--timeout 3600000`. */
const RUNS = Number(process.env['REPEATED_RUNS'] ?? cases(12));

/** The same names as files write them: in any case, with any blanks. */
const NAMES = [
  ['CAFE UNO', 'Cafe Uno', 'cafe  uno', ' Cafe\u00a0Uno '],
  ['Café Duo', 'CAFÉ DUO', 'CAFE\u0301 DUO'],
  ['ΚΑΦΕΣ', 'καφες', 'Καφεσ'],
  ['Bäckerei Strauß', 'BÄCKEREI STRAUSS'],
  [''],
];
const row = fc.tuple(
  fc.constantFrom('2025-03-13', '2025-03-14', '2025-03-17', '2025-03-24'),
  fc.constantFrom('-3.50', '-3.5', '-4.00', '12.00'),
  fc.constantFrom(...NAMES.flat()),
  fc.constantFrom('Booked', 'Booked', 'Pending'),
);
const files = fc
  .array(fc.array(row, { minLength: 1, maxLength: 6 }), { minLength: 1, maxLength: 3 })
  .chain((contents) =>
    fc.tuple(
      fc.constant(contents),
      fc.array(fc.nat(contents.length - 1), { minLength: 2, maxLength: 6 }),
    ),
  );

describe('files that are imported again', () => {
  const { database, imports } = withImports();

  /** How many of the file's rows became transactions. */
  const publish = async (account: string, rows: readonly (readonly string[])[]) => {
    const raw_file_content = csvOf('date,amount,name,status', rows);
    const { id } = await imports.create({
      raw_file_content,
      account_id: account,
      name_col_label: 'name',
    });
    const { verdicts } = await imports.publish(id);
    return verdicts.new as number;
  };

  it('add nothing when a name differs in letter case and the file has it twice', async () => {
    const account = await imports.freshAccount();
    await publish(account, [['2025-03-13', '-3.50', 'CAFE UNO', '']]);
    const second = Array.from({ length: 2 }, () => ['2025-03-13', '-3.50', 'Cafe Uno', '']);
    const added = [];
    for (let time = 0; time < 4; time += 1) added.push(await publish(account, second));
    expect(added).to.deep.equal([1, 0, 0, 0]);
  });

  describe('with a currency that a file does not name', () => {
    /** Publishes rows `date,amount,name,currency`; `-` is a file without the column. What became of them. */
    const said = async (account: string, currencies: readonly string[], header = 'currency') => {
      const rows = currencies.map((currency) => ['2025-03-13', '-3.50', 'Cafe Uno', currency]);
      const raw_file_content = csvOf(`date,amount,name,${header}`, rows);
      const { id } = await imports.create({
        raw_file_content,
        account_id: account,
        name_col_label: 'name',
        currency_col_label: header === 'currency' ? header : null,
      });
      const { verdicts } = await imports.publish(id);
      return { id, seen: [verdicts.new, verdicts.update, verdicts.duplicate] };
    };
    const unsaid = (account: string, times = 1) =>
      said(account, Array<string>(times).fill(''), 'other');
    const stored = async (account: string) => {
      const rows = await database.sql<{ currency: string }[]>`
        select currency from transactions where account_id = ${account} order by currency`;
      return rows.map(({ currency }) => currency);
    };

    it('add nothing once a file names it, correct it once, and add nothing when none names it again', async () => {
      const account = await imports.freshAccount();
      expect((await unsaid(account, 2)).seen).to.deep.equal([2, 0, 0]);
      expect((await said(account, ['USD', 'USD'])).seen).to.deep.equal([0, 2, 0]);
      expect(await stored(account)).to.deep.equal(['USD', 'USD']);
      expect((await said(account, ['USD', 'USD'])).seen).to.deep.equal([0, 0, 2]);
      expect((await unsaid(account, 2)).seen).to.deep.equal([0, 0, 2]);
      expect(await stored(account)).to.deep.equal(['USD', 'USD']);
    });

    it('add what is more, and never take two currencies that files name for one', async () => {
      const account = await imports.freshAccount();
      await unsaid(account);
      expect((await said(account, ['USD', 'EUR'])).seen).to.deep.equal([1, 0, 1]);
      expect((await said(account, ['USD', 'CHF'])).seen).to.deep.equal([1, 0, 1]);
      expect(await stored(account)).to.deep.equal(['CHF', 'EUR', 'USD']);
    });

    it('leave nothing when both are undone, in either order, and put the currency back', async () => {
      for (const order of [
        [0, 1],
        [1, 0],
      ]) {
        const account = await imports.freshAccount();
        const ids = [(await unsaid(account)).id, (await said(account, ['USD'])).id];
        await imports.undo(ids[order[0] ?? 0] ?? '');
        expect(await stored(account)).to.deep.equal(order[0] === 0 ? ['USD'] : ['EUR']);
        await imports.undo(ids[order[1] ?? 0] ?? '');
        expect(await stored(account)).to.deep.equal([]);
        expect((await said(account, ['USD'])).seen).to.deep.equal([1, 0, 0]);
      }
    });
  });

  it('add nothing, in any order and with names in any case and spacing', async () => {
    await forAllAsync(RUNS, files, async ([contents, order]) => {
      const account = await imports.freshAccount();
      const seen = new Set<number>();
      for (const index of order) {
        const added = await publish(account, contents[index] ?? []);
        if (seen.has(index)) expect(added, `file ${index} again`).to.equal(0);
        seen.add(index);
      }
    });
  });
});
