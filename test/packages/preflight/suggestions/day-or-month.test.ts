import { expect } from 'chai';
import { judge } from '../judge.ts';
import { sentences } from '../sentences.ts';
import { reads } from './import-of.ts';

/** What a file without a day above twelve is read as, without any setting. */
const read = (lines: readonly string[], settings: object = {}) => {
  const report = judge(lines, { sample_rows: 1, ...settings });
  const { sample = [], evidence } = report;
  return {
    date: sample[0]?.date,
    basis: evidence?.dateOrder.basis,
    warning: sentences(report).find((text) => text.includes('%d')),
  };
};

describe('a file in which day and month are alike', () => {
  it('is read by the direction of its running balance', () => {
    const rows = ['02/01/2024,-5.00,Tea,95.00', '01/03/2024,-5.00,Bun,90.00'];
    const more = ['03/03/2024,-4.00,Pie,86.00', '04/03/2024,-6.00,Jam,80.00'];
    const { date, basis } = read(['date,amount,name,balance', ...rows, ...more]);
    expect({ date, basis }).to.deep.equal({ date: '2024-01-02', basis: 'balance' });
  });

  it('is read by the day of an opening balance, without a doubt', () => {
    const opening = ['10/31/2024,Saldo anterior,100.00'];
    const rows = ['11/01/2024,Padaria,-5.00', '11/01/2024,Mercado,-7.00'];
    expect(read(['date,name,amount', ...opening, ...rows])).to.deep.equal({
      date: '2024-11-01',
      basis: 'distribution',
      warning: undefined,
    });
  });

  it('is read by the days that the texts of card purchases name, without a doubt', () => {
    const rows = ['01/09/2024,4321 01SEP24 SHOP,-12.34', '03/09/2024,Salary,2000.00'];
    const american = ['09/01/2024,Shop on 31 Aug,-12.34', '09/03/2024,Salary,2000.00'];
    for (const lines of [rows, american]) {
      expect(read(['date,name,amount', ...lines])).to.deep.equal({
        date: '2024-09-01',
        basis: 'distribution',
        warning: undefined,
      });
    }
  });

  it('is not read by streets and shops that begin as a month does', () => {
    const rows = ['01/09/2024,30 AUGUSTINE ST,-12.34', '01/09/2024,7 DECATHLON,-2.00'];
    expect(read(['date,name,amount', ...rows]).basis).to.equal('none');
  });

  it('is read by another column of dates, without a doubt', () => {
    const rows = ['03/04/2024,2024-04-04,-5.00,Tea', '05/04/2024,2024-04-05,-4.00,Bun'];
    expect(read(['date,value date,amount,name', ...rows])).to.deep.equal({
      date: '2024-04-03',
      basis: 'distribution',
      warning: undefined,
    });
  });

  it('is read by the order of its rows, without a doubt where that is plain', () => {
    const days = ['01/02', '02/02', '01/03', '02/03', '01/04', '02/04', '01/05'];
    const rows = days.map((day) => `${day}/2024,-5.00,Tea`);
    expect(read(['date,amount,name', ...rows])).to.deep.equal({
      date: '2024-02-01',
      basis: 'distribution',
      warning: undefined,
    });
  });

  const twice = (header: string, row: string) => [header, row, row];
  const lands: [string, string[], string][] = [
    ['its currency', twice('date,amount,currency', '03/04/2024,-5.00,GBP'), '2024-04-03'],
    ['a sign next to its amounts', twice('date,amount', '03-04-2024,€-5.00'), '2024-04-03'],
    ['the dollars of its header', twice('date,amount,USD', '03/04/2024,-5.00,x'), '2024-03-04'],
    ['its rupees', twice('date,amount,Fee (in Rs)', '03/04/2024,-5.00,0'), '2024-04-03'],
    [
      'the letters of its texts',
      twice('date,amount,name', '03/04/2024,-5.00,กรุงไทย'),
      '2024-04-03',
    ],
    ['the words of its header', twice('date,amount,Cheque no', '03/04/2024,-5.00,1'), '2024-04-03'],
  ];
  for (const [what, lines, date] of lands) {
    it(`is read by ${what}, with a warning that names both readings`, () => {
      const judged = read(lines);
      expect(judged).to.deep.include({ date, basis: 'words' });
      expect(judged.warning).to.contain('%m').and.to.contain('fits the dates as well');
    });
  }

  it('is read as the shorter of two spans, with a warning', () => {
    const rows = ['03-01', '03-02', '03-05', '03-09', '03-12'].map(
      (day) => `${day}-2024,-5.00,Tea`,
    );
    const judged = read(['date,amount,name', ...rows]);
    expect(judged).to.deep.include({ date: '2024-03-01', basis: 'distribution' });
    expect(judged.warning).to.contain('The span of the dates suggests %m-%d-%Y, but %d-%m-%Y fits');
  });

  it('is read with two digits of the year as with four', () => {
    const days = ['03-01-24', '03-02-24', '03-05-24', '03-09-24', '03-12-24'];
    const judged = read(['date,amount,name', ...days.map((day) => `${day},-5.00,Tea`)]);
    expect(judged).to.deep.include({ date: '2024-03-01', basis: 'distribution' });
    expect(judged.warning).to.contain('The span of the dates suggests %m-%d-%y, but %d-%m-%y fits');
  });

  it('is asked about where nothing decides, until the date format is sent', () => {
    const lines = twice('date,amount,name', '03-04-2024,-5.00,Tea');
    const judged = read(lines);
    expect(judged).to.deep.include({ date: '2024-03-04', basis: 'none' });
    expect(judged.warning).to.contain('fit %m-%d-%Y and %d-%m-%Y alike');
    const sent = { date_format: '%d-%m-%Y' };
    const answer = { date: '2024-04-03', basis: 'sent', warning: undefined };
    expect(read(lines, sent)).to.deep.equal(answer);
  });

  reads('does not take a word of prose for a header in another language')`
    Date,Amount,Description
    3/12/2024,$0.87,Dividend → 2024-03-12
    3/11/2024,($210.44),Buy → 2024-03-11
    3/10/2024,$250.00,ACH → 2024-03-10
    ,,"The data provided is for informational purposes only. Please consult an adviser."
  `;

  reads('follows the period that a line above the table states')`
    Account statement,,
    Period:,01-Oct-2024 to 05-Oct-2024,
    Date,Amount,Description
    02-10-2024,450.00,Deposit by Sarah → 2024-10-02
    03-10-2024,-5.50,Ledger fee → 2024-10-03
    04-10-2024,300.00,Deposit → 2024-10-04
    ⇒ no warns: compare one booking
  `;

  reads('reads a month first with hyphens, and a year that is shortened by an apostrophe')`
    Date,Amount,Description,Valued
    Feb-03-2025 05:18 PM,-3.20,Burrard,18 Mar '25 → 2025-02-03
    Feb-13-2025 08:20 AM,-3.20,Waterfront,16 Mar '25 → 2025-02-13
  `;

  reads('reads a year that an apostrophe shortens')`
    Date,Details,Amount
    18 Mar '25,Mumbai Bazaar,-2349.00 → 2025-03-18
    16 Mar '25,Bangalore Cafe,-640.50 → 2025-03-16
  `;
});

describe('a file of two-digit years', () => {
  for (const sign of ['/', '.', '-']) {
    const day = (...parts: string[]) => parts.join(sign);
    reads(`has them first where that is one stretch of recent days: ${day('25', '01', '13')}`)`
      Date,Amount,Name
      ${day('25', '01', '13')},-1.00,A → 2025-01-13
      ${day('25', '01', '28')},-2.00,B → 2025-01-28
      ${day('25', '02', '03')},-3.00,C → 2025-02-03
      ⇒ warns: The span of the dates suggests %y${sign}%m${sign}%d
    `;
  }

  reads('has them last, without a doubt, where that is one stretch or ends later')`
    Date,Amount,Name
    24/01/25,-1.00,A → 2025-01-24
    25/01/25,-2.00,B → 2025-01-25
    03/02/25,-3.00,C → 2025-02-03
    ⇒ no warns: %y/%m/%d
  `;

  reads('leaves open where a single day is later with its year first')`
    Date,Amount,Name
    25/01/13,-1.00,A → 2013-01-25
    ⇒ warns: The dates fit %d/%m/%y and %y/%m/%d alike
  `;

  reads('leaves open whether bookings are years or days apart, some time ago')`
    Date,Amount,Name
    15/03/23,-1.00,A → 2023-03-15
    15/03/24,-1.00,A → 2024-03-15
    ⇒ warns: The dates fit %d/%m/%y and %y/%m/%d alike
  `;
});
