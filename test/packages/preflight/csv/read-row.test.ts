import { expect } from 'chai';
import { splitTags } from '#preflight/types/row-values';
import type { CsvSettingsInput } from '#preflight/csv/settings';
import type { CsvImportType, SampleRow } from '#preflight/report';
import { words } from '../../../helpers/for-all.ts';
import { judge } from '../judge.ts';

function preflight(
  lines: readonly string[],
  settings: CsvSettingsInput = {},
  type: CsvImportType = 'TransactionImport',
) {
  return judge(lines, { sample_rows: 100, ...settings }, type);
}

const rowsOf = (...sent: Parameters<typeof preflight>): SampleRow[] =>
  preflight(...sent).sample ?? [];
const amountsOf = (...sent: Parameters<typeof preflight>): (string | null)[] =>
  rowsOf(...sent).map((row) => row.amount);

describe('rows as read', () => {
  it('gives ISO dates, exact amounts in one sign, and every text', () => {
    const report = preflight(
      [
        'Datum;Betrag;Text;Währung;Rubrik;Schlagworte;Notiz;Konto',
        '03.02.2025;-1.234,56;Möbelhaus;eur;Wohnen: Möbel;"neu, groß";per Karte;Giro',
        '04.02.2025;12,5;Rückzahlung;;;;;',
      ],
      {
        col_sep: ';',
        date_col_label: 'Datum',
        amount_col_label: 'Betrag',
        name_col_label: 'Text',
        currency_col_label: 'Währung',
        category_col_label: 'Rubrik',
        tags_col_label: 'Schlagworte',
        notes_col_label: 'Notiz',
        account_col_label: 'Konto',
      },
    );
    expect(report.errors).to.deep.equal([]);
    expect(report.sample).to.deep.equal([
      {
        line: 2,
        date: '2025-02-03',
        amount: '-1234.56',
        currency: 'EUR',
        name: 'Möbelhaus',
        category: 'Wohnen: Möbel',
        tags: ['neu', 'groß'],
        notes: 'per Karte',
        account: 'Giro',
      },
      {
        line: 3,
        date: '2025-02-04',
        amount: '12.5',
        currency: null,
        name: 'Rückzahlung',
        category: null,
        tags: [],
        notes: null,
        account: null,
      },
    ]);
  });

  it('is there only when it was asked for, and no longer than asked', () => {
    const lines = ['date,amount', '2025-02-03,1', '2025-02-04,2', '2025-02-05,3'];
    expect(preflight(lines, { sample_rows: 0 })).not.to.have.property('sample');
    expect(rowsOf(lines, { sample_rows: 2 }).map((row) => row.line)).to.deep.equal([2, 3]);
    expect(rowsOf(['date,amount'])).to.deep.equal([]);
  });

  it('leaves skipped rows out, and gives null for what cannot be read', () => {
    const rows = rowsOf(
      [
        'date,amount,currency',
        ',5.00,EUR',
        'soon,1.00,EUR',
        '2025-02-03,lots,E',
        '2025-02-04,2,EUR',
      ],
      { skip_incomplete_rows: true },
    );
    expect(
      rows.map(({ line, date, amount, currency }) => [line, date, amount, currency]),
    ).to.deep.equal([
      [3, null, '1', 'EUR'],
      [4, '2025-02-03', null, null],
      [5, '2025-02-04', '2', 'EUR'],
    ]);
  });

  it('keeps every digit', () => {
    const digits = '12345678901234567890.123456789';
    expect(amountsOf(['date,amount', `2025-02-03,-${digits}`])).to.deep.equal([`-${digits}`]);
  });

  it('reads a date with its time of day, two-digit years and names of months', () => {
    const dates = (...cells: string[]) =>
      rowsOf(['date,amount', ...cells.map((cell) => `"${cell}",1`)]).map((row) => row.date);
    expect(dates('2025-02-03 23:59:59')).to.deep.equal(['2025-02-03']);
    expect(dates('31.01.25')).to.deep.equal(['2025-01-31']);
    expect(dates('5 Mar 2025', '31 Jan 2025')).to.deep.equal(['2025-03-05', '2025-01-31']);
  });
});

describe('the sign of an amount', () => {
  const lines = [
    'date,amount,kind',
    '2025-02-03,-100,debit',
    '2025-02-04,200,credit',
    '2025-02-05,5,',
  ];

  it('follows signage_convention', () => {
    expect(amountsOf(lines)).to.deep.equal(['-100', '200', '5']);
    expect(amountsOf(lines, { signage_convention: 'inflows_negative' })).to.deep.equal([
      '100',
      '-200',
      '-5',
    ]);
  });

  it('is given by the column of custom_column, whatever the sign of the amount', () => {
    const custom = {
      amount_type_strategy: 'custom_column',
      amount_type_inflow_value: 'credit',
      entity_type_col_label: 'kind',
    };
    expect(amountsOf(lines, custom)).to.deep.equal(['-100', '200', null]);
    expect(amountsOf(lines, { ...custom, signage_convention: 'inflows_negative' })).to.deep.equal([
      '100',
      '-200',
      null,
    ]);
  });

  it('turns a reversal to the other side, whichever sign the column has as a rule', () => {
    const settings = { outflow_col_label: 'out', inflow_col_label: 'in' };
    const rows = (...amounts: string[]): string[] => [
      'date,out,in',
      ...amounts.map((amount) => `2025-02-03,${amount}`),
    ];
    expect(amountsOf(rows('4.00,', '6.00,', '-4.00,', ',9', ',8', ',-9'), settings)).to.deep.equal(
      words('-4 -6 4 9 8 -9'),
    );
    expect(amountsOf(rows('-4.00,0', '(6.00),0', '4.00,0', '0,9'), settings)).to.deep.equal([
      '-4',
      '-6',
      '4',
      '9',
    ]);
  });

  it('is the inflow less the outflow of two columns', () => {
    const split = [
      'date,out,in',
      '2025-02-03,4.00,',
      '2025-02-04,-4.00,0.00',
      '2025-02-05,,+9.5',
      '2025-02-06,1.25,3',
      '2025-02-07,,',
      '2025-02-08,x,1',
    ];
    const report = preflight(split, { outflow_col_label: 'out', inflow_col_label: 'in' });
    expect(report.sample?.map((row) => row.amount)).to.deep.equal([
      '-4',
      '4',
      '9.5',
      '1.75',
      null,
      null,
    ]);
    expect(report.errors.map(({ code, line }) => [code, line])).to.deep.equal([
      ['blank_required_value', 6],
      ['invalid_amount', 7],
    ]);
  });

  it('reads what accountants write unless number_format is sent', () => {
    const notes = ['date,amount', '2025-02-03,(3.45)', '2025-02-04,12.50-', '2025-02-05,CHF .50'];
    expect(amountsOf(notes)).to.deep.equal(['-3.45', '-12.5', '0.5']);
    expect(preflight(notes).errors).to.deep.equal([]);
    const strict = preflight(notes, { number_format: '1,234.56' });
    expect(strict.errors.map((error) => error.line)).to.deep.equal([2, 3, 4]);
    expect(strict.sample?.map((row) => row.amount)).to.deep.equal([null, null, null]);
  });
});

describe('rows of budget apps', () => {
  it('one: the type column decides, whatever sign the app wrote', () => {
    const rows = rowsOf(
      [
        'Date,Description,Amount,Transaction Type,Category,Account Name,Labels,Notes',
        '02/03/2025,Laptop,"$1,234.56",debit,Electronics,Checking,"work,tax",',
        '02/04/2025,Coffee,-8.55,debit,Food,Checking,,',
        '02/05/2025,Wage,"2,000.00",credit,Income,Checking,,',
        '02/06/2025,Odd,-3,,,Checking,,',
      ],
      {},
      'BudgetAppOneImport',
    );
    expect(rows.map((row) => row.amount)).to.deep.equal(['-1234.56', '-8.55', '2000', '-3']);
    expect(rows[0]).to.deep.include({
      name: 'Laptop',
      category: 'Electronics',
      account: 'Checking',
      tags: ['work', 'tax'],
    });
  });

  it('two: group and category, and a note in place of a payee', () => {
    const rows = rowsOf(
      [
        'Account,Date,Payee,Notes,Category_Group,Category,Amount',
        'Checking,2025-02-03,Grocer,,Food,Groceries,-12.30',
        'Checking,2025-02-04,,Refund,,Income,5',
        'Checking,2025-02-05,Bank,,Fees,,-1',
      ],
      {},
      'BudgetAppTwoImport',
    );
    expect(rows.map(({ name, category, amount }) => [name, category, amount])).to.deep.equal([
      ['Grocer', 'Food: Groceries', '-12.3'],
      ['Refund', 'Income', '5'],
      ['Bank', 'Fees', '-1'],
    ]);
  });

  it('three: outflow and inflow, and the category of either generation', () => {
    const rows = rowsOf(
      [
        'Account,Flag,Date,Payee,Category Group/Category,Category Group,Category,Memo,Outflow,Inflow,Cleared',
        'Checking,,02/03/2025,Landlord,Housing: Rent,Housing,Rent,February,"$1,500.00",$0.00,Cleared',
        'Checking,,02/04/2025,,,,,Balance adjustment,$0.00,$0.43,Reconciled',
      ],
      {},
      'BudgetAppThreeImport',
    );
    expect(
      rows.map(({ name, category, amount, notes }) => [name, category, amount, notes]),
    ).to.deep.equal([
      ['Landlord', 'Housing: Rent', '-1500', 'February'],
      ['Balance adjustment', null, '0.43', 'Balance adjustment'],
    ]);
    const old = [
      'Account,Date,Payee,Category,Master Category,Sub Category,Memo,Outflow,Inflow',
      'Checking,02/03/2025,Grocer,Food: Groceries,Food,Groceries,,5.00,0.00',
    ];
    expect(rowsOf(old, {}, 'BudgetAppThreeImport')[0]?.category).to.equal('Food: Groceries');
    const named = { category_col_label: 'Sub Category' };
    expect(rowsOf(old, named, 'BudgetAppThreeImport')[0]?.category).to.equal('Groceries');
  });
});

describe('rows of other types', () => {
  it('trades: buying is money out, and inflows_negative turns quantity and amount together', () => {
    const lines = [
      'date,ticker,mic,qty,price',
      '2025-02-03,acme,xpar,10,20.5',
      '2025-02-04,ACME,XPAR,-4,21',
    ];
    const settings = { exchange_operating_mic_col_label: 'mic' };
    const read = (more: CsvSettingsInput) =>
      rowsOf(lines, { ...settings, ...more }, 'TradeImport').map(({ quantity, price, amount }) => [
        quantity,
        price,
        amount,
      ]);
    expect(read({})).to.deep.equal([
      ['10', '20.5', '-205'],
      ['-4', '21', '84'],
    ]);
    expect(read({ signage_convention: 'inflows_negative' })).to.deep.equal([
      ['-10', '20.5', '205'],
      ['4', '21', '-84'],
    ]);
    expect(rowsOf(lines, settings, 'TradeImport')[0]).to.include({
      ticker: 'ACME',
      exchangeOperatingMic: 'XPAR',
    });
  });

  it('accounts: a balance stays as it is written', () => {
    const [row] = rowsOf(
      ['Account type*,Name*,Balance*,Currency', 'Credit Card,Visa,-250.10,usd'],
      { signage_convention: 'inflows_negative' },
      'AccountImport',
    );
    expect(row).to.include({
      name: 'Visa',
      amount: '-250.1',
      currency: 'USD',
      accountType: 'Credit Card',
    });
  });
});

describe('splitTags', () => {
  for (const [text, tags] of [
    ['', []],
    ['home', ['home']],
    ['home, garden ,', ['home', 'garden']],
    ['home|garden', ['home', 'garden']],
    ['a|b,c', ['a|b', 'c']],
    ['a\\,b|c', ['a,b', 'c']],
    ['a\\|b', ['a|b']],
    ['a\\\\,b', ['a\\', 'b']],
    ['x,x', ['x']],
  ] as const) {
    it(`reads ${JSON.stringify(text)} as ${JSON.stringify(tags)}`, () => {
      expect(splitTags(text)).to.deep.equal(tags);
    });
  }
});
