import { expect } from 'chai';
import { isOtherDate, namesBookingDay } from '#preflight/suggestions/header-words';
import { judge } from '../judge.ts';
import { reads } from './import-of.ts';

describe('of two columns of days', () => {
  reads('that of booking is known by its cells, next to rows that failed or are not booked yet')`
    Дата операции;Дата платежа;Статус;Сумма платежа;Валюта платежа;Описание
    31.10.2023 21:14:08;;OK;-412,00;RUB;Такси
    30.10.2023 18:42:51;31.10.2023;OK;-1284,37;RUB;Магнит → 2023-10-31
    29.10.2023 13:05:22;31.10.2023;OK;-890,00;RUB;Кафе → 2023-10-31
    28.10.2023 10:00:00;;FAILED;-5000,00;RUB;Ozon
    27.10.2023 09:12:00;27.10.2023;OK;60000,00;RUB;Зарплата → 2023-10-27
    ⇒ warns: The date was taken from "Дата платежа", but "Дата операции" fits nearly as well
  `;

  reads('that of the transaction stays where the other days are before it')`
    Transaction Date,Date Seen,Description,Amount
    2024-03-05,2024-03-07,Woolworths,-45.20 → 2024-03-05
    2024-03-08,2024-03-06,Coles,-32.10 → 2024-03-08
    2024-03-09,2024-03-11,BP Connect,-80.00 → 2024-03-09
    2024-03-12,2024-03-13,Salary,500.00 → 2024-03-12
  `;

  reads('that of the transaction stays where the other days are long after it')`
    Transaction Date,Date Due,Description,Amount
    2024-03-05,2024-04-05,Woolworths,-45.20 → 2024-03-05
    2024-03-08,2024-04-08,Coles,-32.10 → 2024-03-08
    2024-03-09,2024-04-09,BP Connect,-80.00 → 2024-03-09
    2024-03-12,2024-04-12,Salary,500.00 → 2024-03-12
  `;

  reads('that on which a payment was entered into the books comes first')`
    Date,Date entered,Details,Amount
    05/03/2024,07/03/2024,WOOLWORTHS 1234 SYDNEY,-45.20 → 2024-03-07
    08/03/2024,11/03/2024,COLES 0456 SYDNEY,-32.10 → 2024-03-11
    15/03/2024,18/03/2024,NETFLIX.COM,-16.99 → 2024-03-18
    ⇒ warns: compare one booking
  `;

  reads('that of booking is the one that rows lack which are not booked, even a value date')`
    Belegdatum;Wertstellung;Status;Beschreibung;Betrag (€)
    16.01.25;;Vorgemerkt;REWE;-34,17 → 2025-01-16
    13.01.25;15.01.25;Gebucht;EDEKA;-27,86 → 2025-01-15
    11.01.25;14.01.25;Gebucht;ARAL;-71,40 → 2025-01-14
    07.01.25;09.01.25;Gebucht;OTTO;59,99 → 2025-01-09
  `;

  reads('that of booking comes first, though other rows would fill a column of states')`
    TransactionDate;Text;Type;Currency Amount;Currency Rate;Currency;Amount;BookDate;ValueDate
    29.07.2023;KIWI;Reservert;-184,70;1;NOK;-184,70;; → 2023-07-29 -184.7
    26.07.2023;REMA 1000;Kjøp;-412,35;1;NOK;-412,35;27.07.2023;26.07.2023 → 2023-07-27 -412.35
    21.07.2023;OSTERIA;Kjøp;-74,50;11,3718;EUR;-847,20;24.07.2023;21.07.2023 → 2023-07-24 -847.2
    19.07.2023;Uttaksgebyr;Gebyr;0,00;1;NOK;-40,00;20.07.2023;19.07.2023 → 2023-07-20 -40
    18.07.2023;Innbetaling;Innbetaling;0,00;1;NOK;6500,00;18.07.2023;18.07.2023 → 2023-07-18 6500
    15.07.2023;VY APP;Kjøp;-129,00;1;NOK;-129,00;17.07.2023;15.07.2023 → 2023-07-17 -129
    ⇒ warns: 1 row is imported as pending because the file says so ("Reservert" 1)
    ⇒ no currency_col_label
  `;

  reads('that of booking comes first next to states below a word for both a state and a balance')`
    Kortanúmer;Dagsetning;Bókunardagur;Söluaðili;Upphæð;Staða
    4507-28**;29.04.2025;;Krónan Lindir;-8.432;Heimild → 2025-04-29
    4507-28**;26.04.2025;28.04.2025;Bónus Smáratorgi;-15.790;Bókuð → 2025-04-28
    4507-28**;23.04.2025;25.04.2025;Dominos;-4.590;Bókuð → 2025-04-25
    4507-28**;15.04.2025;16.04.2025;Elko Granda;19.995;Bókuð → 2025-04-16
    ⇒ warns: 1 row is imported as pending because the file says so ("Heimild" 1)
  `;

  reads('that of booking is known by its word alone, next to another without a word for a day')`
    Authorised on;Processed on;Amount;Currency;Description;Status
    31.01.2025;;-120,00;EUR;RISTORANTE;Authorised → 2025-01-31
    25.01.2025;28.01.2025;-73,60;EUR;SHELL 1187;Processed → 2025-01-28
    17.01.2025;20.01.2025;59,00;EUR;MEDIA MARKT;Processed → 2025-01-20
    14.01.2025;15.01.2025;-59,00;EUR;MEDIA MARKT;Processed → 2025-01-15
    ⇒ warns: 1 row is imported as pending because the file says so ("Authorised" 1)
  `;

  reads('that of booking is left where it is blank in rows that the balance already counts')`
    Trade date;Booking date;Transaction amount;Balance;Description
    2022-09-28;;100.00;1100.00;Cash deposit → 2022-09-28
    2022-09-28;;-20.00;1000.00;Cash withdrawal → 2022-09-28
    2022-09-27;2022-09-29;-5.35;1020.00;Lidl → 2022-09-27
    2022-09-27;2022-09-28;-2.30;1025.35;Bus → 2022-09-27
    2022-09-26;2022-09-26;-135.00;1027.65;Payment → 2022-09-26
    2022-09-26;2022-09-26;-38.01;1162.65;Payment → 2022-09-26
    2022-09-26;2022-09-26;-35.00;1200.66;Payment → 2022-09-26
  `;

  reads('that of booking may be named together with the value date')`
    消費日,入帳起息日,消費明細,繳款幣別,繳款金額
    2024/12/18,2024/12/20,全聯福利中心,TWD,486 → 2024-12-20
    2024/12/19,2024/12/23,台灣高鐵,TWD,"2,980" → 2024-12-23
    2024/12/21,2024/12/24,PCHOME,TWD,"1,599" → 2024-12-24
  `;

  reads('that of booking comes first where pending rows have a word instead of it')`
    Transaction date,Posting date,Description,Transaction currency,Transaction amount,Billing amount (HKD)
    28 Jun 2024,Pending,MCDONALD'S,HKD,46.50,46.50 → 2024-06-28
    27 Jun 2024,Pending,HKTVMALL,HKD,532.00,532.00 → 2024-06-27
    24 Jun 2024,26 Jun 2024,PARKNSHOP,HKD,318.70,318.70 → 2024-06-26
    22 Jun 2024,24 Jun 2024,UNIQLO,JPY,"12,900",642.18 → 2024-06-24
    20 Jun 2024,20 Jun 2024,PAYMENT - THANK YOU,HKD,"4,215.30 CR","4,215.30 CR" → 2024-06-20
  `;

  reads('the value date is that of booking where the only other day is that of the purchase')`
    Belegdatum;Wertstellung;Beschreibung;Betrag (€)
    13.01.25;15.01.25;EDEKA;-27,86 → 2025-01-15
    11.01.25;14.01.25;ARAL;-71,40 → 2025-01-14
    ⇒ warns: The date was taken from "Wertstellung", but "Belegdatum" fits nearly as well
  `;

  reads('another is warned of also where months have names')`
    Date,Day,Description,Amount
    30 May 2024,02 Jun 2024,PARKNSHOP,-318.70 → 2024-05-30
    22 May 2024,22 May 2024,UNIQLO,-642.18 → 2024-05-22
    ⇒ warns: "Day" has other days
  `;

  reads('that of booking comes first where a dash stands for it')`
    이용일자,이용가맹점,이용금액(원),매입일자,승인상태
    2025.03.31,쿠팡,"38,900",-,승인
    2025.03.28,롯데마트,"87,450",2025.03.31,매입완료 → 2025-03-31
    2025.03.27,티머니,"1,400",2025.03.31,매입완료 → 2025-03-31
    2025.03.25,배달의민족,"24,500",2025.03.27,매입완료 → 2025-03-27
    ⇒ warns: gives no day of booking: line 2
  `;
});

describe('of several columns of money', () => {
  reads('debit and credit are the two sides, not a charge that fills rows of either')`
    Date,Transaction Type,Status,Transaction Amount (NGN),Settlement Debit (NGN),Settlement Credit (NGN),Balance After (NGN),Charge (NGN)
    2025-03-10 08:05:00,Transfer,APPROVED,35000.00,35020.00,0.00,64787.97,20.00 → -35020 NGN
    2025-03-09 18:10:22,Inward,APPROVED,4200.00,0.00,4200.00,99807.97,0.00 → 4200 NGN
    2025-03-08 16:35:58,POS,APPROVED,9275.50,0.00,9229.12,95607.97,46.38 → 9229.12 NGN
    2025-03-07 10:12:03,Transfer,APPROVED,27500.00,27520.00,0.00,86378.85,20.00 → -27520 NGN
    2025-03-06 13:44:51,POS,APPROVED,40000.00,0.00,39800.00,113898.85,200.00 → 39800 NGN
  `;

  it('a charge for trades is not what was paid for them', () => {
    const { missingRequiredHeaders } = judge([
      'Trade Date,Instrument Code,Market Code,Quantity,Price,Transaction Type,Brokerage',
      '05/01/2024,VOO,NYSE,2,431.50,BUY,3.00',
      '11/01/2024,AAPL,NASDAQ,10,185.60,BUY,3.00',
      '06/02/2024,DIS,NYSE,15,99.20,SELL,3.00',
    ]);
    expect(missingRequiredHeaders).to.include('amount');
  });

  it('that on which a payment was completed comes before that on which it began, in the languages of an app', () => {
    for (const [began, completed] of [
      ['Data rozpoczęcia', 'Data zakończenia'],
      ['Datum zahájení', 'Datum dokončení'],
      ['Kezdés dátuma', 'Befejezés dátuma'],
      ['Startdatum', 'Slutdatum'],
      ['Pradžios data', 'Užbaigimo data'],
      ['Ημερομηνία έναρξης', 'Ημερομηνία ολοκλήρωσης'],
      ['Дата начала', 'Дата завершения'],
    ] as const) {
      expect(isOtherDate(began), began).to.equal(true);
      expect(namesBookingDay(completed), completed).to.equal(true);
    }
  });

  reads('that on which a card payment was processed is that of booking, in German')`
    Autorisiert am;Verarbeitet am;Betrag;Beschreibung;Status
    18.05.2025;;-18,40;ALNATURA;Autorisiert → 2025-05-18
    16.05.2025;19.05.2025;-62,77;EDEKA;Verarbeitet → 2025-05-19
    15.05.2025;16.05.2025;-6,95;MOIA;Verarbeitet → 2025-05-16
    12.05.2025;14.05.2025;-89,61;HOTEL;Verarbeitet → 2025-05-14
  `;
});
