import { expect } from 'chai';
import { judge } from '../judge.ts';
import { sentences } from '../sentences.ts';

/** A statement with a collective booking, a balance brought forward and prose. */
const STATEMENT = [
  'date,amount,name',
  ',1200.00,Balance brought forward',
  '2025-03-01,-80.00,Standing orders',
  ',-50.00,of which rent of the garage',
  ',-30.00,of which music school',
  '2025-03-02,,Our opening hours have changed',
  ',,"Please note, see overleaf"',
  '2025-03-03,12.50,Refund',
];

describe('skip_incomplete_rows', () => {
  it('leaves out rows whose date or amount is blank, counts them and names the first lines', () => {
    const report = judge(STATEMENT, { skip_incomplete_rows: true });
    expect(report.errors).to.deep.equal([]);
    expect(report).to.include({ rowsCount: 7, skippedRowsCount: 5 });
    expect(sentences(report)).to.deep.equal([
      '5 rows are left out because a date or an amount is blank: lines 2, 4, 5, 6, 7.',
    ]);
  });

  it('is off unless it is asked for', () => {
    for (const settings of [{}, { skip_incomplete_rows: false }]) {
      const report = judge(STATEMENT, settings);
      expect(report.errors.map((error) => error.line)).to.deep.equal([2, 4, 5, 6, 7, 7]);
      expect(report).not.to.have.property('skippedRowsCount');
    }
  });

  it('keeps rows with a date and an amount that cannot be read as errors', () => {
    const report = judge([...STATEMENT, 'soon,1.00,Odd', '2025-03-04,lots,Odd'], {
      skip_incomplete_rows: true,
    });
    expect(report.errors.map(({ code, line }) => [code, line])).to.deep.equal([
      ['invalid_date', 9],
      ['invalid_amount', 10],
    ]);
  });

  it('leaves a skipped row out of every check: currencies, ragged rows, the date format', () => {
    const report = judge(
      [
        'date,amount,name,currency',
        '31/01/2025,-1.00,a,CHF',
        ',5.00,b,??',
        'not a date,,c,CHF,more,cells',
        '02/02/2025,2.00,d,CHF',
      ],
      { skip_incomplete_rows: true, currency_col_label: 'currency' },
    );
    expect(report.errors).to.deep.equal([]);
    expect(report.skippedRowsCount).to.equal(2);
    expect(report.warnings).to.have.length(1);
  });

  it('takes money out and money in together for the amount', () => {
    const report = judge(
      ['date,name,out,in', '2025-03-01,Tea,4.00,', '2025-03-02,Total,,', '2025-03-03,Pay,,9.00'],
      { skip_incomplete_rows: true, outflow_col_label: 'out', inflow_col_label: 'in' },
    );
    expect(report.errors).to.deep.equal([]);
    expect(report.skippedRowsCount).to.equal(1);
  });

  it('skips trades without date, quantity or price, not those without a ticker', () => {
    const report = judge(
      [
        'date,ticker,qty,price',
        '2025-03-01,ACME,2,10',
        ',ACME,2,10',
        '2025-03-02,ACME,,10',
        '2025-03-02,ACME,2,',
        '2025-03-02,,2,10',
      ],
      { skip_incomplete_rows: true },
      'TradeImport',
    );
    expect(report.skippedRowsCount).to.equal(3);
    expect(report.errors.map(({ code, line }) => [code, line])).to.deep.equal([
      ['blank_required_value', 6],
    ]);
  });

  it('says that nothing is left when every row is skipped', () => {
    const report = judge(['date,amount', ',5.00', '2025-03-01,'], {
      skip_incomplete_rows: true,
    });
    expect(report.errors.map((error) => error.code)).to.deep.equal(['no_data_rows']);
    expect(report).to.include({ rowsCount: 2, skippedRowsCount: 2 });
  });

  it('means nothing to types without dates and amounts', () => {
    const report = judge(['name', 'Food'], { skip_incomplete_rows: true }, 'CategoryImport');
    expect(report.errors).to.deep.equal([]);
    expect(report.skippedRowsCount).to.equal(0);
  });
});

describe('separators', () => {
  for (const separator of [',', ';', '\t', '|']) {
    it(`reads columns apart at ${JSON.stringify(separator)}, and suggests it where it was not sent`, () => {
      const lines = [
        ['date', 'amount', 'name'],
        ['2025-03-01', '-4.00', 'Tea'],
        ['2025-03-02', '5.00', 'Pay'],
      ].map((cells) => cells.join(separator));
      const sent = judge(lines, { col_sep: separator });
      expect(sent.errors).to.deep.equal([]);
      expect(sent.headers).to.deep.equal(['date', 'amount', 'name']);
      const unsent = judge(lines, {});
      if (separator === ',') expect(unsent.errors).to.deep.equal([]);
      else expect(unsent.suggestions?.['col_sep']?.value).to.equal(separator);
    });
  }
});
