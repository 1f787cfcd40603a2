import { expect } from 'chai';
import { amountHint } from '#preflight/fields/amount-hint';
import { holdsUnder, NUMBER_FORMATS, readAmountText } from '#preflight/fields/amounts';

describe('amountHint', () => {
  for (const [cell, hint] of [
    ['(5.00)', 'write (5) as -5'],
    ['($1,234.50)', 'write (5) as -5'],
    ['$(5.00)', 'write (5) as -5'],
    ['5,00-', 'write 5- as -5'],
    ['1.234,56 €-', 'write 5- as -5'],
    ['\u22125.00', 'plain minus sign'],
    ['5.00 DR', 'separate columns'],
    ['5.00CR', 'separate columns'],
    ['1e3', 'all digits'],
    ['.5', 'before the decimal separator'],
  ] as const) {
    it(`says what to change about ${cell}, which does not read under a format that was sent`, () => {
      const reading = readAmountText(cell);
      expect(NUMBER_FORMATS.filter((format) => holdsUnder(reading, format, true))).to.be.empty;
      expect(amountHint(cell)).to.contain(hint);
    });
  }

  it('says nothing about what is no number at all', () => {
    for (const cell of ['lots', '', '-', '5%', '1.2.3', '('.repeat(50), '9'.repeat(1000)]) {
      expect(amountHint(cell), cell).to.equal('');
    }
  });
});
