import { expect } from 'chai';
import { record } from '../../helpers/import-sessions.ts';
import { withoutIds } from '../../helpers/ledger-records.ts';
import { answered } from '../../helpers/start-api.ts';
import { TRADE_CORRECTIONS, withHouseholds } from '../../helpers/restored-households.ts';

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

    for (const values of TRADE_CORRECTIONS) {
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

  describe('of a transaction that a person entered and a file listed', () => {
    const FILE = ['date,amount,name', '2025-03-01,-5,Shop', '2025-03-02,-6,Bar'].join('\n');
    const all = (other: string) => ({ amount: '-50', account_id: other, date: '2025-04-11' });

    /** A household with two accounts, what a person enters there, and how this is edited. */
    const begin = async () => {
      const home = await found();
      const account_id = await home.imports.addAccount({ name: 'Giro' });
      await home.imports.addAccount({ name: 'Other' });
      const body = { account_id, date: '2025-03-01', amount: '-5', name: 'Shop' };
      await answered(201, home.request('POST', '/api/v1/transactions', { body }));
      const made = await home.importFile(FILE, { account_id });
      expect(made.verdicts).to.include({ new: 1, duplicate: 1 });
      return home;
    };
    const accountsOf = async (home: Home) => {
      const accounts = await home.list('accounts');
      return ['Giro', 'Other'].map((each) => accounts.find(({ name }) => name === each)?.id);
    };
    const edit = async (home: Home, field: string) => {
      const [, other] = await accountsOf(home);
      const { id } = (await home.list('transactions')).find(({ name }) => name === 'Shop');
      const body = Object.entries(all(other)).filter(([name]) => field.includes(name));
      const path = `/api/v1/transactions/${id}`;
      await answered(200, home.request('PATCH', path, { body: Object.fromEntries(body) }));
    };
    const expectKnown = async (home: Home) => {
      const [account_id] = await accountsOf(home);
      const known = await home.readFile(FILE, { account_id });
      expect(known.verdicts).to.include({ new: 0, duplicate: 2 });
      const twin = await home.readFile(`${FILE}\n2025-03-01,-5,Shop`, { account_id });
      expect(twin.verdicts).to.include({ new: 1, duplicate: 2 });
    };

    for (const field of ['amount', 'account_id', 'date', 'amount, account_id, date']) {
      it(`is known although the person then edited it: ${field}`, async () => {
        const home = await begin();
        await edit(home, field);
        const restored = await restoredFrom(home);
        for (const each of [home, restored, await restoredFrom(restored)]) await expectKnown(each);
      });

      it(`is known although the person edits it in the restored household: ${field}`, async () => {
        const restored = await restoredFrom(await begin());
        await expectKnown(restored);
        await edit(restored, field);
        for (const each of [restored, await restoredFrom(restored)]) await expectKnown(each);
      });
    }

    it('is known although it came with a session, and a person edits it in the restored household', async () => {
      const home = await found();
      const account = { balance: '0', currency: 'EUR', accountable_type: 'Depository' };
      await home.restore([
        record('Account', { id: 'a', name: 'Giro', ...account }),
        record('Account', { id: 'b', name: 'Other', ...account }),
        record('Transaction', {
          id: 't',
          account_id: 'a',
          date: '2025-03-01',
          amount: '5',
          name: 'Shop',
        }),
      ]);
      const [account_id] = await accountsOf(home);
      expect((await home.importFile(FILE, { account_id })).verdicts).to.include({ duplicate: 1 });
      const restored = await restoredFrom(home);
      await edit(restored, 'amount, account_id, date');
      for (const each of [restored, await restoredFrom(restored)]) await expectKnown(each);
    });

    it('is known although the person edits it before and after the export', async () => {
      const home = await begin();
      await edit(home, 'amount');
      const restored = await restoredFrom(home);
      await edit(restored, 'account_id');
      for (const each of [restored, await restoredFrom(restored)]) await expectKnown(each);
    });
  });
});
