import { expect } from 'chai';
import type { CsvSettingsInput } from '#preflight/csv/settings';
import { importRows, judge } from '../judge.ts';
import { sentences } from '../sentences.ts';
import { reads } from '../suggestions/import-of.ts';

function read(lines: string[], settings?: CsvSettingsInput) {
  const { report, sent, rows } = importRows(lines, settings);
  const values = rows.map(({ line, values: { date, amount, name } }) => [line, date, amount, name]);
  return { report, sent, values };
}

const BARE = [
  '03.03.2025;KAUFLAND;-23,40;976,60',
  '14.03.2025;BAECKEREI;-5,10;971,50',
  '17.03.2025;GEHALT;1250,00;2221,50',
  '28.03.2025;TAXI;-18,20;2203,30',
];
const READ = [
  [1, '2025-03-03', '-23.4', 'KAUFLAND'],
  [2, '2025-03-14', '-5.1', 'BAECKEREI'],
  [3, '2025-03-17', '1250', 'GEHALT'],
  [4, '2025-03-28', '-18.2', 'TAXI'],
];

describe('content without a header row', () => {
  it('is read from its first row on as suggested, with a warning', () => {
    const { report, sent, values } = read(BARE);
    expect(report.errors).to.deep.equal([]);
    expect(values).to.deep.equal(READ);
    expect(sent).to.include({ has_header: false, amount_col_label: 'Column 3' });
    expect(report.headers).to.deep.equal(['Column 1', 'Column 2', 'Column 3', 'Column 4']);
    expect(sentences(report).join('\n')).to.match(/no header row/);
  });

  it('begins below a line on the account that is laid out like a booking but for its date', () => {
    const account = '2025-03-31;12 3456 7890;2500,00;2203,30';
    const { report, sent, values } = read([account, ...BARE]);
    expect(report.errors).to.deep.equal([]);
    expect(values.map(([, ...value]) => value)).to.deep.equal(READ.map(([, ...value]) => value));
    expect(sent).to.include({ has_header: false, rows_to_skip: 1 });
  });

  it('is read as sent, strictly', () => {
    const settings: CsvSettingsInput = {
      has_header: 'false',
      col_sep: ';',
      date_col_label: 'Column 1',
      name_col_label: 'column 2',
      amount_col_label: 'Column 3',
      date_format: '%d.%m.%Y',
      number_format: '1.234,56',
    };
    expect(read(BARE, settings).values).to.deep.equal(READ);
    const { errors } = read(BARE, { ...settings, name_col_label: 'Column 9' }).report;
    expect(errors).to.have.nested.property('[0].code', 'mapped_header_missing');
  });
});

describe('balances before and after each booking, without a header', () => {
  it('prove the amounts and their sign, whichever comes first', () => {
    const after = ['976,60', '971,50', '2221,50', '2203,30'];
    const before = ['1000,00', ...after.slice(0, 3)];
    const amounts = ['-23,40', '-5,10', '1250,00', '-18,20'];
    for (const [one, other] of [
      [before, after],
      [after, before],
    ]) {
      const lines = amounts.map(
        (amount, at) => `4711;2025031${at + 1};${one?.[at]};${other?.[at]};${amount};Shop ${at}`,
      );
      const { report, values } = read(lines);
      expect(report.errors).to.deep.equal([]);
      expect(values.map((row) => row[2])).to.deep.equal(['-23.4', '-5.1', '1250', '-18.2']);
    }
  });
});

describe('a column without a header', () => {
  it('is called by its number, and may hold the amounts', () => {
    const lines = [
      'Date,Description,,Balance',
      '2025-03-03,Shop,-23.40,976.60',
      '2025-03-14,Cafe,-5.10,971.50',
      '2025-03-17,Pay,1250.00,2221.50',
    ];
    const { sent, values } = read(lines);
    expect(sent).to.include({ amount_col_label: 'Column 3' });
    expect(values.map(([, , amount]) => amount)).to.deep.equal(['-23.4', '-5.1', '1250']);
    const report = judge([...lines, '2025-03-18,Odd,lots,1.00'], { amount_col_label: 'Column 3' });
    expect(report.errors).to.have.nested.property('[0].column', 'Column 3');
  });

  it('yields to a column that is called so', () => {
    const { values } = read(['date,column 1,x', '2025-03-03,-1.00,7'], {
      amount_col_label: 'Column 1',
    });
    expect(values.map(([, , amount]) => amount)).to.deep.equal(['-1']);
  });

  reads('has amounts in fewer rows than balances, which follow from them')`
    Statement Enquiry :
    Account Number : ,1234567891
    01Mar2025,ROADCOVER 250301,-33,4643.77 → -33
    03Mar2025,ABSA BANK loan,-1000,3643.77 → -1000
    25Mar2025,SALARY,18750,22393.77 → 18750
    27Mar2025,VAT 25/02-26/03,,22393.77
    27Mar2025,CARRIED FORWARD,,22393.77
    27Mar2025,BROUGHT FORWARD,,22393.77
    31Mar2025,CASHFOCUS DIV,306.98,22700.75 → 306.98
    31Mar2025,SERVICE FEE,-41.6,22659.15 → -41.6
  `;

  reads('leaves out balances whose kinds, which no booking has, look like names')`
    0,20230301,OPEN,6218.30,OPEN BALANCE,,4805,0
    HIST,20230301,,-5450.00,DEBIT ORDER,RENT HARROW LETTINGS,4805,0 → -5450
    HIST,20230301,##,-125.00,FIXED MONTHLY FEE,,4805,0 → -125
    HIST,20230302,,-689.95,CHEQUE CARD PURCHASE,CHECKERS SEA POINT,4805,0 → -689.95
    HIST,20230325,,15400.00,SALARY,HARROW,4805,0 → 15400
    0,20230331,CLOSE,15353.35,CLOSE BALANCE,,4805,0
    ⇒ warns: state a total or a balance
  `;
});
