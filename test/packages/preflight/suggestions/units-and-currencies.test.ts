import { expect } from 'chai';
import { importOf, reads } from './import-of.ts';

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
    reads(`the one in the account's currency is read, with that currency: ${name}`)`
      Date,Payee,${header}
      2025-02-13,Hotel,-100.00,USD,-402.10,PLN → -402.1 PLN
      2025-02-14,Bar,-14.00,PLN,-14.00,PLN → -14 PLN
      2025-02-15,Taxi,-20.00,GBP,-101.90,PLN → -101.9 PLN
    `;
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

describe('the code of the rouble of before 1998', () => {
  reads('is read as that of today, since banks still write it')`
    date,amount,currency
    2025-02-13,-92.10,RUR → -92.1 RUB
  `;
});

describe('a quantity of something other than money', () => {
  for (const unit of ['BTC', 'ETH', 'XAU', 'Points', 'QWZ9']) {
    reads(`is left out with a warning: ${unit}`, ({ warnings, report }) => {
      expect(report.skippedRowsCount).to.equal(1);
      expect(warnings)
        .to.match(/something other than money .*: line 3\./)
        .and.contain(`"${unit}"`);
    })`
      Date,Description,Amount,Currency
      2025-02-01,Salary,1500.00,CHF → 1500 CHF
      2025-02-02,Savings,0.52,${unit}
      2025-02-13,Shop,-20.00,CHF → -20 CHF
      ⇒ skip_other_units = true
    `;
  }

  reads(
    'is not what was paid: the amount in money next to it is read, whatever the quantity is called',
  )`
    Date,Description,Type,Amount,Unit,Value EUR
    2025-02-02,First,Buy,0.001,BTC,-40.00 → -40 EUR
    2025-02-13,Second,Sell,0.5,ETH,800.00 → 800 EUR
    2025-02-14,Third,Buy,0.002,BTC,-81.00 → -81 EUR
  `;

  reads('is not what was paid, though its column is found without a setting')`
    date,name,amount,unit,Value EUR
    2025-02-02,First,0.001,BTC,-40.00 → -40 EUR
    2025-02-13,Second,0.5,ETH,800.00 → 800 EUR
    2025-02-14,Third,0.002,BTC,-81.00 → -81 EUR
  `;

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

  reads('is not what another currency of the account is')`
    Date,Description,Amount,Currency
    2025-02-01,Salary,1500.00,EUR → 1500 EUR
    2025-02-13,Client,520.00,USD → 520 USD
    ⇒ no skip_other_units
  `;

  reads('is not what an unknown code in most rows is')`
    Datum;Text;Whg;Betrag
    13.02.2025;Markt;ELL;-75,30 → -75.3
    14.02.2025;Bahn;ELL;-20,00 → -20
    15.02.2025;Lohn;CHF;900,00 → 900
  `;
});

describe('a column of currencies under an unknown header', () => {
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
  reads('are money and coins')`
    time,type,asset,amount,balance
    2025-02-13 10:00:00,deposit,ZEUR,100.0000,100.0000 → 100 EUR
    2025-02-14 10:00:00,deposit,XXBT,0.01230000,0.01230000
    2025-02-15 10:00:00,withdrawal,ZEUR,-40.0000,60.0000 → -40 EUR
    ⇒ warns: something other than money
  `;

  reads('keeps deposits in the money of an exchange, whose amounts have more decimals than money')`
    type,time,amount,balance,amount/balance unit,transfer id,trade id,order id
    deposit,2025-05-02T14:03:11.000Z,2500.0000000000000000,2500.0000000000000000,USD,66d14f15-d7d6-4074-a46f-cb7009310eaa,, → "deposit"
    match,2025-05-03T11:24:12.126Z,0.0102500000000000,0.0102500000000000,BTC,,304396698,4132411d-6b2a-43d1-ade2-1b37248bdbfc
    match,2025-05-03T11:24:12.126Z,-965.6576000000000000,1534.3424000000000000,USD,,304396698,4132411d-6b2a-43d1-ade2-1b37248bdbfc → "match"
    fee,2025-05-03T11:24:12.126Z,-5.7939000000000000,1528.5485000000000000,USD,,304396698,4132411d-6b2a-43d1-ade2-1b37248bdbfc → "fee"
    withdrawal,2025-06-01T09:34:17.654Z,-600.0000000000000000,928.5485000000000000,USD,fc61e857-44b0-4bf3-a5bb-acf89dadf998,, → "withdrawal"
  `;
});

describe('a currency for money out and one for money in', () => {
  reads(
    'is read from the side that has the amount, and an exchange between them is said to be one',
  )`
    Date,Activity,Debit,Debit Currency,Credit,Credit Currency
    2025-02-01,Salary,,,5120.40,CHF → 5120.4 CHF
    2025-02-03,Rent,-1580.00,CHF,, → -1580 CHF
    2025-02-05,Market in Konstanz,-62.18,EUR,, → -62.18 EUR
    2025-02-06,Refund,,,89.00,CHF → 89 CHF
    2025-02-07,CHF to EUR,-485.10,CHF,500.00,EUR → 14.9 CHF
    2025-02-08,Savings reward,,,12,SWQ
    2025-02-09,Kiosk,-4.20,CHF,, → -4.2 CHF
    ⇒ warns: 1 row states both money out and money in, and the difference was read: line 6
    ⇒ warns: something other than money ("SWQ" 1): line 7
  `;
});
