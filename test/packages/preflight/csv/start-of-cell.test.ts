import { expect } from 'chai';
import { startOfCell } from '#preflight/csv/start-of-cell';

describe('the start of a cell in its line', () => {
  for (const [line, column, separator, rest] of [
    ['2026-01-03,a,Banana,a', 1, ',', 'a,Banana,a'],
    ['2026-01-03,a,Banana,a', 3, ',', 'a'],
    ['"x, y";  "12,5";z', 1, ';', '12,5";z'],
    ['"a;b";c', 1, ';', 'c'],
    ['"say ""no""";c', 1, ';', 'c'],
    ['a\tb', 1, '\t', 'b'],
    ['a,,b', 2, ',', 'b'],
  ] as const) {
    it(`is behind its separators, blanks and quote: ${rest} of ${line}`, () => {
      expect(line.slice(startOfCell(line, column, separator))).to.equal(rest);
    });
  }

  it('is nowhere in a line with fewer cells', () => {
    expect(startOfCell('a,b', 2, ',')).to.equal(undefined);
    expect(startOfCell('a,b', -1, ',')).to.equal(undefined);
  });
});
