import { expect } from 'chai';
import { withoutIds } from '../../helpers/ledger-records.ts';
import { withHouseholds } from '../../helpers/restored-households.ts';

describe('what files say of the records of a household that was restored from an export', () => {
  const { found } = withHouseholds();

  type Home = Awaited<ReturnType<typeof found>>;
  const restoredFrom = async (home: Home): Promise<Home> => {
    const restored = await found();
    const lines = await home.exported();
    await restored.restore(lines);
    expect(withoutIds(await restored.exported())).to.deep.equal(withoutIds(lines));
    return restored;
  };

  describe('of a trade that a person corrected before it was published', () => {
    const FILE = [
      'date,ticker,qty,price,account',
      '2025-03-03,ACME,10,5.50,Depot',
      '2025-03-04,ACME,-4,6,Depot',
    ].join('\n');
    const NEXT = `${FILE}\n2025-03-05,ACME,1,7,Depot`;
    const type = { type: 'TradeImport' };

    for (const values of [
      { quantity: '100' },
      { price: '5.75' },
      { ticker: 'ACNE', exchange_operating_mic: 'XETR' },
      { date: '2025-02-03', quantity: '11' },
      { account: 'Other' },
    ]) {
      it(`is known: ${Object.keys(values).join(', ')}`, async () => {
        const home = await found();
        const { id } = await home.readFile(FILE, type);
        await home.imports.call('PATCH', `/${id}/rows/2`, 200, { values });
        expect((await home.imports.publish(id)).error).to.equal(null);
        const restored = await restoredFrom(home);
        for (const each of [home, restored, await restoredFrom(restored)]) {
          const { verdicts } = await each.readFile(NEXT, type);
          expect(verdicts).to.include({ new: 1, duplicate: 2 });
          // Two of one kind stay two.
          const twin = `${NEXT}\n2025-03-03,ACME,10,5.50,Depot`;
          expect((await each.readFile(twin, type)).verdicts).to.include({ new: 2, duplicate: 2 });
        }
      });
    }
  });
});
