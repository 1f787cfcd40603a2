import { expect } from 'chai';
import { readStatement } from '../statements/read-statement.ts';

const ROWS = [
  'Kennung;Datum;Soll/Haben;Betrag;Name',
  '"1";"01-05-2025";"D";"1095,00";"Miete"',
  '"2";"02-05-2025";"D";"23,15";"Markt"',
  '"3";"03-05-2025";"C";"2890,12";"Lohn"',
  '"4";"04-05-2025";"D";"4,20";"Bahn"',
  '"5";"05-05-2025";"D";"8,90";"Kiosk"',
];
const CUT_OFF = /^The content ends within line 7, so it was probably cut off: that row is not read/;

describe('a file that was cut off', () => {
  for (const [where, end] of [
    ['in a quoted cell', '"6";"06-05-2025";"D";"45'],
    ['in a cell without quotes', '6;06-05-2025;D;45'],
    ['behind a cell', '"6";"06-05-2025";"D";'],
  ] as const) {
    it(`is read without the row that it ends in, and says so: ${where}`, () => {
      const { short, errorsCount, warnings } = readStatement([...ROWS, end].join('\n'));
      expect(errorsCount).to.equal(0);
      expect(short.map(([date, amount]) => [date, amount])).to.deep.equal([
        ['2025-05-01', '-1095'],
        ['2025-05-02', '-23.15'],
        ['2025-05-03', '2890.12'],
        ['2025-05-04', '-4.2'],
        ['2025-05-05', '-8.9'],
      ]);
      expect(warnings.filter((one) => CUT_OFF.test(one))).to.have.length(1);
    });
  }

  it('is not one whose last row is whole without a line end, or as short as others', () => {
    const whole = readStatement([...ROWS, '"6";"06-05-2025";"D";"45,90";"Kino"'].join('\n'));
    expect(whole.rows).to.have.length(6);
    const bare = ROWS.map((row) => row.replaceAll('"', '').replace(/;[A-Z][a-z]+$/, ''));
    const short = readStatement([ROWS[0], ...bare.slice(1), '6;06-05-2025;D;45,90'].join('\n'));
    expect(short.rows).to.have.length(6);
    for (const { warnings } of [whole, short]) {
      expect(warnings.join()).not.to.include('cut off');
    }
  });

  it('is not one of a few rows, of which the last may be short', () => {
    const rows = ['date,amount,name', '2025-03-01,4.00,Tea', '2025-03-02,5.00'];
    const { short, warnings } = readStatement(rows.join('\n'));
    expect(short.map(([, amount]) => amount)).to.deep.equal(['4', '5']);
    expect(warnings.join()).to.match(/cells/).and.not.to.include('cut off');
    expect(() => readStatement([...rows, '2025-03-03,6.00,"Bus'].join('\n'))).to.throw(
      'opened in line 4',
    );
  });
});
