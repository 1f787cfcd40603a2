import { expect } from 'chai';
import csvParser from 'csv-parser';
import fc from 'fast-check';
import { csvCell } from '#preflight/csv/dialect/csv-line';
import { cellText, createRowView } from '#preflight/csv/row-view';
import { scanRows } from '#preflight/csv/scan-rows';
import { MalformedCsvError } from '#preflight/report';
import { forAll, forAllAsync } from '../../../helpers/for-all.ts';

/** Rows as text with their lines, read from the start of a text. */
function scan(text: string, separator = ','): { line: number; cells: string[] }[] {
  const bytes = Buffer.from(text);
  const rows: { line: number; cells: string[] }[] = [];
  const start = { from: 0, to: bytes.length, line: 1, separator: separator.charCodeAt(0) };
  scanRows(createRowView(bytes), start, (row) => {
    rows.push({
      line: row.line,
      cells: Array.from({ length: row.cells }, (_, column) => cellText(row, column)),
    });
    return undefined;
  });
  return rows;
}

const cells = (text: string, separator?: string): string[][] =>
  scan(text, separator).map((row) => row.cells);

describe('scanRows', () => {
  it('leaves rows without content out, also those of separators, blanks and empty quotes', () => {
    expect(scan('a\n\n \r\n,,\n"",""\nb')).to.deep.equal([
      { line: 1, cells: ['a'] },
      { line: 6, cells: ['b'] },
    ]);
  });

  it('reads quotes liberally', () => {
    expect(cells('"a, b",c')).to.deep.equal([['a, b', 'c']]);
    expect(cells('"say ""hi""",c')).to.deep.equal([['say "hi"', 'c']]);
    expect(cells('the "Old" mill,c')).to.deep.equal([['the "Old" mill', 'c']]);
    expect(cells('"Old" mill,c')).to.deep.equal([['"Old" mill', 'c']]);
    expect(cells('"Old" ,c')).to.deep.equal([['Old', 'c']]);
    expect(cells(' "a, b"')).to.deep.equal([[' "a', ' b"']]);
    expect(cells('a\\"b,"c\\"')).to.deep.equal([['a\\"b', 'c\\']]);
  });

  it('counts the lines inside quotes', () => {
    expect(scan('"a\nb\r\nc\rd",x\ny')).to.deep.equal([
      { line: 1, cells: ['a\nb\r\nc\rd', 'x'] },
      { line: 5, cells: ['y'] },
    ]);
  });

  it('says on which line a quote was opened that is never closed', () => {
    for (const [text, line] of [
      ['"a', 1],
      ['a\n"b\nc', 2],
      ['a\r"x""', 2],
      ['a,"b\n"\nc,"', 3],
    ] as const) {
      expect(() => scan(text))
        .to.throw(MalformedCsvError, `line ${line}`)
        .with.property('line', line);
    }
  });

  it('stops on request', () => {
    let rows = 0;
    const bytes = Buffer.from('a\nb\nc');
    scanRows(createRowView(bytes), { from: 0, to: 5, line: 1, separator: 44 }, () => {
      rows += 1;
      return rows < 2;
    });
    expect(rows).to.equal(2);
  });

  it('ends bare cells at separators and line ends alone, wherever they are among the other bytes', () => {
    const units = [
      '\n',
      '\r',
      ',',
      ';',
      '\t',
      '\x01',
      '\x0b',
      '\x0c',
      '\x0e',
      '-',
      '+',
      '7',
      'abcd',
      'é',
      '€',
      '😀',
    ];
    const text = fc.string({ unit: fc.constantFrom(...units), minLength: 1, maxLength: 40 });
    forAll(2000, text, fc.constantFrom(',', ';', '\t', '\x01'), (bare, separator) => {
      const rows = bare
        .split(/\r\n|\r|\n/)
        .filter((row) => Array.from(row).some((sign) => sign > ' ' && sign !== separator))
        .map((row) => row.split(separator));
      expect(cells(bare, separator)).to.deep.equal(rows);
    });
  });

  it('counts cells beyond the ones it keeps', () => {
    const bytes = Buffer.from('x,'.repeat(5000));
    let count = 0;
    scanRows(createRowView(bytes), { from: 0, to: bytes.length, line: 1, separator: 44 }, (row) => {
      count = row.cells;
      return undefined;
    });
    expect(count).to.equal(5001);
  });

  it('agrees with csv-parser on every well-formed text', async () => {
    const unit = fc.constantFrom('a', 'é', ' ', ',', ';', '"', '\n', '\r\n', '7', '٥', '😀');
    const row = fc
      .array(fc.string({ unit, maxLength: 8 }), { minLength: 1, maxLength: 5 })
      .filter((texts) => texts.some((text) => text.trim() !== ''));
    const table = fc.array(row, { minLength: 1, maxLength: 20 });
    const signs = fc.record({
      separator: fc.constantFrom(',', ';'),
      end: fc.constantFrom('\n', '\r\n'),
      write: fc.constantFrom(csvCell, (text: string) => `"${text.replaceAll('"', '""')}"`),
    });
    await forAllAsync(300, table, signs, async (rows, { separator, end, write }) => {
      const text = rows
        .map((each) => each.map((cell) => write(cell, separator)).join(separator))
        .join(end);
      const parser = csvParser({ headers: false, separator });
      parser.end(text);
      const expected: string[][] = [];
      for await (const found of parser as AsyncIterable<Record<string, string>>) {
        expected.push(Object.values(found));
      }
      expect(cells(text, separator)).to.deep.equal(expected);
      expect(expected).to.deep.equal(rows);
    });
  });
});
