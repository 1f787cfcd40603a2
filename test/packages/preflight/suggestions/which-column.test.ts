import { expect } from 'chai';
import { judge } from '../judge.ts';
import { reads } from './import-of.ts';

describe('the column that is suggested', () => {
  reads('holds the total with its fees, not a price and not the fees')`
    Day,Price per unit,Total (incl. commission),Commission,Details
    2025-03-03,61000.10,-120.50,0.00,Order 11
    2025-03-14,62000.25,240.75,0.00,Order 12
    2025-03-21,60500.30,-80.25,0.00,Order 13
    ⇒ amount_col_label = Total (incl. commission)
  `;

  reads('holds the money and not the coins that it bought')`
    Date,Type,BTC Amount,BTC Price,Pair,Fiat Amount (excl. fees),Currency,Fee,Name
    2025-03-15,Sell,0.02847593,92341.28,BTC/CHF,2629.45,CHF,0.00,Relay → 2629.45 CHF
    2025-03-22,Buy,0.00284516,95287.63,BTC/CHF,271.05,CHF,2.45,Relay → -271.05 CHF
    2025-04-18,Buy,0.00371249,86593.42,BTC/CHF,321.45,CHF,2.90,Relay → -321.45 CHF
    ⇒ amount_col_label = Fiat Amount (excl. fees)
  `;

  reads('holds what was paid and not what was bought, nor whom it went to')`
    Timestamp,Amount,Currency,To,Notes,Transfer Total,Transfer Total Currency,Order Paid Out
    2025-03-15 15:40,0.00314664,BTC,12345.0,Bought 0.00314664 BTC,-10.00,GBP, → -10 GBP
    2025-03-15 15:41,,,12345.0,Fee,-0.99,GBP, → -0.99 GBP
    2025-04-04 16:20,0.0030653,BTC,12345.0,Bought 0.0030653 BTC,-10.00,GBP, → -10 GBP
    ⇒ amount_col_label = Transfer Total
  `;

  reads('has thousands where all numbers have three digits behind a point, in two rows as well')`
    Dags;Texti;Upphæð;Staða
    24.03.2025;Hilmar;24.484;242.562 → 24484
    23.03.2025;HS Veitur;-1.948;218.078 → -1948
    ⇒ number_format = 1.234,56
  `;

  reads('holds the flow of cash and not the rate of a currency')`
    Date;Category;Asset;Currency Rate;Cash Flow
    2025-03-07;Flat fee;;1.000000;-1.324000 → -1.324
    2025-03-11;Buy;World Fund;1.000000;-0.821800 → -0.8218
    2025-03-14;Sell;Small Cap;1.000000;3.546740 → 3.54674
    ⇒ amount_col_label = Cash Flow
  `;

  reads('has the currency of the account')`
    Date,Details,Transaction amount,Transaction amount in account currency
    17/01/25,Apple,-3.49 USD,"-1,329.69 AMD" → -1329.69 AMD
    19/01/25,Salary,"+2,500.00 AMD","+2,500.00 AMD" → 2500 AMD
    23/01/25,Market,-10.00 AMD,-10.00 AMD → -10 AMD
  `;

  reads('is of neither side where a row has both and its text calls it a total')`
    Date opération;Libellé;Débit;Crédit
    15/03/2025;Quincaillerie Atlas;;1500,00 → 1500
    16/03/2025;Loyer;3000,00; → -3000
    19/03/2025;Total des mouvements;3000,00;1500,00
    ⇒ warns: it states a total or a balance
  `;

  reads('is that of a filling station called Total, where the other side is a zero')`
    Date opération;Libellé;Débit;Crédit
    15/03/2025;Quincaillerie Atlas;0,00;1500,00 → 1500
    16/03/2025;TotalEnergies;60,00;0,00 → -60
    19/03/2025;Total Access Lyon;45,50;0,00 → -45.5
  `;

  reads('is one of two that name the sides in Slovak')`
    Dátum;Na ťarchu účtu;V prospech účtu;Mena;Protistrana
    15.02.2025;;;EUR;Klient ABC
    16.02.2025;;250,50;EUR;Klient ABC → 250.5 EUR
  `;

  reads('holds the counterparties of the bookings, though the balances between them have none')`
    Datum;Partner/Empfänger;Beschreibung;Betrag;Währung
    01.03.2025;;Anfangssaldo;500,00;EUR
    03.03.2025;Apotheke;Rechnung 7;-12,00;EUR
    14.03.2025;Gärtnerei;Rechnung 8;-19,00;EUR
    31.03.2025;;Endsaldo;469,00;EUR
    ⇒ name_col_label = Partner/Empfänger
    ⇒ notes_col_label = Beschreibung
  `;

  reads('is blank in a row that informs')`
    Date,Details,Paid in,Withdrawn,Balance
    2025-05-15,Transfer from Jane,"1,740.00",,"10,740.00" → 1740
    2025-05-16,Pay bill KPLC,,-500.00,"10,240.00" → -500
    2025-05-16,Charge,,,"10,240.00"
    ⇒ skip_incomplete_rows = true
    ⇒ warns: line 4
  `;

  reads('is none in a row that is called a balance')`
    Date;Amount;Description
    2025-05-24;540.15;BALANCE
    2025-05-17;206.85;Ihre Zahlung → 206.85
    2025-05-14;-121.58;Interflexio AG → -121.58
    2025-05-13;-30.30;Coop → -30.3
    ⇒ warns: it states a total or a balance
  `;

  reads(
    'is no half of a pair when it holds only zeros, or an account number next to them',
    ({ settings }) =>
      expect(settings).not.to.have.any.keys('outflow_col_label', 'inflow_col_label'),
  )`
    0042,20250303,KINO,-12.00,0
    0042,20250314,LOHN,1900.00,0
    0042,20250321,MIETE,-700.00,0
    ⇒ amount_col_label = Column 4
  `;

  reads('is no quantity, which only some bookings have')`
    2014-02-10,Interest,ISHARES REIT,179,12.55,CAD → 12.55 CAD
    2014-01-16,Reinvestment,ISHARES AGRICULTURE,3,-81.57,CAD → -81.57 CAD
    2014-01-16,Contribution,CONTRIBUTION,,600.00,CAD → 600 CAD
    2014-01-14,Reinvestment,BMO NASDAQ,2,-54.72,CAD → -54.72 CAD
    2014-01-07,Sell,BMO NASDAQ,-300,8222.05,CAD → 8222.05 CAD
    ⇒ amount_col_label = Column 5
  `;

  reads('is no number of a cheque')`
    13/12/2009,Cheque 122,122,-£76.00,,"£1,750.06" → -76 GBP
    12/12/2009,Wages,,,+£327.49,"£1,826.06" → 327.49 GBP
    11/12/2009,Cheque 112,112,-£800.00,,"£1,498.57" → -800 GBP
  `;

  reads('is below no header where one header is over a currency and its amount')`
    Datum,Omschrijving,Mutatie,,Saldo,
    19-12-2024,Storting,EUR,"27,80",EUR,"1,35" → 27.8 EUR
    18-12-2024,Dividend,USD,"0,44",USD,"0,99" → 0.44 USD
    17-12-2024,Transactiekosten,EUR,"-1,00",EUR,"-26,45" → -1 EUR
    16-12-2024,Overboeking,,,EUR,"1,35"
    15-12-2024,Overboeking,,,EUR,"1,35"
    ⇒ amount_col_label = Column 4
    ⇒ currency_col_label = Mutatie
  `;

  reads('holds what was paid, not what was ordered')`
    交易时间,订单标题,收/支,订单金额,实付金额
    2025-02-28,喜茶,支出,¥22.30,¥21.17 → -21.17 CNY
    2025-02-27,退款,收入,¥20.00,¥20.00 → 20 CNY
    2025-02-23,米线,支出,¥19.90,¥19.90 → -19.9 CNY
    ⇒ amount_col_label = 实付金额
  `;
});

describe('payer and payee in two columns', () => {
  const PARTIES = 'Datum,Zahlungspflichtiger,Zahlungsempfänger,Betrag';

  reads(
    'name the other party of each row where one name is in all money of one side',
    ({ warnings }) =>
      expect(warnings).to.match(/names all bookings of money (?:in|out) "Eve Holder"/),
  )`
    ${PARTIES}
    2025-03-03,Eve Holder,Cinema,-12.00 → "Cinema"
    2025-03-14,Employer Ltd,Eve Holder,1900.00 → "Employer Ltd"
    2025-03-15,Eve Holder,Florist,-19.00 → "Florist"
    2025-03-17,Tax Office,Eve Holder,55.00 → "Tax Office"
    ⇒ warns: has the other party
  `;

  reads('do so where the bank calls its customer by another name in money out')`
    ${PARTIES}
    2025-03-03,Card 4711,Cinema,-12.00 → "Cinema"
    2025-03-14,Employer Ltd,Eve Holder,1900.00 → "Employer Ltd"
    2025-03-15,Card 4711,Florist,-19.00 → "Florist"
    2025-03-17,Tax Office,Eve Holder,55.00 → "Tax Office"
  `;

  reads('are not where money in has other names', ({ warnings }) => expect(warnings).to.equal(''))`
    ${PARTIES}
    2025-03-03,Eve Holder,Cinema,-12.00 → "Cinema"
    2025-03-14,Eve Holder,Employer Ltd,1900.00 → "Employer Ltd"
    2025-03-15,Eve Holder,Florist,-19.00 → "Florist"
    2025-03-17,Eve Holder,Tax Office,55.00 → "Tax Office"
  `;

  reads('are not where the other column describes the booking')`
    Date,Counterparty,Description,Amount
    2025-03-03,Cinema,Card payment,-12.00 → "Cinema"
    2025-03-14,Employer Ltd,February,1900.00 → "Employer Ltd"
    2025-03-15,Florist,Card payment,-19.00 → "Florist"
    2025-03-17,Employer Ltd,March,1900.00 → "Employer Ltd"
  `;
});

describe('words of statements', () => {
  reads('distinguish money out from money in: honorifics left off in Japanese')`
    日付,内容,支払い金額,預かり金額
    2025/03/03,家賃,70000,
    2025/03/25,給与,,250000
    ⇒ outflow_col_label = 支払い金額
    ⇒ inflow_col_label = 預かり金額
  `;

  reads('distinguish them next to a currency in another script than its code')`
    거래일시,적요,출금액(원),입금액(원)
    2025.03.03,월세,700000,0
    2025.03.25,급여,0,2500000
    ⇒ outflow_col_label = 출금액(원)
    ⇒ inflow_col_label = 입금액(원)
  `;

  reads('show directions by what brokers call their orders')`
    Time,Action,Title,Total
    2025-03-03,Limit buy,Globe Fund,120.50
    2025-03-14,Top up,,900.00
    2025-03-17,Stop sell,Globe Fund,64.20
    ⇒ entity_type_col_label = Action
    ⇒ amount_type_inflow_value = Top up|Stop sell
  `;

  reads('show directions: Hungarian letters')`
    Dátum;Leírás;Összeg;Típus
    2025.03.03;Mozi;1200;T
    2025.03.14;Munkabér;400000;J
    ⇒ entity_type_col_label = Típus
    ⇒ amount_type_inflow_value = J
  `;

  reads('show directions: short Danish words')`
    Dato;Tekst;Beløb;Debet/Kredit
    2025-03-03;Bager;45,00;Ud
    2025-03-14;Løn;21000,00;Ind
    ⇒ amount_type_inflow_value = Ind
  `;

  reads('of accounts is not that of the counterparties')`
    Date,Operation,Account,Purpose,Credit,Debit
    15.01.2025,Transfer,1000012345678901,Own funds,500.0,0 → 500
    31.01.2025,Interest,1000025909563302,Interest,3.15,0 → 3.15
    31.01.2025,Tax,1000039102524800,Tax,0,0.32 → -0.32
    14.02.2025,Exchange,1000094070890758,Own funds,195.28,0 → 195.28
    ⇒ no account_col_label
  `;

  reads('are numbered below lines that name the account')`
    Statement Enquiry :
    Account Number : ,1284009931,
    Account Description : ,MiGoals Plus,

    01Feb2025,BROUGHT FORWARD,,18120.37,
    03Feb2025,DSTV 44019283,-919.00,17201.37, → -919
    03Feb2025,OLD MUTUAL LIFE,-1120.44,16080.93, → -1120.44
    17Feb2025,M VAN WYK LUNCH,220.00,16300.93, → 220
    18Feb2025,ENGEN CLAREMONT,-612.40,15688.53, → -612.4
    19Feb2025,MAINTENANCE FEE,-89.00,15599.53, → -89
    20Feb2025,CREDIT INTEREST,4.12,15603.65, → 4.12
    ⇒ has_header = false
  `;

  reads('are a pair called in and out, with fees')`
    Transaction Date,Description,Amount In (UGX),Amount Out (UGX),Charges (UGX),Balance (UGX)
    01-Feb-2025 08:12:18,RECEIVED FROM OKELLO,"450,000",,0,"536,500" → 450000 UGX
    01-Feb-2025 10:40:18,SENT TO NAMUTEBI,,"120,000","1,000","415,500" → -121000 UGX
    03-Feb-2025 19:02:18,UMEME YAKA,,"35,000",0,"380,500" → -35000 UGX
    12-Feb-2025 12:05:18,CASH DEPOSIT,"200,000",,0,"580,500" → 200000 UGX
    26-Feb-2025 08:45:18,TO CENTENARY BANK,,"150,000","1,500","429,000" → -151500 UGX
  `;

  reads('of what a balance moves by is no balance')`
    Timestamp (UTC),Description,Currency,Balance delta,Balance,Value currency,Value amount
    2025-03-04 08:11:27,Deposit,ZAR,5000.00,5000.00,ZAR,5000.00 → 5000 ZAR
    2025-03-04 08:31:02,Bought 0.0014 BTC,ZAR,-2447.60,2552.40,ZAR,2447.60 → -2447.6 ZAR
    2025-03-04 08:31:02,Trading fee,ZAR,-2.45,2549.95,ZAR,2.45 → -2.45 ZAR
    2025-03-07 17:20:44,Bought 0.021 ETH,ZAR,-850.08,1699.87,ZAR,850.08 → -850.08 ZAR
  `;

  reads(
    'has the signs that another one with the same amounts lacks, where the balance moves one way',
  )`
    Timestamp (UTC),Description,Currency,Balance delta,Balance,Value currency,Value amount
    2025-03-04 08:11:27,Deposit,ZAR,5000.00,5000.00,ZAR,5000.00 → 5000 ZAR
    2025-03-04 08:31:02,Bought 0.0014 BTC,ZAR,-2447.60,2552.40,ZAR,2447.60 → -2447.6 ZAR
    2025-03-05 08:31:02,Reserve for an order,ZAR,0.00,2552.40,ZAR,0.00 → 0 ZAR
  `;

  reads(
    'of names without headers is behind the accounts of the others, and their text names the rest',
  )`
    "1177301";-498;"HUF";20240530;"";"";"";"Havi díj" → "Havi díj"
    "1177301";-8771;"HUF";20240523;"";"";"2024.05.21 FOODORA HU";"Kártya" → "2024.05.21 FOODORA HU"
    "1177301";-12000;"HUF";20240520;"610986815868";"TÓTH GÁBOR";"ajándék";"Átutalás" → "TÓTH GÁBOR"
    "1177301";-2748;"HUF";20240519;"";"";"2024.05.16 LIDL MAGYAR";"Kártya" → "2024.05.16 LIDL MAGYAR"
    "1177301";6500;"HUF";20240516;"779975227030";"SZABÓ ANNA";"ebéd";"Átutalás" → "SZABÓ ANNA"
    "1177301";-2000;"HUF";20240515;"610986815868";"TÓTH GÁBOR";"ebéd";"Átutalás" → "TÓTH GÁBOR"
  `;

  reads(
    'are a pair where the side that no row has is marked by dashes, and a column of fees stands by',
  )`
    Date,Description,Fees,Money Out,Money In,Balance
    01 May 2025,Card purchase at Pick n Pay,-,389.90,-,10022.19 → -389.9
    02 May 2025,Payment to Rawson Rentals,-,6500.00,-,3522.19 → -6500
    02 May 2025,Payment fee,2.00,-,-,3520.19 → -2
    03 May 2025,Card purchase at Engen,-,145.00,-,3375.19 → -145
  `;

  reads('are a pair in Vietnamese, whose word for debit looks like that for a number')`
    STT,Ngày giao dịch/ Trans date,Số tiền ghi nợ/ Debit,Số tiền ghi có/ Credit,Nội dung/ Details
    1,02/01/2025,"932,000",,CO.OPMART → -932000
    2,03/01/2025,"7,500,010",,tien nha → -7500010
    3,19/01/2025,"957,175",,EVNHCMC → -957175
  `;

  reads('are those by credit and by debit, not the amount of both without a sign')`
    Дата операции;Валюта;Сумма в валюте ее проведения по кредиту;Сумма в валюте ее проведения по дебету;Сумма в тенге;Назначение платежа
    04.08.2024;KZT;1250000.00;;1250000.00;Оплата по счету 77 → 1250000 KZT
    05.08.2024;KZT;;450.00;450.00;Комиссия за перевод → -450 KZT
    11.08.2024;KZT;;96400.00;96400.00;НДС за 2 квартал → -96400 KZT
  `;

  reads('is told of another day where only that has a time')`
    Security,Type,Total,Trade Date/Time,Settlement Date
    World ETF,Buy,-299.04,23/12/24 15:18:12,27/12/24 → 2024-12-27
    World ETF,Buy,-300.96,23/01/25 15:00:08,27/01/25 → 2025-01-27
    ⇒ warns: "Trade Date/Time" has other days
  `;

  reads('is found between blank columns')`
    ;Fecha Operación;;Fecha Valor;;Concepto;;Importe;;Saldo;
    ;28/02/2024;;28/02/2024;;NOMINA;;1.845,20;;3.000,00; → 2024-02-28
    ;26/02/2024;;25/02/2024;;COMPRA MERCADO;;-38,12;;1.154,80; → 2024-02-26
    ;23/02/2024;;23/02/2024;;RECIBO LUZ;;-64,90;;1.192,92; → 2024-02-23
    ⇒ no warns: were split there
  `;

  reads('are those of receipts and payments')`
    Date,Description,Receipt (GBP),Payment (GBP),Balance (GBP)
    18/05/2025,Cash Withdrawal,,750.00,731.07 → -750 GBP
    05/05/2025,Regular Investment Purchase,,100.00,1481.07 → -100 GBP
    30/04/2025,Gross interest to 30/04/2025,3.91,,1581.07 → 3.91 GBP
    01/04/2025,BALANCE B/F,,,1577.16
  `;

  it('is none in a list of orders that has only quantities and prices', () => {
    const { errors } = judge([
      'Name,Side,Status,Filled,Total Qty,Price,Avg Price,Placed Time',
      'Dividend ETF,BUY,Filled,25,25,78.40,78.38,05/06/2024 09:31:12',
      'Palantir,SELL,Filled,60,60,@21.10,21.095,05/14/2024 10:02:44',
      'Micro Devices,BUY,Filled,3,3,167.25,167.20,05/29/2024 09:30:04',
    ]);
    expect(errors.map(({ code }) => code)).to.deep.equal(['missing_required_headers']);
  });

  reads('is the day of booking, not that of the purchase')`
    Card,Type,Amount,Details,TransactionDate,ProcessedDate
    4835,D,23.40,Countdown,27/03/2025,28/03/2025 → 2025-03-28 -23.4
    4835,C,59.99,Mighty Ape,19/03/2025,21/03/2025 → 2025-03-21 59.99
    4835,D,37.06,Steam,24/03/2025,26/03/2025 → 2025-03-26 -37.06
  `;

  reads('is the day of booking where another one is called just a date')`
    Date,Posted Date,Activity Status,Name,Amount
    2025-03-15,,PENDING,ESSO,-61.20 → 2025-03-15 -61.2
    2025-03-13,2025-03-14,APPROVED,ZEHRS,-148.37 → 2025-03-14 -148.37
    2025-03-12,2025-03-12,APPROVED,PAYMENT,1204.66 → 2025-03-12 1204.66
    2025-03-09,2025-03-11,APPROVED,STEAM,-28.73 → 2025-03-11 -28.73
  `;

  reads('is the day of booking in Polish, too')`
    Data operacji;Data księgowania;Opis operacji;Kwota
    2025-03-01;2025-03-04;BIEDRONKA;-87,43 → 2025-03-04 -87.43
    2025-03-10;2025-03-10;WYNAGRODZENIE;6 500,00 → 2025-03-10 6500
  `;
});

describe('a table of reserved bookings below, with a title and a header of its own', () => {
  reads('does not say which columns the bookings have')`
    Операции по 4471
    Дата транзакции;Операция;Сумма;Валюта;Дата операции по счету;Комиссия;Обороты по счету
    26.02.2024 19:12:44;Market;-47,83;BYN;27.02.2024;0,00;-47,83 → 2024-02-27 -47.83
    18.02.2024 21:40:05;Music;-5,99;USD;20.02.2024;0,00;-19,41 → 2024-02-20 -19.41
    16.02.2024 13:25:33;Cash;-200,00;BYN;17.02.2024;0,00;-200,00 → 2024-02-17 -200
    Всего по карте;Зачислено;Списано;Комиссия;Изменение баланса;;
    BYN;0,00;-267,24;0,00;-267,24;;
    Заблокированные суммы по 4471
    Дата транзакции;Транзакция;Сумма транзакции;Валюта;Сумма блокировки;Валюта;Цифровая подпись
    29.02.2024 18:20:41;Shop;-31,44;BYN;-31,44;BYN;Нет
    28.02.2024 23:02:09;Games;-9,99;USD;-32,73;BYN;Нет
  `;
});

describe('money out and money in', () => {
  reads('are called outcome and income by a budgeting app')`
    date;payee;outcomeAccountName;outcome;incomeAccountName;income
    2024-04-30;Market;Card;2316,40;; → -2316.4
    2024-04-29;Employer;;;Card;91200,00 → 91200
    2024-04-25;Cafe;Cash;640,00;; → -640
  `;
});
