import { reads } from '../suggestions/import-of.ts';

describe('a file of several sections', () => {
  reads('is read in the one with the bookings, and says which rows are not')`
    Statement,Header,Field Name,Field Value
    Statement,Data,Period,"January 1, 2024 - March 31, 2024"
    Trades,Header,Currency,Symbol,Date/Time,Quantity,Proceeds
    Trades,Data,USD,AAPL,"2024-01-17, 10:30:00",10,-1851.00
    Cash,Header,Currency,Settle Date,Description,Amount
    Cash,Data,EUR,2024-01-15,Transfer,-6.47 → -6.47 EUR
    Cash,Data,EUR,2024-01-17,Transfer,500.00 → 500 EUR
    Cash,Data,USD,2024-02-20,Transfer,-47.06 → -47.06 USD
    Cash,Data,Total,,,446.47
    Interest,Header,Currency,Date,Description,Amount
    Interest,Data,EUR,2024-02-05,Credit interest,1.23
    ⇒ warns: of other sections of the file
    ⇒ warns: "Interest" 2
  `;

  const report = Array.from({ length: 45 }, (_, row) => `Report,Data,Figure ${row},0,0`);
  reads('is read in the one with the bookings, after any number of rows')`
    Report,Header,Figure,Total,Securities
    ${report.join('\n    ')}
    Cash,Header,Currency,Settle Date,Description,Amount
    Cash,Data,EUR,2024-01-15,Transfer,-6.47 → -6.47 EUR
    Cash,Data,EUR,2024-01-17,Transfer,500.00 → 500 EUR
    Cash,Data,Total,,,493.53
    ⇒ rows_to_skip = 46
  `;

  reads('is not one whose rows are of several accounts')`
    Account,Date,Amount
    A,2024-01-15,-1.00 → -1
    B,2024-01-16,-2.00 → -2
  `;
});

describe('bookings below a heading that calls them upcoming', () => {
  reads('are left out with the heading, and said to be')`
    data;lançamento;valor
    01/02/2025;PIX;-24,00 → -24
    02/02/2025;Salário;1.000,00 → 1000
    15/02/2025;Mercado;-123,99 → -123.99
    lançamentos futuros;;
    saídas futuras;;
    04/03/2025;IOF;-11,96
    ⇒ footer_rows_to_skip = 3
    ⇒ warns: Lines left out at the end (footer_rows_to_skip: 3) hold a date or an amount: 7
  `;
  reads('are left out where the heading calls them blocked, above a header of their own')`
    Дата транзакции;Операция;Сумма;Валюта
    28.05.2024 10:22:00;Зарплата;1482,33;BYN → 1482.33 BYN
    27.05.2024 11:23:01;Retail GIPPO;-46,12;BYN → -46.12 BYN
    24.05.2024 12:24:02;Retail APPLE;-9,99;BYN → -9.99 BYN

    Заблокированные суммы по ........1234
    Дата транзакции;Транзакция;Сумма транзакции;Валюта
    31.05.2024 18:40:12;Retail KORONA;58,77;BYN
    ⇒ footer_rows_to_skip = 3
    ⇒ warns: Make sure that they are not bookings
  `;

  reads('are left out where a long heading ends with the word')`
    İşlem tarihi;Açıklama;Taksit;Tutar
    18.04.2025;GETİR YEMEK;;486,00 TL → -486 TRY
    24.04.2025;Ödeme - hesabınızdan;;-9.645,30 TL → 9645.3 TRY
    25.04.2025;NETFLIX.COM;;229,99 TL → -229.99 TRY
    28.04.2025;TEKNOSA ARMADA;;2.166,50 TL → -2166.5 TRY
    Henüz ekstreye yansımamış işlemler (provizyon);;;
    16.05.2025;YEMEKSEPETİ İSTANBUL TR;;412,50 TL
    17.05.2025;MİGROS 5M ANKAMALL ANKARA TR;;1.096,15 TL
    ⇒ footer_rows_to_skip = 3
  `;

  reads('are left out where the heading calls them future, above fewer columns')`
    תאריך,יום ערך,תיאור התנועה,זכות/חובה,יתרה,אסמכתה
    20/05/2025,20/05/2025,מכבי,-128.40,9511.89,295404839 → -128.4
    22/05/2025,22/05/2025,הפקדה,-2000.00,7511.89,229307302 → -2000
    28/05/2025,28/05/2025,ריבית,2.31,7514.20,109424959 → 2.31
    תנועות עתידיות
    תאריך,יום ערך,תיאור התנועה,זכות/חובה,אסמכתה
    30/05/2025,30/05/2025,הלוואה,-912.55,279671614
    ⇒ footer_rows_to_skip = 3
    ⇒ warns: Make sure that they are not bookings
  `;

  reads('are read if the next heading says that they are booked')`
    Date,Payee,Amount
    Upcoming,,
    2025-03-04,Insurance,-11.96 → -11.96
    Booked,,
    2025-02-01,Market,-24.00 → -24
    2025-02-03,Salary,1000.00 → 1000
  `;
});
