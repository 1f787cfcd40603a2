import { expect } from 'chai';
import { importOf } from './import-of.ts';

describe('of two amounts', () => {
  for (const [name, header] of [
    ['in Russian', 'Сумма операции,Валюта операции,Сумма платежа,Валюта платежа'],
    ['in Polish', 'Kwota operacji,Waluta operacji,Kwota rozliczenia,Waluta rozliczenia'],
    ['original and account', 'Original Amount,Original Currency,Amount,Currency'],
    ['plain and settled', 'Amount,Currency,Settled Amount,Settled Currency'],
    [
      'of the transaction and billed',
      'Transaction Amount,Transaction Currency,Billing Amount,Billing Currency',
    ],
  ] as const) {
    it(`the one in the account's currency is read, with that currency: ${name}`, () => {
      const { rows } = importOf([
        `Date,Payee,${header}`,
        '2025-02-13,Hotel,-100.00,USD,-402.10,PLN',
        '2025-02-14,Bar,-14.00,PLN,-14.00,PLN',
        '2025-02-15,Taxi,-20.00,GBP,-101.90,PLN',
      ]);
      expect(rows).to.deep.equal(['2:-402.1:PLN', '3:-14:PLN', '4:-101.9:PLN']);
    });
  }

  it('the one is read that was sent', () => {
    const lines = [
      'date,amount,currency,settled,account currency',
      '2025-02-13,-100.00,USD,-92.10,EUR',
      '2025-02-14,-14.00,EUR,-14.00,EUR',
    ];
    const { rows } = importOf(lines, { amount_col_label: 'amount' });
    expect(rows).to.deep.equal(['2:-100:USD', '3:-14:EUR']);
  });
});

describe('of two currencies', () => {
  it('that of the amount is taken, although the other one bears the plain name', () => {
    const { rows } = importOf([
      'Date,Payee,Amount,Amount Currency,Foreign Amount,Currency',
      '2025-02-13,Hotel,-92.10,EUR,-100.00,USD',
      '2025-02-14,Bar,-4.00,EUR,-4.00,EUR',
      '2025-02-15,Taxi,-23.90,EUR,-20.00,GBP',
    ]);
    expect(rows).to.deep.equal(['2:-92.1:EUR', '3:-4:EUR', '4:-23.9:EUR']);
  });
});

describe('the code of the rouble of before 1998', () => {
  it('is read as that of today, since banks still write it', () => {
    const { rows } = importOf(['date,amount,currency', '2025-02-13,-92.10,RUR']);
    expect(rows).to.deep.equal(['2:-92.1:RUB']);
  });
});

describe('a quantity of something other than money', () => {
  for (const unit of ['BTC', 'ETH', 'XAU', 'Points', 'QWZ9']) {
    it(`is left out with a warning: ${unit}`, () => {
      const { rows, settings, warnings, report } = importOf([
        'Date,Description,Amount,Currency',
        '2025-02-01,Salary,1500.00,CHF',
        `2025-02-02,Savings,0.52,${unit}`,
        '2025-02-13,Shop,-20.00,CHF',
      ]);
      expect(rows).to.deep.equal(['2:1500:CHF', '4:-20:CHF']);
      expect(settings).to.include({ skip_other_units: true });
      expect(report.skippedRowsCount).to.equal(1);
      expect(warnings)
        .to.match(/something other than money .*: line 3\./)
        .and.contain(`"${unit}"`);
    });
  }

  it('is not what was paid: the amount in money next to it is read, whatever the quantity is called', () => {
    const { rows } = importOf([
      'Date,Description,Type,Amount,Unit,Value EUR',
      '2025-02-02,First,Buy,0.001,BTC,-40.00',
      '2025-02-13,Second,Sell,0.5,ETH,800.00',
      '2025-02-14,Third,Buy,0.002,BTC,-81.00',
    ]);
    expect(rows).to.deep.equal(['2:-40:EUR', '3:800:EUR', '4:-81:EUR']);
  });

  it('is not what was paid, though its column is found without a setting', () => {
    const { rows } = importOf([
      'date,name,amount,unit,Value EUR',
      '2025-02-02,First,0.001,BTC,-40.00',
      '2025-02-13,Second,0.5,ETH,800.00',
      '2025-02-14,Third,0.002,BTC,-81.00',
    ]);
    expect(rows).to.deep.equal(['2:-40:EUR', '3:800:EUR', '4:-81:EUR']);
  });

  it('is no currency of an account, so a whole file of it has no booking', () => {
    const lines = ['Date,Description,Amount,Currency', '2025-02-02,Reward,0.52,BTC'];
    expect(() => importOf([...lines, '2025-02-13,Reward,0.51,BTC', lines[1]!])).to.throw(
      /no_data_rows/,
    );
  });

  it('is asked about no more where the client sends it as money', () => {
    const lines = ['date,amount,currency', '2025-02-13,5.00,CHF', '2025-02-14,0.52,XAU'];
    expect(importOf(lines, { skip_other_units: false }).rows).to.have.length(2);
  });

  it('is not what another currency of the account is', () => {
    const { rows, settings } = importOf([
      'Date,Description,Amount,Currency',
      '2025-02-01,Salary,1500.00,EUR',
      '2025-02-13,Client,520.00,USD',
    ]);
    expect(rows).to.deep.equal(['2:1500:EUR', '3:520:USD']);
    expect(settings).not.to.have.property('skip_other_units');
  });

  it('is not what a code is that nobody knows in most rows', () => {
    const { rows } = importOf([
      'Datum;Text;Whg;Betrag',
      '13.02.2025;Markt;ELL;-75,30',
      '14.02.2025;Bahn;ELL;-20,00',
      '15.02.2025;Lohn;CHF;900,00',
    ]);
    expect(rows).to.deep.equal(['2:-75.3', '3:-20', '4:900']);
  });
});

describe('a column of currencies under a header that nobody knows', () => {
  const read = (header: string, ...codes: string[]) =>
    importOf([
      `date,name,amount,${header}`,
      ...codes.map((code, at) => `2025-02-1${at},Shop ${at},-${at + 1},${code}`),
    ]).rows;

  it('is read, so that no amount becomes one of the household without a word', () => {
    expect(read('Zork', 'HUF', 'HUF')).to.deep.equal(['2:-1:HUF', '3:-2:HUF']);
    expect(read('Deviza', 'HUF', 'EUR')).to.deep.equal(['2:-1:HUF', '3:-2:EUR']);
  });

  it('is not read where another amount is meant, a row has none, or one row could be a word', () => {
    expect(read('Original amount unit', 'HUF', 'HUF')).to.deep.equal(['2:-1', '3:-2']);
    expect(read('Zork', 'HUF', '')).to.deep.equal(['2:-1', '3:-2']);
    expect(read('Zork', 'TOP')).to.deep.equal(['2:-1']);
  });
});

describe('codes as exchanges write them, with a Z before money and an X before coins', () => {
  it('are money and coins', () => {
    const { rows, warnings } = importOf([
      'time,type,asset,amount,balance',
      '2025-02-13 10:00:00,deposit,ZEUR,100.0000,100.0000',
      '2025-02-14 10:00:00,deposit,XXBT,0.01230000,0.01230000',
      '2025-02-15 10:00:00,withdrawal,ZEUR,-40.0000,60.0000',
    ]);
    expect(rows).to.deep.equal(['2:100:EUR', '4:-40:EUR']);
    expect(warnings).to.include('something other than money');
  });
});
