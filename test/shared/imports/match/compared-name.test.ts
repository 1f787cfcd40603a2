import { expect } from 'chai';
import fc from 'fast-check';
import { comparedName } from '#preflight/clean-text';
import { withDatabase } from '../../../helpers/with-database.ts';

/** Letters with their own case, blanks of any kind, and what hides in texts. */
const LETTERS = [
  ...Array.from('aZéÉßẞσςΣİıIi\u0307ÅåŐŒœÿŸǅжЖёЁնՆɐⱯﬁ日本🙂#-'),
  ...Array.from(' \t\n\u0085\u00a0\u1680\u2003\u2028\u3000\ufeff\u0001\u007f\u202e\u2066\u200b'),
  ...['e\u0301', 'A\u030a', 'Σ ', ' Σ', "'Σ"],
];
const name = fc
  .array(fc.oneof(fc.constantFrom(...LETTERS), fc.stringMatching(/^[ -~]{0,4}$/)), {
    maxLength: 12,
  })
  .map((parts) => parts.join(''));

describe('a compared name', () => {
  const database = withDatabase();

  it('is the same in statements and in the code', async () => {
    const names = fc.sample(name, { numRuns: 2000, seed: 7 });
    const rows = await database.sql<{ name: string; compared: string }[]>`
      select name, compared_name(name) as compared from unnest(${names}::text[]) name`;
    expect(rows).to.have.length(names.length);
    for (const { name, compared } of rows) {
      expect(compared, JSON.stringify(name)).to.equal(comparedName(name));
    }
  });

  it('knows no letter case, spacing or way of composing, in any alphabet', () => {
    const alike = [
      ['Cafe Uno', ' CAFE  UNO\u00a0'],
      ['Ο ΔΡΟΜΟΣ', 'ο δρομος', 'ο δρομοσ'],
      ['Straße', 'STRASSE', 'STRAẞE'],
      ['İSTANBUL', 'istanbul', 'ISTANBUL', 'ıstanbul'],
      ['Caf\u00e9', 'CAFE\u0301'],
      ['ПЯТЁРОЧКА', 'Пятёрочка'],
    ];
    for (const names of alike) expect(new Set(names.map(comparedName)).size, names[0]).to.equal(1);
    expect(comparedName('Cafe Uno')).to.not.equal(comparedName('Cafe Due'));
  });
});
