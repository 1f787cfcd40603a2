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

describe('of several accounts, each with a currency of its own', () => {
  reads('the amount of the account is read, not what it is worth in the main currency')`
    account;currency;amount;ref_currency_amount;date;payee
    Giro;CZK;-864.50;-864.50;2024-03-27;Albert → -864.5 CZK
    Revolut;EUR;-112.40;-2844.84;2024-03-20;Booking.com → -112.4 EUR
    Giro;CZK;-49.00;-49.00;2024-03-15;Bank → -49 CZK
  `;
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
  reads('are each that of their side, and of an exchange the side in the usual currency is read')`
    Date,Activity,Debit,Debit Currency,Credit,Credit Currency
    2025-02-01,Salary,,,5120.40,CHF → 5120.4 CHF
    2025-02-03,Rent,-1580.00,CHF,, → -1580 CHF
    2025-02-05,Market in Konstanz,-62.18,EUR,, → -62.18 EUR
    2025-02-06,Refund,,,89.00,CHF → 89 CHF
    2025-02-07,CHF to EUR,-485.10,CHF,500.00,EUR → -485.1 CHF
    2025-02-08,EUR to CHF,-100.00,EUR,93.20,CHF → 93.2 CHF
    2025-02-09,Savings reward,,,12,SWQ
    ⇒ warns: 2 rows exchange one currency for another, and only one side was read: lines 6, 7
    ⇒ warns: something other than money ("SWQ" 1): line 8
  `;
  reads('are that of the money, where the other side is a coin')`
    Type,Debit Currency,Debit Value,Credit Currency,Credit Value,Timestamp
    Deposit,,,ZAR,2500,2025-02-01 06:21:09 → 2500 ZAR
    Sell,BTC,0.0008,ZAR,1472,2025-02-02 06:21:09 → 1472 ZAR
    Buy,ZAR,2000,BTC,0.00113,2025-02-03 06:21:09 → -2000 ZAR
    Send,BTC,0.0015,,,2025-02-04 06:21:09
    Withdrawal,ZAR,500,,,2025-02-05 06:21:09 → -500 ZAR
    ⇒ warns: something other than money ("BTC" 1): line 5
  `;
});

describe('a row with money out and money in', () => {
  reads('is read as the difference, and said to have both')`
    Date,Payee,Money out,Money in
    2025-02-01,Salary,,1000.00 → 1000
    2025-02-03,Rent,500.00, → -500
    2025-02-04,Shop,20.00, → -20
    2025-02-05,Corrected,20.00,5.00 → -15
    2025-02-06,Shop,7.00, → -7
    2025-02-07,Shop,8.00, → -8
    ⇒ warns: 1 row states both money out and money in, and the difference was read: line 5
  `;
});

describe('what a shop was paid in its currency', () => {
  reads('is not the amount, nor is its currency')`
    Data tranzactiei;Detalii;Suma in valuta tranzactiei;Valuta tranzactiei;Suma in valuta contului;Sold
    01.02.2025;Market;-286.45;MDL;-286.45;3674.63 → -286.45
    02.02.2025;Chirie;-642.30;MDL;-642.30;3032.33 → -642.3
    09.02.2025;YOUTUBE LONDON;-4.99;EUR;-99.18;2933.15 → -99.18
    15.02.2025;Salariu;1000.00;MDL;1000.00;3933.15 → 1000
    ⇒ no currency_col_label
  `;
});

describe('the currency of an original amount that few rows have', () => {
  reads('is not that of the amount')`
    Datum splatnosti;Nazev protiuctu;Castka;Originalni castka;Originalni mena
    28.06.2024;Urok;1,27;; → 1.27
    24.06.2024;Sporeni;-5000,00;; → -5000
    14.06.2024;HOTELS.COM;-871,35;-34,90;EUR → -871.35
    12.06.2024;T-Mobile;-499,00;; → -499
    11.06.2024;Auto a.s.;38450,00;; → 38450
  `;
});

describe('expenses and incomes in several currencies, and their values in one', () => {
  reads('are read with their direction')`
    Date,Category,Expense amount,Income amount,Currency,In main currency,Main currency,Description
    3/30/25,Charity,15.00,0,EUR,15.00,EUR,Friends → -15 EUR
    3/26/25,Transfer,0,150.00,EUR,150.00,EUR,From savings → 150 EUR
    3/12/25,Food,465.00,0,CZK,18.58,EUR,Lokal → -465 CZK
    3/10/25,Salary,0,1784.33,EUR,1784.33,EUR,Work → 1784.33 EUR
  `;
});

describe('an amount billed in the currency that its header names', () => {
  reads('is read, not what shops were paid in several')`
    Date,Description,Transaction Amount,Transaction Currency,Billing Amount (KES),Dr/Cr
    17/02/2025,NAIVAS,"8,412.00",KES,"8,412.00",DR → -8412 KES
    21/02/2025,AMAZON SEATTLE,38.90,USD,"5,174.48",DR → -5174.48 KES
    24/02/2025,JAVA HOUSE,"1,650.00",KES,"1,650.00",DR → -1650 KES
    11/03/2025,REFUND AMAZON,12.99,USD,"1,676.60",CR → 1676.6 KES
  `;

  reads('take the total that is money, each with the currency that has its header')`
    ID;Datum;Typ;Částka;Částka měny;Celkem;Celkem měny;Popisek
    91;16.08.2021;MARKET_BUY;0.5;LTC;-1754.33;CZK; → -1754.33 CZK
    92;17.08.2021;MARKET_SELL;-0.5;LTC;1795.5;CZK; → 1795.5 CZK
    93;18.08.2021;DEPOSIT;10000;CZK;10000;CZK;převod → 10000 CZK
    94;19.08.2021;BONUS;5.5;CZK;5.5;CZK;User novak → 5.5 CZK
  `;

  reads('leave out a row with a dash for the amount of money')`
    Timestamp,Type,In/Out,Amount Fiat,Fiat,Amount Asset,Asset
    2025-01-10T08:14:02,deposit,incoming,500.00,EUR,-,EUR → 500 EUR
    2025-01-10T08:20:41,buy,outgoing,250.00,EUR,0.00262411,BTC → -250 EUR
    2025-01-15T06:00:11,bonus,incoming,-,EUR,0.00104000,BEST
    2025-02-03T11:45:29,sell,incoming,88.41,EUR,0.03210984,ETH → 88.41 EUR
    ⇒ warns: 1 row is left out because a date or an amount is blank: line 4.
  `;

  reads('take the amount whose header names money, not that of an asset')`
    Id; Type; Currency; Asset; Eur (amount); Asset (amount); Date
    9f1c; Deposit; Eur; ; 250.00; ; 2025-01-02 → 250 EUR
    a041; Buy; Eur; Btc; -99.99; 0.00104410; 2025-01-02 → -99.99 EUR
    b77e; Buy; Eur; Eth; -120.00; 0.03577000; 2025-01-09 → -120 EUR
    c210; Deposit; Eur; Btc; ; 0.00200000; 2025-01-20
    d5f3; Sell; Eur; Eth; 61.05; 0.02000000; 2025-02-01 → 61.05 EUR
  `;

  reads('take the column with the amounts of all rows, although a total proves that of one')`
    Data;Histórico;Valor(US$);Valor(R$);
    10/04/2025;DROGASIL SAO PAULO;0,00;58,90; → 58.9 BRL
    18/04/2025;MAGAZINE LUIZA;0,00;129,90; → 129.9 BRL
    21/04/2025;OPENAI CHATGPT;20,00;118,42; → 118.42 BRL
    25/04/2025;IOF;0,00;4,00; → 4 BRL
    ;Total para JOAO;20,00;737,14;
  `;

  reads('have no three decimals below a header with a dollar')`
    Fecha,Descripción,Monto ($)
    26/05/2025,SALCOBRAND,-18.450 → -18450
    23/05/2025,COMISION,-3.200 → -3200
    19/05/2025,CLINICA ALEMANA,-61.200 → -61200
    ⇒ number_format = 1.234,56
    ⇒ warns: The numbers fit 1.234,56 and 1,234.56 alike
  `;

  reads(
    'takes "Currency" for that of what a shop was paid, if the account moved by another amount',
  )`
    TransactionDate;Text;Currency Amount;Currency Rate;Currency;Amount
    2025-04-24;Vy;-189,00;1;NOK;-189,00 → -189
    2025-04-21;Innbetaling;4200,00;1;NOK;4200,00 → 4200
    2025-04-17;Zalando;-84,95;11,8204;EUR;-1004,14 → -1004.14
    2025-04-14;Rema;-1299,00;1;NOK;-1299,00 → -1299
    2025-04-10;Zalando;39,95;11,7411;EUR;469,06 → 469.06
  `;

  reads('takes what the account moved by, rather than what a shop was paid in its currency')`
    Date,Method,Currency,Amount,Status,Description,Settlement currency,Settlement amount
    2024-06-13,ideal,EUR,49.95,paidout,Order 18,EUR,49.95 → 49.95 EUR
    2024-06-13,card,USD,120.00,paidout,Order 19,EUR,110.73 → 110.73 EUR
    2024-06-14,ideal,EUR,18.50,expired,Order 20,,
    2024-06-15,card,EUR,87.40,paidout,Order 21,EUR,87.40 → 87.4 EUR
    2024-06-18,refund,EUR,-49.95,refunded,Order 18,EUR,-49.95 → -49.95 EUR
  `;

  reads('leaves out transfers of securities and coins, whose amount is what they are worth')`
    date,status,description,type,isin,shares,amount,currency
    2025-03-25,Executed,FTSE 100,Distribution,IE0005042456,,56.78,EUR → 56.78 EUR
    2025-03-22,Executed,Microsoft,Security transfer,US5949181045,7,3018.40,EUR
    2025-03-18,Executed,All-World,Buy,IE00BK5BQT80,4,-525.00,EUR → -525 EUR
    2025-03-08,Executed,Payout,Withdrawal,,,-1743.51,EUR → -1743.51 EUR
    2025-03-02,Executed,Sparplan,Deposit,,,150.00,EUR → 150 EUR
    ⇒ warns: 1 row is left out because its amount is a quantity of something other than money ("US5949181045" 1): line 3
    ⇒ skip_other_units = true
  `;

  reads('takes the movements of the account next to amounts of purchases abroad')`
    Дата транзакции;Операция;Сумма;Валюта;Комиссия;Обороты по счету
    23.02.2025;Поступление;2 450,00;BYN;0,00;2 450,00 → 2450
    21.02.2025;Магазин Гиппо;-87,43;BYN;0,00;-87,43 → -87.43
    20.02.2025;BOLT.EU;-6,40;EUR;0,00;-22,15 → -22.15
    17.02.2025;Банкомат;-400,00;BYN;0,00;-400,00 → -400
  `;

  reads('joins amounts in the dollars or pesos of the land with those in U$S')`
    Fecha;Tarjeta;Descripción;Importe $;Importe U$S
    02/08/2024;NX Visa;COTO DIGITAL;68.412,35; → -68412.35
    06/08/2024;NX Visa;PERSONAL FLOW;31.990,00; → -31990
    09/08/2024;NX Visa;SPOTIFY;;3,99 → -3.99 USD
    12/08/2024;Naranja X;SU PAGO;-120.000,00; → 120000
    19/08/2024;NX Visa;YPF RUTA 9;45.000,00; → -45000
  `;

  reads('are not the coins of a trade where the money has a sign')`
    ID,Timestamp,Transaction Type,Asset,Quantity Transacted,Price Currency,Price at Transaction,Subtotal,Total (inclusive of fees and/or spread),Fees and/or Spread
    69c3,2025-03-25 09:12:00 UTC,Withdrawal,EUR,-250,EUR,€1.00,-€250.00,-€250.00,€0.00 → -250 EUR
    69bf,2025-03-22 11:26:52 UTC,Staking Income,ETH,0.00041822,EUR,€2714.55,€1.13529,€1.13529,€0.00
    69ba,2025-03-18 09:58:44 UTC,Sell,ETH,-0.15,EUR,€2698.40,€404.76,€398.73,€6.03 → 398.73 EUR
    69b1,2025-03-11 19:57:01 UTC,Send,BTC,-0.0021,EUR,€74210.15,-€155.84132,-€155.84132,€0.00
    69a8,2025-03-05 02:03:30 UTC,Buy,BTC,0.00528104,EUR,€73848.94,€390.00,€395.81,€5.81 → -395.81 EUR
    69a4,2025-03-01 13:15:51 UTC,Deposit,EUR,800,EUR,€1.00,€800.00,€800.00,€0.00 → 800 EUR
  `;

  reads('are those of the payout, not of what a customer paid')`
    Transaction ID,Date / Time,Type,Paid Currency,Amount Paid,Payout Currency,Amount,Fees,Net,Customer
    txn_3Qw6f,2025-03-27 12:29:03,Charge,USD,18.50,USD,18.50,-0.84,17.66,Customer 5 → 17.66 USD
    txn_3Qw4d,2025-03-16 15:00:12,Refund,USD,-64.00,USD,-64.00,0.00,-64.00,Customer 3 → -64 USD
    txn_3Qw3c,2025-03-11 23:41:29,Charge,USD,1899.95,USD,1899.95,-55.40,1844.55,Customer 2 → 1844.55 USD
    txn_3Qw2b,2025-03-09 19:10:08,Charge,EUR,120.00,USD,129.84,-6.37,123.47,Customer 1 → 123.47 USD
  `;

  reads('are no longer those of a purchase next to money in and money out of the account')`
    Дата проведения операции;Описание операции;Сумма операции;Валюта операции;Приход в валюте счета;Расход в валюте счета
    03.12.2024;MAGNUM CASH&CARRY;-14 380,00;KZT;0,00;-14 380,00 → -14380
    06.12.2024;Поступление перевода;25 000,00;KZT;25 000,00;0,00 → 25000
    10.12.2024;SPOTIFY STOCKHOLM;-10,99;EUR;0,00;-5 842,18 → -5842.18
    16.12.2024;Снятие наличных;-50 000,00;KZT;0,00;-50 000,00 → -50000
  `;

  reads('are not those of kinds of accounts, which is said')`
    Tipo Mov.;Concert.;Monto;Tipo Cuenta
    Depósito de Fondos;04/03/25;500.000,00;Inversion Argentina Pesos → 500000
    Pago de Dividendos;02/04/25;6,79;Inversion Argentina Dolares → 6.79
    Extracción de Fondos;15/04/25;-75.000,00;Inversion Argentina Pesos → -75000
    ⇒ warns: Column "Tipo Cuenta" names several currencies
  `;

  reads('leave coins out without a word about their decimals')`
    Date,Type,Amount,Currency
    2025-03-04,Deposit,100.00,EUR → 100 EUR
    2025-03-15,Buy,0.00123456,BTC
    2025-03-15,Buy,-98.50,EUR → -98.5 EUR
    ⇒ no warns: more decimals than money has
  `;

  reads(
    'reads a card of two currencies by its payments, though what is owed grows by its purchases',
  )`
    Prod, Fecha de corte, Saldo local, Saldo dolares
    5466-37**-****-8812, 15/06/2024, 8710.00, 11.99

    Fecha, Descripcion, Local, Dolares
     , SALDO ANTERIOR, 45.00, 104.00
    16/05/2024, MAS X MENOS ESCAZU, 48215.00, 0.00 → -48215
    17/05/2024, NETFLIX.COM, 0.00, 12.99 → -12.99 USD
    18/05/2024, UBER *TRIP SAN JOSE, 3450.00, 0.00 → -3450
    24/05/2024, SU PAGO RECIBIDO GRACIAS, -43000.00, 0.00 → 43000
    24/05/2024, SU PAGO RECIBIDO GRACIAS, 0.00, -105.00 → 105 USD
     , SALDO AL CORTE, 8710.00, 11.99
    ⇒ no warns: only one side was read
    ⇒ warns: compare the sign of one booking
  `;

  reads('bills a card in its own currency, whatever that of the transaction')`
    Transaction Date,Posting Date,Billing Amount,Merchant,Debit/Credit Flag,Transaction Currency
    2024-12-16,2024-12-18,39.90,UNIQLO,C,GBP → 39.9
    2024-12-15,2024-12-17,204.37,HOTEL BRISTOL WIEN,D,EUR → -204.37
    2024-12-10,2024-12-12,79.80,UNIQLO,D,GBP → -79.8
    ⇒ no currency_col_label
  `;

  reads(
    'takes what was booked in fewer currencies than it was paid in, with its own column of them',
  )`
    交易日期,入账日期,交易描述,交易币种,交易金额,入账币种,入账金额
    2024-12-06,2024-12-07,美团,人民币,46.80,人民币,46.80 → -46.8 CNY
    2024-12-12,2024-12-14,STEAMGAMES.COM,美元,29.99,美元,29.99 → -29.99 USD
    2024-12-13,2024-12-15,MUJI SHINJUKU,日元,8250,人民币,392.71 → -392.71 CNY
    2024-12-15,2024-12-15,自动还款,人民币,"-3,826.17",人民币,"-3,826.17" → 3826.17 CNY
  `;
});
