import { expect } from 'chai';
import fc from 'fast-check';
import { negateDecimal } from '#preflight/money';
import { decimalText } from '#preflight/records/field-kinds';
import {
  ACCOUNTING,
  FORMAT_BITS,
  holdsUnder,
  NUMBER_FORMATS,
  readAmountText,
  readDecimal,
  READINGS,
} from '#preflight/fields/amounts';
import { decideNumberFormat } from '#preflight/fields/number-formats';
import { cases } from '../../../helpers/cases.ts';
import type { NumberFormat } from '#preflight/fields/amounts';
import { forAll } from '../../../helpers/for-all.ts';

const fits = (text: string): NumberFormat[] =>
  NUMBER_FORMATS.filter((format) => (readAmountText(text) & FORMAT_BITS[format]) !== 0);

const [POINT, COMMA, SPACE, NONE] = NUMBER_FORMATS;

describe('readAmount', () => {
  const table: [string, NumberFormat[]][] = [
    ['4', [POINT, COMMA, SPACE, NONE]],
    ['-4', [POINT, COMMA, SPACE, NONE]],
    ['7.05883E-05', [POINT]],
    ['-7,05883e-05', [COMMA, SPACE]],
    ['7.05883E+05', []],
    ['128.82(已退款20.00)', [POINT]],
    ['128.82(debit)', []],
    ['-1 577.00 KZT (2.99 USD)', [POINT]],
    ['-1.577,00 € (1.650,20 $)', [COMMA]],
    ['12.50 (2)', []],
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
    ['1 234,56 грн.', [COMMA, SPACE]],
    ['-1 234,56 ₽', [COMMA, SPACE]],
    ['1.234,56 ден.', [COMMA]],
    ['د.إ 1,234.56', [POINT]],
    ['\u200f-1,234.56 ر.س.\u200f', [POINT]],
    ['1,234.56元', [POINT]],
    ['円 -1,234.56', [POINT]],
    ['1,234.56 ש"ח', [POINT]],
    ['-RD$25,000.00', [POINT]],
    ['RD$-4,449.55', [POINT]],
    ['XY$ 25.00', [POINT]],
    ['Q1,234.56', [POINT]],
    ['R -1 234,56', [COMMA, SPACE]],
    ['B/. 25.00', [POINT]],
    ['12 000 FCFA', [POINT, COMMA, SPACE, NONE]],
    ['▲1,234', [POINT, COMMA, SPACE, NONE]],
    ['18.500,00 (B)', [COMMA]],
    ['500/-', [POINT, COMMA, SPACE, NONE]],
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
    '1e3',
    '1E3',
    '--5',
    '5.',
    '(5',
    '-(5)',
    '(5)-',
    '5--',
    '-5-',
    '1,234.5.-',
    '1.2.3',
    '1,2.3',
    '1,234,56',
    '12,34.5',
    '5%',
    '-5.00 CR',
    '5.00 XR',
    '1\ufffd234',
    '- - 5',
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
    forAll(100, fc.integer({ min: -1e12, max: 1e12 }), fc.boolean(), (cents, groups) => {
      const whole = String(Math.floor(Math.abs(cents) / 100));
      const rest = String(Math.abs(cents) % 100).padStart(2, '0');
      const grouped = (sign: string): string =>
        groups ? whole.replace(/\B(?=(\d{3})+$)/g, sign) : whole;
      const minus = cents < 0 ? '-' : '';
      expect(fits(`${minus}${grouped(',')}.${rest}`)).to.include(POINT);
      expect(fits(`${minus}${grouped('.')},${rest}`)).to.include(COMMA);
      expect(fits(`${minus}${grouped(' ')},${rest}`)).to.include(SPACE);
      expect(fits(`${minus}${grouped(',')}`)).to.include(NONE);
    });
  });

  it('answers for any text', () => {
    forAll(100, fc.string({ unit: 'grapheme' }), (text) => fits(text).length <= 4);
  });
});

describe('amounts as accountants write them', () => {
  const table: [string, NumberFormat, string][] = [
    ['(3.45)', POINT, '-3.45'],
    ['(1.234,50)', COMMA, '-1234.5'],
    ['(CHF 1,234.50)', POINT, '-1234.5'],
    ['CHF (12.50)', POINT, '-12.5'],
    ['$(5.00)', POINT, '-5'],
    ['3.45-', POINT, '-3.45'],
    ['204,17(-)', COMMA, '-204.17'],
    ['5.00 CR', POINT, '5'],
    ['5.00DR', POINT, '-5'],
    ['1,25,000.00 Dr', POINT, '-125000'],
    ['AED 5.00 DR', POINT, '-5'],
    ['5.00 USD Dr.', POINT, '-5'],
    ['1.234,50 S', COMMA, '-1234.5'],
    ['1.234,50 H', COMMA, '1234.5'],
    ['22\ufffd354.30', POINT, '22354.3'],
    ['1 234,56-', SPACE, '-1234.56'],
    ['5.00- CHF', POINT, '-5'],
    ['1.234,56 €-', COMMA, '-1234.56'],
    ['2540,00+', COMMA, '2540'],
    ['12+ EUR', POINT, '12'],
    ['.45', POINT, '0.45'],
    ['-.45', POINT, '-0.45'],
    [',5', COMMA, '0.5'],
    ['1000,-', COMMA, '1000'],
    ['-1.000,--', COMMA, '-1000'],
    ['1000.\u2014', POINT, '1000'],
    ["1'000.-", POINT, '1000'],
    ['\u22125.00', POINT, '-5'],
    ['\u20131,50', COMMA, '-1.5'],
  ];
  for (const [text, format, value] of table) {
    it(`reads ${text} as ${value} while no format is sent`, () => {
      const reading = readAmountText(text);
      expect(reading & ACCOUNTING).to.equal(ACCOUNTING);
      expect(readDecimal(text, format)).to.equal(value);
      expect(holdsUnder(reading, format, false)).to.equal(true);
      expect(holdsUnder(reading, format, true)).to.equal(false);
    });
  }

  it('takes a mark before or after, a plus and apostrophes under a format that was sent as well', () => {
    for (const [text, value] of [
      ['CHF 12.50', '12.5'],
      ['12.50 €', '12.5'],
      ['-$ 12.50', '-12.5'],
      ['Rs. 500.00', '500'],
      ['+12.50', '12.5'],
      ["1'234.50", '1234.5'],
    ] as const) {
      expect(holdsUnder(readAmountText(text), POINT, true), text).to.equal(true);
      expect(readDecimal(text, POINT), text).to.equal(value);
    }
  });
});

describe('readDecimal', () => {
  it('gives exactly the number that was written, in each format', () => {
    const written = fc.record({
      cents: fc.bigInt({ min: -(10n ** 17n), max: 10n ** 17n }),
      format: fc.constantFrom(...NUMBER_FORMATS),
      groups: fc.boolean(),
    });
    forAll(100, written, ({ cents, format, groups }) => {
      const digits = String(cents < 0n ? -cents : cents).padStart(3, '0');
      const [group = '', decimal = ''] = {
        [POINT]: ',.',
        [COMMA]: '.,',
        [SPACE]: ' ,',
        [NONE]: ', ',
      }[format];
      const whole = digits.slice(0, -2);
      const grouped = groups ? whole.replace(/\B(?=(\d{3})+$)/g, group) : whole;
      const minus = cents < 0n ? '-' : '';
      const cell = decimal === ' ' ? grouped : `${grouped}${decimal}${digits.slice(-2)}`;
      const value = Number(`${minus}${whole}${decimal === ' ' ? '' : `.${digits.slice(-2)}`}`);
      expect(Number(readDecimal(`${minus}${cell}`, format))).to.equal(value + 0);
    });
  });

  it('reads what readAmount finds, under those formats and no other', () => {
    const cell = fc
      .array(fc.constantFrom(...Array.from("0123456789.,-+() '$€\u2212")), { maxLength: 9 })
      .map((signs) => signs.join(''));
    forAll(cases(2000), cell, fc.constantFrom(...NUMBER_FORMATS), (text, format) => {
      const found = (readAmountText(text) & FORMAT_BITS[format]) !== 0;
      const value = readDecimal(text, format);
      expect(value !== undefined, text).to.equal(found);
      if (value !== undefined) expect(value).to.match(/^-?\d+(\.\d+)?$/);
    });
  });

  it('takes 40 digits, whatever sign and point they have, and so does an export', () => {
    const digits = fc.integer({ min: 38, max: 42 });
    forAll(100, digits, fc.nat({ max: 42 }), fc.constantFrom('', '-'), (length, at, sign) => {
      const whole = '7'.repeat(Math.min(at, length));
      const text = `${sign}${whole}.${'7'.repeat(length - whole.length)}`.replace(/\.$/, '');
      const value = readDecimal(text, POINT);
      expect(value !== undefined, text).to.equal((readAmountText(text) & FORMAT_BITS[POINT]) !== 0);
      expect(value !== undefined, text).to.equal(length + (whole === '' ? 1 : 0) <= 40);
      if (value === undefined) return;
      for (const stored of [value, negateDecimal(value)]) {
        expect(decimalText(stored), stored).to.equal(stored);
      }
    });
  });
});

describe('decideNumberFormat', () => {
  const decide = (...cells: string[]) => {
    const counts = new Int32Array(READINGS);
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

  it('counts what only accountants write', () => {
    expect(decide('(4.00)', '5.00', '.5')).to.deep.equal({
      format: POINT,
      faults: 0,
      cells: 3,
      accounting: 2,
    });
  });

  it('reports a tie only when nothing decides', () => {
    expect(decide('1,234').tiesWith).to.equal(COMMA);
    expect(decide('1.500', '2.250').tiesWith).to.equal(COMMA);
    expect(decide('1,234', '5.10').tiesWith).to.equal(undefined);
    expect(decide('12').tiesWith).to.equal(undefined);
  });
});
