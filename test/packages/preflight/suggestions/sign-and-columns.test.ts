import { expect } from 'chai';
import { reads } from './import-of.ts';

describe('the sign of a card on which spending is positive', () => {
  for (const [spent, refund, payment] of [
    ['（消费）示例商户A', '（退款）示例商户B', '（还款）云闪付'],
    ['MIGROS ATASEHIR', 'MIGROS IADE ISTANBUL', 'KREDI KARTI ODEMESI'],
  ] as const) {
    reads(`is turned with a warning where refunds and payments have a minus: ${refund}`)`
      Date,Description,Amount
      2025-01-25,${spent},15.90 → -15.9
      2025-01-24,${refund},-97.20 → 97.2
      2025-01-23,${spent} 2,387.42 → -387.42
      2024-12-25,${payment},-1130.68 → 1130.68
      2024-12-24,${spent} 3,22.10 → -22.1
      ⇒ signage_convention = inflows_negative
      ⇒ warns: compare the sign of one booking
    `;
  }

  reads('is turned with a warning where a credit has a minus as the payment of a card')`
    Trans. Date,Description,Amount,Category
    03/27/2025,TARGET 00012345 AUSTIN TX,43.18,Merchandise → -43.18
    03/20/2025,INTERNET PAYMENT - THANK YOU,-250.00,Payments and Credits → 250
    03/15/2025,SHELL OIL 5754 AUSTIN TX,38.00,Gasoline → -38
    03/10/2025,CASHBACK BONUS REDEMPTION,-25.00,Awards and Rebate Credits → 25
    ⇒ warns: By the payments in it money out is positive, but by the signs of most amounts it is negative
  `;

  reads('is turned by a payment received in a short file, where as many credits have a minus')`
    Date,Description,Amount(GBP)
    21/02/2025,PAYMENT RECEIVED - THANK YOU,-42.34 → 42.34 GBP
    15/02/2025,Trainline,-8.5 → 8.5 GBP
    13/02/2025,Trainline,30 → -30 GBP
    11/02/2025,Tesco,12.34 → -12.34 GBP
    ⇒ warns: By the payments in it money out is positive, but by the signs of most amounts it is negative
  `;

  for (const [rows, more] of [
    ['no purchase', []],
    ['as many purchases as credits', ['13/02/2025,Trainline,30 → -30 GBP']],
  ] as const) {
    reads(`is turned by a payment received, with a warning, next to ${rows}`)`
      Date,Description,Amount(GBP)
      21/02/2025,PAYMENT RECEIVED - THANK YOU,-42.34 → 42.34 GBP
      15/02/2025,Trainline,-8.5 → 8.5 GBP
      ${more.join('\n')}
      ⇒ warns: By the payments in it money out is positive, but by the signs of most amounts it is negative
    `;
  }

  reads('is asked about in a few rows of a card, most of which may be payments')`
    Data de Compra;Nome no Cartão;Final do Cartão;Descrição;Valor (em R$)
    25/04/2025;RAFAEL M OLIVEIRA;4321;Inclusao de Pagamento;-1842.33
    25/04/2025;RAFAEL M OLIVEIRA;4321;PAO DE ACUCAR;58.90
    ⇒ warns: Nothing in the content says which sign money out has
  `;

  reads('is not turned by the words of a shop whose payments have a fee and a net amount')`
    id,created,currency,gross,fee,net,category,description
    txn_1,2025-01-23 08:26:29,usd,12.00,0.00,12.00,charge,Order 1 → 12 USD
    txn_2,2025-01-23 08:26:31,usd,-0.77,0.00,-0.77,refund,REFUND FOR PAYMENT → -0.77 USD
  `;

  reads('is not turned where each payment has a fee, as those to a shop by card')`
    id,Description,created,Amount,currency,fee,card_id
    ch_1,Ticket 316,2025-02-03,25.00,cad,1.03,pm_1 → 25 CAD
    ch_2,Ticket 315,2025-02-04,27.50,cad,1.10,pm_2 → 27.5 CAD
    ch_3,Ticket 314,2025-02-05,25.00,cad,1.03,pm_3 → 25 CAD
  `;

  reads(
    'is not turned by words for payments and refunds where the fees are negative and the payments not',
  )`
    Type;Dato;Beløb;Gebyr;Valuta;Kundens navn
    Betaling;04-04-2025;367,43;-0,75;DKK;Ida Kjær → 367.43 DKK
    Betaling;05-04-2025;109,74;-0,75;DKK;Mads Sørensen → 109.74 DKK
    Betaling;05-04-2025;251,68;-0,75;DKK;Freja Nielsen → 251.68 DKK
    Refusion;07-04-2025;-110,71;0,00;DKK;Emil Holm → -110.71 DKK
    Refusion;08-04-2025;-61,00;0,00;DKK;Emil Holm → -61 DKK
    ⇒ warns: "Gebyr" holds fees
  `;

  reads('is turned where only salaries are negative, however few')`
    Date,Name,Amount,Category
    2025-04-28,Waffle House,12.32,Dining → -12.32
    2025-04-26,Georgia Power,125.63,Bills → -125.63
    2025-04-25,Payroll,-1640.22,Income → 1640.22
    2025-04-18,MARTA,12.31,Transport → -12.31
    2025-04-17,MARTA,12.31,Transport → -12.31
    2025-04-16,Kroger,71.10,Groceries → -71.1
    2025-04-15,Kroger,42.05,Groceries → -42.05
    2025-04-14,Shell,38.00,Transport → -38
    2025-04-11,Payroll,-1640.22,Income → 1640.22
    2025-04-10,Kroger,18.90,Groceries → -18.9
    ⇒ warns: money out is positive
  `;

  reads('is turned by the debit that a card company thanks for')`
    Date,Description,Montant
    28/04/2025,"FNAC DARTY, PARIS","92,33" → -92.33
    21/04/2025,AIR FRANCE ROISSY,"265,36" → -265.36
    20/04/2025,MONOPRIX PARIS,"75,03" → -75.03
    08/04/2025,PRELEVEMENT AUTOMATIQUE ENREGISTRE-MERCI,"-615,40" → 615.4
    ⇒ warns: money out is positive
  `;

  reads('is turned by payments that a Scandinavian card receives')`
    Bokföringsdatum;Beskrivning;Belopp
    2025-03-28;INBETALNING AUTOGIRO;-2 750,00 → 2750
    2025-03-13;BANKOMAT TRIANGELN;500,00 → -500
    2025-03-11;ESPRESSO HOUSE;89,00 → -89
    2025-03-05;H&M ONLINE;349,00 → -349
    ⇒ warns: money out is positive
  `;

  reads('is turned with a warning where the distribution alone speaks for it', ({ report }) =>
    expect(report.evidence?.sign.basis).to.equal('distribution'),
  )`
    Datum;Kartennummer;Händler;Betrag
    03.03.2025;5412 34XX XXXX 1234;MIGROS BERN;45.20 → -45.2
    07.03.2025;5412 34XX XXXX 1234;SBB MOBILE;12.80 → -12.8
    09.03.2025;5412 34XX XXXX 1234;HOTEL POST;310.00 → -310
    ⇒ warns: money out is positive
  `;
});

describe('a column that says debit or credit', () => {
  reads('is not the day or the payee, although all money in is of one of them')`
    Date;Payee;Amount;Kind of entry;Balance
    03.03.2025;Shop;5.00;Debet;95.00
    14.03.2025;Employer;300.00;Kredit;395.00
    15.03.2025;Cinema;7.00;Debet;388.00
    16.03.2025;Shop;8.00;Debet;380.00
    ⇒ entity_type_col_label = Kind of entry
    ⇒ amount_type_inflow_value = Kredit
  `;

  reads('may say so by the initials of its header')`
    Fecha;Concepto;Importe;Debe/Haber
    03.03.2025;Luz;45,08;D → -45.08
    07.03.2025;Nómina;302,30;H → 302.3
    14.03.2025;Cine;11,64;D → -11.64
  `;

  for (const word of ['Belastung', 'Debito', 'Débit', 'Debit', 'Af', 'Dare']) {
    reads(`counts when every row is money out: ${word}`)`
      Date;Type;Merchant;Amount
      03.03.2025;${word};Shop;45.20 → -45.2
      07.03.2025;${word};Market;12.80 → -12.8
      09.03.2025;${word};Hotel;310.00 → -310
    `;
  }

  for (const more of ['-1.00', '4.00']) {
    reads(`is told from signs that contradict it in some rows, with a warning: ${more}`)`
      Date,Description,Type,Amount
      2025-01-13,A,Debit,-12.50 → -12.5
      2025-01-14,B,Credit,100.00 → 100
      2025-01-15,C,Debit,4.00 → 4
      2025-01-17,D,Debit,-14.00 → -14
      2025-01-18,E,Debit,${more} → ${String(Number(more))}
      2025-01-19,E,Credit,7.00 → 7
      ⇒ warns: of 6 rows the column "Type" says the opposite of the sign of the amount
    `;
  }
});

describe('the day', () => {
  reads('is not one that only the rows in a foreign currency have')`
    消費日,入帳日,消費明細,外幣幣別,外幣金額,折算日,新臺幣金額
    2025/02/02,2025/02/05,全聯福利中心,,,,684 → -684
    2025/02/03,2025/02/06,統一超商,,,,125 → -125
    2025/02/16,2025/02/19,DON QUIJOTE,JPY,18940.00,2025/02/19,"3,972" → -3972
    2025/02/17,2025/02/20,SUICA TOKYO,JPY,3000.00,2025/02/20,629 → -629
    2025/02/20,2025/02/22,電費,,,,"2,347" → -2347
    2025/02/21,2025/02/23,路易莎咖啡,,,,95 → -95
    ⇒ amount_col_label = 新臺幣金額
  `;

  reads('is that of the booking, not of the value, whatever the booking’s is called')`
    Data do movimento;Data-valor;Descrição;Montante
    03.03.2025;04.03.2025;Renda;-650.00
    14.03.2025;15.03.2025;Salário;1200.00
    ⇒ date_col_label = Data do movimento
  `;

  reads('is not that of the export, which is the same in every row')`
    Date of report;Data di registrazione;Description;Amount
    31.03.2025;03.03.2025;Shop 03;-5.20
    31.03.2025;04.03.2025;Shop 04;-5.20
    31.03.2025;05.03.2025;Shop 05;-5.20
    31.03.2025;14.03.2025;Shop 14;-5.20
    31.03.2025;15.03.2025;Shop 15;-5.20
    ⇒ date_col_label = Data di registrazione
  `;
});

describe('the amount', () => {
  reads('is one half of a pair where zeros fill the other')`
    Date;Payee;Withdrawn;Credit;Balance
    03.03.2025;Shop;5.20;0.00;94.80 → -5.2
    04.03.2025;Salary;0.00;10.00;104.80 → 10
    05.03.2025;Shop;1.30;0.00;103.50 → -1.3
    14.03.2025;Shop;2.50;0.00;101.00 → -2.5
  `;

  reads('is given by a sign next to a currency')`
    Time,Text,[-] EUR,[+] EUR
    2025-03-13,Kiosk,3.50, → -3.5 EUR
    2025-03-14,Wages,,900.00 → 900 EUR
  `;

  reads('is distinguished from money in by the balance where neither of two headers is known')`
    Date,Payee,Plim,Plom,Balance
    2025-03-03,Wages,900.00,,1000.00 → 900
    2025-03-14,Shop,,20.00,980.00 → -20
    2025-03-17,Cafe,,5.00,975.00 → -5
    2025-03-18,Gift,25.00,,1000.00 → 25
  `;

  reads('is found under an unknown word where a minus follows it')`
    Dátum;Leírás;Tranzakció összege
    03.03.2025;Pékség;14,21- → -14.21
    14.03.2025;Mozi;78,60- → -78.6
    15.03.2025;Mozi;8,60- → -8.6
  `;

  reads('is not the other half of a column that is empty')`
    Card,Type,Amount,Details,TransactionDate,ProcessedDate,ForeignCurrencyAmount,ConversionCharge
    1234-****-5678,D,45.20,Countdown,28/03/2025,29/03/2025,, → -45.2
    1234-****-5678,C,500.00,Payment Received - Thank You,25/03/2025,26/03/2025,, → 500
    1234-****-5678,D,12.99,Spotify,20/03/2025,21/03/2025,, → -12.99
  `;
  reads('is not one half of a pair of columns')`
    Date;Communication;Montant débité (CHF);Montant crédité (CHF)
    03.03.2025;Loyer;1650.00; → -1650 CHF
    07.03.2025;Salaire;;5200.00 → 5200 CHF
    09.03.2025;Courses;84.10; → -84.1 CHF
    ⇒ no amount_col_label
  `;

  for (const [part, whole] of [
    ['Einzelbetrag', 'Belastung'],
    ['Sous-montant', 'Débit'],
  ] as const) {
    reads(`is not the part of a collective booking: ${part}`)`
      Datum;Text;${part};${whole};${whole === 'Débit' ? 'Crédit' : 'Gutschrift'};Valuta
      03.03.2025;Sammelauftrag;;300.00;;03.03.2025 → -300
      ;Miete;250.00;;;
      ;Strom;50.00;;;
      07.03.2025;Lohn;;;5200.00;07.03.2025 → 5200
      09.03.2025;Laden;;84.10;;09.03.2025 → -84.1
      ⇒ outflow_col_label = ${whole}
      ⇒ skip_incomplete_rows = true
    `;
  }

  reads('is not a date of value, though its days are numbers')`
    Date;Libellé;Montant débité (CHF);Date de valeur
    03.03.2025;Loyer;1650.00;20250303 → -1650 CHF
    07.03.2025;Assurance;200.00;20250307 → -200 CHF
    09.03.2025;Courses;84.10;20250310 → -84.1 CHF
  `;

  reads('are a pair where their headers say which way the money goes')`
    Datum;Referenz;Rechnungsbetrag ausgehend;Rechnungsbetrag eingehend
    29.12.2024;Angelika Theissen;840.12;0.00 → -840.12
    26.12.2024;Paul Dreher;500.00;0.00 → -500
    15.03.2024;Sara Dietrich;0.00;40.00 → 40
  `;

  reads(
    'is that of the words beside the amounts in the first row, too, whose balance follows from nothing',
  )`
    Value Date,Remarks,Type,Amount,Balance
    13-04-2025,NEFT INWARD,Cr,5000.00,55000.00 → 5000
    14-04-2025,CHEQUE PAID,Dr,2000.00,53000.00 → -2000
    15-04-2025,BANK CHARGES,Dr,150.00,52850.00 → -150
  `;

  reads('has a warning where a few balances and the words of the bookings contradict each other')`
    Bokföringsdag;Belopp;Beskrivning;Saldo
    2025/05/19;-39,00;Kortköp 250519 TOO GOOD;10000,00 → 39
    2025/05/19;-219,00;Kortköp 250519 FOODORA;10219,00 → 219
    2025/05/18;-263,10;Kortköp 250518 FOODORA;10482,10 → 263.1
    ⇒ warns: By its balances money out is positive, but by the words of its bookings it is negative
  `;

  reads('is that of the only letter in a column whose header spells both')`
    MONTO;DESCRIPCION;FECHA;CARGO/ABONO
    973;IVA COMISION;30/04/2025;C → -973
    ⇒ amount_type_inflow_value = A
  `;

  reads('is as written where a paycheck is positive, although an insurance is paid by autopay')`
    Date,Description,Category,Amount
    2025-04-02,P&C INS AUTOPAY,Auto Insurance,-128.66 → -128.66
    2025-04-01,DFAS-CLEVELAND,Paycheck,3911.08 → 3911.08
  `;

  reads("is as written in a bank's file that names the account's holder")`
    Titulaire;M. Marc Weber
    Date comptable;Description;Montant
    14/03/2025;VIREMENT REMBOURSEMENT;240,00 → 240
    ⇒ no signage_convention
  `;

  reads('is that of the texts in two columns without headers')`
    30 May 25,"Tesco Stores, Leeds",Groceries,,38.12 → -38.12
    28 May 25,"Payment, Thank You",Payments,300.00, → 300
    26 May 25,"Trainline, London",Travel,,54.70 → -54.7
    22 May 25,"Asos.com Refund, London",Retail,32.00, → 32
    20 May 25,"Octopus Energy, London",Utilities,,39.67 → -39.67
  `;

  reads('is turned where payments in the plural and a refund have a minus')`
    Data;Estabelecimento;Valor
    28/05/2025;PAO DE ACUCAR;356,19 → -356.19
    25/05/2025;Pagamentos Validos Normais;-4210,77 → 4210.77
    22/05/2025;LATAM AIRLINES;612,35 → -612.35
    19/05/2025;ESTORNO RESERVA;-890,00 → 890
    18/05/2025;FOGO DE CHAO;428,60 → -428.6
    ⇒ warns: money out is positive
  `;

  reads("is turned on a card's statement with its payments from the account")`
    Data Lanc.,Descrição,Valor
    07/08/2024,COMPRA 3161 Tesla Lisbon,9.99 → -9.99
    01/08/2024,PAGAMENTO CARTAO DE CREDITO,-9.99 → 9.99
    13/09/2024,COMPRA 3161 Tesla Lisbon,12.82 → -12.82
    ⇒ warns: money out is positive
  `;

  reads('is not that of a column of short codes without a header')`
    02-01-25;6;;SBB CFF FFS;Demi-tarif;-190;Transport:Train; → -190
    16-01-25;6;;Migros Lausanne;;-84.35;Alimentation; → -84.35
    17-01-25;3;;Coop;remboursement;12.5;Alimentation; → 12.5
    24-01-25;4;;Canton de Vaud;salaire;5230.65;Salaire; → 5230.65
  `;

  reads('is the total of a row, not the number of a settlement')`
    Datum,Abrechnungsnummer,Beschreibung,Umsätze,Gutschrift für Versand,Gesamt
    "01.02.2025",19821104412,Lampe,"39,99",0,"29,82" → 29.82
    "13.02.2025",19821104412,Regal,"51,98",0,"34,98" → 34.98
    "14.02.2025",19821104412,Werbung,0,0,"-18,44" → -18.44
  `;

  reads('is that of money out where only credits are marked, behind the amount')`
    Date,Details,Amount (Rs.)
    10/06/2024,SWIGGY BANGALORE,"1,899.00" → -1899
    15/06/2024,PAYMENT RECEIVED,"24,310.55 Cr" → 24310.55
    18/06/2024,FUEL STATION PUNE,"3,250.00" → -3250
    ⇒ warns: has "Cr" in some rows and no sign in the others
  `;

  reads('is that of two columns in Romanian, not of what shops were paid')`
    Data,Descrierea,Valuta tranzacției,Suma în valuta tranzacției,Ieșiri (MDL),Intrări (MDL),Sold (MDL)
    01.09.2024,LINELLA,MDL,354.80,354.80,,3955.20 → -354.8 MDL
    04.09.2024,Salariu,MDL,11250.00,,11250.00,15205.20 → 11250 MDL
    21.09.2024,STEAM,USD,9.99,178.56,,15026.64 → -178.56 MDL
  `;

  reads('takes a question mark for a minus that an encoding lost')`
    Datum;Typ;Beskrivning;Belopp in;Belopp ut;Valuta
    28.04.2025;Köp;Inbetalning;6 400,00;;SEK → 6400 SEK
    27.04.2025;Köp;OKQ8 Umeå;;?1 243,01;SEK → -1243.01 SEK
    22.04.2025;Köp;JULA Umeå;349,00;;SEK → 349 SEK
    13.04.2025;Köp;Uttagsavgift;;?35,00;SEK → -35 SEK
    ⇒ warns: Amounts have a "?" where the others have no sign
  `;
});

describe('what a card company says is owed', () => {
  for (const header of ['Charges,Payments', 'Payments,Charges', 'Purchases,Payments']) {
    const isPaidFirst = header.startsWith('Payments');
    const cells = (charge: string, payment: string) =>
      isPaidFirst ? `${payment},${charge}` : `${charge},${payment}`;
    reads(`leaves charges money out and payments money in: ${header}`)`
      Date,Description,${header},Balance
      2025-01-13,Shop,${cells('12.50', '')},112.50 → -12.5
      2025-01-14,Thank you,${cells('', '100.00')},12.50 → 100
      2025-01-15,Cafe,${cells('20.00', '')},32.50 → -20
      2025-01-16,Bar,${cells('10.00', '')},42.50 → -10
      ⇒ warns: In 3 of 3 rows the balance moves against the amount
    `;
  }

  reads('makes a balance doubtful that the payments in the file contradict')`
    Date,Description,Amount,Balance
    2025-01-02,Grocery Store,12.50,262.50 → 12.5
    2025-01-03,Cafe Roma,7.50,270.00 → 7.5
    2025-01-04,Book Shop,20.00,290.00 → 20
    2025-01-05,AUTOPAY PAYMENT - THANK YOU,-150.00,140.00 → -150
    2025-01-06,Fuel,40.00,180.00 → 40
    2025-01-07,Bakery,5.00,185.00 → 5
    ⇒ warns: By its balances money out is negative, but by the payments in it it is positive
  `;
});
