import { expect } from 'chai';
import fc from 'fast-check';
import {
  FORMAT_BITS,
  NUMBER_FORMATS,
  readAmountText,
} from '../../../../shared/imports/fields/amounts.ts';
import { decideNumberFormat } from '../../../../shared/imports/fields/number-formats.ts';
import type { NumberFormat } from '../../../../shared/imports/fields/amounts.ts';

const fits = (text: string): NumberFormat[] =>
  NUMBER_FORMATS.filter((format) => (readAmountText(text) & FORMAT_BITS[format]) !== 0);

const [POINT, COMMA, SPACE, NONE] = NUMBER_FORMATS;

describe('readAmount', () => {
  const table: [string, NumberFormat[]][] = [
    ['4', [POINT, COMMA, SPACE, NONE]],
    ['-4', [POINT, COMMA, SPACE, NONE]],
    ['+4', [POINT, COMMA, SPACE, NONE]],
    ['- 3', [POINT, COMMA, SPACE, NONE]],
    ['$-3', [POINT, COMMA, SPACE, NONE]],
    ['USD 5', [POINT, COMMA, SPACE, NONE]],
    ['5 EUR', [POINT, COMMA, SPACE, NONE]],
    ['4.00', [POINT]],
    ['€4.00', [POINT]],
    ['-€1,234.56', [POINT]],
    ['+ $1,150.00', [POINT]],
    ['1,234.56', [POINT]],
    ['12,34,567.89', [POINT]],
    ["1'234.56", [POINT]],
    ['1 234.56', [POINT]],
    ['4,00', [COMMA, SPACE]],
    ['1.234,56', [COMMA]],
    ['1.234.567', [COMMA]],
    ["1'234,56", [COMMA]],
    ['1 234,56', [COMMA, SPACE]],
    ['1\u00a0234,56', [COMMA, SPACE]],
    ['1\u202f234,56', [COMMA, SPACE]],
    ['500,00 kr.', [COMMA, SPACE]],
    ['1,234', [POINT, COMMA, SPACE, NONE]],
    ['1,234,567', [POINT, NONE]],
    ['1.234', [POINT, COMMA]],
    ['0.125', [POINT]],
    ['0,125', [COMMA, SPACE]],
    ['1234.567', [POINT]],
  ];
  for (const [text, formats] of table) {
    it(`reads ${JSON.stringify(text)} under ${formats.join('  ')}`, () => {
      expect(fits(text)).to.deep.equal(formats);
    });
  }

  const refused = [
    'lots',
    '(5.00)',
    '1e3',
    '1E3',
    '--5',
    '5-',
    '5.00-',
    '.5',
    '5.',
    '1.2.3',
    '1,2.3',
    '1,234,56',
    '12,34.5',
    '5%',
    '5.00 CR',
    '- - 5',
    '\u22125',
    '-',
    '€',
    'NaN',
    '1_000',
    '0x10',
    '1.234.56',
    '5 5',
  ];
  for (const text of refused) {
    it(`refuses ${JSON.stringify(text)} under every format`, () => {
      expect(fits(text)).to.deep.equal([]);
    });
  }

  it('reads every plain number in the format it is written in', () => {
    fc.assert(
      fc.property(fc.integer({ min: -1e12, max: 1e12 }), fc.boolean(), (cents, groups) => {
        const whole = String(Math.floor(Math.abs(cents) / 100));
        const rest = String(Math.abs(cents) % 100).padStart(2, '0');
        const grouped = (sign: string): string =>
          groups ? whole.replace(/\B(?=(\d{3})+$)/g, sign) : whole;
        const minus = cents < 0 ? '-' : '';
        expect(fits(`${minus}${grouped(',')}.${rest}`)).to.include(POINT);
        expect(fits(`${minus}${grouped('.')},${rest}`)).to.include(COMMA);
        expect(fits(`${minus}${grouped(' ')},${rest}`)).to.include(SPACE);
        expect(fits(`${minus}${grouped(',')}`)).to.include(NONE);
      }),
    );
  });

  it('answers for any text', () => {
    fc.assert(fc.property(fc.string({ unit: 'grapheme' }), (text) => fits(text).length <= 4));
  });
});

describe('decideNumberFormat', () => {
  const decide = (...cells: string[]) => {
    const counts = new Int32Array(32);
    for (const cell of cells) counts[readAmountText(cell)]! += 1;
    return decideNumberFormat([counts]);
  };

  it('takes the default when it fits', () => {
    expect(decide('4', '5.00')).to.deep.equal({ format: POINT, faults: 0, cells: 2 });
    expect(decide()).to.deep.equal({ format: POINT, faults: 0, cells: 0 });
  });

  it('takes the format that fits most cells', () => {
    expect(decide('1.234,56', '4,00', 'x')).to.deep.equal({ format: COMMA, faults: 1, cells: 3 });
    expect(decide('1 234,56').format).to.equal(COMMA);
  });

  it('tells of a tie only when nothing decides', () => {
    expect(decide('1,234').tiesWith).to.equal(COMMA);
    expect(decide('1.500', '2.250').tiesWith).to.equal(COMMA);
    expect(decide('1,234', '5.10').tiesWith).to.equal(undefined);
    expect(decide('12').tiesWith).to.equal(undefined);
  });
});
