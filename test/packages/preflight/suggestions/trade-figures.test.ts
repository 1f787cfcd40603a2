import { expect } from 'chai';
import { roundedOf } from '#preflight/suggestions/worth-of-trades';
import { reads } from './import-of.ts';

describe('the figures of trades, in whatever words', () => {
  reads('the net amount is the worth and the charges between the two, and tells the sides')`
    თარიღი,ტიპი,ქაღალდი,რაოდენობა,ფასი,ღირებულება,საკომისიო,მოსაკრებელი,გადახდილი
    03/02/2025,ყიდვა,TBC,500,33.75,16875.00,25.31,1.18,16901.49 → -16901.49
    10/02/2025,გაყიდვა,BOG,200,64.75,12950.00,19.43,0.91,12929.66 → 12929.66
    17/02/2025,ყიდვა,GEO,1000,28.75,28750.00,43.13,2.01,28795.14 → -28795.14
    24/02/2025,გაყიდვა,TBC,500,34.25,17125.00,25.69,1.20,17098.11 → 17098.11
  `;

  reads('charges may be behind both, and some trades in another currency')`
    Uitvoering,Order,Verrichting,Naam,Aantal,Koers,Munt,Netto te betalen,Brutowaarde,Loon,Taks
    03/02/2025,24030100417,Aankoop,AB INBEV,40,56.12,EUR,-2260.16,2244.80,7.50,7.86 → -2260.16 EUR
    06/02/2025,24030600288,Aankoop,ISHARES,20,90.35,EUR,-1816.67,1807.00,7.50,2.17 → -1816.67 EUR
    12/02/2025,24032200061,Aankoop,SOFINA,5,219.20,EUR,-1107.34,1096.00,7.50,3.84 → -1107.34 EUR
    19/02/2025,24040900733,Verkoop,SOLVAY,75,26.40,EUR,1965.57,1980.00,7.50,6.93 → 1965.57 EUR
  `;

  reads('a quantity is no amount, nor are an order’s number and a charge money in and out')`
    Operazione,Numero ordine,Descrizione,Segno,Quantita,Prezzo,Controvalore,Commissioni Uscita
    03/02/2025,24030100417,ENEL,A,400,6.742,2696.80,9.95 → -2706.75
    10/02/2025,,VANGUARD,A,8,113.68,909.44, → -909.44
    17/02/2025,24032200061,STELLANTIS,V,120,21.335,2560.20,9.95 → 2550.25
    24/02/2025,24032200062,ENEL,V,400,6.80,2720.00,9.95 → 2710.05
  `;

  describe('are not taken for', () => {
    reads('an amount, a rate and what it is in another currency')`
      Date,Description,Amount USD,Rate,Value EUR,Balance USD
      2025-01-03,Client A,1000.00,0.9215,921.50,3000.00 → 1000 USD
      2025-01-05,Hosting,-50.00,0.9230,-46.15,2950.00 → -50 USD
      2025-01-07,Domain,-20.00,0.9241,-18.48,2930.00 → -20 USD
      2025-01-09,Client B,700.00,0.9222,645.54,3630.00 → 700 USD
    `;

    reads('what is charged of what is paid by instalments')`
      Date,Merchant,Purchase amount,Installments,Charged amount
      2025-01-03,Shoes Ltd,300.00,3,100.00 → -100
      2025-01-05,TV World,1200.00,12,100.00 → -100
      2025-01-07,Grocer,54.20,1,54.20 → -54.2
      2025-01-09,Sofa House,900.00,6,150.00 → -150
      2025-01-12,Refund,480.00,4,-120.00 → 120
    `;

    reads('a payment, its rate of fees and the fee')`
      Date,Order,Payment amount,Fee rate,Fee
      2025-01-03,A1,300.00,0.029,8.70 → 300
      2025-01-05,A2,1200.00,0.029,34.80 → 1200
      2025-01-07,A3,54.20,0.029,1.57 → 54.2
      2025-01-09,A4,900.00,0.019,17.10 → 900
    `;

    reads('a price with a tax in it, and that without it')`
      Date,Station,Litres,Price,Excl VAT,VAT,Charged amount
      2025-01-03,Shell,40.00,1.79,60.17,11.43,71.60 → -71.6
      2025-01-07,Aral,35.50,1.82,54.29,10.32,64.61 → -64.61
      2025-01-12,Esso,42.10,1.75,61.92,11.76,73.68 → -73.68
    `;

    reads('a payment that adds up what it repays and the interest')`
      Date,Principal,Interest,Fee,Late fee,Payment amount,Loan amount
      2025-01-03,410.00,90.00,5.00,0.00,505.00,20000.00 → 505
      2025-02-03,411.00,89.00,5.00,10.00,515.00,20000.00 → 515
      2025-03-03,412.00,88.00,5.00,0.00,505.00,20000.00 → 505
    `;
  });

  reads('money in the thousands without cents is no number of an order')`
    Date,Description,Withdrawal,Incoming
    2025-01-03,Salary,,12.500.000 → 12500000
    2025-01-05,Rent,5.200.000, → -5200000
    2025-01-09,Bonus,,10.000.000 → 10000000
    2025-01-11,Power,410.000, → -410000
  `;

  reads('letters of buying and selling mean other things where nothing is bought')`
    Datum;Text;Typ;Umsatz
    03.01.2025;Rewe;K;54,20 → 54.2
    05.01.2025;Strom AG;V;80,00 → 80
    07.01.2025;Aldi;K;12,10 → 12.1
    09.01.2025;Telefon AG;V;39,90 → 39.9
  `;

  reads('a fee comes on top where the other side got all of the amount, at the rate')`
    Direction,Finished on,Source fee amount,Source fee currency,Source name,Source amount (after fees),Source currency,Target name,Target amount (after fees),Target currency,Exchange rate
    OUT,2025-05-27 18:12:44,0.00,EUR,Noémie,23.40,EUR,Delhaize,23.40,EUR,1.0 → -23.4 EUR
    OUT,2025-05-24 04:11:20,0.31,EUR,Noémie,52.96,EUR,Airalo,60.00,USD,1.1329 → -53.27 EUR
    OUT,2025-05-19 08:45:02,3.74,EUR,Noémie,596.26,EUR,Brightwater,501.94,GBP,0.84181 → -600 EUR
    IN,2025-05-12 07:02:20,0.00,EUR,Atelier,1840.00,EUR,Noémie,1840.00,EUR,1.0 → 1840 EUR
    ⇒ fee_col_label = Source fee amount
  `;

  reads('a fee comes on top where the other side got all of the amount, in the same currency')`
    Дата операции;Описание;Сумма операции;Валюта операции;Сумма в валюте счета;Комиссия
    01.08.2023;MAGNUM;-14385,00;KZT;-14385,00;0,00 → -14385
    04.08.2023;Зарплата;415200,00;KZT;415200,00;0,00 → 415200
    05.08.2023;APPLE.COM;-4,99;USD;-2236,52;0,00 → -2236.52
    06.08.2023;ATM HALYK BANK;-60000,00;KZT;-60000,00;-600,00 → -60600
    15.08.2023;Алсеко;-31742,18;KZT;-31742,18;-100,00 → -31842.18
    ⇒ fee_col_label = Комиссия
  `;

  reads('a fee is part of the amounts where the other side got less by it')`
    Дата операции;Описание;Сумма операции;Валюта операции;Сумма в валюте счета;Комиссия
    01.08.2023;MAGNUM;-14385,00;KZT;-14385,00;0,00 → -14385
    03.08.2023;Зарплата;415200,00;KZT;415200,00;0,00 → 415200
    04.08.2023;Beeline;-4990,00;KZT;-4990,00;0,00 → -4990
    05.08.2023;APPLE.COM;-4,99;USD;-2236,52;0,00 → -2236.52
    06.08.2023;ATM HALYK BANK;-60000,00;KZT;-60600,00;-600,00 → -60600
    07.08.2023;WOLT;-6840,00;KZT;-6840,00;0,00 → -6840
    ⇒ no fee_col_label
    ⇒ no warns: holds fees
  `;

  reads('a fee is open where every amount is less by it than a total')`
    Дата,Тип операции,Провайдер,Сумма,Валюта,Комиссия,Итого
    02.11.2023,Пополнение,Терминал,15000.00,KZT,0.00,15000.00 → 15000 KZT
    08.11.2023,Платёж,Алматыэнергосбыт,7312.48,KZT,100.00,7412.48 → -7312.48 KZT
    21.11.2023,Платёж,На карту банка,8000.00,KZT,200.00,8200.00 → -8000 KZT
    05.11.2023,Платёж,Steam,1000.00,RUB,254.10,5336.10 → -1000 RUB
    ⇒ warns: Column "Комиссия" holds fees
  `;

  // Each pair of ten columns asks about each row, so three hundred rows with eight fees would take seven seconds.
  it('a number is read once, however many ask for it', () => {
    expect(roundedOf('12.50', '1,234.56')).to.equal(roundedOf('12.50', '1,234.56'));
  });
});
