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
      expect(warnings).to.match(/quote opens a cell and is not closed in it in line (8, )?15/);
    });
  }

  const table = (odd: string): string[] => [
    'Date,Payee,Amount,Note',
    ...rows(6, (day) => `2025-02-${day},Shop,-${day}.00,"in town, by card"`),
    odd,
    ...rows(6, (day) => `2025-03-${day},Shop,-${day}.00,"in town, by card"`),
  ];
  for (const [where, odd] of [
    ['the date', '"2025-02-18,Inn,-9.50,"late, by card"'],
    ['the name', '2025-02-18,"Inn,-9.50,"late, by card"'],
    ['an amount, above a line whose last cell is in quotes', '2025-02-18,Inn,"-9.50,late'],
    ['a cell in quotes', '2025-02-18,""Inn, old",-9.50,"late, by card"'],
  ] as const) {
    it(`is left out where another one closes it too late: before ${where}`, () => {
      const { rows: read, names, warnings } = importOf(table(odd));
      expect(read).to.have.length(13).and.include('8:-9.5').and.include('9:-11');
      expect(names[6]).to.match(/^Inn(, old)?$/);
      expect(warnings).to.match(/quote opens a cell and is not closed in it in line 8/);
    });
  }

  it('stays part of a cell whose row is whole with it', () => {
    const whole = table('2025-02-18,"Inn, "The Old" Mill",-9.50,"late, by card"');
    const { names, warnings } = importOf(whole);
    expect(names[6]).to.contain('Inn, "The Old" Mill');
    expect(warnings).not.to.contain('not closed in it');
  });

  it('is no quote of a file under another separator', () => {
    const { rows: read, warnings } = importOf([
      '"Lista transakcji";;"ING, Katowice";;',
      '"Dokument nr 1";',
      '"Wygenerowano: 2025-05-31, 21:04";;;;',
      '"Data";"Odbiorca";"Tytuł";"Kwota";"Waluta"',
      ...rows(9, (day) => `2025-02-${day};" Sklep, Rynek ";"";-${day},00;PLN`),
    ]);
    expect(read).to.have.length(9).and.include('5:-11:PLN');
    expect(warnings).not.to.contain('not closed in it');
  });

  it('is refused where too few rows show how many cells one has', () => {
    expect(() => importOf(['Date,Payee,Amount', '2025-02-11,"Shop,-1.00'])).to.throw(
      MalformedCsvError,
    );
  });
});
