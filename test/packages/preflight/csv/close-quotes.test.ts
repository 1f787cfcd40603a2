import { expect } from 'chai';
import { MalformedCsvError } from '#preflight/report';
import { importOf } from '../suggestions/import-of.ts';

const rows = (count: number, make: (day: number) => string): string[] =>
  Array.from({ length: count }, (_, at) => make(at + 11));

describe('a quote that is never closed', () => {
  for (const separator of [',', ';']) {
    it(`ends with its line where the number of cells says so, with a warning: ${separator}`, () => {
      const lines = [
        ['Date', 'Payee', 'Amount', 'Currency'].join(separator),
        ...rows(6, (day) => [`2025-02-${day}`, 'Shop', `-${day}.00`, 'EUR'].join(separator)),
        ['2025-02-18', '"19 inch rack', '-99.00', 'EUR'].join(separator),
        ...rows(6, (day) => [`2025-03-${day}`, '"Inn, Ltd"', `-${day}.00`, 'EUR'].join(separator)),
        ['2025-04-18', '"3/4 bolt', '-1.00', 'EUR'].join(separator),
        ['2025-04-19', 'Shop', '-2.00', 'EUR'].join(separator),
      ];
      const { rows: read, warnings } = importOf(lines);
      expect(read).to.have.length(15);
      expect(read).to.include('8:-99:EUR').and.include('15:-1:EUR').and.include('16:-2:EUR');
      expect(warnings).to.match(/quote is opened and never closed in line (8, )?15/);
    });
  }

  it('is refused where too few rows show how many cells one has', () => {
    expect(() => importOf(['Date,Payee,Amount', '2025-02-11,"Shop,-1.00'])).to.throw(
      MalformedCsvError,
    );
  });
});
