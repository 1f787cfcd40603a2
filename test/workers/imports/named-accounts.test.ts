import { expect } from 'chai';
import { withHouseholds } from '../../helpers/restored-households.ts';

const fileOf = (account: string) =>
  `date,amount,name,account\n2025-03-01,-5,Shop,${account}\n2025-03-02,-6,Bar,${account}`;

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
});
