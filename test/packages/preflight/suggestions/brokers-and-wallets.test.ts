import { expect } from 'chai';
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

  reads('take no authorisation that changes no balance for a payment to come')`
    Date,Name,Type,Status,Currency,Net,Balance,Balance Impact
    02/03/2025,Jonas Weidner,Mobile Payment,Completed,EUR,35.00,35.00,Credit → 35 EUR
    10/03/2025,Uber BV,General Authorization,Pending,EUR,-18.40,35.00,Memo
    10/03/2025,Uber BV,PreApproved Payment,Completed,EUR,-17.86,17.14,Debit → -17.86 EUR
    13/03/2025,Bandcamp,General Authorization,Completed,EUR,-7.00,17.14,Memo
    13/03/2025,Bandcamp,Express Checkout,Completed,EUR,-7.00,10.14,Debit → -7 EUR
    14/03/2025,Zalando,Express Checkout,Pending,EUR,-3.00,10.14,Debit → -3 EUR
    ⇒ warns: that they were never booked ("Memo" 2): lines 3, 5
    ⇒ warns: 1 row is imported as pending because the file says so ("Pending" 1): line 7
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

  reads('keep the signs of a wallet that writes a plus as well as a minus, whatever its words say')`
    ID,Datetime,Type,Status,Note,From,To,Amount (total),Destination
    3992,2024-03-03T17:20:44,Payment,Complete,Pizza night,Maya Torres,Devon Hale,+ $18.50,Venmo balance → 18.5
    3993,2024-03-09T02:11:09,Payment,Complete,"gas, tolls",Devon Hale,Priya Nair,- $42.00, → -42
    3994,2024-03-14T15:05:30,Charge,Complete,March utilities,Devon Hale,Sam Whitlock,+ $137.25,Venmo balance → 137.25
    3995,2024-03-18T19:44:21,Charge,Complete,concert ticket,Devon Hale,Lena Brandt,+ $85.00, → 85
    3996,2024-03-25T18:02:57,Merchant Transaction,Complete,,Devon Hale,Corner Bakery Co,- $11.38, → -11.38
    3997,2024-03-29T09:15:12,Standard Transfer,Issued,,,,"- $1,050.00",Personal Checking → -1050
    ⇒ warns: compare the sign of one booking
  `;

  reads('know that one header spans a currency and its amount, next to a rate')`
    Datum,Tijd,Valutadatum,Omschrijving,FX,Mutatie,,Saldo,
    31-03-2025,12:40,31-03-2025,Aansluitingskosten,,EUR,"-2,50",EUR,"173,70" → -2.5 EUR
    21-03-2025,09:05,21-03-2025,"Koop 6 @ 98,415 EUR",,EUR,"-590,49",EUR,"176,20" → -590.49 EUR
    14-03-2025,07:20,14-03-2025,Dividend,,USD,"1,66",USD,"1,66" → 1.66 USD
    05-03-2025,15:32,05-03-2025,Valuta Creditering,"1,0785",USD,"802,04",USD,"0,00" → 802.04 USD
    05-03-2025,15:32,05-03-2025,Valuta Debitering,,EUR,"-743,66",EUR,"766,69" → -743.66 EUR
    05-03-2025,15:32,05-03-2025,"Koop 2 @ 401,02 USD",,USD,"-802,04",USD,"-802,04" → -802.04 USD
    03-03-2025,10:11,03-03-2025,flatex Deposit,,EUR,"1500,00",EUR,"1510,35" → 1500 EUR
  `;

  reads('leave out trades with a day of cancellation')`
    Id;Bogføringsdag;Transaktionstype;Antal;Kurs;Beløb;Valuta;Saldo;Makuleringsdato
    12044;2024-04-02;DEBETRENTE;;;-4,37;DKK;8750,03; → -4.37 DKK
    12043;2024-03-28;SOLGT;6;881,2;5258,20;DKK;8754,40; → 5258.2 DKK
    12042;2024-03-12;KØBT;10;215,3;-2153,00;DKK;3496,20;2024-03-13
    12041;2024-03-04;INDBETALING;;;4000,00;DKK;3496,20; → 4000 DKK
    ⇒ warns: never booked: line 4
  `;

  reads('leave out what is only staked, next to its worth in money')`
    Timestamp,Transaction Type,In/Out,Amount Fiat,Fiat,Amount Asset,Asset
    2024-01-08T09:02:11+01:00,deposit,incoming,600.00,EUR,-,EUR → 600 EUR
    2024-01-09T18:45:30+01:00,buy,outgoing,250.00,EUR,0.00591234,BTC → -250 EUR
    2024-02-14T12:00:41+01:00,transfer(stake),outgoing,210.40,EUR,0.08000000,ETH
    2024-03-05T20:33:58+01:00,sell,incoming,148.72,EUR,0.00240000,BTC → 148.72 EUR
    ⇒ warns: ("ETH" 1): line 4
  `;

  reads('take no price for an amount, and the money of trades next to rows of money')`
    "取引日時","通貨","取引種別","取引価格","通貨1","通貨1数量","手数料","通貨1の対円レート","通貨2","通貨2数量","自己・媒介","注文 ID","備考"
    "2024/09/30 12:40:11","JPY","手数料","0","JPY","-220","0","0",,"0",,"MWD20240930-000001-000001","出金手数料" → -220 JPY
    "2024/09/30 12:40:10","JPY","出金","0","JPY","-80,000","0","0",,"0",,"MWD20240930-000001-000001", → -80000 JPY
    "2024/09/24 08:15:54","ETH/JPY","売り","381,200","ETH","-0.1","-0.0001","381,200","JPY","38,120","媒介","JOR20240924-081550-330017", → 38120 JPY
    "2024/09/18 21:07:33","BTC","受取","0","BTC","0.00000352","0","8,600,120",,"0",,,"bitFlyer クレカ特典"
    "2024/09/16 20:51:20","BTC/JPY","買い","8,412,055","BTC","0.006","-0.000009","8,412,055","JPY","-50,472","媒介","JOR20240916-205118-118220", → -50472 JPY
    "2024/09/12 19:30:48","BTC","外部送付","0","BTC","-0.004","-0.0004","8,290,000",,"0",,"TRX20240912-193040-000221",
    "2024/09/05 10:02:36","JPY","入金","0","JPY","100,000","0","0",,"0",,"MDP20240905-000002-000001", → 100000 JPY
    "2024/09/02 13:24:07","XRP/JPY","買い","81.35","XRP","200","-0.3","81.35","JPY","-16,270","媒介","JOR20240902-132401-900114", → -16270 JPY
  `;

  reads('know what words that end with buying or selling mean')`
    約定日,銘柄,取引,約定数量,約定単価,受渡日,受渡金額
    2024/06/03,トヨタ自動車,株式現物買,100,3381,2024/06/05,338100 → -338100
    2024/06/14,ソニーグループ,株式現物売,100,12875,2024/06/18,1287500 → 1287500
    2024/06/25,ｅＭＡＸＩＳ,投信金額買付,12541,26581,2024/06/28,33335 → -33335
  `;

  reads('join the amounts of currencies that have fees in columns of their own')`
    Datum obchodu;Směr;Symbol;Cena;Počet;Měna;Objem v CZK;Poplatky v CZK;Objem v USD;Poplatky v USD;Objem v EUR;Poplatky v EUR;Text FIO
    27.05.2024 15:32;Prodej;BAAKOMB;812,00;10;CZK;8 120,00;43,42;;;;;Prodej KOMERČNÍ BANKA → 8076.58 CZK
    24.05.2024 00:00;;BAACEZ;;;CZK;1 300,00;;;;;;BAACEZ - Dividenda → 1300 CZK
    24.05.2024 00:00;;BAACEZ;;;CZK;-195,00;;;;;;BAACEZ - Daň z dividend zaplacená → -195 CZK
    16.05.2024 16:05;Nákup;KO;62,85;12;USD;;;-754,20;7,95;;;Nákup COCA-COLA CO → -762.15 USD
    15.05.2024 10:11;Převod mezi měnami;;;;CZK;-18 400,00;;;;;;Převod CZK -> USD → -18400 CZK
    15.05.2024 10:11;Převod mezi měnami;;;;USD;;;800,00;;;;Převod CZK -> USD → 800 USD
    09.05.2024 11:48;Nákup;BAACEZ;884,50;25;CZK;-22 112,50;92,39;;;;;Nákup ČEZ → -22204.89 CZK
    06.05.2024 08:30;;;;;CZK;45 000,00;;;;;;Vloženo na účet z 2900441177/2010 → 45000 CZK
    02.05.2024 00:00;;;;;CZK;-59,00;;;;;;Poplatek za on-line data → -59 CZK
    ⇒ warns: were read as one column
  `;

  reads('complete the directions of orders by kinds of fees', ({ warnings }) =>
    expect(warnings).not.to.contain('neither money in nor money out'),
  )`
    Title,Type,Timestamp,Account Currency,Total Amount,Buy / Sell,Quantity
    Withdrawal,WITHDRAWAL,2025-05-23T08:40:12Z,GBP,150.00,, → -150 GBP
    Vodafone,ORDER,2025-05-18T10:02:55Z,GBP,182.40,SELL,240 → 182.4 GBP
    Diageo,ORDER,2025-05-03T08:15:22Z,GBP,1015.05,BUY,50 → -1015.05 GBP
    Subscription fee,SUBSCRIPTION_FEE,2025-05-02T07:00:00Z,GBP,5.99,, → -5.99 GBP
    Top up,TOP_UP,2025-05-01T18:44:31Z,GBP,2000.00,, → 2000 GBP
    ⇒ warns: The column "Buy / Sell" is blank in some rows
  `;

  reads('know what a Russian wallet calls payments and what is paid in')`
    Дата;Тип операции;Провайдер;Сумма;Комиссия;Итого;Валюта;Статус
    29.03.2022 16:00:00;Платеж;Мосэнергосбыт;812,40;0,00;812,40;RUB;Проведен → -812.4 RUB
    23.03.2022 13:31:26;Пополнение;Перевод;1234,56;0,00;1234,56;RUB;Проведен → 1234.56 RUB
    14.03.2022 21:09:48;Платеж;Steam;299,00;8,97;307,97;RUB;Проведен → -307.97 RUB
    11.03.2022 08:22:31;Платеж;Карта МИР;700,00;64,00;764,00;RUB;Проведен → -764 RUB
  `;

  reads('sign orders that have no sign by their words, however many kinds there are')`
    Action,Time,ISIN,Name,Total,Currency (Total)
    Deposit,2024-07-01 08:12:44,,,1500.00,GBP → 1500 GBP
    Market buy,2024-07-02 14:31:05,US0378331005,Apple,343.14,GBP → -343.14 GBP
    Limit buy,2024-07-03 08:05:19,GB00BP6MXD84,Shell,343.89,GBP → -343.89 GBP
    Advanced Trade Buy,2024-07-03 09:05:19,,Bitcoin,97.04,GBP → -97.04 GBP
    Interest on cash,2024-07-04 02:00:11,,,0.11,GBP → 0.11 GBP
    Dividend (Dividend),2024-07-08 10:44:30,US5949181045,Microsoft,1.99,GBP → 1.99 GBP
    Card debit,2024-07-09 12:20:41,,,-18.40,GBP → -18.4 GBP
    Spending cashback,2024-07-10 03:01:07,,,0.18,GBP → 0.18 GBP
    Market sell,2024-07-15 15:10:22,US88160R1014,Tesla,291.74,GBP → 291.74 GBP
    Stock split close,2024-07-16 07:00:00,US11135F1012,Broadcom,657.03,GBP
    Stock split open,2024-07-16 07:00:00,US11135F1012,Broadcom,657.03,GBP
    Card credit,2024-07-22 09:13:27,,,12.50,GBP → 12.5 GBP
    Limit sell,2024-07-24 10:28:55,IE00B3XXRP09,Vanguard,245.76,GBP → 245.76 GBP
    Lending interest,2024-07-25 11:00:00,,,0.03,GBP → 0.03 GBP
    Dividend (Ordinary),2024-07-30 09:55:10,GB00BP6MXD84,Shell,3.24,GBP → 3.24 GBP
    Withdrawal,2024-07-31 16:37:48,,,-400.00,GBP → -400 GBP
    ⇒ warns: The amounts of "Market buy", "Limit buy", "Advanced Trade Buy"
  `;

  reads('book what is paid from a balance, which other files label with that word')`
    Date,Description,Credit Amount,Debit Amount,Currency,Status,Running Balance,Source,Target
    03/28/2024,Annual account fee,,29.95,USD,Completed,"1,521.14",Balance, → -29.95 USD
    03/25/2024,ATM withdrawal,,103.15,USD,Completed,"1,551.09",Balance,Card *2288 → -103.15 USD
    03/22/2024,Refund (AMZN),43.87,,USD,Completed,"1,654.24",Card *2288,Balance → 43.87 USD
    03/19/2024,Transfer from EUR balance,586.17,,USD,Completed,"1,610.37",EUR balance,USD balance → 586.17 USD
    03/19/2024,Transfer to USD balance,,540.00,EUR,Completed,0.00,EUR balance,USD balance → -540 EUR
    03/18/2024,Payment request paid,540.00,,EUR,Completed,540.00,Alder GmbH,Balance → 540 EUR
  `;

  reads('are signed from the point of view of the shop that gets them, net of a fee')`
    Währung;Transaktionsgebühr;Gutgeschriebener Betrag;Betrag Transaktion;Transaktionsdatum;Transaktionstyp
    CHF;0.39;29.61;30.00;13.01.2025;Zahlung → 29.61 CHF
    CHF;0.16;12.34;12.50;14.01.2025;Zahlung → 12.34 CHF
    CHF;0.00;-12.50;-12.50;15.01.2025;Rückerstattung → -12.5 CHF
    CHF;1.95;148.05;150.00;21.01.2025;Zahlung → 148.05 CHF
  `;

  reads('sign Polish orders, whose letters mean other things in other pairs')`
    Czas transakcji;Papier;K/S;Liczba;Kurs;Wartość;Waluta
    13.01.2025 10:14:02;PKOBP;S;50;59,28;2 964,00;PLN → 2964 PLN
    14.01.2025 09:02:33;KRUK;K;4;378,10;1 512,40;PLN → -1512.4 PLN
    24.01.2025 15:41:20;CDPROJEKT;K;10;112,70;1 127,00;PLN → -1127 PLN
  `;

  reads('have columns for what a Russian broker pays in and out')`
    Дата;Операция;Сумма зачисления;Сумма списания;Примечание
    13.01.2025;Пополнение счета;50 000,00;0,00; → 50000
    14.01.2025;Покупка/продажа;0,00;27 340,00;SBER → -27340
    15.01.2025;Комиссия за сделки;0,00;82,02;SBER → -82.02
  `;

  reads('sign orders by the letters of other languages')`
    Data,C/V,Ticker,Quantidade,Preço,Valor Bruto,Corretagem,Emolumentos,ISS,IRRF,Valor Líquido
    03/02/2025,C,PETR4,100,"37,20","3.720,00","4,50","1,12","0,23","0,00","3.725,85" → -3725.85
    10/02/2025,V,VALE3,50,"54,10","2.705,00","4,50","0,81","0,23","0,13","2.699,33" → 2699.33
    18/02/2025,C,ITUB4,80,"33,75","2.700,00","4,50","0,81","0,23","0,00","2.705,54" → -2705.54
    ⇒ amount_col_label = Valor Líquido
  `;

  for (const [letters, side] of [
    ['B,S', 'Side'],
    ['A,V', 'A/V'],
    ['K,V', 'K/V'],
  ] as const) {
    const [bought, sold] = letters.split(',');
    reads(`sign orders without fees by ${letters}`)`
      Date,Code,${side},Units,Price,Value,Currency
      03/02/2025,CBA.ASX,${bought ?? ''},10,158.20,1582.00,AUD → -1582 AUD
      10/02/2025,BHP.ASX,${sold ?? ''},50,39.85,1992.50,AUD → 1992.5 AUD
      24/02/2025,VGS.ASX,${bought ?? ''},15,140.00,2100.00,AUD → -2100 AUD
    `;
  }

  reads('name totals next to quantities in Dutch', ({ warnings }) =>
    expect(warnings).not.to.contain('holds fees').and.not.to.contain('nearly as well'),
  )`
    Datum,Tijd,Product,ISIN,Aantal,Koers,,Lokale waarde,,Waarde,,Wisselkoers,Transactiekosten en/of kosten van derden,,Totaal,
    03-02-2025,15:31,APPLE INC,US0378331005,3,"228,0000",USD,"-684,00",USD,"-657,69",EUR,"1,0400","-2,00",EUR,"-659,69",EUR → -659.69 EUR
    27-01-2025,09:12,VANGUARD FTSE AW,IE00B3RBWM25,10,"135,2400",EUR,"-1352,40",EUR,"-1352,40",EUR,,"-1,00",EUR,"-1353,40",EUR → -1353.4 EUR
    20-01-2025,11:45,ASML HOLDING,NL0010273215,-2,"720,1000",EUR,"1440,20",EUR,"1440,20",EUR,,"-3,00",EUR,"1437,20",EUR → 1437.2 EUR
  `;

  reads('have the sign of the quantity where they are written from the view of the investment')`
    Buchungstag;Stück / Nom.;Bezeichnung;WKN;Währung;Ausführungskurs;Umsatz in EUR
    05.02.2025;10,000;SAP SE;716460;EUR;265,30;2.653,00 → -2653 EUR
    12.02.2025;-4,000;SIEMENS AG;723610;EUR;210,45;-841,80 → 841.8 EUR
    20.02.2025;25,000;ISHARES;A0RPWH;EUR;104,12;2.603,00 → -2603 EUR
    ⇒ signage_convention = inflows_negative
    ⇒ warns: The amounts have the sign of the quantities in "Stück / Nom."
  `;

  reads('say so where only trades have the sign of the quantity')`
    Date,Name,Quantity,Price,Amount,Currency
    2025-02-05,SAP SE,10,265.30,2653.00,EUR → 2653 EUR
    2025-02-12,SIEMENS AG,-4,210.45,-841.80,EUR → -841.8 EUR
    2025-02-20,DIVIDEND ALLIANZ,,,55.20,EUR → 55.2 EUR
    ⇒ warns: In 2 of 3 rows the amount has the sign of the quantity
  `;

  reads('are proven by quantities of the opposite sign')`
    Date,Name,Quantity,Price,Amount,Currency
    2025-02-05,SAP SE,10,265.30,-2653.00,EUR → -2653 EUR
    2025-02-12,SIEMENS AG,-4,210.45,841.80,EUR → 841.8 EUR
    ⇒ no warns: which sign
  `;

  reads('take no quantity for an amount that times the price is the total')`
    Date,Type,Pair,Side,Amount,Price,Total,Fee,Fee Coin
    2025-02-03,LIMIT,BTC/EUR,BUY,0.01,95000,950,0.95,EUR → -950
    2025-02-10,LIMIT,ETH/EUR,SELL,0.5,2600,1300,1.30,EUR → 1300
    2025-02-17,LIMIT,BTC/EUR,BUY,0.02,93000,1860,1.86,EUR → -1860
    ⇒ amount_col_label = Total
  `;

  reads('are money out where only credits are marked, below an opening balance')`
    Post Date,Description,Amount (LKR)
    ,OPENING BALANCE,"48,215.60"
    04-Aug-2024,KEELLS SUPER,"6,482.50" → -6482.5 LKR
    11-Aug-2024,PAYMENT RECEIVED,"48,215.60 CR" → 48215.6 LKR
    19-Aug-2024,REFUND ODEL,"7,995.00 CR" → 7995 LKR
    ,CLOSING BALANCE,"1,512.50 CR"
  `;

  reads(
    'adds a levy to the fee where the balance moves by both, and takes the names of the two parties',
  )`
    DATE,FROM ACCT,FROM NAME,TYPE,AMOUNT,FEES,LEVY,BEFORE,AFTER,TO NAME,TO ACCT
    2025-02-03,W:71188220,KOJO,CASH_IN,600.00,0.00,0.00,84.37,684.37,ABENA,W:36144218 → 600 "KOJO"
    2025-02-04,W:36144218,ABENA,TRANSFER,150.00,1.13,0.50,684.37,532.74,YAW,W:40228711 → -151.63 "YAW"
    2025-02-05,W:36144218,ABENA,PAYMENT,100.00,0.00,0.00,532.74,432.74,POWER,W:18822001 → -100 "POWER"
    2025-02-07,W:90122177,PAYROLL,TRANSFER,1800.00,0.00,0.00,432.74,2232.74,ABENA,W:36144218 → 1800 "PAYROLL"
    2025-02-12,W:36144218,ABENA,TRANSFER,300.00,2.25,2.00,2232.74,1928.49,AKOSUA,W:71102994 → -304.25 "AKOSUA"
    ⇒ warns: LEVY
  `;

  reads('takes a charge next to money out and in for a fee')`
    Date,Type,Merchant,Out,In,Charge,Balance
    02-Mar-2024,Cash In,Agent,0.00,"5,000.00",0.00,"6,346.20" → 5000
    03-Mar-2024,Send,Rahim,"1,200.00",0.00,5.00,"5,141.20" → -1205
    05-Mar-2024,Payment,Shwapno,845.00,0.00,0.00,"4,296.20" → -845
    ⇒ fee_col_label = Charge
  `;
});
