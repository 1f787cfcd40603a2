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
  const { database, imports } = withImports();
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
});
