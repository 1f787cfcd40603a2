import { expect } from 'chai';
import { plainWords } from '#preflight/suggestions/header-words';
import { readStatement } from '../statements/read-statement.ts';
import { importOf, reads } from './import-of.ts';

describe('what a file means', () => {
  reads(
    'has rows of an amount of zero, with a warning: a notice among the bookings, or two sides without money',
  )`
    Datum;Text;Soll;Haben
    03.03.2025;Miete;850,00;0,00 → -850
    04.03.2025;Änderungsmitteilung;0,00;0,00 → 0
    05.03.2025;Gehalt;0,00;2400,00 → 2400
    ⇒ warns: 1 row has an amount of 0: line 3.
  `;

  reads('names a row without a counterparty by whichever text it has')`
    Date,Payee name,Explanation,Amount
    2024-03-01,ACME Ltd,Salary,1000.00 → "ACME Ltd"
    2024-03-02,Jane Doe,Rent,-700.00 → "Jane Doe"
    2024-03-04,John Roe,Bike,-60.00 → "John Roe"
    2024-03-05,,Monthly fee,-2.00 → "Monthly fee"
  `;

  reads("names a wallet's payments by who is paid, where its columns say who pays whom")`
    Id,Date,From name,To name,Amount,Balance
    a1,2024-06-15,PAUL S,Airtime,-5000,434720 → "Airtime"
    a2,2024-06-12,Kato Ivan,PAUL S,65000,439720 → "Kato Ivan"
    a3,2024-06-10,PAUL S,Television,-15000,374720 → "Television"
    a4,2024-06-01,Okello Stella,PAUL S,89720,389720 → "Okello Stella"
  `;

  it('takes a row whose text calls it reserved, and that has no day of interest, for pending', () => {
    const lines = [
      'Dato;Forklaring;Rentedato;Ut fra konto;Inn på konto',
      '29.02.2024;Reservert transaksjon Vipps*Ruter;;42,00;',
      '28.02.2024;Varekjøp REMA 1000;28.02.2024;412,30;',
      '27.02.2024;Varekjøp Storo;27.02.2024;1899,00;',
      '26.02.2024;Lønn;26.02.2024;;31000,00',
    ];
    const { rows, warnings } = readStatement(lines.join('\n'), { hasAccount: true });
    const pending = rows.map(({ values }) => [values.amount, values.pending]);
    expect(pending).to.deep.equal([
      ['-42', true],
      ['-412.3', false],
      ['-1899', false],
      ['31000', false],
    ]);
    expect(warnings.join(' ')).to.include('1 row is imported as pending');
  });

  reads('reads cents behind a hyphen')`
    Date;Description;Amount
    2024-09-02;Rent;-4 500-00 → -4500
    2024-09-03;Shop;-64-38 → -64.38
    2024-09-06;Salary;1812-45 → 1812.45
  `;

  reads('takes the debit of a ledger for money in where its balance says so')`
    Date,Contact,Debit,Credit,Running Balance
    2024-04-01,Office Rentals,-,517.50,(114.90) → -517.5
    2024-04-03,Design Ltd,1840.00,-,1725.10 → 1840
    2024-04-04,Telephone,-,86.25,1638.85 → -86.25
    2024-04-09,Inland Revenue,-,1230.10,408.75 → -1230.1
    2024-04-15,Café,690.00,-,1098.75 → 690
    ⇒ name_col_label = Contact
  `;

  reads('says that a balance turned the columns of debit and credit against their names')`
    Date,Contact,Debit,Credit,Running Balance
    2024-04-01,Office,-,517.50,1482.50 → -517.5
    2024-04-03,Design Ltd,1840.00,-,3322.50 → 1840
    2024-04-04,Telephone,-,86.25,3236.25 → -86.25
    ⇒ warns: Money out was taken from "Credit" and money in from "Debit", but the other way round fits nearly as well
  `;

  reads('keeps debit for money out where a text agrees: the balance is what a broker is owed')`
    Date,Reference,Details,Debit($),Credit($),Balance($)
    30/10/2024,J12,Late settlement fee,10.00,,10.00 → -10
    29/10/2024,R55,Direct Transfer JANE ROE,,757.90,0.00 → 757.9
    27/10/2024,C31,S 25 NDQ @ 57.12,,1408.05,757.90 → 1408.05
    27/10/2024,C30,B 10 CSL @ 214.60,2165.95,,2165.95 → -2165.95
    22/10/2024,P35,Direct Transfer JANE ROE,100.00,,0.00 → -100
    ⇒ warns: the balance moves against the amount
  `;

  reads(
    'takes a purchase from the money, and interest for none, where a broker writes both without a sign',
  )`
    Action,Time,Name,Total,Currency
    Deposit,2024-03-04,Bank Transfer,1000.00,GBP → 1000 GBP
    Market buy,2024-03-05,Fund,412.36,GBP → -412.36 GBP
    Market sell,2024-04-02,Shares,98.75,GBP → 98.75 GBP
    Interest on cash,2024-04-03,Interest,2.11,GBP → 2.11 GBP
    Withdrawal,2024-04-10,Bank Account,-200.00,GBP → -200 GBP
    ⇒ warns: "Market buy"
  `;

  reads('reads amounts without a sign as money out where money in has a plus')`
    Дата операции;Описание операции;Сумма;Остаток;Валюта
    16.05.2024;PYATEROCHKA MOSCOW;120,50;50 423,50;RUB → -120.5 RUB
    15.05.2024;Заработная плата;+50 000,00;50 544,00;RUB → 50000 RUB
    14.05.2024;MAGNIT MOSCOW;456,00;544,00;RUB → -456 RUB
    ⇒ warns: has "+" in some rows and no sign in the others
    ⇒ no signage_convention
  `;

  it('keeps amounts without a sign as they are where a person said what that means', () => {
    const lines = ['date,amount,name', '2025-03-01,+4.00,A', '2025-03-02,5.00,B'];
    const { rows } = importOf(lines, { signage_convention: 'inflows_positive' });
    expect(rows).to.deep.equal(['2:4', '3:5']);
  });

  reads('needs no sign for nothing: all other amounts have a plus', ({ warnings }) =>
    expect(warnings).not.to.contain('has a plus'),
  )`
    Date;Name;Amount
    2024-05-14;a;+5.00 → 5
    2024-05-15;b;0.00 → 0
    2024-05-16;c;+3.00 → 3
  `;

  reads('takes no name for the word of a balance at an end')`
    Datum;Omschrijving;Bedrag
    14-05-2024;Beginsaldo;1000,00
    15-05-2024;Sjaak Eindhoven;-45,60 → -45.6
    16-05-2024;Aðstaða;-12,50 → -12.5
    17-05-2024;Eindsaldo;941,90
  `;

  reads('leaves signs alone where some amount has a minus')`
    Date;Name;Amount
    2024-05-14;a;+5.00 → 5
    2024-05-15;b;-7.00 → -7
    2024-05-16;c;3.00 → 3
  `;

  reads('leaves out balances and turnovers by their words in Latvian, whatever side they have')`
    Datums;Saņēmējs;Informācija;Summa;Debets/Kredīts
    01.05.2024;;Sākuma atlikums;1000,00;K
    14.05.2024;RIMI;PIRKUMS;45,60;D → -45.6
    15.05.2024;SIA ACME;Alga;1500,00;K → 1500
    31.05.2024;;Apgrozījums;45,60;D
    31.05.2024;;Beigu atlikums;2454,40;K
  `;

  reads('leaves out balances by their words in Cyrillic')`
    Дата;Назначение;Сумма
    01.05.2024;Входящий остаток;1000,00
    14.05.2024;Пятёрочка;-45,60 → -45.6
    15.05.2024;Зарплата;1500,00 → 1500
    31.05.2024;Исходящий остаток;2454,40
  `;

  reads('leaves out balances by their words in Greek')`
    Ημερομηνία;Αιτιολογία;Ποσό
    01/05/2024;Προηγούμενο υπόλοιπο;1000,00
    14/05/2024;ΣΚΛΑΒΕΝΙΤΗΣ;-45,60 → -45.6
    15/05/2024;ΜΙΣΘΟΔΟΣΙΑ;1500,00 → 1500
    31/05/2024;Τελικό υπόλοιπο;2454,40
  `;

  reads('leaves out balances of days among the bookings')`
    31/05/2024;SALDO ANTERIOR;900,34
    03/06/2024;PIX MERCADO;-35,00 → -35
    03/06/2024;SALDO DO DIA;865,34
    05/06/2024;PIX LOJA;-130,10 → -130.1
    05/06/2024;SALDO DO DIA;735,24
    07/06/2024;SALARIO;7420,15 → 7420.15
    07/06/2024;SALDO DO DIA;8155,39
  `;

  reads('reads money out and money in below headers that are a sign alone')`
    Date;Description;(+);(-)
    2024-03-01;Aurora;;3.50 → -3.5
    2024-03-02;Borealis;1000.00; → 1000
    2024-03-04;Corona;;700.00 → -700
  `;
  reads('names a row by its counterparty, and one without by its text')`
    Date;Counterparty;Description;Amount
    2024-03-01;;Card purchase BAKERY 12;-3.50 → "Card purchase BAKERY 12"
    2024-03-02;ACME Ltd;Salary March;1000.00 → "ACME Ltd"
    2024-03-04;Jane Doe;Rent;-700.00 → "Jane Doe"
    2024-03-05;;Monthly fee;-2.00 → "Monthly fee"
    2024-03-06;;Card purchase SHOP 3;-6.50 → "Card purchase SHOP 3"
  `;

  for (const [above, currency] of [
    ['Devise : MAD', 'MAD'],
    ['Devise;MAD', 'MAD'],
    ['Solde final 1.234,56 TL', 'TRY'],
  ] as const) {
    reads(`reads the currency of the lines above a table: ${above}`)`
      ${above}

      Date;Libellé;Montant
      13/03/2024;Boulangerie;-3,50 → -3.5 ${currency}
      14/03/2024;Salaire;1000,00 → 1000 ${currency}
      15/03/2024;Loyer;-700,00 → -700 ${currency}
    `;
  }

  reads('reads the currency of a column that has its sign')`
    Fecha;Descripción;Moneda;Monto
    13/03/2024;PANADERIA;S/;-3.50 → -3.5 PEN
    14/03/2024;HABERES;S/;1,000.00 → 1000 PEN
    15/03/2024;ALQUILER;S/;-700.00 → -700 PEN
  `;

  it('takes no sign of another amount for the currency of a row, and none where a row has a word', () => {
    const read = (header: string, ...marks: string[]) =>
      importOf([
        `Date;Shop;Amount;${header}`,
        ...marks.map((mark, at) => `2024-03-0${at + 1};Shop ${at};-3.50;${mark}`),
      ]).rows;
    expect(read('Moneda', '₪', '₪')).to.deep.equal(['2:-3.5:ILS', '3:-3.5:ILS']);
    expect(read('Moneda original', '₪', '₪')).to.deep.equal(['2:-3.5', '3:-3.5']);
    expect(read('Moneda', '₪', 'shekel?')).to.deep.equal(['2:-3.5', '3:-3.5']);
  });

  reads('takes ¥ below headers in simplified Chinese for yuan')`
    交易时间,交易对方,金额(元),收/支
    2024-03-13 10:00:00,面包店,¥3.50,支出 → -3.5 CNY
    2024-03-14 10:00:00,公司,¥1000.00,收入 → 1000 CNY
    2024-03-15 10:00:00,房东,¥700.00,支出 → -700 CNY
  `;

  it('compares words without accents, and keeps letters apart that only look accented', () => {
    expect(['Bénéficiaire', 'Счёт', 'Дебетовый', 'おばけ', '거래'].map(plainWords)).to.deep.equal([
      'beneficiaire',
      'счет',
      'дебетовый',
      'おばけ',
      '거래',
    ]);
  });

  reads('is money out and money in of 支出金額 and 存入金額, on days behind an apostrophe')`
    交易日期,摘要,支出金額,存入金額,餘額
    '2025/01/03,轉帳,"1,200",,"8,800" → -1200
    '2025/01/13,薪資,,"35,000","43,800" → 35000
    '2025/01/14,提款,"3,000",,"40,800" → -3000
  `;

  reads('is the day behind an apostrophe, of the year that the lines above it state')`
    Statement period,01/01/2025 to 31/01/2025
    Date,Details,Amount,Balance
    '03/01,Tea,-5.00,95.00 → -5
    '13/01,Bun,-5.00,90.00 → -5
    ⇒ warns: they were read as 2025-01-03 to 2025-01-13
  `;

  reads('is a booking that closes accounts for fees, not a balance')`
    Buchungstag;Beguenstigter;Verwendungszweck;Soll;Haben;Waehrung
    28.3.2025;Saldo der Abschlussposten;Bonn;-11,90;;EUR → -11.9 EUR
    28.3.2025;Deutsche Post AG;Lohn;;3.310,58;EUR → 3310.58 EUR
    25.3.2025;Bäckerei;Bonn;-5,80;;EUR → -5.8 EUR
  `;

  reads(
    'is the first balance and the last one, in rows of a Bulgarian table with days "of the year"',
  )`
    Дата;Основание;Дебит;Кредит;Салдо
    ;Начално салдо;;;1000.00
    13.01.2025 г.;Наем;650.00;;350.00 → -650
    14.01.2025 г.;Заплата;;900.00;1250.00 → 900
  `;

  reads('is one booking where a request without a balance is repeated as booked', ({ warnings }) =>
    expect(warnings).to.contain('because others repeat them with a balance: lines 2, 6.'),
  )`
    txid,refid,time,type,asset,amount,balance
    ,QCC5JA-L5ZLK-A,2025-01-02 10:00:00,deposit,EUR,500.00,
    L001-AB,QCC5JA-L5ZLK-A,2025-01-02 10:05:00,deposit,EUR,500.00,500.00 → 500 EUR
    L002-CD,TZV4RB-8QTFN-C,2025-01-03 11:00:00,spend,EUR,-400.00,100.00 → -400 EUR
    L003-EF,TZV4RB-9QTFN-C,2025-01-03 11:00:00,spend,EUR,-10.00,90.00 → -10 EUR
    ,ACC3QD-7EWLM-D,2025-01-15 09:00:00,withdrawal,EUR,-50.00,
    L004-GH,ACC3QD-7EWLM-D,2025-01-15 09:02:00,withdrawal,EUR,-50.00,40.00 → -50 EUR
  `;

  reads('is a booking each where the balance is in the last row of a day alone')`
    Date;Own account;Text;Amount;Balance
    2025-01-13;DE8937040044;Fee;-5.00;
    2025-01-13;DE8937040044;Fee;-5.00;90.00
    2025-01-14;DE8937040044;Pay;10.00;100.00
  `;

  reads('is no booking where a row without a text states the balance before or after the next one')`
    02.01.2025;;100,00;
    13.01.2025;Coffee;-3,50;96,50 → -3.5
    14.01.2025;Wages;100,00;196,50 → 100
    15.01.2025;Rent;-50,00;146,50 → -50
    15.01.2025;;146,50;
    ⇒ warns: 2 rows are left out because they state a total or a balance: lines 1, 5.
  `;

  reads('is a booking without a text and a balance where it states none')`
    13.01.2025;Coffee;-3,50;96,50 → -3.5
    14.01.2025;Wages;100,00;196,50 → 100
    15.01.2025;;-50,00; → -50
    15.01.2025;Rent;-20,00;126,50 → -20
  `;

  reads('has the payments of a wallet whose way of paying is called as its balance')`
    Data;Destino;Forma de pagamento;Valor;Saldo
    31/05/2025;Rendimento;Saldo;3,62;796,94 → 3.62
    27/05/2025;Drogasil;Cartão;-38,45;793,32 → -38.45
    22/05/2025;TIM;Saldo;-30,00;831,77 → -30
    16/05/2025;iFood;Cartão;-54,90;861,77 → -54.9
  `;

  reads('leaves out rows of what can be spent, each with a day')`
    DATA;VALUTA;DARE;AVERE;DESCRIZIONE
    29/04/2025;27/04/2025;100,00;;PAGAMENTO → -100
    04/05/2025;29/04/2025;41,05;;PAGAMENTO → -41.05
    04/05/2025;;;555,39;Saldo contabile
    04/05/2025;;;777,04;Disponibilita al
    ⇒ warns: they state a total or a balance ("Saldo contabile" 1, "Disponibilita al" 1): lines 4, 5
  `;

  reads('leaves out balances without a party, whose label is in another column')`
    Buchungstag;Empfänger/Zahlungspflichtiger;Vorgang/Verwendungszweck;Kundenreferenz;Umsatz;
    24.06.2020;ROSSMANN VIELEN DANK;Basislastschrift DIRK ROSSMANN;;10,90;S → -10.9
    23.06.2020;PayPal (Europe);Basislastschrift HUMBLEBUNDL;;28,00;S → -28
    29.05.2020;;Abschluss PER 31.05.2020;;4,65;S → -4.65
    29.05.2020;MeinArbeitsgeber GmbH;Lohn / Gehalt 05/2020;;5.156,31;H → 5156.31
    27.05.2020;;;Anfangssaldo;1.176,91;H
    24.06.2020;;;Endsaldo;2666,55;H
    ⇒ warns: they state a total or a balance ("Anfangssaldo" 1, "Endsaldo" 1): lines 6, 7
  `;

  it('has the day in the first line of a cell with a number below', () => {
    const rows = ['"03/03/2025\n5078"', '"15/03/2025\n5091"', '"17/03/2025\n5110"'].map(
      (day, at) => `${day},-${at + 1}.50,Shop ${at}`,
    );
    const { days } = importOf(['Date / No,Amount,Description', ...rows]);
    expect(days).to.deep.equal(['2025-03-03', '2025-03-15', '2025-03-17']);
  });

  reads('has rows that end before the fee')`
    Date,Description,Amount,Balance,VAT,Fee
    2025-01-02,Shop A,-20.00,979.50,,0.50 → -20.5
    2025-01-03,Wages,500.00,1479.50,0.00,0.00 → 500
    2025-01-04,Shop B,-30.00,1448.80,,0.70 → -30.7
    2025-01-05,Shop C,-10.00,1438.80,1.60 → -10
    2025-01-06,Shop D,-10.00,1427.80,,1.00 → -11
  `;

  reads('has no signs in the balance of a card, which is owed: a payment lowers it')`
    Card number,Date,Description,Amount,Balance
    4417,2025-01-02,SHOP A,20.00,520.00 → -20
    4417,2025-01-03,PAYMENT RECEIVED - THANK YOU,300.00,220.00 → -300
    4417,2025-01-04,SHOP B,30.00,250.00 → -30
    4417,2025-01-05,SHOP C,55.00,305.00 → -55
    4417,2025-01-07,PAYMENT RECEIVED - THANK YOU,200.00,105.00 → -200
    4417,2025-01-09,SHOP E,25.00,130.00 → -25
    ⇒ no warns: in "Balance" falls
    ⇒ warns: Judging by most of its amounts
  `;

  reads('has another table above it, whose columns are others')`
    Standing orders,,,,,
    Date,Description,Amount,,,
    2025-02-01,Rent,-900.00,,,
    2025-02-03,Gym,-30.00,,,
    Transactions,,,,,
    Date,Value date,Payee,Description,Amount,Balance
    2025-01-02,2025-01-02,Shop A GmbH,card,-20.00,980.00 → -20 "Shop A GmbH"
    2025-01-03,2025-01-03,Firm,wages,500.00,1480.00 → 500 "Firm"
    2025-01-04,2025-01-05,Shop B,card,-30.00,1450.00 → -30 "Shop B"
    ⇒ no warns: below a further header
  `;
});
