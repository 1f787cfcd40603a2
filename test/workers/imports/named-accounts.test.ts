import { expect } from 'chai';
import { withHouseholds } from '../../helpers/restored-households.ts';
import { answered } from '../../helpers/start-api.ts';

const fileOf = (account: string) =>
  `date,amount,name,account,currency\n2025-03-01,-5,Shop,${account},EUR\n2025-03-02,-6,Bar,${account},EUR`;

describe('the accounts that a file names', () => {
  const { found } = withHouseholds();

  type Home = Awaited<ReturnType<typeof found>>;
  const named = async (home: Home) => (await home.list('accounts')).map(({ name }) => name);
  const codesOf = ({ warning_details }: any) => warning_details.map(({ code }: any) => code);

  it('are known in any letter case, with a warning, and exact names come first', async () => {
    const home = await found();
    await home.imports.addAccount({ name: 'Tages Geld' });
    await home.importFile(fileOf('Tages Geld'));
    const again = await home.importFile(fileOf('TAGES  GELD'));
    expect(again.verdicts).to.include({ new: 0, duplicate: 2 });
    expect(codesOf(again)).to.deep.equal(['account_by_name']);
    expect(await named(home)).to.deep.equal(['Tages Geld']);
    await home.imports.addAccount({ name: 'tages geld' });
    expect((await home.readFile(fileOf('tages geld'))).verdicts).to.include({ new: 2 });
    const either = await home.readFile(fileOf('TAGES GELD'));
    expect(codesOf(either)).to.deep.equal(['account_may_be']);
    expect(either.verdicts).to.include({ new: 2 });
  });

  it('that were merged into another belong to it, also in a household that was restored', async () => {
    const home = await found();
    const add = async (body: object) =>
      (await home.request('POST', '/api/v1/accounts', { body })).body.data.id;
    const merge = (from: string, into: string) =>
      answered(200, home.request('POST', `/api/v1/accounts/${from}/merge`, { body: { into } }));
    const base = await add({ name: 'Base', currency: 'EUR', number: 'B1' });
    const kept = await add({ name: 'Kept', currency: 'EUR', number: 'K1' });
    await home.importFile(fileOf('No 2'));
    const second = (await home.list('accounts')).find(({ name }) => name === 'No 2')?.id;
    await merge(second, base);
    await merge(base, kept);
    for (const name of ['No 2', 'No2', 'Base', 'B1']) {
      const again = await home.readFile(fileOf(name));
      expect(again.verdicts, name).to.include({ new: 0, duplicate: 2 });
      expect(codesOf(again)).to.deep.equal(['account_by_name']);
    }
    const restored = await found();
    await restored.restore(await home.exported());
    expect((await restored.readFile(fileOf('No 2'))).verdicts).to.include({ new: 0, duplicate: 2 });
    await add({ name: 'No 2', currency: 'EUR' });
    expect((await home.readFile(fileOf('No 2'))).verdicts).to.include({ new: 2 });
  });

  it('give their currency to rows without one, which is told where others have another one', async () => {
    const home = await found();
    const account_id = await home.imports.addAccount({ name: 'Trades', currency: 'EUR' });
    const read = async (...currencies: string[]) => {
      const rows = currencies.map((code, at) => `2025-03-0${at + 1},-5.00,Shop,${code}`);
      const raw_file_content = ['date,amount,name,currency', ...rows].join('\n');
      return home.imports.create({ raw_file_content, account_id });
    };
    const made = await read('USD', 'USD', '', 'GBP');
    expect(made.warning_details).to.deep.include({
      code: 'currencies_blank',
      values: { codes: 'GBP, USD', currency: 'EUR' },
    });
    for (const sound of [
      ['EUR', '', 'EUR'],
      ['USD', 'EUR', 'GBP'],
    ])
      expect(codesOf(await read(...sound))).to.not.include('currencies_blank');
  });

  it('are told of once, and only those of rows that are taken', async () => {
    const home = await found();
    const file = `${fileOf('Old')}\n2025-03-03,-7,Bar,New,EUR\n2025-03-04,-8,Shop,New,EUR`;
    const { id } = await home.imports.create({ raw_file_content: file });
    const madeBy = async () =>
      (await home.imports.call('GET', `/${id}`, 200)).warning_details.map(
        ({ values }: any) => values,
      );
    expect(await madeBy()).to.deep.equal([{ count: 2, names: '"New", "Old"' }]);
    const leaveOut = (line: number) =>
      home.imports.call('PATCH', `/${id}/rows/${line}`, 200, { verdict: 'excluded' });
    await leaveOut(4);
    expect(await madeBy()).to.deep.equal([{ count: 2, names: '"New", "Old"' }]);
    await leaveOut(5);
    expect(await madeBy()).to.deep.equal([{ count: 1, names: '"Old"' }]);
    await home.imports.publish(id);
    expect(await named(home)).to.deep.equal(['Old']);
    expect(await madeBy(), 'kept with the import').to.deep.equal([{ count: 1, names: '"Old"' }]);
  });
});
