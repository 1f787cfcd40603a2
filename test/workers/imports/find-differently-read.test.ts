import { expect } from 'chai';
import fc from 'fast-check';
import { findDifferentlyRead } from '../../../workers/imports/find-differently-read.ts';
import { csvLine } from '#preflight/csv/dialect/csv-line';
import { cases } from '../../helpers/cases.ts';
import type { CsvSettingsInput } from '#preflight/csv/settings';
import { forAllAsync } from '../../helpers/for-all.ts';

async function linesOf(text: string | Buffer, settings: CsvSettingsInput = {}): Promise<number[]> {
  const lines: number[] = [];
  const content = typeof text === 'string' ? Buffer.from(text) : text;
  for await (const line of findDifferentlyRead(content, 'TransactionImport', settings))
    lines.push(line);
  return lines;
}

const HEADER = 'date,amount,name\n';

describe('findDifferentlyRead', () => {
  it('finds nothing in sound files, whatever their line ends, separator and encoding are', async () => {
    const rows = '2025-01-01,1.00,"Tea, ""black"""\n2025-01-02,2.00,"two\nlines"\n';
    for (const end of ['\n', '\r\n', '\r']) {
      expect(await linesOf((HEADER + rows).replaceAll('\n', end))).to.deep.equal([]);
    }
    const mixed = `${HEADER}2025-01-01,1.00,Tea\r2025-01-02,2.00,Milk\r\n\n2025-01-03,3.00,`;
    expect(await linesOf(mixed)).to.deep.equal([]);
    const settings = { col_sep: ';', rows_to_skip: 1, footer_rows_to_skip: 1 };
    const other = `"Statement\nDatum;Wer\n01.02.2025;"Grün; rot"\nSumme;"`;
    expect(await linesOf(Buffer.from(other, 'latin1'), settings)).to.deep.equal([]);
  });

  it('finds nothing in numbers and dates of Arabic and Persian digits', async () => {
    const rows = [
      '١٥/٠٢/٢٠٢٥,-١٬٢٠٠٫٧٥,متجر ۵',
      '"۱۵/۰۲/۲۰۲۵","۱٬۲۰۰٫۷۵","a, ۵"',
      '١٥/٠٢/٢٠٢٥,"١,٢٠٠.٧٥",x',
    ];
    expect(await linesOf(HEADER + rows.join('\n'))).to.deep.equal([]);
    const torn = [...rows, '١٥/٠٢/٢٠٢٥,5" nail,١٢', ...rows];
    expect(await linesOf(HEADER + torn.join('\n'))).to.deep.equal([5]);
  });

  it('names the line of a quote that the two take differently, and no line below it', async () => {
    const rows = ['1,"Old" mill,a', '2,5" nail,b', '3,plain,c', '4,"x" ,d', '5,y,"e, f"'];
    expect(await linesOf(HEADER + rows.join('\n'))).to.deep.equal([2, 3, 5]);
  });

  it('reads quotes behind blanks as the import does, and finds those that are open to doubt', async () => {
    const header = 'date, amount, name\n';
    const sound = ['1, 2, "a, b"', '1, 2, "the ""x"", y"', '1, 2, ""', '1, 2, c'];
    expect(await linesOf(header + sound.join('\n'))).to.deep.equal([]);
    const doubtful = [...sound, '1, 2, 5" nail', '1, "2,5" , d'];
    expect(await linesOf(header + doubtful.join('\n'))).to.deep.equal([6, 7]);
  });

  it('looks at rows, not at a header or what is above it', async () => {
    expect(await linesOf('a,5" b,c\n1,2,3\n')).to.deep.equal([]);
  });

  it('reports physical lines', async () => {
    const text = `${HEADER}1,"a\nb\nc",x\n\n2,6" nail,y\n3,z,z\n`;
    expect(await linesOf(text)).to.deep.equal([6]);
  });

  it('ends after a thousand lines', async () => {
    const rows = Array.from({ length: 3000 }, (_, at) => `${at},${at}" nail,x`);
    const found = await linesOf(HEADER + rows.join('\n'));
    expect(found).to.have.length(1000);
    expect(found.slice(0, 2)).to.deep.equal([2, 3]);
  });

  it('agrees with the scanner on every well-formed text', async () => {
    const unit = fc.constantFrom('a', 'é', '"', ',', '\n', '\r\n', ' ', '1');
    const cell = fc.string({ unit, maxLength: 8 });
    const rows = fc.array(fc.array(cell, { minLength: 2, maxLength: 4 }), { maxLength: 40 });
    await forAllAsync(cases(300), rows, async (table) => {
      const text = HEADER + table.map(csvLine).join('');
      expect(await linesOf(text)).to.deep.equal([]);
    });
  });
});
