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
});
