import { expect } from 'chai';
import fc from 'fast-check';
import { readTable } from '#preflight/csv/read-header';
import { cellText, createRowView } from '#preflight/csv/row-view';
import { scanRows } from '#preflight/csv/scan-rows';
import type { Separator } from '#preflight/csv/settings';
import { judge, roundTrip } from '../judge.ts';
import { sentences } from '../sentences.ts';

/** All cells as an import reads them, the header's first. */
function cells(text: string, separator: Separator = ','): string[][] {
  const bytes = Buffer.from(text);
  const table = readTable(bytes, {
    separator,
    rowsToSkip: 0,
    footerRowsToSkip: 0,
    hasHeader: true,
  });
  const rows = [table.header.cells];
  scanRows(createRowView(bytes), table.source.start, (row) => {
    rows.push(Array.from({ length: row.cells }, (_, column) => cellText(row, column)));
    return undefined;
  });
  return rows;
}

describe('blanks before a quote', () => {
  it('are no part of the cell where the text writes its quotes so', () => {
    expect(cells('"date", "amount", "name"\n"2025-03-01", "4.00", "Tea, green"')).to.deep.equal([
      ['date', 'amount', 'name'],
      ['2025-03-01', '4.00', 'Tea, green'],
    ]);
    expect(cells(' "a";  "b"\n1; "x ""y"" ; z" ', ';')).to.deep.equal([
      ['a', 'b'],
      ['1', 'x "y" ; z'],
    ]);
  });

  it('hold for the first row with a quote behind blanks as for the others', () => {
    const { second } = roundTrip([
      'Datum; Betrag; "Verwendungszweck"',
      '03.03.2025; -4,50; "Laden; Bern"',
      '04.03.2025; 1.200,00; "Lohn"',
    ]);
    expect(second.errors).to.deep.equal([]);
    expect(sentences(second).join()).not.to.contain('cells');
    expect(second.headers).to.deep.equal(['Datum', ' Betrag', 'Verwendungszweck']);
  });

  for (const [name, text, expected] of [
    ['a word in quotes', 'a, b\n1, "Old" mill\n2, x', ['1', ' "Old" mill']],
    ['inches', 'a,b\n1, 19" rack\n2, "', ['1', ' 19" rack']],
    ['quotes that make the rows ragged', 'a,b,c\n1, "x, y"\n2, "u, v"', ['1', ' "x', ' y"']],
    ['a quote that never closes', 'a,b\n1, "x\n2,y', ['1', ' "x']],
  ] as const) {
    it(`are literal elsewhere: ${name}`, () => {
      expect(cells(text)[1]).to.deep.equal(expected);
    });
  }

  it('never change what a text means that follows RFC 4180', () => {
    const cell = fc.string({ unit: fc.constantFrom('a', ' ', ',', '"', '\n', '7'), minLength: 1 });
    const write = (text: string, isQuoted: boolean): string =>
      isQuoted || /[",\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
    fc.assert(
      fc.property(
        fc.array(fc.array(fc.tuple(cell, fc.boolean()), { minLength: 3, maxLength: 3 }), {
          minLength: 1,
          maxLength: 6,
        }),
        (rows) => {
          const header = 'x,y,z';
          const text = rows.map((row) => row.map(([one, quoted]) => write(one, quoted)).join(','));
          const found = cells([header, ...text, 'end,end,end'].join('\n'));
          const expected = rows
            .map((row) => row.map(([one]) => one))
            .filter((row) => row.some((one) => one.trim() !== ''));
          expect(found.slice(1, -1)).to.deep.equal(expected);
        },
      ),
    );
  });
});

describe('columns for money out and in', () => {
  const HEADER = 'Date;Payee;Debit;Credit';
  const SPLIT = {
    col_sep: ';',
    date_col_label: 'Date',
    outflow_col_label: 'Debit',
    inflow_col_label: 'Credit',
  };

  for (const nothing of ['-', '–', '—', '--', 'n/a', 'N/A', '−']) {
    it(`take ${nothing} for no value`, () => {
      const lines = [
        HEADER,
        `2025-03-03;Shop;4.50;${nothing}`,
        `2025-03-04;Wage;${nothing};1200.00`,
      ];
      const { settings, second } = roundTrip(lines);
      expect(settings).to.include({ outflow_col_label: 'Debit', inflow_col_label: 'Credit' });
      expect(second.errors).to.deep.equal([]);
      const { sample } = judge(lines, { ...SPLIT, sample_rows: 2, number_format: '1,234.56' });
      expect(sample?.map(({ amount }) => amount)).to.deep.equal(['-4.5', '1200']);
    });
  }

  it('leave a row out, or name it, that has a dash in both', () => {
    const lines = [HEADER, '2025-03-03;Shop;4.50;-', '2025-03-04;Note;-;n/a'];
    const strict = judge(lines, SPLIT);
    expect(strict.errors).to.have.length(1);
    expect(strict.errors[0]).to.include({ code: 'blank_required_value', line: 3 });
    const lenient = { ...SPLIT, skip_incomplete_rows: true };
    expect(judge(lines, lenient)).to.include({
      skippedRowsCount: 1,
      errorsCount: 0,
    });
  });

  it('do not make a dash a value of a single amount', () => {
    const text = 'date,amount\n2025-03-03,4.00\n2025-03-04,-\n';
    const { errors } = judge(text);
    expect(errors[0]).to.include({ code: 'invalid_amount', line: 3 });
  });
});
