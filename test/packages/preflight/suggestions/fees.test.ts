import { expect } from 'chai';
import { importOf } from './import-of.ts';

describe('a column of fees', () => {
  it('is taken off where the balance moves by the amount less the fee', () => {
    const { rows, settings, report } = importOf([
      'Type,Completed Date,Description,Amount,Fee,Currency,Balance',
      'TRANSFER,2025-02-01 10:00:00,To John,-100.00,1.50,EUR,898.50',
      'TOPUP,2025-02-03 10:00:00,Top-up,200.00,0.00,EUR,1098.50',
      'ATM,2025-02-14 10:00:00,Cash,-50.00,2.05,EUR,1046.45',
      'CARD_PAYMENT,2025-02-15 10:00:00,Coffee,-3.40,0.00,EUR,1043.05',
    ]);
    expect(rows).to.deep.equal(['2:-101.5:EUR', '3:200:EUR', '4:-52.05:EUR', '5:-3.4:EUR']);
    expect(settings).to.include({ fee_col_label: 'Fee' });
    expect(report.evidence?.amountColumns).to.include({ rowsAgree: 3, rowsDisagree: 0 });
    expect(report.warnings).to.deep.equal([]);
  });

  it('is left alone where the balance moves by the amount', () => {
    const { rows, settings, warnings } = importOf([
      'Date,Description,Amount,Fee,Balance',
      '2025-02-01,To John,-101.50,1.50,898.50',
      '2025-02-13,Top-up,200.00,0.00,1098.50',
      '2025-02-14,Cash,-52.00,2.00,1046.50',
    ]);
    expect(rows).to.deep.equal(['2:-101.5', '3:200', '4:-52']);
    expect(settings).not.to.have.property('fee_col_label');
    expect(warnings).not.to.contain('fee');
  });

  it('is money out whichever sign it is written with, and comes back with the other one', () => {
    const lines = (...fees: string[]) => [
      'date,amount,charge',
      ...fees.map((fee, at) => `2025-02-${13 + at},${at === 1 ? '-10.00' : '20.00'},${fee}`),
    ];
    const read = (...fees: string[]) => importOf(lines(...fees), { fee_col_label: 'charge' }).rows;
    expect(read('1.00', '2.00', '-')).to.deep.equal(['2:19', '3:-12', '4:20']);
    expect(read('-1.00', '-2.00', '')).to.deep.equal(['2:19', '3:-12', '4:20']);
    expect(read('-1.00', '2.00', '-0.10')).to.deep.equal(['2:19', '3:-8', '4:19.9']);
  });

  it('comes on top of money out in a column of its own, or beside a word for it', () => {
    const split = importOf([
      'Date,Details,Money Out,Money In,Fee,Balance',
      '2025-02-13,Transfer,100.00,,1.00,899.00',
      '2025-02-14,Salary,,500.00,0.00,1399.00',
      '2025-02-15,ATM,200.00,,5.00,1194.00',
      '2025-02-16,Shop,10.00,,0.00,1184.00',
    ]);
    expect(split.rows).to.deep.equal(['2:-101', '3:500', '4:-205', '5:-10']);
    const words = importOf([
      'Date,Details,Direction,Amount,Charge,Balance',
      '2025-02-13,Send,OUT,100.00,1.00,899.00',
      '2025-02-14,Receive,IN,500.00,0.00,1399.00',
      '2025-02-15,Withdraw,OUT,200.00,5.00,1194.00',
      '2025-02-16,Till,OUT,10.00,0.00,1184.00',
    ]);
    expect(words.rows).to.deep.equal(['2:-101', '3:500', '4:-205', '5:-10']);
    expect(words.report.evidence?.amountColumns).to.include({ rowsAgree: 3, rowsDisagree: 0 });
  });

  it('is on top of amounts that are turned as well', () => {
    const { rows } = importOf([
      'Date,Details,Amount,Fee,Balance',
      '2025-02-13,Transfer,100.00,1.00,899.00',
      '2025-02-14,Salary,-500.00,0.00,1399.00',
      '2025-02-15,ATM,200.00,5.00,1194.00',
      '2025-02-16,Shop,10.00,0.00,1184.00',
    ]);
    expect(rows).to.deep.equal(['2:-101', '3:500', '4:-205', '5:-10']);
  });

  it('is asked about where nothing proves what it does', () => {
    const { rows, warnings } = importOf([
      'Date,Description,Amount,Prowizja',
      '2025-02-01,To John,-100.00,1.50',
      '2025-02-13,Top-up,200.00,0.00',
      '2025-02-14,Cash,-50.00,2.00',
    ]);
    expect(rows).to.deep.equal(['2:-100', '3:200', '4:-50']);
    expect(warnings).to.contain('"Prowizja" holds fees').and.contain('fee_col_label');
  });

  it('makes another column the amount, where that is the sum or the rest', () => {
    const rest = importOf([
      'Transaction Date,Customer,Amount,Fees,Payout',
      '2025-02-13,Anna,50.00,1.75,48.25',
      '2025-02-14,Ben,20.00,0.94,19.06',
    ]);
    expect(rest.rows).to.deep.equal(['2:48.25', '3:19.06']);
    const sum = importOf([
      'Datum;Empfänger;Betrag;Gebühr;Gesamt',
      '13.02.2025;Anna;50,00;1,75;51,75',
      '14.02.2025;Ben;20,00;0,94;20,94',
    ]);
    expect(sum.rows).to.deep.equal(['2:-51.75', '3:-20.94']);
  });
});
