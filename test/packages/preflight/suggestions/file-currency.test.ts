import { expect } from 'chai';
import { importOf, reads } from './import-of.ts';

describe('a currency that no column names', () => {
  for (const [of, code, header, one, other] of [
    ['a sign behind the amount', 'RUB', 'Сумма', '-1,50 ₽', '2 000,00 ₽'],
    ['a mark', 'PLN', 'Kwota', '-12,00 zł', '2 000,00 zł'],
    ['a mark before the amount', 'BRL', 'Valor', '-R$ 12,00', 'R$ 2.000,00'],
    ['a mark with a dollar', 'USD', 'Amount', 'US$ -12.00', 'US$ 2000.00'],
    ['a code', 'AED', 'Amount', '-12.00 AED', '2000.00 AED'],
    ['a sign in the header', 'EUR', 'Betrag (€)', '-12,00', '2000,00'],
    ['a code in the header', 'CHF', 'Betrag in CHF', '-12.00', '2000.00'],
    ['a word in the header', 'EUR', 'Montant (EUROS)', '-12,00', '2000,00'],
    ['a letter before the amount', 'ZAR', 'Amount', '-R12.00', 'R2,000.00'],
    ['a mark and the language of the header', 'SEK', 'Belopp', '-12,00 kr', '2 000,00 kr'],
    ['two marks that leave one currency', 'CNY', '金额(元)', '-¥12.00', '¥2000.00'],
  ] as const) {
    it(`is that of the amounts, as inferred: ${of}`, () => {
      const { rows, report } = importOf([
        `Date;Payee;${header}`,
        `2025-02-13;Bar;${one}`,
        `2025-02-14;Pay;${other}`,
      ]);
      expect(rows.map((row) => row.split(':')[2])).to.deep.equal([code, code]);
      expect(report.settings).to.include({ currency: code });
      expect(report.inferredSettings).to.include('currency');
    });
  }

  for (const [mark, code] of [
    ['$', 'CAD'],
    ['kr', 'NOK'],
    ['Rs.', 'PKR'],
    ['¥', 'JPY'],
  ] as const) {
    const lines = [
      'Date;Payee;Amount',
      `2025-02-13;Bar;-${mark}12.00`,
      `2025-02-14;Pay;${mark}9.00`,
    ];
    it(`is asked for where several write it so: ${mark}`, () => {
      const { rows, warnings } = importOf(lines);
      expect(rows).to.deep.equal(['2:-12', '3:9']);
      expect(warnings).to.include('Send currency to be sure');
    });

    it(`is the one that a person sends: ${mark}`, () => {
      const { rows, warnings } = importOf(lines, { col_sep: ';', currency: code.toLowerCase() });
      expect(rows).to.deep.equal([`2:-12:${code}`, `3:9:${code}`]);
      expect(warnings).not.to.include('Send currency');
    });
  }

  it('is given by the lines above the table, and by the balance', () => {
    const above = importOf([
      'Account;12-34',
      'Currency;MXN',
      'Date;Payee;Amount',
      '2025-02-13;Bar;-$12.00',
    ]);
    expect(above.rows).to.deep.equal(['4:-12:MXN']);
    const balance = importOf(['Date;Payee;Amount;Balance', '2025-02-13;Bar;-12.00;AED 90.00']);
    expect(balance.rows).to.deep.equal(['2:-12:AED']);
  });

  reads('is given by two words for it above the table, whatever word its code is as well')`
    Döviz Cinsi: TRY
    Tarih;Açıklama;Tutar
    2025-02-13;Bar;-12,00 → -12 TRY
  `;

  reads('is that of the mark in a separate column, in any language')`
    תאריך,שם בית עסק,סכום,מטבע
    13/02/2025,Bar,-12.00,₪ → -12 ILS
    14/02/2025,Pub,-9.00,€ → -9 EUR
    15/02/2025,Zoo,-4.00,USD → -4 USD
  `;

  reads('is asked for where a mark in a separate column is that of several')`
    Date,Payee,Amount,Currency
    2025-02-13,Bar,-12.00,£ → -12 GBP
    2025-02-14,Pub,-9.00,$ → -9
    ⇒ warns: "$" does not tell which currency is meant
  `;

  reads('is that of the language where a mark in a separate column is that of several')`
    Datum;Text;Belopp;Valuta
    2025-02-13;Bar;-12,00;kr → -12 SEK
    2025-02-14;Pub;-9,00;€ → -9 EUR
  `;

  reads('is that of each cell where they differ')`
    Date;Payee;Amount
    2025-02-13;Bar;-€12.00 → -12 EUR
    2025-02-14;Pub;-£9.00 → -9 GBP
  `;

  reads('is asked for where they differ and several currencies share the mark of some')`
    Date;Payee;Amount
    2025-02-13;Bar;-€12.00 → -12 EUR
    2025-02-14;Pub;-$9.00 → -9
    2025-02-15;Zoo;-¥8.00 → -8
    ⇒ warns: "-$9.00" does not tell which currency is meant (USD, CAD
  `;

  it('is that of each cell where they differ, and for the others the one that a person sends', () => {
    const lines = ['Date;Payee;Amount', '2025-02-13;Bar;-€12.00', '2025-02-14;Pub;-$9.00'];
    const { rows, warnings } = importOf(lines, { col_sep: ';', currency: 'CAD' });
    expect(rows).to.deep.equal(['2:-12:EUR', '3:-9:CAD']);
    expect(warnings).not.to.include('Send currency');
  });

  reads('is the one in the header of the amounts, where a column has that of another amount')`
    Date,Details,Amount in card currency (UAH),Operation amount,Currency
    2025-02-13,Bar,-40.00,-1.00,EUR → -40 UAH
    2025-02-14,Pub,-9.00,-9.00,UAH → -9 UAH
  `;

  reads('is not what a person is called')`
    Name :- SAURABH VIKAS GADKARI (HUF)
    Tran Date,PARTICULARS,DR,CR,BAL
    16-03-2025,CRED,4439.59,,604111.30 → -4439.59
    31-03-2025,Interest,,4538.00,608649.30 → 4538
    06-04-2025,CRED,22584.90,,586064.40 → -22584.9
  `;

  for (const [label, code] of [
    ['Moneda:;;Dólares', 'USD'],
    ['Moneda:;Peso Chileno', 'CLP'],
    ['Moneda: PESOS MEXICANOS', 'MXN'],
  ] as const)
    it(`is the one that the lines above name after a label: ${label}`, () => {
      const lines = ['Cuenta;0-000-71', label, 'Fecha;Detalle;Monto', '13/02/2025;Bar;-40.10'];
      expect(importOf(lines).rows).to.deep.equal([`4:-40.1:${code}`]);
    });

  reads('is not that of a mark which few amounts have')`
    Date,Description,Amount
    2025-03-01,Shop,-12.00 → -12
    2025-03-02,Spotify,USD -3.99 → -3.99 USD
    2025-03-03,Cafe,-4.50 → -4.5
    2025-03-04,Pay,1500.00 → 1500
    ⇒ warns: Only 1 of 4 amounts name a currency ("USD -3.99"): the others are taken to be in the account's currency
  `;

  reads('is that of the header where few amounts have another mark')`
    Date,Description,Amount (CAD)
    2025-03-01,Shop,-12.00 → -12 CAD
    2025-03-02,Spotify,USD -3.99 → -3.99 USD
    2025-03-03,Cafe,-4.50 → -4.5 CAD
    2025-03-04,Pay,1500.00 → 1500 CAD
  `;

  reads('is named by the first word of a cell that says more')`
    Concertacion;Descripcion;Moneda;Importe
    30/09/2024;Comision;Pesos;-2178,00 → -2178
    27/09/2024;Transferencia;Dólares;-250,00 → -250 USD
    26/09/2024;Rescate;Pesos;204117,32 → 204117.32
    24/09/2024;VENTA AL30D;Dólares MEP;290,66 → 290.66 USD
    20/09/2024;VENTA GGAL;Pesos;396311,55 → 396311.55
    16/09/2024;Dividendo;Dólares C.V. 7000;3,42 → 3.42 USD
  `;

  reads('is that of the amounts in fewer currencies, which their cells name')`
    交易日期,记账日期,交易说明,交易币种/金额,清算币种/金额
    2024/04/11,2024/04/12,美团支付,CNY 46.80,CNY 46.80 → 46.8 CNY
    2024/04/20,2024/04/22,UNIQLO SHINJUKU,JPY 7990,CNY 374.12 → 374.12 CNY
    2024/04/25,2024/04/25,手机银行还款,"CNY -2,416.30","CNY -2,416.30" → -2416.3 CNY
  `;

  reads('is named by the last words of the headers of two columns')`
    Fecha de registro;Descripción;Monto colones;Monto dólares
    03/09/2024;AUTOMERCADO;-38450.00;0.00 → -38450 CRC
    04/09/2024;NETFLIX.COM;0.00;-14.99 → -14.99 USD
    10/09/2024;SU PAGO GRACIAS;120000.00;0.00 → 120000 CRC
    24/09/2024;AVIANCA;0.00;-318.75 → -318.75 USD
  `;

  reads('and sign are those of an account whose number is masked as those of cards are')`
    Account number;2001****847;;
    Date;Description;Amount;Balance
    01 Feb 2024;Opening balance;;R 9 840.36
    01 Feb 2024;Transfer from MyWORLD;R 1 500.00;R 11 340.36 → 1500 ZAR
    05 Feb 2024;EFT credit;R 4 000.00;R 15 340.36 → 4000 ZAR
    29 Feb 2024;Interest capitalised;R 61.83;R 15 402.19 → 61.83 ZAR
    01 Mar 2024;Transfer from MyWORLD;R 1 500.00;R 16 902.19 → 1500 ZAR
    11 Mar 2024;Transfer to MyWORLD;-R 2 750.00;R 14 152.19 → -2750 ZAR
    15 Apr 2024;Immediate payment to S Dlamini;-R 800.00;R 13 352.19 → -800 ZAR
    31 May 2024;Closing balance;;R 13 352.19
  `;

  reads('is named by the headers of money out and in, two of each')`
    Fecha Aplicación,Descripción,Débito L.,Crédito L.,Débito US$,Crédito US$
    06/11/2023,LA COLONIA,"2,184.36",,, → -2184.36 HNL
    09/11/2023,AMAZON.COM,,,47.85, → -47.85 USD
    13/11/2023,PAGO RECIBIDO,,"6,500.00",, → 6500 HNL
    13/11/2023,PAGO RECIBIDO,,,,120.00 → 120 USD
    15/11/2023,HONDUTEL,"1,149.00",,, → -1149 HNL
  `;

  reads('is that of net amounts in a list of trades, too')`
    Fecha;Operación;Instrumento;Cantidad;Precio;Moneda;Importe neto;Saldo
    03/06/2024;Ingreso de fondos;;;;Pesos;850.000,00;862.480,35 → 850000
    04/06/2024;Compra;AL30;1000;61,2500;Pesos;-61.661,28;800.819,07 → -61661.28
    13/06/2024;Ingreso de fondos;;;;Dólares MEP;500,00;524,10 → 500 USD
    14/06/2024;Compra ON;YMCXO;400;1,0210;Dólares MEP;-411,26;112,84 → -411.26 USD
    28/06/2024;Retiro de fondos;;;;Pesos;-150.000,00;650.819,07 → -150000
  `;

  reads(
    'is that of the purchases where another column names its own, and has what the account moved by',
  )`
    datum verrichting;Datum verrekening;bedrag;credit;debet;munt;koers;bedrag in EUR;Handelaar
    19/08/2024;20/08/2024;-2250,00;;-2250,00;EUR;;-2250,00;KEUKENS VAN LAERE → 2024-08-20 -2250 EUR
    16/08/2024;19/08/2024;20,00;20,00;;GBP;0,8540;23,42;TICKETHALL LTD → 2024-08-19 23.42 EUR
    14/08/2024;16/08/2024;-54,00;;-54,00;GBP;0,8571;-63,00;THE OLD CROWN PUB → 2024-08-16 -63 EUR
    12/08/2024;14/08/2024;-72,85;;-72,85;EUR;;-72,85;Q8 DRONGEN → 2024-08-14 -72.85 EUR
    ⇒ amount_col_label = bedrag in EUR
  `;

  reads('is not guessed for a dollar sign next to another dollar')`
    Date,Description,Amount $,Amount CAD
    2025-03-01,Shop,-12.00, → -12
    2025-03-02,Pay,900.00, → 900
    2025-03-03,Cafe,,-4.50 → -4.5 CAD
  `;

  reads(
    'is the dollar of the United States in the second of two columns, where the first has that of another land',
  )`
    이용일,이용하신곳,국내이용금액(원),해외이용금액($),상태
    2024-11-27,홈플러스 강서점,"-87,350",0,전표매입 → -87350 KRW
    2024-11-25,NETFLIX.COM,0,-17.99,전표매입 → -17.99 USD
    2024-11-16,AMAZON MKTPLACE,0,-43.20,전표매입 → -43.2 USD
    2024-11-14,올리브영 강남타운점,"31,500",0,취소전표매입 → 31500 KRW
    2024-11-12,올리브영 강남타운점,"-31,500",0,전표매입 → -31500 KRW
    ⇒ warns: are in their own currencies
  `;
});
