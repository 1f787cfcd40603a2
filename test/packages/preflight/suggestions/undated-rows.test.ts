import { reads } from './import-of.ts';

describe('a row without a day of booking', () => {
  reads(
    'leaves out what was declined, and only imports as pending what is called so, where both lack a day of booking',
  )`
    Date,Posted Date,Activity Status,Name,Amount
    2025-03-16,,DECLINED,STEAM,-79.99
    2025-03-15,,PENDING,ESSO,-61.20 → 2025-03-15 -61.2
    2025-03-13,2025-03-14,APPROVED,ZEHRS,-148.37 → 2025-03-14 -148.37
    2025-03-12,2025-03-12,APPROVED,PAYMENT,1204.66 → 2025-03-12 1204.66
    2025-03-09,2025-03-11,APPROVED,LOBLAWS,-28.73 → 2025-03-11 -28.73
    ⇒ warns: never booked ("DECLINED" 1)
  `;

  reads('imports as pending what lacks a day of booking and has a word for it in its text')`
    Transaktionsdatum;Bokföringsdatum;Text;Belopp
    2023-05-31;;Prel. SL Biljetter;-39,00 → 2023-05-31 -39
    2023-05-26;2023-05-29;ICA Maxi;-412,50 → 2023-05-29 -412.5
    2023-05-25;2023-05-25;Lön;28450,00 → 2023-05-25 28450
    2023-05-20;2023-05-22;Open Café;-64,00 → 2023-05-22 -64
    ⇒ warns: imported as pending because the file says so ("Prel. SL Biljetter" 1)
  `;

  reads('is imported as pending if its day is behind a word for that')`
    "Transaction Date","Transaction Description","Amount","Balance"
    "PENDING - 05/30/2025","PRESTO COFFEE","- $6.75","" → 2025-05-30 -6.75
    "05/27/2025","ONLINE TRANSFER","- $500.00","$3,367.55" → 2025-05-27 -500
    "05/22/2025","PAYROLL","+ $2,184.55","$3,867.55" → 2025-05-22 2184.55
    "05/20/2025","ATM WITHDRAWAL","- $300.00","$1,683.00" → 2025-05-20 -300
    ⇒ warns: 1 row is imported as pending because the file says so ("PENDING
  `;

  reads('is imported as pending where a column answers that it is not booked')`
    Datum provedení;Částka;Měna účtu;Název protistrany;Úhrada mobilem;Datum zaúčtování;Zaúčtováno
    31/12/2024;-512,30;CZK;Lidl;Ne;;Ne → 2024-12-31 -512.3 CZK
    31/12/2024;7,31;CZK;Úrok;;31/12/2024;Ano → 2024-12-31 7.31 CZK
    22/12/2024;-732,90;CZK;Lokál;Ne;23/12/2024;Ano → 2024-12-23 -732.9 CZK
    20/12/2024;-90,00;CZK;Tabák;Ne;21/12/2024;Ano → 2024-12-21 -90 CZK
    ⇒ warns: 1 row is imported as pending because the file says so ("Zaúčtováno: Ne" 1)
  `;

  reads('is imported as pending with an amount from the column of what is only blocked')`
    Data transakcji;Data księgowania;Kontrahent;Tytuł;Kwota transakcji;Waluta;Kwota blokady;Waluta;Saldo
    2025-04-30;;MPAY WARSZAWA;Blokada środków 30.04.2025;;;-14,00;PLN; → 2025-04-30 -14 PLN
    2025-04-29;2025-04-29;ZALANDO;Zwolnienie blokady;;;59,90;PLN;
    2025-04-28;2025-04-28;ŻABKA KATOWICE;Płatność kartą;-24,47;PLN;;;6513,39 → 2025-04-28 -24.47 PLN
    2025-04-24;2025-04-25;HUTA;Wynagrodzenie;6284,71;PLN;;;6537,86 → 2025-04-25 6284.71 PLN
    2025-04-15;2025-04-15;KONTO;Przelew;-400,00;PLN;;;253,15 → 2025-04-15 -400 PLN
    2025-04-14;2025-04-14;ZALANDO;Zwrot;159,90;PLN;;;653,15 → 2025-04-14 159.9 PLN
    ⇒ warns: 1 row is imported as pending because the file says so ("Blokada środków 30.04.2025" 1): line 2
  `;
});

describe('a column that says whether a row is pending', () => {
  reads('has as pending those that answer yes')`
    Date,Name,Amount,Pending
    2025-05-30,Uber,-3.20,true → -3.2
    2025-05-29,Shop,-4.50,false → -4.5
    2025-05-28,Pay,1000.00,false → 1000
    ⇒ warns: 1 row is imported as pending because the file says so ("Pending: true" 1): line 2
  `;

  reads('tells nothing if all answer that they are not booked, or it has other answers')`
    Date,Name,Amount,Posted,On hold
    2025-05-30,Uber,-3.20,N,Ann → -3.2
    2025-05-29,Shop,-4.50,N,No → -4.5
    2025-05-28,Pay,1000.00,N,Yes → 1000
    ⇒ no warns: pending
  `;

  reads('is none that counts the instalments to come')`
    FECHA;DESCRIPCION;MONTO;CUOTAS PENDIENTES
    29/05/2025;Falabella;45990;1 → -45990
    26/05/2025;Tottus Nataniel;87650;1 → -87650
    22/05/2025;Nota De Credito Sodimac;-19990;0 → 19990
    20/05/2025;Cruz Verde;28750;1 → -28750
    18/05/2025;Cinemark;15400;1 → -15400
    15/05/2025;Pago Tarjeta Cmr;-386420;0 → 386420
    13/05/2025;Netflix;8990;1 → -8990
    ⇒ no warns: pending
  `;

  reads('has as pending also what the balance includes, where the state says it')`
    Date,Name,Amount,Status,Balance
    2025-05-30,Uber,-3.20,processed,992.30 → -3.2
    2025-05-29,Shop,-4.50,pending,995.50 → -4.5
    2025-05-28,Pay,1000.00,processed,1000.00 → 1000
    2025-05-27,Rent,-500.00,processed,0.00 → -500
    2025-05-26,Gas,-20.00,processed,500.00 → -20
    ⇒ warns: 1 row is imported as pending because the file says so ("pending" 1): line 3
    ⇒ no warns: may be missing
  `;
});

describe('a text that says that its row is pending', () => {
  reads('begins with the word before a dash, or has a sentence about it')`
    Date,Amount,Name
    31/05/2025,-18.60,PENDING - UBER SYDNEY → -18.6
    31/05/2025,-3.00,Wolt (Pending. The bank waits for the payment system) → -3
    31/05/2025,-5.00,Magnum Сумма заблокирована. Банк ожидает подтверждения → -5
    30/05/2025,-4.00,Account Fee → -4
    29/05/2025,-9.00,Open - The Bar → -9
    28/05/2025,-500.00,Transfer → -500
    ⇒ warns: 3 rows are imported as pending
  `;
});
