import { expect } from 'chai';
import { mayMeanTwo, readTyped } from '../../../packages/console/app/typed-amount.ts';

describe('an amount that a person types', () => {
  it('is read as English and German readers write it, with and without thousands separators', () => {
    const same: Record<string, readonly string[]> = {
      '1000': ['1000', '1,000.00', '1.000,00', '1 000', '1’000', '1,000.0', '€1,000.00', '1000,0'],
      '1234567': ['1,234,567', '1.234.567', '1234567'],
      '-12.5': ['-12.5', '-12,50', '−12,5', ' -12.50 '],
      '1.2345': ['1.2345', '1,2345'],
      '0.125': ['0.125', '0,125', '.125'],
      '0': ['0', '0,00', '-0'],
    };
    for (const [amount, texts] of Object.entries(same))
      for (const text of texts) expect(readTyped(text), text).to.equal(amount);
  });

  it('is not read where it is a thousand to one reader and one to another', () => {
    for (const text of ['1,000', '1.000', '-12.345', '999,999']) {
      expect(readTyped(text), text).to.equal(null);
      expect(mayMeanTwo(text), text).to.equal(true);
    }
  });

  it('is not read where it is no amount', () => {
    for (const text of ['', 'twelve', '1,00,0', '1.2.3', '-', '1e5']) {
      expect(readTyped(text), text).to.equal(null);
      expect(mayMeanTwo(text), text).to.equal(false);
    }
  });
});
