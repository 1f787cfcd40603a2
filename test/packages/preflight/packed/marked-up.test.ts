import { expect } from 'chai';
import iconv from 'iconv-lite';
import { OtherFormatError } from '#preflight/report';
import { readStatement } from '../statements/read-statement.ts';

const row = (...cells: string[]) => `<tr>${cells.map((cell) => `<td>${cell}</td>`).join('')}</tr>`;
const PAGE = `<html><head><meta http-equiv="Content-Type" content="text/html; charset=windows-1252">
<style>td { color: red }</style></head><body><table border=0>
<tr><td></td><td colspan="4"><b>Movimientos de Cuenta</b></td></tr>
${row('', 'Fecha', 'Concepto', 'Importe', 'Saldo')}
${row('', '26/03/2025', 'NÓMINA<br>TAJO &amp; C&iacute;a', '1.988,67', '1.789,42')}
<tr><td></td><td rowspan=2>14/03/2025<td>Peña<td align=right>-15,00<td>-199,25
<tr><td></td><td>Núñez</td><td>-20,00</td><td>-184,25</td></tr>
</table></body></html>`;

describe('a web page under the name of a workbook', () => {
  for (const encoding of ['windows-1252', 'utf-16le']) {
    it(`is the table in it, as it is shown, in ${encoding}`, () => {
      const page = iconv.encode(PAGE, encoding, { addBOM: encoding !== 'windows-1252' });
      const { short, errorsCount } = readStatement(page);
      expect(errorsCount).to.equal(0);
      expect(short.map((one) => one.slice(0, 3))).to.deep.equal([
        ['2025-03-26', '1988.67', 'NÓMINA TAJO & Cía'],
        ['2025-03-14', '-15', 'Peña'],
        ['2025-03-14', '-20', 'Núñez'],
      ]);
    });
  }

  it('is refused for what it is where it has no bookings', () => {
    expect(() => readStatement('<html><table><tr><td>Log in</td></tr></table></html>')).to.throw(
      OtherFormatError,
      /a web page/,
    );
  });

  it('is read in time that grows with its length, however its cells are nested, spanned or left open', () => {
    const pages = [
      '<table>'.repeat(200_000),
      '<table><tr><td>1'.repeat(100_000),
      `<table>${'<tr><td rowspan=1000000>1'.repeat(100_000)}`,
      `<table><tr>${'<td colspan=1000000 rowspan=2>1'.repeat(100_000)}`,
      `<table><tr><td>${'<br>'.repeat(500_000)}`,
    ];
    for (const page of pages) expect(() => readStatement(page)).to.throw();
  });
});

describe('a workbook in the XML of Excel 2003', () => {
  it('has its days, numbers, and cells at the places that they name', () => {
    const cell = (type: string, value: string, more = '') =>
      `<Cell${more}><Data ss:Type="${type}">${value}</Data></Cell>`;
    const { short, errorsCount } = readStatement(`<?xml version="1.0"?>
<?mso-application progid="Excel.Sheet"?>
<Workbook xmlns="urn:schemas-microsoft-com:office:spreadsheet" xmlns:ss="urn:schemas-microsoft-com:office:spreadsheet">
<Worksheet ss:Name="Help"><Table><Row>${cell('String', 'None')}</Row></Table></Worksheet>
<Worksheet ss:Name="Account"><Table>
<Row ss:Index="3">${cell('String', 'Date')}${cell('String', 'Amount', ' ss:Index="3"')}${cell('String', 'Name')}</Row>
<Row>${cell('DateTime', '2025-03-01T00:00:00.000')}${cell('Number', '-1234.5', ' ss:Index="3"')}${cell('String', 'A &amp; B')}</Row>
<Row>${cell('DateTime', '2025-03-02T00:00:00.000')}${cell('Number', '12', ' ss:Index="3"')}${cell('String', 'C')}</Row>
</Table></Worksheet></Workbook>`);
    expect(errorsCount).to.equal(0);
    expect(short.map((one) => one.slice(0, 3))).to.deep.equal([
      ['2025-03-01', '-1234.5', 'A & B'],
      ['2025-03-02', '12', 'C'],
    ]);
  });
});
