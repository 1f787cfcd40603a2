import { expect } from 'chai';
import { OtherFormatError, MalformedCsvError } from '#preflight/report';
import { readable } from '#preflight/packed/open-file';
import { WRITERS } from '../statements/made-statements.ts';
import { readStatement } from '../statements/read-statement.ts';
import type { MadeStatement } from '../statements/made-statements.ts';
import { camtOf, odsOf, row, xlsxOf, zipOf } from './made-files.ts';

const HEADER = row('Date', 'Amount', 'Name');
const CSV = 'date,amount,name\n2025-03-01,-4.50,Kino\n';

function textOf(content: Uint8Array, settings = {}): string {
  return new TextDecoder().decode(readable(content, settings).content);
}

describe('an Excel workbook', () => {
  it('is read as its rows are shown: days of both systems, decimals without binary noise, and texts', () => {
    const rows =
      HEADER +
      row(
        '<c s="1"><v>45717</v></c>',
        '<c s="2"><v>12.340000000000002</v></c>',
        '<c t="s"><v>0</v></c>',
      ) +
      row(
        '<c s="1"><v>45718.75</v></c>',
        '<c s="2"><f>B2*2</f><v>-24.679999999999996</v></c>',
        'a &amp; b',
      );
    const texts = ['<r><t>Café </t></r><r><t>Mitte</t></r><rPh><t>x</t></rPh>'];
    const formats = ['dd.mm.yyyy', '#,##0.00'];
    const book = xlsxOf({ sheets: { A: rows }, texts, formats });
    const {
      short,
      errorsCount,
      rows: [first],
    } = readStatement(book);
    expect(errorsCount).to.equal(0);
    expect(short).to.deep.equal([
      ['2025-03-01', '12.34', 'Café Mitte', null],
      ['2025-03-02', '-24.68', 'a & b', null],
    ]);
    expect(first?.line).to.equal(2);
    const later = rows.replace('45717', '44255').replace('45718.75', '44256.75');
    expect(
      readStatement(xlsxOf({ sheets: { A: later }, texts, formats, is1904: true })).short,
    ).to.deep.equal(short);
  });

  it('is written the way the settings of a CSV of the same bank read', () => {
    const rows =
      HEADER +
      row('<c s="1"><v>45717</v></c>', 1234.5, 'Kino') +
      row('03.03.2025', '-2.000,00', 'Miete');
    const book = xlsxOf({ sheets: { A: rows }, formats: ['yyyy-mm-dd'] });
    const sent = {
      date_format: '%d.%m.%Y',
      number_format: '1.234,56',
      col_sep: ';',
      encoding: 'windows-1252',
    };
    expect(textOf(book, sent)).to.equal(
      'Date;Amount;Name\n01.03.2025;1234,5;Kino\n03.03.2025;-2.000,00;Miete',
    );
    for (const settings of [sent]) {
      expect(
        readStatement(book, settings).short.map(([day, amount]) => [day, amount]),
      ).to.deep.equal([
        ['2025-03-01', '1234.5'],
        ['2025-03-03', '-2000'],
      ]);
    }
  });

  it('is read by the row numbers of the sheet, in their order, wherever its cells are', () => {
    const rows =
      '<row r="9"><c r="A9" t="inlineStr"><is><t>2025-03-02</t></is></c><c r="B9"><v>2</v></c><c r="C9" t="inlineStr"><is><t>b</t></is></c></row>' +
      '<row r="5" hidden="1"><c r="B5"><v>1</v></c><c r="A5" t="inlineStr"><is><t>2025-03-01</t></is></c><c r="C5" t="inlineStr"><is><t>a</t></is></c></row>' +
      `<row r="3">${HEADER.slice(5)}` +
      '<row r="1048576"><c r="XFD1048576"><v>9</v></c></row>';
    const { rows: read } = readStatement(xlsxOf({ sheets: { A: rows } }));
    expect(read.map(({ line, values }) => [line, values.date, values.amount])).to.deep.equal([
      [5, '2025-03-01', '1'],
      [9, '2025-03-02', '2'],
    ]);
  });

  it('gives the first sheet that is shown and has a table, and mentions others', () => {
    const data = (name: string) => HEADER + row('2025-03-01', '-4.50', name);
    const sheets = {
      Cover: row('Account', 'Giro'),
      Old: data('old'),
      March: data('march'),
      April: data('april'),
    };
    const { short, warnings } = readStatement(xlsxOf({ sheets, hidden: ['Old'] }));
    expect(short.map(([, , name]) => name)).to.deep.equal(['march']);
    expect(warnings.join()).to.match(/Only the sheet March is read.*tables: April\./);
  });

  it('repeats a day that is merged over its rows, and never an amount', () => {
    const cells = (...all: string[]) => `<row>${all.join('')}</row>`;
    const text = (at: string, value: string) =>
      `<c r="${at}" t="inlineStr"><is><t>${value}</t></is></c>`;
    const rows =
      HEADER +
      cells(text('A2', '2025-03-01'), '<c r="B2"><v>-1</v></c>', text('C2', 'a')) +
      cells(text('C3', 'b'), '<c r="B3"><v>-2</v></c>') +
      cells(text('A4', '2025-03-02'), '<c r="B4"><v>-3</v></c>', text('C4', 'c')) +
      cells(text('A5', '2025-03-02'), text('C5', 'd')) +
      '<mergeCells><mergeCell ref="A2:A3"/><mergeCell ref="B4:B5"/></mergeCells>';
    expect(
      textOf(xlsxOf({ sheets: { A: rows } }))
        .split('\n')
        .slice(1),
    ).to.deep.equal(['2025-03-01,-1,a', '2025-03-01,-2,b', '2025-03-02,-3,c', '2025-03-02,,d']);
  });

  it('reports formulas that no program has computed', () => {
    const rows = HEADER + row('2025-03-01', '<c><f>1+1</f></c>', 'a') + row('2025-03-01', 5, 'a');
    expect(readStatement(xlsxOf({ sheets: { A: rows } })).warnings.join()).to.match(
      /1 cells .* formula/,
    );
  });

  it('expands no entity and refuses a DOCTYPE', () => {
    const bomb =
      '<!DOCTYPE x [<!ENTITY a "b"><!ENTITY c SYSTEM "file:///etc/passwd">]><worksheet>&c;</worksheet>';
    const book = xlsxOf({ sheets: { A: '' }, more: { 'xl/worksheets/sheet0.xml': bomb } });
    expect(() => readStatement(book)).to.throw(MalformedCsvError, /sheet0\.xml .* DOCTYPE/);
  });
});

describe('an OpenDocument spreadsheet', () => {
  const text = (value: string, more = '') =>
    `<table:table-cell office:value-type="string"${more}><text:p>${value}</text:p></table:table-cell>`;
  it('is read by its values, with rows and cells that are repeated', () => {
    const rows = `<table:table-row table:number-rows-repeated="2"><table:table-cell table:number-columns-repeated="16384"/></table:table-row>
      <table:table-row>${text('Date')}${text('Amount')}${text('Name')}</table:table-row>
      <table:table-row><table:table-cell office:value-type="date" office:date-value="2025-03-01"><text:p>01.03.25</text:p></table:table-cell><table:table-cell office:value-type="currency" office:currency="EUR" office:value="-12.340000000000002"><text:p>-12,34 €</text:p></table:table-cell><table:table-cell office:value-type="string"><office:annotation><text:p>no</text:p></office:annotation><text:p>a<text:s text:c="2"/>b</text:p></table:table-cell></table:table-row>
      <table:table-row table:number-rows-repeated="1048000"><table:table-cell/></table:table-row>`;
    const { rows: read } = readStatement(odsOf(rows));
    expect(
      read.map(({ line, values }) => [
        line,
        values.date,
        values.amount,
        values.currency,
        values.name,
      ]),
    ).to.deep.equal([[4, '2025-03-01', '-12.34', 'EUR', 'a  b']]);
  });

  it('with a password, and a text document, are distinguished from it', () => {
    expect(() => readStatement(odsOf('', 'spreadsheet', '<encryption-data/>'))).to.throw(
      OtherFormatError,
      /password/,
    );
    expect(() => readStatement(odsOf('', 'text'))).to.throw(OtherFormatError, /without a sheet/);
  });
});

describe('a ZIP file', () => {
  it('gives the one table in it, whatever its encoding, without folders and what systems put there', () => {
    const latin = Uint8Array.from('Datum;Betrag;Name\n01.03.2025;-4,50;Käse\n', (char) =>
      char.charCodeAt(0),
    );
    const packed = zipOf({
      'x/': '',
      'x/a.csv': latin,
      '__MACOSX/x/._a.csv': 'a',
      '.DS_Store': 'b',
      'a.pdf': '%PDF-1.7',
    });
    const { short, warnings } = readStatement(packed);
    expect(short).to.deep.equal([['2025-03-01', '-4.5', 'Käse', null]]);
    expect(warnings.join()).to.include('Not read from the ZIP file: a.pdf.');
  });

  it('gives all statements of one format, each once, with lines counted through', () => {
    const march = camtOf('m', '2025-03-01', '4.50');
    const packed = zipOf({
      '1.xml': march,
      '2.xml': camtOf('a', '2025-04-01', '5.00'),
      'copy.xml': march,
    });
    const { rows, warnings } = readStatement(packed);
    expect(rows.map(({ line, values }) => [line, values.date, values.amount])).to.deep.equal([
      [4, '2025-03-01', '-4.5'],
      [11, '2025-04-01', '-5'],
    ]);
    expect(warnings.join()).to.match(
      /copy\.xml is in the ZIP file twice.*1\.xml from line 1, 2\.xml from line 8/,
    );
  });

  it('gives tables under the same header as one', () => {
    const april = CSV.replace('2025-03-01', '2025-04-01');
    expect(
      readStatement(zipOf({ 'a.csv': CSV, 'b.csv': april })).rows.map(({ line, values }) => [
        line,
        values.date,
      ]),
    ).to.deep.equal([
      [2, '2025-03-01'],
      [4, '2025-04-01'],
    ]);
  });

  it('of a workbook gives its table', () => {
    const book = xlsxOf({ sheets: { A: HEADER + row('2025-03-01', -4.5, 'Kino') } });
    expect(readStatement(zipOf({ 'a.xlsx': book })).short).to.deep.equal([
      ['2025-03-01', '-4.5', 'Kino', null],
    ]);
  });

  const refused: [string, Uint8Array, RegExp][] = [
    [
      'of files of several kinds',
      zipOf({ 'a.csv': CSV, 'b.xml': camtOf('m', '2025-03-01', '4.50') }),
      /several kinds \(b\.xml, a\.csv\)/,
    ],
    [
      'in a ZIP file',
      zipOf({ 'a.zip': zipOf({ 'b.csv': CSV }) }),
      /another ZIP file, a\.zip: unpack it/,
    ],
    [
      'of nothing that is read',
      zipOf({ 'a.pdf': '%PDF-1.7' }),
      /no table and no statement \(a\.pdf\)/,
    ],
    ['cut off', zipOf({ 'a.csv': CSV }).subarray(0, 60), /cut off or damaged/],
  ];
  for (const [name, content, fault] of refused) {
    it(`${name} is refused`, () => {
      expect(() => readStatement(content)).to.throw(MalformedCsvError, fault);
    });
  }

  it('is refused where a byte of a file was changed, as its sum says', () => {
    const whole = zipOf({ 'a.csv': CSV });
    for (const at of [45, 50, 60]) {
      const changed = Uint8Array.from(whole);
      changed[at]! ^= 4;
      expect(() => readStatement(changed), String(at)).to.throw(MalformedCsvError);
    }
  });
});

describe('files of a ZIP file that overlap', () => {
  const names = ['Bakery', 'Rent', 'Cinema'];
  /** Bookings of 10, 11 … on the first days of March, with what the account has before and after them. */
  const statementOf = (from: number, to: number, id = (at: number) => `F${at}`): MadeStatement => {
    const all = names.map((name, at) => ({
      date: `2025-03-0${at + 1}`,
      amount: `-${10 + at}`,
      name,
      notes: name,
      id: id(at),
    }));
    const before = ['100', '90', '79', '67'];
    return {
      account: 'DE02120300000000202051',
      currency: 'EUR',
      opening: before[from] ?? '',
      closing: before[to] ?? '',
      bookings: all.slice(from, to),
    };
  };
  const amounts = (read: ReturnType<typeof readStatement>): unknown =>
    read.rows.map(({ values }) => values.amount);

  for (const [format, write] of Object.entries(WRITERS).filter(([one]) => one !== 'qif')) {
    it(`${format}: give a booking with a bank id once, whatever their order, and prove the balances`, () => {
      const files = [write(statementOf(0, 2)), write(statementOf(1, 3)), write(statementOf(1, 2))];
      for (const order of [files, files.toReversed()]) {
        const read = readStatement(
          zipOf(Object.fromEntries(order.map((text, at) => [`${at}`, text]))),
        );
        expect(read.rows.map(({ values }) => values.amount).sort()).to.deep.equal([
          '-10',
          '-11',
          '-12',
        ]);
        expect(read.warnings.join()).to.match(
          /2 bookings are left out.*same account, bank id and amount/,
        );
        expect(read.warnings.join()).not.to.match(/may be missing|does not add up/);
        if (format === 'ofx') continue;
        expect(read.openings?.map(({ amount }) => amount)).to.deep.equal(['100']);
        expect(read.balance).to.include({ opening: '100', closing: '67' });
      }
    });

    it(`${format}: give a statement that is in one file twice once`, () => {
      const read = readStatement(write(statementOf(0, 2), statementOf(0, 2), statementOf(2, 3)));
      expect(amounts(read)).to.deep.equal(['-10', '-11', '-12']);
      expect(read.warnings.join()).to.match(
        /1 statement has the account, balances and bookings of one before/,
      );
      expect(read.warnings.join()).not.to.contain('may be missing');
    });

    it(`${format}: give both of two bookings that differ in their ids, and count those that only look alike`, () => {
      const files = { a: write(statementOf(0, 2)), b: write(statementOf(1, 3, (at) => `G${at}`)) };
      const read = readStatement(zipOf(files));
      expect(amounts(read)).to.deep.equal(['-10', '-11', '-11', '-12']);
      expect(read.warnings.join()).to.contain('1 row is in two files of the ZIP file');
    });
  }

  it('let a booking take the place of the pending row with its id', () => {
    const booked = camtOf('m', '2025-03-01', '4.50');
    const files = { a: booked.replace('BOOK', 'PDNG'), b: booked };
    expect(readStatement(zipOf(files)).rows.map(({ values }) => values.pending)).to.deep.equal([
      false,
    ]);
  });

  it('of tables give all rows, and the number of those that two have', () => {
    const more = `${CSV}2025-03-02,-5.00,Kino\n`;
    const read = readStatement(zipOf({ 'a.csv': CSV, 'b.csv': more }));
    expect(amounts(read)).to.deep.equal(['-4.5', '-4.5', '-5']);
    expect(read.warnings.join()).to.contain('1 row is in two files of the ZIP file');
  });

  it('give a text once whose other copy differs in line ends, encoding or byte order mark', () => {
    const text = CSV.replace('Kino', 'Café');
    const copies = {
      'a.csv': text,
      'b.csv': text.replaceAll('\n', '\r\n'),
      'c.csv': `\uFEFF${text}`,
      'd.csv': Buffer.from(`\uFEFF${text}`, 'utf16le'),
      'e.csv': text.trimEnd(),
    };
    const read = readStatement(zipOf(copies));
    expect(read.short).to.deep.equal([['2025-03-01', '-4.5', 'Café', null]]);
    expect(read.warnings.join()).to.contain('e.csv is in the ZIP file twice');
  });
});
