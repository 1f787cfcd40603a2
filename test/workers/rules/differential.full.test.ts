import { withDatabase } from '../../helpers/with-database.ts';
import { expectSameAsBefore } from '../../rules-before/differential.ts';

/** `npm run test:rules` tries 10,000. */
const HOUSEHOLDS = Number(process.env['RULES_HOUSEHOLDS'] ?? 150);
const FIRST_SEED = Number(process.env['RULES_SEED'] ?? 1);

describe('rules over random households, against the engine of before', function () {
  this.timeout(HOUSEHOLDS * 10_000);
  const database = withDatabase();

  it(`make the same of ${HOUSEHOLDS} of them, but for what was decided`, async () => {
    for (let seed = FIRST_SEED; seed < FIRST_SEED + HOUSEHOLDS; seed += 1) {
      await expectSameAsBefore(database, seed);
    }
  });
});
