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
});
