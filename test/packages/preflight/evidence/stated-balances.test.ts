import { expect } from 'chai';
import type { CsvImportType } from '#preflight/report';
import { judge, roundTrip } from '../judge.ts';
import { sentences } from '../sentences.ts';

const HEADER = 'Date,Payee,Amount,Balance';
const SKIP = { skip_incomplete_rows: true };

describe('an opening balance above a running balance', () => {
  const rows = [
    '2025-03-03,Ana,-5.00,95.00',
    '2025-03-04,Ben,7.00,102.00',
    '2025-03-05,Cy,1.00,103.00',
  ];

  it('proves the first row as well', () => {
    const { evidence, warnings } = judge([HEADER, ',Opening balance,,100.00', ...rows], SKIP);
    expect(evidence?.sign).to.deep.equal({ basis: 'balance', rowsAgree: 3, rowsDisagree: 0 });
    expect(sentences({ warnings }).join()).not.to.contain('moves by');
  });

  it('proves it from the last row of a file that is newest first', () => {
    const { evidence } = judge([HEADER, ...rows.toReversed(), ',Opening balance,,100.00'], SKIP);
    expect(evidence?.sign).to.deep.equal({ basis: 'balance', rowsAgree: 3, rowsDisagree: 0 });
  });

  it('finds a fault in the first row, and names its line', () => {
    const { evidence, warnings } = judge([HEADER, ',Saldovortrag,,90.00', ...rows], SKIP);
    expect(evidence?.sign).to.deep.equal({ basis: 'balance', rowsAgree: 2, rowsDisagree: 1 });
    expect(sentences({ warnings }).join()).to.contain(
      'Line 3: the column "Balance" moves by 5.00, the amount is -5.00',
    );
  });
});

describe('opening and closing balance without a running one', () => {
  const statement = (sign: 1 | -1, closing: string): Buffer =>
    Buffer.from(
      [
        'Opening balance: 100.00;;',
        `Closing balance: ${closing};;`,
        'Date;Payee;Amount',
        ...[-5, 7, 1.5].map(
          (amount, at) => `2025-03-0${at + 3};Shop ${at};${(sign * amount).toFixed(2)}`,
        ),
      ].join('\n'),
    );

  it('prove the sign', () => {
    const { second } = roundTrip(statement(1, '103.50'));
    expect(second.evidence?.sign).to.deep.equal({
      basis: 'balance',
      rowsAgree: 3,
      rowsDisagree: 0,
    });
    expect(sentences(second)).to.deep.equal([]);
  });

  it('prove it below the bookings, in one word, too', () => {
    const { second } = roundTrip([
      'Datum;Text;Betrag',
      '03.03.2025;Ana;-5,00',
      '04.03.2025;Ben;17,50',
      'Anfangssaldo;;100,00',
      'Endsaldo;;112,50',
    ]);
    expect(second.evidence?.sign.basis).to.equal('balance');
  });

  it('prove that the sign is the other one', () => {
    const { settings, second } = roundTrip(statement(-1, '103.50'));
    expect(settings).to.include({ signage_convention: 'inflows_negative' });
    expect(second.evidence?.sign).to.deep.equal({
      basis: 'balance',
      rowsAgree: 3,
      rowsDisagree: 0,
    });
    expect(sentences(second)).to.deep.equal([]);
  });

  it('prove nothing when their difference is another sum', () => {
    const { second } = roundTrip(statement(1, '104.00'));
    expect(second.evidence?.sign.basis).not.to.equal('balance');
  });
});

describe('a name that labels a balance in other files', () => {
  const namesOf = (lines: readonly string[], type?: CsvImportType) =>
    judge(lines, { sample_rows: 9 }, type).sample?.map(({ name }) => name);

  it('is a shop of shoes, or what somebody sold', () => {
    const names = ['New Balance Berlin', 'NEW BALANCE', 'Sold new phone', 'Bus'];
    const rows = names.map((name) => `2025-03-01,-89.90,${name}`);
    expect(namesOf(['date,amount,name', ...rows])).to.deep.equal(names);
  });

  it('is a label next to the old balance, and where the bookings have it in Romanian', () => {
    const rows = ['Previous balance', 'Bus', 'Tram', 'New balance', 'Sold final'];
    const lines = rows.map((name, at) => `2025-03-0${at + 1},-${at + 1}.10,${name}`);
    expect(namesOf(['date,amount,name', ...lines])).to.deep.equal(['Bus', 'Tram']);
  });

  it('is that of an account, a category, a shop or a payee of a budget app', () => {
    const names = ['Balance', 'Saldo', 'Cash'];
    const accounts = ['name,balance', ...names.map((name) => `${name},4`)];
    expect(namesOf(accounts, 'AccountImport')).to.deep.equal(names);
    expect(namesOf(['name', ...names], 'MerchantImport')).to.deep.equal(names);
    const payees = names.map((name) => `2025-03-01,${name},4.00`);
    const budget = ['Date,Payee,Amount', ...payees];
    expect(namesOf(budget, 'BudgetAppTwoImport')).to.deep.equal(names);
  });
});

describe('numbers whose scale nothing shows', () => {
  it('are warned of next to a balance, which follows at either scale', () => {
    const { warnings, evidence } = judge(
      [
        'Date;Payee;Amount;Balance',
        '2025-03-03;Ana;-1.500;8.500',
        '2025-03-04;Ben;-2.250;6.250',
        '2025-03-05;Cy;-1.125;5.125',
      ],
      { col_sep: ';' },
    );
    expect(sentences({ warnings }).join()).to.contain(
      'The numbers fit 1.234,56 and 1,234.56 alike',
    );
    expect(evidence?.sign.basis).to.equal('balance');
    expect(evidence?.numberFormat.basis).to.equal('none');
  });
});
