import { expect } from 'chai';
import fc from 'fast-check';
import { csvImports, csvOf } from '../../helpers/csv-imports.ts';
import { fillNastily } from '../../helpers/nasty-household.ts';
import { startApi } from '../../helpers/start-api.ts';
import { withDatabase } from '../../helpers/with-database.ts';

const RUNS = 12;
const NAMES = ['Corner Bakery', 'corner bakery ', 'Kiosk', 'Möbelhaus "Ost"', ''];

const row = fc.tuple(
  fc.constantFrom('2025-02-03', '2025-02-04', '2025-02-05', '2025-02-09'),
  fc.constantFrom('-4.25', '-4.250', '1500', '0', '-0.01'),
  fc.constantFrom(...NAMES),
  fc.constantFrom('', 'Food', 'Food: Coffee', 'Coffee', 'Ärger: Food', 'A: A'),
  fc.constantFrom('', 'home', 'home|weekly', 'a\\,b'),
  fc.constantFrom('', 'rolls'),
  fc.constantFrom('Everyday', 'Piggy bank', 'Ünknown', ' Everyday '),
);

describe('undo of an import', () => {
  const database = withDatabase();
  const api = startApi(database);
  const imports = csvImports(database, api);

  before(async () => {
    await fillNastily(database.sql, api.tenant.householdId, 7);
    const account = await imports.addAccount({ name: 'Everyday' });
    for (const name of NAMES) {
      await database.sql`
        insert into transactions (household_id, account_id, date, amount, currency, name)
        values (${api.tenant.householdId}, ${account}, '2025-02-04', '-4.25', 'EUR', ${name})`;
    }
  });

  it('leaves the export as it was before, whatever the file and the household hold', async function () {
    await fc.assert(
      fc.asyncProperty(fc.array(row, { minLength: 1, maxLength: 12 }), async (rows) => {
        const before = await imports.exportText();
        const text = csvOf('date,amount,name,category,tags,notes,account', rows);
        const { id } = await imports.create({
          raw_file_content: text,
          category_col_label: 'category',
          tags_col_label: 'tags',
        });
        const { verdicts } = await imports.publish(id, { skip_invalid: true });
        const undone = await imports.undo(id);
        expect(undone.status).to.equal('undone');
        expect(undone.summary.kept_count).to.equal(0);
        const { new: created, duplicate, update }: Record<string, number> = verdicts;
        expect(created! + duplicate! + update!).to.equal(rows.length);
        expect(await imports.exportText()).to.equal(before);
      }),
      { numRuns: RUNS },
    );
  });
});
