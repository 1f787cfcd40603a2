import { expect } from 'chai';
import { withPlainDigits } from '#preflight/csv/plain-digits';
import { judge } from '../judge.ts';
import { sentences } from '../sentences.ts';
import { importOf } from './import-of.ts';

const SPLIT = 'the comma seems to separate both columns and decimals';

describe('a comma that separates columns and decimals', () => {
  it('is told from other rows that have more cells than the header', () => {
    const rows = ['date,amount,name', '2025-01-13,-1,50,A', '2025-01-14,-20,05,B'];
    expect(sentences(judge(rows)).join()).to.contain(SPLIT);
    expect(sentences(judge([...rows, '2025-01-15,-3,C'])).join()).not.to.contain(SPLIT);
    expect(sentences(judge(rows.map((row) => row.replace(',05', ',five')))).join()).not.to.contain(
      SPLIT,
    );
  });
});

describe('what a file leaves open', () => {
  it('is said of two columns of days where no header names the day of booking', () => {
    const lines = (one: string, other: string): string[] => [
      `${one},${other},Payee,Amount`,
      '2025-03-01,2025-03-03,Noodles,-32.00',
      '2025-03-04,2025-03-04,Wages,200.00',
      '2025-03-07,2025-03-10,Market,-8.50',
    ];
    expect(importOf(lines('Date', 'Batch Date')).warnings).to.contain(
      '"Batch Date" has other days',
    );
    expect(importOf(lines('Purchase Date', 'Booking Date')).warnings).not.to.contain('other days');
    expect(importOf(lines('Date', 'Value Date')).warnings).not.to.contain('other days');
  });

  const ORDERS = [
    'Action,Time,Name,Total',
    'Deposit,2025-03-01,Me,1000.00',
    'Market buy,2025-03-02,Fund,400.00',
    'Market sell,2025-03-03,Fund,210.00',
    'Withdrawal,2025-03-04,Me,-150.00',
  ];

  it('is the sign of orders that alone lack it: they are signed by their words, with a warning', () => {
    const { rows, warnings } = importOf(ORDERS);
    expect(rows).to.deep.equal(['2:1000', '3:-400', '4:210', '5:-150']);
    expect(warnings).to.contain('The amounts of "Market buy" have the sign');
    const positions = ORDERS.map((line) =>
      line.replace('Market buy', 'Open Position').replace('Market sell', 'Position closed'),
    );
    expect(importOf(positions).rows).to.deep.equal(['2:1000', '3:-400', '4:210', '5:-150']);
  });

  it('is not the sign of a word that has both: a reversal keeps its own', () => {
    const { rows } = importOf([...ORDERS, 'Market buy,2025-03-05,Fund,-20.00']);
    expect(rows[1]).to.equal('3:400');
    expect(rows.at(-1)).to.equal('6:-20');
  });

  it('is not a number in Arabic or Persian digits', () => {
    const { rows } = importOf([
      'التاريخ,الوصف,المبلغ',
      '٠٣/٠٣/٢٠٢٥,متجر,-١٬١٥٠٫٢٥',
      '۱۷/۰۳/۲۰۲۵,راتب,۸۵۰۰٫۰۰',
    ]);
    expect(rows).to.deep.equal(['2:-1150.25', '3:8500']);
    const text = Buffer.from('متجر ٢٤,"٢٤"\n');
    expect(Buffer.from(withPlainDigits(text)).toString()).to.equal('متجر ٢٤,"24"\n');
  });
});
