import { expect } from 'chai';
import type { CsvImportType } from '#preflight/report';
import { judge } from '../judge.ts';

describe('a text or an amount that the ledger could not export and import again', () => {
  const errorsOf = (lines: readonly string[], type: CsvImportType = 'TransactionImport') =>
    judge(lines, {}, type).errors.map(({ code, line, column }) => [code, line, column].join(' '));

  for (const [column, max] of [
    ['category', 255],
    ['account', 255],
    ['notes', 10_000],
    ['name', 10_000],
  ] as const) {
    it(`is refused above ${max} characters of ${column}, an emoji being one`, () => {
      const file = (text: string) => [`date,amount,${column}`, `2025-01-02,1,${text}`];
      expect(errorsOf(file('\u{1f600}'.repeat(max)))).to.deep.equal([]);
      expect(errorsOf(file('a'.repeat(max + 1)))).to.deep.equal([`value_too_long 2 ${column}`]);
    });
  }
  it('is refused in one of several tags', () => {
    const tags = (length: number) => `"${'a'.repeat(length)},${'b'.repeat(200)}"`;
    const file = (length: number) => ['date,amount,tags', `2025-01-02,1,${tags(length)}`];
    expect(errorsOf(file(255))).to.deep.equal([]);
    expect(errorsOf(file(256))).to.deep.equal(['value_too_long 2 tags']);
  });
  it('is refused in the name of a category, a merchant, an account or a rule', () => {
    const name = 'a'.repeat(256);
    const refused = ['value_too_long 2 name'];
    expect(errorsOf(['name', name], 'CategoryImport')).to.deep.equal(refused);
    expect(errorsOf(['name', name], 'MerchantImport')).to.deep.equal(refused);
    expect(errorsOf(['name,amount', `${name},1`], 'AccountImport')).to.deep.equal(refused);
  });
  it('is refused above 40 digits of an amount', () => {
    const file = (digits: number) => ['date,amount', `2025-01-02,${'9'.repeat(digits)}`];
    expect(errorsOf(file(40))).to.deep.equal([]);
    expect(errorsOf(file(41))).to.deep.equal(['invalid_amount 2 amount']);
  });
});
