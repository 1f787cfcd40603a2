import { expect } from 'chai';
import { importOf, reads } from './import-of.ts';

describe('a file with rows that are not booked', () => {
  reads(
    'takes a row that says so where others have a second day for pending, above balances without that day',
  )`
    DATA;VALUTA;DARE;AVERE;DESCRIZIONE
    13/04/2025;13/04/2025;;1.420,00;STIPENDIO → 1420
    15/04/2025;14/04/2025;62,80;;POS ESSELUNGA → -62.8
    17/04/2025;prenotata;33,35;;PAGAMENTO → -33.35
    17/04/2025;;;1.323,85;Saldo contabile
    ⇒ warns: 1 row is imported as pending because the file says so ("prenotata" 1): line 4
  `;

  reads('takes a row whose text calls it preliminary for pending if the balance stays')`
    Datum;Text;Belopp;Saldo
    2024-01-15;SPOTIFY AB;-99,00;12345,67 → -99
    2024-01-14;Prel kortköp CLAS OHLSON;-199,00;12444,67 → -199
    2024-01-14;HEMKÖP;-432,50;12444,67 → -432.5
    2024-01-13;LÖN;25000,00;12877,17 → 25000
    ⇒ warns: 1 row is imported as pending because the file says so ("Prel kortköp CLAS OHLSON" 1): line 3
  `;

  reads('takes such a row for booked if the balance moves')`
    Datum;Text;Belopp;Saldo
    2024-01-15;SPOTIFY AB;-99,00;12345,67 → -99
    2024-01-14;Prel kortköp CLAS OHLSON;-199,00;12444,67 → -199
    2024-01-14;HEMKÖP;-432,50;12643,67 → -432.5
    2024-01-13;LÖN;25000,00;13076,17 → 25000
    ⇒ no warns: pending
  `;

  reads('takes rows that a text calls authorised for pending where the balance is blank')`
    Date,Narration,Debit,Credit,Balance
    06/05/2025,AUTHORISATION ONLY - HARBOUR FUEL STATION NORTHBRIDGE,64.02,, → -64.02
    23/05/2025,CORNER BAKERY,121.46,,-1550.40 → -121.46
    22/05/2025,BPAY PAYMENT,,800.00,-1428.94 → 800
    ⇒ warns: 1 row is imported as pending because the file says so ("AUTHORISATION ONLY - HARBOUR FUEL STATION NORTHBRIDGE" 1): line 2
  `;

  reads('reads the bookings, not the few reserved amounts below them under a plainer header')`
    Дата проведения операции;Дата обработки операции;Описание операции;Сумма операции;Валюта операции;Приход в валюте счета;Расход в валюте счета;Комиссия
    01.04.2025;03.04.2025;Магазин;-8 412,00;KZT;0,00;-8 412,00;0,00 → 2025-04-03
    02.04.2025;02.04.2025;Перевод на другую карту;-30 000,00;KZT;0,00;-30 000,00;0,00 → 2025-04-02
    04.04.2025;04.04.2025;Зарплата;385 600,00;KZT;385 600,00;0,00;0,00 → 2025-04-04
    07.04.2025;09.04.2025;APPLE.COM;-2,99;USD;0,00;-1 556,12;0,00 → 2025-04-09
    Всего:;;;;;385 600,00;-45 142,00;0,00

    Операции в обработке
    Дата;Описание операции;Сумма;Валюта
    29.04.2025;SUPERMARKET ALMATY;-5 490,00;KZT
    30.04.2025;WOLT ALMATY;-4 120,00;KZT
    ⇒ warns: left out
  `;

  reads('leaves out rows without the day of booking as pending, wherever they stand on a card')`
    TransactionDate;BookDate;ValueDate;Description;Amount
    2024-03-28;;;REMA 1000;-210,00
    2024-03-26;2024-03-27;2024-03-28;KIWI 123;-110,00 → 2024-03-27
    2024-03-22;2024-03-25;2024-03-25;INNBETALING;3000,00 → 2024-03-25
    2024-03-24;;;HOTEL BRISTOL;-1500,00
    2024-03-20;2024-03-21;2024-03-21;SAS;-1999,00 → 2024-03-21
    2024-03-18;2024-03-19;2024-03-19;VINMONOPOLET;-450,00 → 2024-03-19
    ⇒ warns: 2 rows are left out because the file says that they are still pending, or gives no day of booking: lines 2, 5
  `;

  reads('takes a row without the day of booking for booked where the balance moves by it')`
    Trade date;Booking date;Debit;Credit;Balance;Description
    2022-11-07;2022-11-08;-99.80;;2225.24;Comerant → 2022-11-07
    2022-11-07;;-4.35;;2325.04;Cest Sequadide → 2022-11-07
    2022-11-06;2022-11-07;-6.80;;2329.39;Genterem → 2022-11-06
    2022-11-04;2022-11-07;;120.00;2336.19;Doeo → 2022-11-04
    2022-11-04;2022-11-04;-5.00;;2216.19;Vodeo → 2022-11-04
  `;

  reads('leaves out the newest rows as pending where only they have no balance')`
    Posting Date,Description,Amount,Balance
    03/27/2025,SAFEWAY SEATTLE,-21.90, 
    03/26/2025,EXCHANGE RATE FEE,-0.73,5173.33 → -0.73
    03/24/2025,TRANSFER TO SAV,-500.00,5174.06 → -500
    03/21/2025,BOEING PAYROLL,2418.92,5674.06 → 2418.92
    ⇒ warns: 1 row is left out because the file says that it is still pending, or gives no day of booking: line 2
  `;

  reads('has every row where the balance is blank on the oldest, as on all but the last of a day')`
    Posting Date,Description,Amount,Balance
    03/27/2025,SAFEWAY SEATTLE,-21.90,5151.43 → -21.9
    03/26/2025,EXCHANGE RATE FEE,-0.73,5173.33 → -0.73
    03/24/2025,TRANSFER TO SAV,-500.00,5174.06 → -500
    03/21/2025,BOEING PAYROLL,2418.92, → 2418.92
  `;

  reads('leaves out pending bookings that have the header of those below them')`
    Könyvelésre váró tételek;;;
    Típus;Könyvelés dátuma;Összeg;Közlemény
    Kártya;2019.03.14;-4 590 HUF;TESCO
    Könyvelt tételek;;;
    Típus;Könyvelés dátuma;Összeg;Közlemény
    Kártya;2019.03.13;-12 345 HUF;SPAR → -12345 HUF
    Utalás;2019.03.12;385 000 HUF;MINTA ZRT → 385000 HUF
    Díj;2019.03.04;-450 HUF;SZÁMLADÍJ → -450 HUF
  `;

  reads('leaves out the balances of the days')`
    DATA;TIPO;DESCRICAO;VALOR
    25/05/2025;Saldo do dia;Saldo do dia;845,10
    26/05/2025;Pix enviado;Atacado Ltda;-188,75 → -188.75
    26/05/2025;Pix recebido;Joana Silva;75,00 → 75
    26/05/2025;Saldo do dia;Saldo do dia;731,35
    ⇒ warns: 2 rows are left out because they state a total or a balance ("Saldo do dia" 2): lines 2, 5.
  `;

  reads('has purchases at a filling station called Total, above a closing balance')`
    Tran Date,Particulars,Withdrawals,Deposits,Balance
    01-01-2025,OPENING BALANCE,,,"5,000,000.00"
    02-01-2025,CASH DEP SARAH,,"450,000.00","5,450,000.00" → 450000
    13-01-2025,TOTAL ENERGIES FUEL,"120,000.00",,"5,330,000.00" → -120000
    14-01-2025,LEDGER FEE,"5,500.00",,"5,324,500.00" → -5500
    ⇒ warns: 1 row is left out because it states a total or a balance ("OPENING BALANCE" 1): line 2.
  `;

  reads('leaves out a last row without a kind, whose text is the number of the account')`
    26/05/2025;-4,90;Carte;;CB  BOULANGERIE 24/05/25;0;Divers → -4.9
    28/05/2025;1764,20;Virement;;VIR SALAIRE;0;Divers → 1764.2
    30/05/2025;-2,20;Frais;;COTISATION LCL;0;Divers → -2.2
    30/05/2025;1414,45;;;01234 567890X;;
    ⇒ warns: 1 row is left out because it states a total or a balance: line 4.
  `;

  reads('takes what is not paid yet for pending')`
    Data;Descrição;Valor;Situação
    02/04/2025;Aluguel;-1500,00;Pago → -1500
    05/04/2025;Salário;5200,00;Pago → 5200
    10/04/2025;Uber;-44,30;Pago → -44.3
    30/04/2025;Internet Claro;-119,90;Não pago → -119.9
    ⇒ warns: 1 row is imported as pending because the file says so ("Não pago" 1): line 5.
  `;

  reads('takes rows for pending whose text says so in brackets, but not those of the balance')`
    Date,DESCRIPTION,SGD Amount
    30/05/2025,[UNPOSTED] GRAB,SGD 14.20 DR → -14.2 SGD
    29/05/2025,NTUC,SGD 58.75 DR → -58.75 SGD
    24/05/2025,PAYMENT RECEIVED,SGD 840.00 CR → 840 SGD
    ⇒ warns: 1 row is imported as pending because the file says so ("[UNPOSTED] GRAB" 1): line 2.
  `;

  reads('has bookings called pending that move the balance')`
    Date,Description,Amount,Balance
    01/05/2025,Pay,100.00,100.00 → 100
    02/05/2025,Corner Shop (Hold),-20.00,80.00 → -20
    03/05/2025,Rent,-50.00,30.00 → -50
  `;

  reads('takes rows for pending that have a word for it instead of a reference')`
    Тип счёта;Валюта;Дата операции;Референс проводки;Описание операции;Приход;Расход;
    Счёт;RUR;22.05.23;HOLD;VKUSVILL;0;734; → -734 RUB
    Счёт;RUR;21.05.23;CRD_4X91K2;PEREKRESTOK;0;952; → -952 RUB
    Счёт;RUR;19.05.23;B041905230;Перевод;12000;0; → 12000 RUB
    Счёт;RUR;15.05.23;MO150523001;Комиссия;0;99; → -99 RUB
    ⇒ warns: 1 row is imported as pending because the file says so ("HOLD" 1): line 2.
  `;

  reads('takes rows for pending whose kind says so')`
    Value Date,Type,Description,Amount
    2025-04-28,Pending,UBER,-91.00 → -91
    2025-04-26,POS Purchase,WOOLWORTHS,-142.07 → -142.07
    2025-04-25,EFT,PAYMENT RECEIVED,5000.00 → 5000
    2025-04-17,Refund,TAKEALOT,349.00 → 349
    ⇒ warns: 1 row is imported as pending because the file says so ("Pending" 1): line 2.
  `;

  reads('takes rows for pending whose long text begins with a word for it, if the balance stays')`
    Date,Narration,Debit,Credit,Balance
    19/05/2025,AUTHORISATION ONLY - AMAZON AU MARKETPLACE SYDNEY,94.99,,-572.01 → -94.99
    17/05/2025,SYNERGY PERTH,212.35,,-572.01 → -212.35
    11/05/2025,JB HI-FI REFUND,,89.00,-359.66 → 89
    06/05/2025,CALTRAIN,9.46,,-448.66 → -9.46
    04/05/2025,BPAY PAYMENT RECEIVED,,500.00,-439.20 → 500
    ⇒ warns: 1 row is imported as pending because the file says so
  `;

  reads('knows the balance of a day by two words, and orders that have ended or were cancelled')`
    Data_Mov;Nr_Doc;Historico;Valor;Deb_Cred;Est
    20250401;011545;CRED PIX;1850.00;C;Terminada → 1850
    20250401;012231;PAG BOLETO;312.47;D;Terminada → -312.47
    20250401;012232;PAG DOC;500.00;D;Cancelada
    20250401;000000;SALDO DIA;2458.86;C;Terminada
    20250405;051012;ENVIO PIX;250.00;D;Terminada → -250
    ⇒ warns: ("Cancelada" 1)
    ⇒ warns: ("SALDO DIA" 1)
  `;

  reads('leaves out what is blocked, below a heading for it and the totals of the bookings')`
    Дата;Операция;Сумма
    13.03.2025;Зарплата;900,00 → 900
    14.03.2025;Гиппо;-29,88 → -29.88
    15.03.2025;Банкомат;-100,00 → -100
    16.03.2025;Возврат;64,99 → 64.99
    Всего по контракту;;835,11
    Заблокированные суммы по карте;;
    Дата;Операция;Сумма
    31.03.2025;ROSE CAFE;14,80
    ⇒ warns: Lines left out at the end (footer_rows_to_skip: 3) hold a date or an amount: 9
  `;

  reads('leaves out rows without a balance that the balances move past: a stock split')`
    Time,Type,Amount,Currency,Cash Balance,Description
    2024-06-03,Deposit,750,EUR,762.4, → 750 EUR
    2024-06-05,Buy,-398.16,EUR,364.24, → -398.16 EUR
    2024-06-10,Corporate Action,-1208.88,USD,,Stock split
    2024-06-10,Corporate Action,1208.88,USD,,Stock split
    2024-06-18,Sell,252.71,EUR,616.95, → 252.71 EUR
    2024-07-01,Fee,-2.99,EUR,613.96, → -2.99 EUR
    ⇒ warns: 2 rows are left out because the file says, or its balances show, that they were never booked
  `;

  reads('books rows without a balance that cancel each other out on a day whose last row has it')`
    Date,Details,Amount,Balance
    2024-06-03,Salary,750.00,762.40 → 750
    2024-06-05,Shop,-98.16,664.24 → -98.16
    2024-06-10,Shoes,-50.00, → -50
    2024-06-10,Shoes returned,50.00, → 50
    2024-06-10,Bakery,-4.24,660.00 → -4.24
    2024-06-18,Rent,-300.00,360.00 → -300
  `;

  reads('takes the newest rows for pending if only they lack the day on which others settled')`
    Time,Type,Payee,Total (AUD),Settled Date
    2025-05-14T18:31:07+10:00,Purchase,BP,-62.10,
    2025-05-13T08:02:44+10:00,Purchase,Coffee,-5.00,2025-05-15 → -5 AUD
    2025-05-13T09:15:00+10:00,Salary,Ceramics,1684.22,2025-05-13 → 1684.22 AUD
    2025-05-12T09:15:00+10:00,Purchase,Rent,-300.00,2025-05-12 → -300 AUD
    ⇒ warns: 1 row is left out because the file says that it is still pending, or gives no day of booking: line 2
  `;

  reads(
    'takes a row with money out and in for a total, whatever the word for it where the others have a day',
  )`
    Огноо,Орлого,Зарлага,Үлдэгдэл,Гүйлгээний утга
    2025.05.05,"1,850,000.00","0.00","2,562,340.55",ЦАЛИН → 1850000
    2025.05.06,"0.00","450,000.00","2,112,340.55",түрээс → -450000
    2025.05.07,"0.00","38,600.00","2,073,740.55",POS НОМИН → -38600
    Нийт дүн:,"1,850,000.00","488,600.00",,
    Эцсийн үлдэгдэл,,,"2,073,740.55",
  `;

  reads('leaves out a summary below the balance of a day')`
    DATA;DOCUMENTO;HISTÓRICO;VALOR
    16/06/2024;4471;DÉB. CONV. ENERGIA;243,17D → -243.17
    ;;CEMIG DISTRIBUIÇÃO;
    16/06/2024;;SALDO DO DIA ===== >;781,41C
    18/06/2024;Pix;PIX RECEBIDO;2.650,00C → 2650
    ;;PADARIA PRADO LTDA;
    18/06/2024;Visa;COMPRA NACIONAL;312,44D → -312.44
    ;;BH SUPERMERCADOS;
    18/06/2024;;SALDO DO DIA ===== >;3.118,97C
    RESUMO;;;
    SALDO EM C.CORRENTE(+):;;;3.118,97C
    LIMITE CHEQUE ESPECIAL(+):;;;2.000,00C
    ⇒ footer_rows_to_skip = 3
  `;

  reads('leaves out the parts of a collective booking as well as what is pending')`
    Abschlussdatum;Buchungsdatum;Währung;Belastung;Gutschrift;Einzelbetrag;Saldo;Nr;Beschreibung
    2024-10-30;;CHF;-64.20;;;;99302;Coop
    2024-10-28;2024-10-29;CHF;-18.90;;;6727.10;99301;Bäckerei → -18.9 CHF
    ;2024-10-27;CHF;-1480.00;;;6746.00;99300;Sammelauftrag → -1480 CHF
    ;2024-10-27;CHF;;;-1350.00;;99300;Immo AG
    ;2024-10-27;CHF;;;-130.00;;99300;Verein
    ;2024-10-24;CHF;;6120.55;;8226.00;99299;Spital → 6120.55 CHF
    2024-10-13;2024-10-14;CHF;-100.00;;;2105.45;99298;Bancomat → -100 CHF
    ;2024-10-03;CHF;-5.00;;;2205.45;99297;Preis → -5 CHF
    ⇒ warns: a date or an amount is blank: lines 5, 6
  `;

  reads(
    'takes the directions from the numbers of two accounts, and states from words in any language',
  )`
    Ամսաթիվ;Ելքագրվող հաշիվ;Մուտքագրվող հաշիվ;Շահառու;Կարգավիճակ;Գումար;Արժույթ
    31/07/2024;1570012345670100;1570077000010100;Ամերիաբանկ;Կատարված;500.00;AMD → -500 AMD
    31/07/2024;1570033221100100;1570012345670100;Արարատ;Կատարված;462,300.00;AMD → 462300 AMD
    22/07/2024;1570012345670100;1570088130010100;Յուքոմ;Կատարված;5,500.00;AMD → -5500 AMD
    08/07/2024;1570012345670100;1150011223344010;Անի;Մերժված;25,000.00;AMD
    04/07/2024;1570012345670100;1570088120010100;Ցանցեր;Կատարված;11,820.00;AMD → -11820 AMD
    ⇒ warns: 1 row is left out
  `;

  reads('asks about a state that it does not know next to others')`
    Date,Description,Amount,Status
    2025-04-08,Shop,-5.00,Completed → -5
    2025-04-09,Bakery,-6.00,Declined
    2025-04-10,Cinema,-7.00,Zurgahn → -7
    2025-04-11,Salary,900.00,Completed → 900
    ⇒ warns: unknown here ("Zurgahn"): line 4
  `;

  reads('takes a row for pending whose text ends with a word that no shop is called')`
    Date,Description,Amount
    29/05/2025,GRAB*GRABFOOD SINGAPORE SG UNPOSTED,-24.70
    27/05/2025,FAIRPRICE FINEST,-71.15
    23/05/2025,SALARY,1126.80
    ⇒ warns: because the file says so ("GRAB*GRABFOOD SINGAPORE SG UNPOSTED" 1): line 2
  `;

  reads('takes a payment of the last balance for a booking, and the balance for none')`
    Datum boeking;Omschrijving;Bedrag;Af / Bij
    03-01-2025;VORIG SALDO;512,44;Af
    27-01-2025;GEINCASSEERD VORIG SALDO;512,44;Bij → 512.44
    28-01-2025;COOLBLUE B.V.;89,00;Bij → 89
    30-01-2025;ALBERT HEIJN 1521;33,87;Af → -33.87
    ⇒ warns: ("VORIG SALDO" 1): line 2
  `;

  reads('leaves out the balances of days, and a total below an opening balance')`
    Data e hora;Descrição;Valor
    03/02/2025 08:02;Aurora Logística;7.842,10 → 7842.1
    03/02/2025 09:15;Imobiliária;-2.450,00 → -2450
    03/02/2025 23:59;Saldo Diário;5.392,10
    05/02/2025 12:33;Padoca da Vila;-27,90 → -27.9
    05/02/2025 23:59;Saldo Diário;5.364,20
    ⇒ warns: ("Saldo Diário" 2)
  `;

  reads('leaves out a total in the words for a balance, below one at the start')`
    Datum knjiženja;Opis plaćanja;Platitelj/Primatelj;Isplata;Uplata;Stanje
    01.02.2025.;Prethodno stanje;;;;418,27
    03.02.2025.;Otplata kredita;HPB;54,09;;364,18 → -54.09
    20.02.2025.;Plaća;TVRTKA d.o.o.;;1.200,00;1.564,18 → 1200
    24.02.2025.;Kupovina;KONZUM;31,46;;1.532,72 → -31.46
    28.02.2025.;Ukupno / novo stanje;;85,55;1.200,00;1.532,72
    ⇒ warns: "Ukupno / novo stanje" 1
  `;

  reads('leaves out a balance that another column of days labels')`
    Belegdatum;Eingangstag;Verwendungszweck;Betrag;Währung
    28.11.2024;02.12.2024;REWE MARKT;-58,14;EUR → 2024-12-02
    03.12.2024;05.12.2024;BAHN TICKETSHOP;-47,80;EUR → 2024-12-05
    04.01.2025;07.01.2025;STREAMFLIX.COM;-13,99;EUR → 2025-01-07
    Online-Saldo;10.01.2025;;-569,59;EUR
    ⇒ warns: ("Online-Saldo" 1): line 5
  `;

  reads('leaves out balances in each of several columns of currencies, in whatever language')`
    თარიღი,დანიშნულება,GEL,USD
    01/10/2024,ბალანსი,1482.16,640.00
    02/10/2024,ხელფასი,3250.00, → 3250 GEL
    03/10/2024,Spotify,,-11.99 → -11.99 USD
    07/10/2024,Bolt,-18.40, → -18.4 GEL
    31/10/2024,ბალანსი,4713.76,628.01
    ⇒ warns: ("ბალანსი" 2)
  `;

  for (const debt of [
    'Skyldig beløp fra forrige faktura',
    'BİR ÖNCEKİ HESAP ÖZETİNİZDEN DEVİR',
    'Задолженность по предыдущей выписке',
    'Saldo de la factura anterior',
  ])
    it(`leaves out what a card says is owed from the bill before: ${debt}`, () => {
      const { rows, warnings } = importOf([
        'Dato;Tekst;Inn;Ut',
        `01.10.2024;${debt};;5684,15`,
        '03.10.2024;Previous Bill Amount Shop;;412,35',
        '15.10.2024;Innbetaling;5684,15;',
      ]);
      expect(rows).to.deep.equal(['3:-412.35', '4:5684.15']);
      expect(warnings).to.contain(`("${debt}" 1)`);
    });

  reads('knows remarks that few rows have for states, if they call a row pending')`
    תאריך עסקה,שם בית עסק,סכום חיוב,הערות
    9/3/25,סופר יודה,-84.60,עסקה בקליטה → -84.6
    6/3/25,שופרסל דיל,-438.25, → -438.25
    5/3/25,פז,-250.00, → -250
    ⇒ status_col_label = הערות
    ⇒ warns: is imported as pending
  `;

  reads('leaves out totals that a column of kinds has next to labels of balances')`
    Operacijos/Balanso Tipas	Data	Suma	C/D	Operacijos nr.	Mokėjimo paskirtis	Kitos pusės pavadinimas
    Likutis pradžiai	2024-06-01	943.18	C			
    Operacija	2024-06-03	412.50	D	LT24006030711	Nuoma	Rasa → -412.5
    Operacija	2024-06-05	1874.33	C	LT24006050750	Atlyginimas	UAB Kodas → 1874.33
    Operacija	2024-06-07	28.64	D	LT24006070737	Pirkinys MAXIMA	 → -28.64
    Apyvarta	2024-06-30	441.14	D			
    Apyvarta	2024-06-30	1874.33	C			
    Likutis pabaigai	2024-06-30	2376.37	C			
    ⇒ warns: "Apyvarta" 2
  `;

  reads('knows what goes on for pending, in Russian')`
    +/-;Дата;Сумма;Валюта;Статус;Название
    -;29.03.2024;1200,00;RUB;В процессе;Перевод → -1200 RUB
    +;27.03.2024;5000,00;RUB;Исполнено;Оплата по счёту → 5000 RUB
    -;24.03.2024;258,00;RUB;Исполнено;KOFEYNYA → -258 RUB
    ⇒ warns: imported as pending because the file says so ("В процессе" 1)
  `;
});
