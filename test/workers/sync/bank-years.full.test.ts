import { expect } from 'chai';
import { cases } from '../../helpers/cases.ts';
import { startBankYears, type BankYearPlay } from '../../helpers/bank-year-play.ts';
import { withDatabase } from '../../helpers/with-database.ts';

describe('a year of a bank, synced and imported from its files in any order', () => {
  const database = withDatabase();
  let years: BankYearPlay;
  before(async () => (years = await startBankYears(database)));
  after(() => years.close());

  // `npm run test:long -- sync-import` tries more of them.
  const { BANK_YEARS: count = cases(2), BANK_YEARS_FIRST: first = '1' } = process.env;
  for (let seed = Number(first); seed < Number(first) + Number(count); seed += 1) {
    it(`ends with exactly the bank’s rows (seed ${seed})`, async () => {
      const { doubled, lost, exchanged, rows, story } = await years.play(String(seed));
      const wrong = [...doubled, ...lost, ...exchanged];
      expect(wrong, story.join('\n')).to.deep.equal([]);
      expect(rows).to.be.above(300);
    });
  }
});
