import { expect } from 'chai';
import { importOf } from './import-of.ts';

describe('a column of directions with a third word', () => {
  for (const [name, header, out, paidIn, neutral] of [
    ['the word of a wallet', '收/支', '支出', '收入', '不计收支'],
    ['a stroke', '收/支', '支出', '收入', '/'],
    ['a word in English', 'Direction', 'OUT', 'IN', 'NEUTRAL'],
    ['a word in German', 'Typ', 'Belastung', 'Gutschrift', 'Umbuchung'],
    ['a word in Russian', 'Тип', 'Расход', 'Приход', 'Перевод'],
    ['another sign', 'Signo', '-', '+', '='],
    ['nothing', 'S/H', 'S', 'H', ''],
  ] as const) {
    it(`keeps the sign of the clear rows and asks about the others: ${name}`, () => {
      const { rows, settings, warnings, report } = importOf([
        `Date,Payee,${header},Amount`,
        `2025-03-01,Noodles,${out},32.00`,
        `2025-03-02,Wages,${paidIn},200.00`,
        `2025-03-13,Own fund,${neutral},1000.00`,
        `2025-03-14,Market,${out},88.50`,
      ]);
      expect(rows).to.deep.equal(['2:-32', '3:200', '5:-88.5']);
      expect(settings).to.include({
        amount_type_inflow_value: paidIn,
        amount_type_outflow_value: out,
      });
      expect(report.skippedRowsCount).to.equal(1);
      expect(warnings).to.match(/neither money in nor money out .*: line 4\./);
      expect(warnings).to.contain(`"${neutral}" 1`).and.contain('amount_type_outflow_value');
    });
  }

  const LINES = [
    'date,direction,amount',
    '2025-03-01,spent,32.00',
    '2025-03-02,got,200.00',
    '2025-03-13,moved,1000.00',
  ];
  const sent = { amount_type_strategy: 'custom_column', entity_type_col_label: 'direction' };

  it('is read by the words that were sent: the word of one side, or several, or those of both', () => {
    const read = (more: object) => importOf(LINES, { ...sent, ...more });
    const single = read({ amount_type_inflow_value: 'got' });
    expect(single.rows).to.deep.equal(['2:-32', '3:200', '4:-1000']);
    expect(single.warnings).to.contain('also holds "spent", "moved": read as outflows');
    const several = read({ amount_type_inflow_value: 'got|moved' });
    expect(several.rows).to.deep.equal(['2:-32', '3:200', '4:1000']);
    const both = read({ amount_type_inflow_value: 'got', amount_type_outflow_value: 'spent' });
    expect(both.rows).to.deep.equal(['2:-32', '3:200']);
    const outflow = read({ amount_type_outflow_value: ' spent | moved ' });
    expect(outflow.rows).to.deep.equal(['2:-32', '3:200', '4:-1000']);
  });

  it('may hold a word with the sign that separates several', () => {
    const lines = ['date,direction,amount', '2025-03-01,in|out,5.00', '2025-03-02,out,6.00'];
    const read = importOf(lines, { ...sent, amount_type_inflow_value: 'in|out' });
    expect(read.rows[0]).to.equal('2:5');
  });

  it('may hold a dash, which is no minus beside words', () => {
    const { rows, warnings } = importOf([
      'Date,Category,Action,Symbol,Amount',
      '2025-03-01,Trade,Buy,VTI,32.00',
      '2025-03-02,Trade,Sell,VTI,200.00',
      '2025-03-13,Deposit,-,Cash,1000.00',
      '2025-03-14,Trade,Buy,VTI,88.50',
    ]);
    expect(rows).to.deep.equal(['2:-32', '3:200', '5:-88.5']);
    expect(warnings).to.match(/neither money in nor money out \("-" 1\): line 4\./);
  });

  it('names every word for money in', () => {
    const { rows, settings } = importOf([
      'Date,Type,Details,Amount',
      '2025-01-02,Withdrawal,ATM,50.00',
      '2025-01-13,Deposit,Cash,100.00',
      '2025-01-14,Income,Interest,3.10',
    ]);
    expect(rows).to.deep.equal(['2:-50', '3:100', '4:3.1']);
    expect(settings).to.include({ amount_type_inflow_value: 'Deposit|Income' });
  });

  it('takes a payment and a refund for money in beside purchases, and a fee for money out', () => {
    const { rows } = importOf([
      'Date,Merchant,Type,Amount',
      '2025-04-02,Shop A,Purchase,45.20',
      '2025-04-13,Card payment,Payment,200.00',
      '2025-04-15,Shop A,Refund,15.00',
      '2025-04-16,Late fee,Fee,5.00',
    ]);
    expect(rows).to.deep.equal(['2:-45.2', '3:200', '4:15', '5:-5']);
  });

  it('learns words that nobody knows from the balance, and leaves out rows that do not move it', () => {
    const { rows } = importOf([
      'Date,Type,Amount,Balance',
      '2025-04-02,abc,10.00,90.00',
      '2025-04-13,xyz,200.00,290.00',
      '2025-04-14,abc,15.00,275.00',
      '2025-04-15,uvw,70.00,275.00',
      '2025-04-16,def,5.00,280.00',
      '2025-04-17,abc,5.00,275.00',
      '2025-04-18,abc,25.00,250.00',
      '2025-04-19,xyz,25.00,275.00',
    ]);
    expect(rows).to.deep.equal(['2:-10', '3:200', '4:-15', '6:5', '7:-5', '8:-25', '9:25']);
  });
});

describe('a file of one side only', () => {
  for (const [header, word, sign] of [
    ['D/C', 'D', '-'],
    ['Dr / Cr', 'CR', ''],
    ['Af Bij', 'Bij', ''],
    ['类型', '支出', '-'],
    ['Cr/Dr Ind', 'D', '-'],
    ['Buchungsart', 'Gutschrift', ''],
    ['Buchungsart', 'Lastschrift', '-'],
  ] as const) {
    it(`keeps its column of directions: ${word} below ${header}`, () => {
      const { rows, settings } = importOf([
        `Date,Details,${header},Amount`,
        `2025-03-13,Rent,${word},900.00`,
        `2025-03-14,Milk,${word},31.15`,
      ]);
      expect(rows).to.deep.equal([`2:${sign}900`, `3:${sign}31.15`]);
      expect(settings).to.include({ entity_type_col_label: header });
    });
  }

  it('keeps it beside a balance, so that the next file is read by it, too', () => {
    const { rows, settings } = importOf([
      'Date,Details,Type,Amount,Balance',
      '2025-03-13,Rent,Debit,900.00,1100.00',
      '2025-03-14,Milk,Debit,31.15,1068.85',
      '2025-03-15,Milk,Debit,1.15,1067.70',
    ]);
    expect(rows).to.deep.equal(['2:-900', '3:-31.15', '4:-1.15']);
    expect(settings).to.include({ amount_type_inflow_value: 'Credit' });
    expect(settings).not.to.have.property('signage_convention');
  });
});

describe('a column of debit and credit beside the amount and another beside the balance', () => {
  const HEADER = 'Sl. No.,Date,Description,Amount,Dr / Cr,Balance,Dr / Cr';

  it('is that of the amount, named by its number', () => {
    const { rows, settings } = importOf([
      HEADER,
      '1,03/02/2025,Grocer,"1,200.00",DR,"8,800.00",CR',
      '2,14/02/2025,Salary,"50,000.00",CR,"58,800.00",CR',
      '3,15/02/2025,ATM,"5,000.00",DR,"53,800.00",CR',
    ]);
    expect(rows).to.deep.equal(['2:-1200', '3:50000', '4:-5000']);
    expect(settings).to.include({ entity_type_col_label: 'Column 5' });
  });

  it('is that of the amount where all rows are of one side', () => {
    const { rows } = importOf([
      HEADER,
      '1,03/02/2025,Grocer,"1,200.00",DR,"8,800.00",CR',
      '2,14/02/2025,Rent,"9,000.00",DR,"200.00",DR',
      '3,15/02/2025,ATM,"5,000.00",DR,"5,200.00",DR',
    ]);
    expect(rows).to.deep.equal(['2:-1200', '3:-9000', '4:-5000']);
  });

  for (const [out, paidIn] of [
    ['Dr', 'Cr'],
    ['Dr.', 'Cr.'],
    ['Dr Amount', 'Cr Amount'],
    ['Withdrawals', 'Deposits'],
    ['Soll', 'Haben'],
    ['Debe', 'Haber'],
    ['Дт', 'Кт'],
    ['Má dať', 'Dal'],
  ] as const) {
    it(`may be two columns of amounts: ${out} and ${paidIn}`, () => {
      const { rows } = importOf([
        `Date,Particulars,${out},${paidIn}`,
        '03/02/2025,Grocer,1200.00,',
        '14/02/2025,Salary,,50000.00',
        '15/02/2025,ATM,5000.00,',
      ]);
      expect(rows).to.deep.equal(['2:-1200', '3:50000', '4:-5000']);
      const { rows: swapped } = importOf([
        `Date,Particulars,${paidIn},${out}`,
        '03/02/2025,Grocer,,1200.00',
        '14/02/2025,Salary,50000.00,',
      ]);
      expect(swapped).to.deep.equal(['2:-1200', '3:50000']);
    });
  }
});
