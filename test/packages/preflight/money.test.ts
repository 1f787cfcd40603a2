import { expect } from 'chai';
import fc from 'fast-check';
import { addDecimals, compareDecimals, negateDecimal, normalizeDecimal } from '#preflight/money';
import { forAll } from '../../helpers/for-all.ts';

describe('money', () => {
  const normalised: [string, string | null][] = [
    ['12.50', '12.5'],
    ['-0.00', '0'],
    ['+4', '4'],
    ['.5', '0.5'],
    ['5.', '5'],
    ['007', '7'],
    ['1e3', '1000'],
    ['-1.25E-2', '-0.0125'],
    ['12345678901234567.89', '12345678901234567.89'],
    ['', null],
    ['.', null],
    ['1,5', null],
    ['1.2.3', null],
    ['NaN', null],
    ['1e99999', null],
  ];
  for (const [text, expected] of normalised) {
    it(`reads ${JSON.stringify(text)} as ${String(expected)}`, () => {
      expect(normalizeDecimal(text)).to.equal(expected);
    });
  }

  const decimal = fc
    .tuple(fc.bigInt({ min: -(10n ** 30n), max: 10n ** 30n }), fc.integer({ min: 0, max: 25 }))
    .map(([digits, scale]) => normalizeDecimal(`${digits}e-${scale}`)!);

  it('is stable: normalising twice changes nothing', () => {
    forAll(100, decimal, (text) => normalizeDecimal(text) === text);
  });
  it('adds exactly: a sum less one part is the other part', () => {
    forAll(
      100,
      decimal,
      decimal,
      (a, b) => addDecimals([addDecimals([a, b]), negateDecimal(b)]) === a,
    );
  });
  it('compares as the difference says', () => {
    forAll(100, decimal, decimal, (a, b) => {
      const difference = addDecimals([a, negateDecimal(b)]);
      const sign = difference === '0' ? 0 : difference.startsWith('-') ? -1 : 1;
      return compareDecimals(a, b) === sign;
    });
  });
});
