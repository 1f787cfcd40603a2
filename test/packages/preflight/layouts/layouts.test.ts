import { expect } from 'chai';
import { acceptedDates } from '#preflight/fields/dates';
import { joinBrokenRows } from '#preflight/layouts/broken-rows';
import { joinLabelBlocks, splitFixedWidth } from '#preflight/layouts/printed-tables';
import { importRows, NOW } from '../judge.ts';
import { sentences } from '../sentences.ts';
import { reads } from '../suggestions/import-of.ts';

/** The rows of an import with the suggestions applied, as `line:date:amount:currency:name`, and its warnings. */
function read(...lines: string[]): { rows: string[]; warnings: string } {
  const { report, rows } = importRows(lines);
  const shown = rows.map(({ line, values: { date, amount, currency, name } }) =>
    [line, date, amount, currency ?? '', name].join(':'),
  );
  return { rows: shown, warnings: sentences(report).join('\n') };
}

describe('a statement that is laid out for people', () => {
  reads('has the whole text of a booking that continues in the rows below')`
    Date,Particulars,Debit,Credit,Balance
    13 Mar 2025,POS PURCHASE,"6,812.50",,"20,197.50" → 2025-03-13 -6812.5 "POS PURCHASE IMTIAZ SUPER MARKET KARACHI, "PK""
    ,IMTIAZ SUPER MARKET,,,
    ,"KARACHI, ""PK""",,,
    14 Mar 2025,BILL PAYMENT,"9,120.00",,"11,077.50" → 2025-03-14 -9120 "BILL PAYMENT K-ELECTRIC"
    ,K-ELECTRIC,,,
    15 Mar 2025,SERVICE FEE,77.50,,"11,000.00" → 2025-03-15 -77.5 "SERVICE FEE"
    ⇒ warns: continue in the rows below them, and were joined: lines 3, 4, 6
  `;

  reads('has as pending a booking that the row below calls that, and leaves other remarks out')`
    Дата;Сумма;Операция;Детали
    28.02.25;- 4 850,00 ₸;Покупка;Magnum → 2025-02-28 -4850 KZT "Magnum [Сумма заблокирована]"
    ;;;Сумма заблокирована. Банк ожидает подтверждения.
    27.02.25;- 1 200,00 ₸;Покупка;Yandex.Go → 2025-02-27 -1200 KZT "Yandex.Go"
    25.02.25;+ 285 400,00 ₸;Пополнение;Зарплата → 2025-02-25 285400 KZT "Зарплата"
    ;;;По договору 12
    24.02.25;- 20 000,00 ₸;Снятие;Банкомат → 2025-02-24 -20000 KZT "Банкомат"
    22.02.25;- 6 490,00 ₸;Покупка;Магазин → 2025-02-22 -6490 KZT "Магазин"
    21.02.25;+ 6 490,00 ₸;Пополнение;Возврат → 2025-02-21 6490 KZT "Возврат"
    20.02.25;- 700,00 ₸;Покупка;Кафе → 2025-02-20 -700 KZT "Кафе"
    ⇒ warns: 1 row is imported as pending because the file says so ("Magnum [Сумма заблокирована]" 1): line 2
    ⇒ no warns: still pending
  `;

  reads(
    'has no booking in a first row without a header that states the balances before and after all of them',
  )`
    30-09-2024,01-09-2024,'56 1090 2345,JAN NOWACKI,PLN,"2318,27","2381,77",4,
    30-09-2024,30-09-2024,OPŁATA MIESIĘCZNA,,,"-6,00","2381,77",1, → -6 PLN
    25-09-2024,25-09-2024,Przelew,JAN NOWACKI,'44 1090 6677,"-9,00","2387,77",2, → -9 PLN
    20-09-2024,20-09-2024,zwrot za bilety,Katarzyna,'77 2490 3344,"78,50","2396,77",3, → 78.5 PLN
    ⇒ rows_to_skip = 1
  `;

  reads('has the day of the booking above in rows that the balance moves by')`
    Date,Details,Debit,Credit,Balance
    13/03/2025,Bakery,24.80,, → 2025-03-13 -24.8
    ,Coffee,6.50,, → 2025-03-13 -6.5
    ,Rent,410.00,,458.70 → 2025-03-13 -410
    14/03/2025,Mobile,54.99,,403.71 → 2025-03-14 -54.99
    17/03/2025,Pay,,2215.40, → 2025-03-17 2215.4
    ,Cash,100.00,,2519.11 → 2025-03-17 -100
    ,Totals,596.29,2215.40,
    ⇒ warns: have that of the booking above them
  `;

  reads('has no day in rows that the balance does not move by: they may be parts of a booking')`
    Date,Details,Debit,Credit,Balance
    13/03/2025,Order,24.80,,975.20 → -24.8
    ,of it to Anna,20.00,,
    ,of it to Ben,4.80,,
    14/03/2025,Mobile,54.99,,920.21 → -54.99
    17/03/2025,Pay,,2215.40,3135.61 → 2215.4
    ⇒ warns: 2 rows are left out
  `;

  reads('has days in three columns')`
    "操作日(年)","操作日(月)","操作日(日)","摘要","お支払金額","お預り金額","残高"
    "2025","4","1","振込 サクラ","68000","","334118" → 2025-04-01 -68000
    "2025","4","3","Vデビット","1480","","332638" → 2025-04-03 -1480
    "2025","4","25","振込 ミライ","","287450","620088" → 2025-04-25 287450
    ⇒ warns: year, month and day
  `;

  reads('has a column of amounts for each currency')`
    Fecha,Concepto,Colones,Dólares
    13-03-2025,AUTOMERCADO,"-18,450.00",0.00 → 2025-03-13 -18450 CRC "AUTOMERCADO"
    14-03-2025,AMAZON,0.00,-42.99 → 2025-03-14 -42.99 USD "AMAZON"
    15-03-2025,SERVICENTRO,"-12,300.00",0.00 → 2025-03-15 -12300 CRC "SERVICENTRO"
    ⇒ warns: "Colones" and "Dólares" are in their own currencies
  `;

  reads('has a header in unknown words, above which lines and below which a balance is')`
    Zork;GE29NB0000000101904917
    Blip;01.05.2025 - 31.05.2025

    Zqx;Vwerp;Plonk;Snuf
    ;;Oprst;4000.00
    13.05.2025;-900.00;GIORGI;3100.00 → 2025-05-13 -900 "GIORGI"
    14.05.2025;-48.35;CARREFOUR;3051.65 → 2025-05-14 -48.35 "CARREFOUR"
    15.05.2025;2500.00;EMPLOYER;5551.65 → 2025-05-15 2500 "EMPLOYER"
  `;

  reads('has a row that ends with a separator below columns for currencies')`
    Account,Date,Description,CAD$,USD$
    Chequing,10/1/2024,RENT,-1650.00,, → 2024-10-01 -1650 CAD "RENT"
    Chequing,10/2/2024,FOODS,-84.19,, → 2024-10-02 -84.19 CAD "FOODS"
    US$ Chequing,10/15/2024,STRIPE,,310.00, → 2024-10-15 310 USD "STRIPE"
  `;

  reads('has columns for currencies that no booking uses, and balances in all of them')`
    ამონაწერი
    ანგარიში:,GE29NB0000000101904917

    თარიღი,დანიშნულება,თანხა GEL,თანხა USD,თანხა EUR
    ,საწყისი ნაშთი,2840.15,112.40,0.00
    13/05/2025,CARREFOUR,-48.35,, → 2025-05-13 -48.35 GEL "CARREFOUR"
    26/05/2025,UPWORK,,350.00, → 2025-05-26 350 USD "UPWORK"
    30/05/2025,WOLT,-12.50,, → 2025-05-30 -12.5 GEL "WOLT"
    ,საბოლოო ნაშთი,2779.30,462.40,0.00
  `;

  reads('keeps its columns apart by blanks')`
    ACCOUNT 8001   CCY JOD

    DATE    SEQ    TYPE            DESCRIPTION                       AMOUNT       BALANCE
    -------------------------------------------------------------------------------------
    2025030100001  EFT             GARDEN PROPERTIES            (1,350.000)       587.200 → 2025-03-01 -1350 JOD "GARDEN PROPERTIES"
    2025030400002  POS PURCHASE    SPAR MARKET                     (82.150)       505.050 → 2025-03-04 -82.15 JOD "SPAR MARKET"
    2025032500003  SALARY          NORTHERN MINING PTY            1,875.500     2,380.550 → 2025-03-25 1875.5 JOD "NORTHERN MINING PTY"
  `;

  it('is no table of blanks where commas part padded cells', () => {
    const { rows } = read(
      '  Date     ,Narration                 ,  Debit Amount       ,Credit Amount      ,Closing Balance',
      '  13/03/25 ,UPI-RAMESH IYER           ,          22000.00 ,              0.00 ,      42310.25  ',
      '  14/03/25 ,POS BIGBASKET             ,           1245.50 ,              0.00 ,      41064.75  ',
      '  15/03/25 ,NEFT SNEHA KULKARNI       ,              0.00 ,           1500.00 ,      42564.75  ',
    );
    expect(rows.map((row) => row.split(':').slice(0, 3).join(':'))).to.deep.equal([
      '2:2025-03-13:-22000',
      '3:2025-03-14:-1245.5',
      '4:2025-03-15:1500',
    ]);
  });

  reads('has a block of labelled lines for each booking')`
    Account: XXXX 5678

    Date: 28/05/2025
    Description: CASH AT HEADINGLEY, 60.00 GBP → 2025-05-28 -60
    Amount:${'\u00a0'}-60.00
    Balance: 1983.93

    Date: 24/05/2025
    Description: CREDIT FROM COUNCIL → 2025-05-24 1876.55
    Amount: 1876.55
    Balance: 2043.93
  `;

  reads('warns of bookings of another table above the one that is read')`
    "Konto";"Mai"
    "Buchungstag";"Wertstellung";"Buchungstext";"Umsatz in EUR"
    "13.05.2025";"13.05.2025";"Spende";"-25,00"
    "08.05.2025";"08.05.2025";"Markt";"-54,37"
    "Karte";"Mai"
    "Buchungstag";"Umsatztag";"Vorgang";"Referenz";"Buchungstext";"Umsatz in EUR"
    "18.05.2025";"16.05.2025";"Visa";"2412812";"TANKSTELLE";"-38,90" → -38.9 EUR
    "13.05.2025";"11.05.2025";"Visa";"2412775";"HOTEL";"-119,00" → -119 EUR
    ⇒ warns: Lines 3 to 4 above the table look like bookings of another one
  `;

  reads('warns of a single booking below a header of its own')`
    Text,Amount,Date
    Transfer,"10 282,71",13.05.2025
    Date,Text,Amount,Currency,Category
    01.05.2025,Shop,-1.99,BYN,Food → -1.99 BYN
    31.05.2025,Bank,-60.19,BYN,Transfers → -60.19 BYN
    ⇒ warns: Lines 1 to 2 above the table look like bookings of another one
  `;

  reads('is the table with rows, not one of reserved bookings of which there are none')`
    Data contabile;Data valuta;Descrizione;Accrediti;Addebiti;Descrizione estesa;Tramite:
    03/05/25;01/05/25;COMMISSIONI TRANSATO POS;;-8,12;test; → -8.12
    03/05/25;01/05/25;COMMISSIONI TRANSATO POS;;-4,18;test; → -4.18
    03/05/25;01/05/25;COMMISSIONI TRANSATO POS;;-2,31;test; → -2.31
    03/05/25;01/05/25;SCONTO DA RIDUZIONE;0,01;;test; → 0.01
    03/05/25;03/05/25;ACCREDITO POS LORDO;12,00;;test; → 12
    ;Data;Descrizione;Accrediti;Addebiti;Descrizione estesa;
    ;;;;;;
  `;

  it('has cells that are formulas of a text', () => {
    const { rows } = read(
      'Txn Date,Cheque No.,Description,Debit,Credit,Balance',
      '="13-03-2025",="",="UPI/SWIGGY",="240.00",,"97,971.40"',
      '"=""14-03-2025""",="0012",="RAMESH, K",="1,000.00",,"96,971.40"',
    );
    expect(rows).to.deep.equal(['2:2025-03-13:-240::UPI/SWIGGY', '3:2025-03-14:-1000::RAMESH, K']);
    // Some programs write them for texts that look like numbers alone, wherever these are.
    const many = Array.from({ length: 12_000 }, () => '2025-03-13,-1.00,Kiosk in the street');
    const late = read('Date,Amount,Name', ...many, '2025-03-14,-2.00,="0012"');
    expect(late.rows.at(-1)).to.equal('12002:2025-03-14:-2::0012');
  });

  reads(
    'is named by the first text with words where the texts are spread over columns without a header',
  )`
    Data operacji,Kwota,Waluta,Opis transakcji,"","",""
    2025-05-31,-8.00,PLN,"Tytuł: OPŁATA ZA RACHUNEK","","","" → "OPŁATA ZA RACHUNEK"
    2025-05-10,+5630.40,PLN,"Rachunek nadawcy: 88 1140 1010","Nazwa nadawcy: ELEKTROMONT","Tytuł: PENSJA","" → "ELEKTROMONT"
    2025-05-07,-120.00,PLN,"Tytuł: 00000068","Telefon: +48 600","Lokalizacja: Adres: allegro.pl Miasto: POZNAN Kraj: POLSKA","" → "allegro.pl"
    2025-05-06,-12.00,PLN,"Tytuł: 00000069","Telefon: +48 600","Lokalizacja: Kraj: POLSKA Adres: kino.pl","" → "kino.pl"
    ⇒ warns: The texts are spread over columns 4 to 7
  `;

  const BROKEN = [
    'Date,Details,Remarks,Debit,Credit',
    '31/05/2025,Rent,,349.00,',
    '25/05/2025,Sharma',
    'Kirana Stores,Food,86.50,',
    '24/05/2025,Chai,,60.00,',
    '20/05/2025,Anjali,,,"2,500.00"',
  ] as const;

  reads(
    'is one row where a line ends within a cell without quotes, and every other row keeps its line',
  )`
    ${BROKEN[0]}
    ${BROKEN[1]} → 2025-05-31 -349 "Rent"
    ${BROKEN[2]} → 2025-05-25 -86.5 "Sharma Kirana Stores"
    ${BROKEN[3]}
    ${BROKEN[4]} → 2025-05-24 -60 "Chai"
    ${BROKEN[5]} → 2025-05-20 2500 "Anjali"
    ⇒ warns: A line ends within a cell in line 3
  `;

  it('is not joined of rows that are whole, or of more pieces than others have', () => {
    const accepted = acceptedDates(NOW);
    const joined = (lines: string[]) => joinBrokenRows(Buffer.from(lines.join('\n')), accepted);
    expect(joined([...BROKEN.slice(0, 2), ...BROKEN.slice(4)])).to.equal(undefined);
    expect(joined([...BROKEN.slice(0, 3), 'Kirana Stores,86.50,', ...BROKEN.slice(4)])).to.equal(
      undefined,
    );
    expect(
      joined(Array.from({ length: 200_000 }, (_, at) => (at % 2 === 0 ? 'a,b' : 'c'))),
    ).to.equal(undefined);
  });

  reads('is read in the days of the Persian calendar')`
    ردیف,تاریخ,برداشت (ریال),واریز (ریال),شرح
    ۱,۱۴۰۳/۰۱/۱۵,"۴,۸۵۰,۰۰۰",۰,فروشگاه رفاه → 2024-04-03 -4850000 IRR "فروشگاه رفاه"
    ۲,۱۴۰۳/۱۲/۳۰,۰,"۱۸۵,۰۰۰,۰۰۰",شرکت نفت پارس → 2025-03-20 185000000 IRR "شرکت نفت پارس"
  `;

  for (const separator of ['~|~', '^', '$$']) {
    it(`is split at ${separator}, and its credits alone are marked`, () => {
      const lines = [
        ['Card No', '4341'],
        ['11/09/2024', '10,191.23', '510.00'],
        ['Type', 'DATE', 'Description', 'AMT', 'Debit / Credit'],
        ['Domestic', '03/08/2024 08:18:06', 'WESTSIDE, BANGALORE', '1,013.06', ''],
        ['Domestic', '14/08/2024 20:13:58', 'PAYMENT', '18,432.00', 'Cr'],
        ['Domestic', '15/08/2024 20:09:34', 'DECATHLON "BENGALURU"', '1,221.00', ''],
      ];
      const { rows, warnings } = read(...lines.map((cells) => cells.join(separator)));
      expect(rows).to.deep.equal([
        '4:2024-08-03:-1013.06::WESTSIDE, BANGALORE',
        '5:2024-08-14:18432::PAYMENT',
        '6:2024-08-15:-1221::DECATHLON "BENGALURU"',
      ]);
      expect(warnings).to.include(`separated by "${separator}"`).and.include('says "Cr" in some');
    });
  }

  reads(
    'is split at # below names with underscores, in rows with more cells than the header',
    ({ rows }) => expect(rows).to.have.length(3),
  )`
    ST_RACUNA#DATUM_OBD#VALUTA#ZNESEK_V_BREME#ZNESEK_V_DOBRO#NAMEN
    205-01#27.12.2011#RSD##69.808,80#Promet robe → 2011-12-27 69808.8 RSD
    205-01#27.12.2011#RSD#359,25##Racun 3982##99 → 2011-12-27 -359.25 RSD
    205-01#28.12.2011#RSD#846,00##Rata VIII → 2011-12-28 -846 RSD
    ⇒ warns: separated by "#"
  `;

  it('is split in time that grows with its length: many rows, a long line, labels that are all others', () => {
    const accepted = acceptedDates(NOW);
    const table = (count: number) =>
      `Date        Amount  Name\n${'01/02/2025  1.00    x\n'.repeat(count)}`;
    const many = splitFixedWidth(Buffer.from(table(180_000)), accepted);
    expect(Buffer.from(many!.bytes).toString().slice(0, 40)).to.include(
      'Date,Amount,Name\n01/02/2025',
    );
    const wide = `${table(5000)}1${' '.repeat(1_000_000)}2`;
    expect(splitFixedWidth(Buffer.from(wide), accepted)).not.to.equal(undefined);
    const labels = Array.from({ length: 250_000 }, (_, index) => `l${index}: x`).join('\n');
    expect(joinLabelBlocks(Buffer.from(labels), accepted)).to.equal(undefined);
  });

  reads('has a header that begins with a cell too many, above texts that continue')`
    Titular: Dna. IONESCU,,,,,
    ,Data,,Detalii tranzactie,Debit,,Credit
    28 martie 2025,,Cumparare POS,"145,90",, → 2025-03-28 -145.9 "Cumparare POS Terminal: KAUFLAND"
    ,,Terminal: KAUFLAND,,,
    25 martie 2025,,Incasare,,,"4.812,00" → 2025-03-25 4812 "Incasare Ordonator: TEHNOSOFT SRL"
    ,,Ordonator: TEHNOSOFT SRL,,,
    20 martie 2025,,Transfer,"1.500,00",, → 2025-03-20 -1500 "Transfer Beneficiar: MUNTEANU"
    ,,Beneficiar: MUNTEANU,,,
    ⇒ warns: The header in line 2 begins with a cell too many
  `;

  reads(
    'is read by the names of its columns below each header, where a later part has them in another order',
  )`
    Date,Shop,Price,Currency,Amount,Voucher
    12/12/2023,ICE,"1,200.00",ILS,300.00,103911827 → 2023-12-12 300 ILS "ICE"
    03/01/2024,DEAL,287.40,ILS,287.40,104417728 → 2024-01-03 287.4 ILS "DEAL"
    Abroad,,,,,
    Date,Charged,Shop,Price,Currency,Amount
    10/01/2024,12/01/2024,SPOTIFY,10.99,ILS,44.87 → 2024-01-10 44.87 ILS "SPOTIFY"
    17/01/2024,19/01/2024,ALI,23.40,ILS,88.61 → 2024-01-17 88.61 ILS "ALI"
    ⇒ warns: in another order below a further header
  `;

  reads('is read as one table, where a later part names few things otherwise and states its total')`
    Date,Shop,Price,Paid in,Amount,Currency,Voucher,Details
    14/12/2023,Furniture,2400,ILS,400,ILS,714002118,Part 4 of 6 → 2023-12-14 400 ILS
    28/02/2024,Supermarket,312.40,ILS,312.40,ILS,771208814, → 2024-02-28 312.4 ILS
    01/03/2024,Petrol,245,ILS,245,ILS,771330921, → 2024-03-01 245 ILS
    ,Total,,,957.40,ILS,,
    ,,,,,,,
    Abroad,,,,,,,
    Date,Charged,Shop,Original sum,Original currency,Amount,Currency,Details
    02/03/2024,04/03/2024,ALIEXPRESS.COM,27.30,USD,99.21,ILS, → 2024-03-02 99.21 ILS
    09/03/2024,11/03/2024,WIZZ AIR,118,EUR,466.58,ILS, → 2024-03-09 466.58 ILS
    ,,Total,,,565.79,ILS,
    ⇒ warns: in another order below a further header
    ⇒ no warns: look like bookings of another one
  `;

  reads('has amounts in a column for each currency below balances, which have a day, too')`
    Date,Details,GEL,USD,EUR
    01/05/2024,Balance,512.08,41.30,0.00
    13/05/2024,Salary,3480.00,, → 2024-05-13 3480 GEL
    14/05/2024,Adobe,,-14.99, → 2024-05-14 -14.99 USD
    16/05/2024,Rent,-1200.00,, → 2024-05-16 -1200 GEL
    21/05/2024,Weber,,,150.00 → 2024-05-21 150 EUR
    31/05/2024,Balance,2792.08,26.31,150.00
    ⇒ no warns: exchange one currency
  `;

  for (const order of ['newest', 'oldest']) {
    it(`has the signs of its amounts from the balance alone, with the ${order} row first`, () => {
      const lines = [
        '28/06/2024,CARGO,175.00,30077.69,MANTENIMIENTO',
        '28/06/2024,INTERES,18.44,30252.69,INTERESES',
        '24/06/2024,TRANSFERENCIA,1500.00,30234.25,DE CARMEN DIAZ',
        '20/06/2024,CHEQUE PAGADO,4200.00,28734.25,CHEQUE 128',
        '07/06/2024,TRANSFERENCIA,8500.00,32934.25,A JOSE ALCANTARA',
        '03/06/2024,CREDITO A CUENTA,12450.00,41434.25,CERVECERIA',
      ];
      const rows = order === 'newest' ? lines : lines.toReversed();
      const found = read('Fecha,Tipo,Monto,Balance,Concepto', ...rows);
      const amounts = found.rows.map((row) => row.split(':')[2]);
      const expected = ['-175', '18.44', '1500', '-4200', '-8500', '12450'];
      expect(amounts).to.deep.equal(order === 'newest' ? expected : expected.toReversed());
      const guess = order === 'newest' ? 7 : 2;
      expect(found.warnings).to.include(`is a guess: compare it (line ${guess})`);
    });
  }

  reads('has credits marked in the amount of the account, next to that of the shop')`
    Date,Description,Original Amount,Amount
    02/08/2024,CARREFOUR,214.75,214.75 → 2024-08-02 -214.75
    13/08/2024,PAYMENT,"2,500.00 CR","2,500.00 CR" → 2024-08-13 2500
    14/08/2024,HILTON,"10,150.00","1,136.42" → 2024-08-14 -1136.42
  `;

  reads('is aligned once where two columns have the same name')`
    Date,Name,Amount,Amount
    2025-01-02,Shop A,-10.00,-10.00
    2025-01-03,Shop B,-20.00,-20.00
    2025-01-04,Shop C,-30.00,-30.00
    Date,Name,Amount,Amount,
    2025-01-05,Shop D,-40.00,-40.00,
    2025-01-06,Shop E,-50.00,-50.00,
    ⇒ amount_col_label = Column 3
  `;
});
