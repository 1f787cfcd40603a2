import { reads } from './import-of.ts';

describe('statements of brokers, wallets and payment services', () => {
  reads(
    'take no empty column of charges for money out next to an amount that a sign beside it turns',
  )`
    Opis/Description;+/-;Znesek/Amount;Valuta/Currency;Datum/Date;Naziv/Name;Stroški/Additional Charges
    Plača;+;1.684,30;EUR;26.05.2025;ISKRA; → 1684.3 EUR
    Nakup;-;41,36;EUR;24.05.2025;MERCATOR; → -41.36 EUR
    Elektrika;-;62,18;EUR;18.05.2025;GEN-I; → -62.18 EUR
    Vračilo;+;29,99;EUR;12.05.2025;ABOUT YOU; → 29.99 EUR
  `;

  reads('have what a bank says it only reserved as pending, without a balance as well')`
    Dato;Forklaring;Rentedato;Ut fra konto;Inn på konto
    29.04.2025;Reservert transaksjon KIWI 512;29.04.2025;312,40; → -312.4
    26.04.2025;Varekjøp Rema 1000;26.04.2025;486,20; → -486.2
    24.04.2025;Vipps Ingrid;24.04.2025;;350,00 → 350
    ⇒ warns: 1 row is imported as pending
  `;

  reads('take the net amount of sales and refunds, whose fees come back with a minus')`
    Type,Date,Item,Sale Price ($),Shop Fees ($),Net Total ($)
    Sale,2024-03-14,Brushes,12.00,1.70,10.30 → 10.3
    Sale,2024-03-15,Course,49.00,5.40,43.60 → 43.6
    Full Refund,2024-03-18,Brushes,-12.00,-1.70,-10.30 → -10.3
    Credit,2024-03-20,,4.50,,4.50 → 4.5
  `;

  reads('take a net amount that differs by the fee of a single row, if its header says net')`
    Date,Type,Currency,Amount,Fee,Net Amount,Name
    2025-04-28,Sent,USD,-$45.00,$0.00,-$45.00,Jasmine → -45 USD
    2025-04-19,Buy,USD,-$100.00,-$2.20,-$102.20,Coins → -102.2 USD
    2025-04-16,Received,USD,$30.00,$0.00,$30.00,Luis → 30 USD
  `;

  reads('have no currency from that of a security')`
    Trade Date,Type,Instrument,Instrument currency,Event,Booked Amount,Conversion Rate
    14-May-2025,Trade,Novo Nordisk,DKK,Buy,-5398.20,1 → -5398.2
    31-Mar-2025,Corporate action,Coca-Cola,USD,Dividend,59.48,6.86041212 → 59.48
    03-Mar-2025,Cash Transfer,,DKK,Withdrawal,-2500.00,1 → -2500
  `;

  reads('leave out the shares of a trade that have a row of their own')`
    Operation,When,Sum,Asset,Comment
    WITHDRAWAL,2024-05-28 09:14:22,-750,EUR,Withdrawal → -750 EUR
    DIVIDEND,2024-05-17 06:02:11,2.4,USD,Dividend → 2.4 USD
    TRADE,2024-04-18 14:52:39,-1712.3,USD,Shares → -1712.3 USD
    TRADE,2024-04-18 14:52:39,10,AAPL.NASDAQ,Shares
    FUNDING,2024-04-03 11:47:50,5000,EUR,Wire transfer → 5000 EUR
  `;

  reads('take the booked one of two pairs of columns, and Chinese names of currencies')`
    交易日期,摘要,交易金额(收入),交易金额(支出),交易币种,记账金额(收入),记账金额(支出),记账币种
    2025-03-28,消费,,"2,699.00",人民币,,"2,699.00",人民币 → -2699 CNY
    2025-03-25,还款,"1,204.50",,人民币,"1,204.50",,人民币 → 1204.5 CNY
    2025-03-20,LAWSON,,"1,480.00",日元,,71.33,人民币 → -71.33 CNY
  `;

  reads('have purchases as money out where the balance says so and the amounts do not')`
    Date,Type,Details,Amount,Balance
    03/02/2025 09:12:44,Deposit,Wire,"1,000.00","1,020.35" → 1000
    04/02/2025 15:37:16,Open Position,AMD/USD,149.88,870.47 → -149.88
    14/02/2025 00:10:33,Dividend,NKE/USD,0.17,870.64 → 0.17
    18/02/2025 15:30:40,Position closed,OLED/USD,118.43,989.07 → 118.43
    25/02/2025 13:09:09,Withdraw Fee,Fee,-1.36,987.71 → -1.36
    25/02/2025 13:09:09,Withdraw Request,Bank,-200.00,787.71 → -200
  `;

  reads('read a time with the offset and the name of its zone')`
    trip,description,reporting,Paid to you
    c1,trip completed,2024-03-18 07:41:22.118 +0000 WET,7.38 → 2024-03-18 7.38
    c2,tip,2024-03-19 08:55:47.310 +0000 WET,2.00 → 2024-03-19 2
    c3,payout,2024-03-25 04:02:59.771 +0000 WET,-9.00 → 2024-03-25 -9
  `;

  reads('leave out what came back, in a column of states with a balance that it lacks')`
    Date,Kind,Cashflow-Status,Project,Currency,Amount,Available
    2025-03-03,Einzahlung,Genehmigt,,EUR,500.0,512.4 → 500 EUR
    2025-03-05,Investition,Zurückgekehrt,Sangla,EUR,50.0,
    2025-03-06,Investition,Genehmigt,Laiamäe,EUR,-50.0,462.4 → -50 EUR
    2025-03-14,Bonus,Genehmigt,Laiamäe,EUR,0.5,462.9 → 0.5 EUR
    2025-03-17,Zins,Genehmigt,Kaerepere,EUR,4.46,467.36 → 4.46 EUR
    ⇒ warns: ("Zurückgekehrt" 1)
  `;

  reads('take a foreign amount for that of a shop where purchases at home have none')`
    Datum;Bokfört;Specifikation;Ort;Valuta;Utl. belopp;Belopp
    2025-04-02;2025-04-03;COOP FORUM;BROMMA;SEK;0;-684,25 → -684.25
    2025-04-07;2025-04-08;CIRCLE K;SOLNA;SEK;0;-712,00 → -712
    2025-04-11;2025-04-14;LUFTHANSA;KOELN;EUR;189,9;-2124,78 → -2124.78
    2025-04-24;2025-04-27;BETALT;;;0;6215,40 → 6215.4
  `;

  reads('know what comes in and goes out by Japanese words, each with its unit')`
    取引日時,取引種別,増加通貨名,増加数量,減少通貨名,減少数量
    2025/04/02 09:14:20,入金,JPY,100000,, → 100000 JPY
    2025/04/02 12:31:07,購入,BTC,0.00412,JPY,50000 → -50000 JPY
    2025/04/20 18:22:51,売却,JPY,22415,ETH,0.05 → 22415 JPY
    2025/04/23 10:48:30,送付,,,BTC,0.002
  `;

  reads('know rows that are held back or not finished')`
    +/-;Дата;Сумма;Валюта;Статус;Название
    -;28.05.2025 21:14:03;1490,00;RUB;Выполнен;Ozon → -1490 RUB
    +;22.05.2025 10:05:58;12000,00;RUB;Выполнен;Пополнение → 12000 RUB
    -;13.05.2025 12:00:00;199,00;RUB;Не завершен;Литрес
    -;12.05.2025 12:00:00;299,00;RUB;Выполнен;Литрес → -299 RUB
    ⇒ warns: ("Не завершен" 1)
  `;

  reads('leave out the balances that a column of kinds names, in rows without a name')`
    Tipas,Data,Suma,C/D,Valiuta,Paskirtis,Pavadinimas
    Likutis pr.,2025-05-01,340.12,C,EUR,,
    Mokėjimas,2025-05-05,25.40,D,EUR,Pirkinys,IKI → -25.4 EUR
    Įplaukos,2025-05-08,1480.00,C,EUR,Darbo užmokestis,UAB Baltic → 1480 EUR
    Mokėjimas,2025-05-12,61.17,D,EUR,Sąskaita,Ignitis → -61.17 EUR
    Likutis pb.,2025-05-31,1733.55,C,EUR,,
    ⇒ warns: 2 rows are left out because they state a total or a balance
  `;

  reads('take the refunds of a card in a column of their own')`
    ご利用年月日,ご利用箇所,ご利用額,払戻額
    2025/02/03,チャージ,"3,000", → -3000
    2025/02/07,えきねっと,"11,410", → -11410
    2025/02/26,えきねっと（払戻）,,"4,760" → 4760
  `;

  reads('join the columns of currencies, of which an exchange fills two')`
    Date,Details,GEL,USD,EUR
    03/03/2025,Nikora,-32.40,, → -32.4 GEL
    05/03/2025,Foreign Exchange,1653.00,-600.00, → 1653 GEL
    07/03/2025,Salary,,1200.00, → 1200 USD
    17/03/2025,NETFLIX.COM,,,-14.99 → -14.99 EUR
    31/03/2025,Service fee,-3.50,, → -3.5 GEL
    ⇒ warns: 1 row exchanges one currency for another, and only one side was read: line 3
  `;

  reads('leave out what has the unit of a coin behind its amount, and take the settled amount')`
    체결시간,코인,종류,거래금액,수수료,정산금액
    2025.05.25 14:20,KRW,출금,"300,000KRW","1,000KRW","301,000KRW" → -301000 KRW
    2025.05.22 22:07,XRP,매도,"468,000KRW",234KRW,"467,766KRW" → 467766 KRW
    2025.05.19 09:41,BTC,입금,-,0BTC,0.00214BTC
    2025.05.14 11:30,BTC,매수,"200,000KRW",100KRW,"200,100KRW" → -200100 KRW
    2025.05.12 08:50,KRW,입금,"1,000,000KRW",0KRW,"1,000,000KRW" → 1000000 KRW
    ⇒ warns: something other than money ("BTC" 1): line 4
  `;
});
