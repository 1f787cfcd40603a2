import { expect } from 'chai';
import { startBankYears } from '../../helpers/bank-year-play.ts';
import type { BankYearPlay } from '../../helpers/bank-year-play.ts';
import { withDatabase } from '../../helpers/with-database.ts';

describe('a year of a bank, synced and imported from its files in any order', () => {
  const database = withDatabase();
  let years: BankYearPlay;
  before(async () => (years = await startBankYears(database)));
  after(() => years.close());

  // `npm run test:long -- sync-import` tries as many as you like.
  for (const seed of ['1', '2']) {
    it(`ends with exactly the bank’s rows (seed ${seed})`, async () => {
      const { doubled, lost, rows } = await years.play(seed);
      expect({ doubled, lost }).to.deep.equal({ doubled: [], lost: [] });
      expect(rows).to.be.above(300);
    });
  }
});
