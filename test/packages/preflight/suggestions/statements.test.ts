import { expect } from 'chai';
import { readStatement } from '../../../../scripts/corpora/read-bookings.ts';
import { readSource } from '../../../helpers/checkout.ts';
import { NOW, roundTrip } from '../judge.ts';

const FIXTURES = [
  'statements',
  'unusual-statements',
  'unusual-statements-held-back',
  'shaped-statements',
  'statements-of-many-banks',
  'statements-of-many-banks-held-back',
  'statements-by-what-decides',
  'statements-of-brokers-and-wallets',
].map((name) => `test/fixtures/${name}.txt`);

interface Statement {
  title: string;
  /** Header of the column that says who or what. */
  name: string;
  /** `2024-01-15 50.00` for each row, money in positive. */
  bookings: string[];
  content: Buffer;
}

function readStatements(): Statement[] {
  const blocks = FIXTURES.flatMap((file) => readSource(file).split(/^=== /m).slice(1));
  return blocks.map((block) => {
    const end = block.indexOf('\n---\n');
    const [head = '', ...bookings] = block.slice(0, end).split('\n');
    const [title = '', name = ''] = head.split(' | ');
    return { title, name, bookings, content: Buffer.from(block.slice(end + '\n---\n'.length)) };
  });
}

describe('suggestions for statements as banks write them', () => {
  const statements = readStatements();

  it('are tried on all of them', () => {
    expect(statements).to.have.length.at.least(221);
  });

  for (const { title, name, bookings, content } of statements) {
    it(`read each row of ${title} as it was meant`, () => {
      const { settings, second } = roundTrip(content);
      expect(second.errors, JSON.stringify(settings)).to.deep.equal([]);
      expect(second.suggestions, 'nothing is left to suggest').to.equal(undefined);
      const read = readStatement(content, settings, NOW).bookings;
      expect(
        read.map(({ date, cents }) => `${date} ${(cents / 100).toFixed(2)}`),
        JSON.stringify(settings),
      ).to.deep.equal(bookings);
      expect(String(settings.name_col_label ?? 'name').toLowerCase()).to.equal(name.toLowerCase());
    });
  }
});
