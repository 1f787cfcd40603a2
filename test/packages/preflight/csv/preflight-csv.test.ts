import { expect } from 'chai';
import type { CsvReport } from '#preflight/report';
import { judge } from '../judge.ts';
import { sentences } from '../sentences.ts';

const codes = (report: CsvReport): string[] => report.errors.map((error) => error.code);

describe('preflightCsv', () => {
  describe('headers', () => {
    it('leaves empty bare headers out of the list and keeps duplicates', () => {
      const report = judge('date,,amount,"",x,x\n2025-03-01,,4.00,,,');
      expect(report.headers).to.deep.equal(['date', 'amount', '', 'x', 'x']);
    });

    it('refuses a needed column that is there twice, unless one is written as named', () => {
      expect(codes(judge('date,amount,Amount\n2025-03-01,4.00,5.00'))).to.deep.equal([]);
      expect(codes(judge('date,Amount,Amount\n2025-03-01,4.00,5.00'))).to.deep.equal([
        'duplicate_header',
      ]);
    });

    it('reports a named optional column that is not there', () => {
      const report = judge('date,amount\n2025-03-01,4.00', { notes_col_label: 'memo' });
      expect(report.errors).to.have.length(1);
      expect(report.errors[0]).to.include({ code: 'mapped_header_missing', column: 'memo' });
    });

    it('knows the aliases of bare keys, but not for a label that was sent', () => {
      const trade = 'date,ticker,quantity,price\n2025-03-03,VWCE,2,118.40';
      expect(codes(judge(trade, {}, 'TradeImport'))).to.deep.equal([]);
      expect(
        judge(trade, { qty_col_label: 'Menge' }, 'TradeImport').missingRequiredHeaders,
      ).to.deep.equal(['Menge']);
      expect(
        codes(judge('Account type*,Name*,Balance*\nsavings,Pot,5.00', {}, 'AccountImport')),
      ).to.deep.equal([]);
    });
  });

  describe('rows', () => {
    it('names line, column and value of each fault, in line order', () => {
      const report = judge('date,amount\n2025-03-01,4.00\nsoon,lots\n,1.00\n2025-03-02,');
      expect(report.errors.map(({ message: _, ...rest }) => rest)).to.deep.equal([
        { code: 'invalid_date', line: 3, column: 'date', value: 'soon' },
        { code: 'invalid_amount', line: 3, column: 'amount', value: 'lots' },
        { code: 'blank_required_value', line: 4, column: 'date' },
        { code: 'blank_required_value', line: 5, column: 'amount' },
      ]);
    });

    it('counts physical lines: skipped rows, blank lines and breaks inside quotes', () => {
      const report = judge('Bank\n\ndate,amount,name\n2025-03-01,1.00,"two\r\nlines"\n\nx,1.00,', {
        rows_to_skip: 1,
      });
      expect(report.rowsCount).to.equal(2);
      expect(report.errors[0]).to.include({ code: 'invalid_date', line: 7, value: 'x' });
    });

    it('cuts a long value, and never inside of a character', () => {
      const values = judge(
        `date,amount\n2025-03-01,x${'😀'.repeat(80)}\n2025-03-01,${'9x'.repeat(80)}`,
      ).errors.map(({ value }) => value);
      expect(values).to.deep.equal([`x${'😀'.repeat(49)}`, '9x'.repeat(50)]);
    });

    it('says what to change about a number that only accountants read', () => {
      const text = 'date,amount\n2025-03-01,(5.00)';
      expect(judge(text).errors).to.deep.equal([]);
      const [error] = judge(text, { number_format: '1,234.56' }).errors;
      expect(error?.message).to.equal(
        'Line 2, column "amount": not an amount in the format 1,234.56; write (5) as -5, or send no number_format',
      );
    });

    it('lists a hundred errors and closes with the totals', () => {
      const report = judge(`date,amount\n${'x,1.00\n'.repeat(250)}`);
      expect(report.errors).to.have.length(101);
      expect(report.errorsCount).to.equal(250);
      expect(report.errors.at(-1)).to.include({ code: 'too_many_errors' });
      expect(report.errors.at(-1)?.message).to.contain('150').and.to.contain('250');
    });
  });

  it('warns of a row that a missing quote swallows', () => {
    const lines = [
      'date,amount,name,ref',
      '2025-03-03,-1.00,"Cafe Uno,R1',
      '2025-03-04,-2.00,"Bar ""Due""",R2',
      '2025-03-05,-3.00,Shop,R3',
    ];
    const warnings = (rows: string[]): string => sentences(judge(rows)).join();
    expect(warnings(lines)).to.contain('a row lost: line 2.');
    lines[1] = '2025-03-03,-1.00,"Cafe\nUno",R1';
    expect(warnings(lines)).not.to.contain('lost');
  });
});
