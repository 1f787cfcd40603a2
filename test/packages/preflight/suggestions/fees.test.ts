import { expect } from 'chai';
import { importOf, reads } from './import-of.ts';

describe('a column of fees', () => {
  reads('is left alone where the balance moves by the amount', ({ warnings }) =>
    expect(warnings).not.to.contain('fee'),
  )`
    Date,Description,Amount,Fee,Balance
    2025-02-01,To John,-101.50,1.50,898.50 → -101.5
    2025-02-13,Top-up,200.00,0.00,1098.50 → 200
    2025-02-14,Cash,-52.00,2.00,1046.50 → -52
    ⇒ no fee_col_label
  `;

  reads('is not the amount before it', ({ warnings }) =>
    expect(warnings).not.to.contain('holds fees'),
  )`
    Date,Nom,Devise,Avant commission,Commission,Net
    13/03/2025,Clasicas,EUR,-287.05,0.00,-287.05 → -287.05 EUR
    14/03/2025,Conversion,EUR,287.05,0.00,287.05 → 287.05 EUR
    15/03/2025,Librairie,EUR,-12.00,0.00,-12.00 → -12 EUR
  `;

  reads('is a separate booking in a row with nothing else', ({ report }) => {
    expect(report.evidence?.amountColumns).to.include({ rowsAgree: 4, rowsDisagree: 0 });
  })`
    Posting Date,Description,Money In,Money Out,Fee,Balance
    2025-02-03,Rent,,-5200.00,-1.00,3143.10 → -5201
    2025-02-04,Shop,,-412.86,,2730.24 → -412.86
    2025-02-10,SMS Notification Fee,,,-3.50,2726.74 → -3.5
    2025-02-14,Sipho,300.00,,,3026.74 → 300
    2025-02-15,Cash,,-500.00,-10.00,2516.74 → -510
    ⇒ fee_col_label = Fee
  `;

  it('is money out whichever sign it is written with, and comes back with the other one', () => {
    const lines = (...fees: string[]) => [
      'date,amount,charge',
      ...fees.map((fee, at) => `2025-02-${13 + at},${at === 1 ? '-10.00' : '20.00'},${fee}`),
    ];
    const read = (...fees: string[]) => importOf(lines(...fees), { fee_col_label: 'charge' }).rows;
    expect(read('1.00', '2.00', '-')).to.deep.equal(['2:19', '3:-12', '4:20']);
    expect(read('-1.00', '-2.00', '')).to.deep.equal(['2:19', '3:-12', '4:20']);
    expect(read('-1.00', '2.00', '-0.10')).to.deep.equal(['2:19', '3:-8', '4:19.9']);
  });

  reads('comes on top of money out in a separate column')`
    Date,Details,Money Out,Money In,Fee,Balance
    2025-02-13,Transfer,100.00,,1.00,899.00 → -101
    2025-02-14,Salary,,500.00,0.00,1399.00 → 500
    2025-02-15,ATM,200.00,,5.00,1194.00 → -205
    2025-02-16,Shop,10.00,,0.00,1184.00 → -10
  `;

  reads('comes on top of money out next to a word for it', ({ report }) =>
    expect(report.evidence?.amountColumns).to.include({ rowsAgree: 3, rowsDisagree: 0 }),
  )`
    Date,Details,Direction,Amount,Charge,Balance
    2025-02-13,Send,OUT,100.00,1.00,899.00 → -101
    2025-02-14,Receive,IN,500.00,0.00,1399.00 → 500
    2025-02-15,Withdraw,OUT,200.00,5.00,1194.00 → -205
    2025-02-16,Till,OUT,10.00,0.00,1184.00 → -10
  `;

  reads('is on top of amounts that are turned as well')`
    Date,Details,Amount,Fee,Balance
    2025-02-13,Transfer,100.00,1.00,899.00 → -101
    2025-02-14,Salary,-500.00,0.00,1399.00 → 500
    2025-02-15,ATM,200.00,5.00,1194.00 → -205
    2025-02-16,Shop,10.00,0.00,1184.00 → -10
  `;

  reads('is asked about where nothing proves what it does', ({ warnings }) =>
    expect(warnings).to.contain('"Prowizja" holds fees').and.contain('fee_col_label'),
  )`
    Date,Description,Amount,Prowizja
    2025-02-01,To John,-101.70,1.50 → -101.7
    2025-02-13,Top-up,200.00,0.00 → 200
    2025-02-14,Cash,-51.20,2.00 → -51.2
  `;

  reads('makes another column the amount, where that is the rest')`
    Transaction Date,Customer,Amount,Fees,Payout
    2025-02-13,Anna,50.00,1.75,48.25 → 48.25
    2025-02-14,Ben,20.00,0.94,19.06 → 19.06
  `;

  reads('makes another column the amount, where that is the sum')`
    Datum;Empfänger;Betrag;Gebühr;Gesamt
    13.02.2025;Anna;50,00;1,75;51,75 → -51.75
    14.02.2025;Ben;20,00;0,94;20,94 → -20.94
  `;

  reads('is asked about beside two columns of amounts, in a single row, too')`
    Date,Description,Money In,Money Out,Fee
    2025-05-01,RENT,,-7800.00,-3.00 → -7800
    ⇒ warns: Column "Fee" holds fees
  `;

  reads(
    'are deducted where a column of net amounts proves it, although some fees are of no payment',
  )`
    Date,Type,Title,Amount,Fees & Taxes,Net
    2025-05-31,Sale,Order 3281144027,34.50,--,34.50 → 34.5
    2025-05-31,Fee,Processing fee,--,-1.58,-1.58 → -1.58
    2025-05-29,Refund,Order 3277019923,-18.00,--,-18.00 → -18
    2025-05-28,Fee,Listing fee,--,-0.16,-0.16 → -0.16
    ⇒ amount_col_label = Net
  `;

  reads('are part of a settled amount, added to what is bought and deducted from what is sold')`
    Time,Coin,Side,Total,Fee,Settled
    2025-02-26,BTC,Sell,"2,140,000KRW","1,070KRW","2,138,930KRW" → 2138930 KRW
    2025-02-21,XRP,Buy,"600,000KRW",300KRW,"600,300KRW" → -600300 KRW
    2025-02-17,ETH,Sell,"1,912,500KRW",956KRW,"1,911,544KRW" → 1911544 KRW
    2025-02-10,DOGE,Buy,"250,000KRW",125KRW,"250,125KRW" → -250125 KRW
    ⇒ amount_col_label = Settled
  `;

  reads('leave a column alone that has the amount of one row, where no fee was taken')`
    Date,Description,Amount,Fee,Refunded
    2025-03-01,Order 1,-34.50,1.20, → -34.5
    2025-03-02,Order 2,-18.00,0.80, → -18
    2025-03-04,Order 3,-22.40,0.90, → -22.4
    2025-03-05,Order 1 back,12.00,0.00,12.00 → 12
  `;

  reads('are asked about where only the first booking has one, which follows from no balance')`
    Date,Type,Amount,Fee,Balance
    2024-10-02,Send Money,"-20,000.00",360.00,"24,823.00" → -20000
    2024-10-04,Airtime,"-10,000.00",0.00,"14,823.00" → -10000
    2024-10-06,Cash In,"150,000.00",0.00,"164,823.00" → 150000
    ⇒ warns: Column "Fee" holds fees
  `;

  reads('is deducted from amounts that are the quantity times the price, and from the others')`
    date;status;description;type;shares;price;amount;fee;currency
    2025-05-30;Executed;STOXX Europe 600;Distribution;;;14,22;0,00;EUR → 14.22 EUR
    2025-05-21;Executed;Siemens Energy AG;Sell;8;78,20;625,60;0,99;EUR → 624.61 EUR
    2025-05-08;Executed;Allianz SE;Buy;2;355,40;-710,80;0,99;EUR → -711.79 EUR
    2025-05-02;Executed;Einzahlung;Deposit;;;1.000,00;0,00;EUR → 1000 EUR
    ⇒ fee_col_label = fee
  `;

  reads('is not deducted again from amounts that differ from that by the fee', ({ warnings }) =>
    expect(warnings).not.to.contain('holds fees'),
  )`
    Date,Type,Quantity,Price,Amount,Commission,Currency
    2025-05-21,Sell,8,78.20,624.61,0.99,EUR → 624.61 EUR
    2025-05-08,Buy,2,355.40,-711.79,0.99,EUR → -711.79 EUR
    2025-05-02,Deposit,,,1000.00,,EUR → 1000 EUR
    ⇒ no fee_col_label
  `;

  for (const [what, line, unit] of [
    ['a row of its own has it, too', '2025-05-21,Fee,,,-0.99,,EUR, → -0.99 EUR', 'EUR'],
    ['it is in coins', '2025-05-02,Deposit,,,1000.00,,EUR, → 1000 EUR', 'BNB'],
    ['one trade does not fit', '2025-05-21,Sell,3,10.00,28.00,0.99,EUR,EUR → 28 EUR', 'EUR'],
  ])
    reads(`stays open where ${what}`)`
      Date,Type,Quantity,Price,Amount,Commission,Currency,Commission currency
      2025-05-21,Sell,8,78.20,625.60,0.99,EUR,${unit ?? ''} → 625.6 EUR
      2025-05-08,Buy,2,355.40,-710.80,0.99,EUR,${unit ?? ''} → -710.8 EUR
      ${line ?? ''}
      ⇒ no fee_col_label
      ⇒ warns: Column "Commission" holds fees
    `;

  reads('is deducted together with taxes that are not part of the worth of a sale either')`
    date,type,name,symbol,shares,price,amount,fee,tax,currency
    2025-02-02,CUSTOMER_INBOUND,Jonas Wiegand,,,,1200.00,,,EUR → 1200 EUR
    2025-02-02,BUY,Core MSCI World,IE00B4L5Y983,4.0000000000,112.3400000000,-449.36,-1.00,,EUR → -450.36 EUR
    2025-02-16,BUY,Allianz,DE0008404005,0.1302080000,384.0000000000,-50.00,,,EUR → -50 EUR
    2025-03-01,INTEREST_PAYMENT,,,,,3.42,,-0.90,EUR → 2.52 EUR
    2025-03-18,SELL,SAP,DE0007164600,-5.0000000000,241.6000000000,1208.00,-1.00,-61.27,EUR → 1145.73 EUR
    ⇒ warns: "tax" is deducted together with "fee", because the amounts do not include
  `;

  it('says so where another charge may be deducted, too, or is a part of it', () => {
    const { warnings } = importOf([
      'date,type,symbol,quantity,price,amount,currency,Fee,Tax',
      '2025-02-02,BUY,Core,4,112.34,-449.36,EUR,1.20,0.20',
      '2025-03-18,SELL,SAP,5,241.60,1208.00,EUR,1.80,0.30',
    ]);
    expect(warnings).to.contain('Column "Tax" holds fees');
  });

  reads('is what adds up those to its left, in whatever words')`
    date,type,symbol,quantity,price,amount,currency,STT,Stamp duty,Brokerage
    2025-02-02,BUY,Core,4,112.34,-449.36,EUR,1.20,2.00,3.20 → -452.56 EUR
    2025-03-18,SELL,SAP,5,241.60,1208.00,EUR,1.80,2.00,3.80 → 1204.2 EUR
    ⇒ fee_col_label = Brokerage
  `;

  reads('does not come with the tax in the price of what a shop sells')`
    Date,Item,Quantity,Unit price,Total,Tax
    2025-02-02,Lamp,2,30.00,60.00,9.58 → 60
    2025-03-18,Chair,3,45.50,136.50,21.79 → 136.5
    ⇒ no fee_col_label
  `;

  reads('is no rate that includes it, and the amount no quantity that has a worth')`
    Transaction Date,Type,Market,Amount,Rate inc. fee,Rate ex. fee,Fee,Fee AUD (inc GST),GST AUD,Total AUD
    21/04/2025 10:37 AM,Buy,XRP/AUD,75.00000000,2.86840000,2.8400,2.13000000 AUD,2.13,0.19,215.13 → -215.13 AUD
    02/04/2025 04:15 PM,Sell,ADA/AUD,150.00000000,0.55046667,0.5560,0.83000000 AUD,0.83,0.08,82.57 → 82.57 AUD
    08/03/2025 09:03 PM,Sell,ETH/AUD,0.12000000,3861.00000000,3900.00,4.68000000 AUD,4.68,0.43,463.32 → 463.32 AUD
    19/02/2025 06:54 PM,Buy,BTC/AUD,0.00450000,111100.00000000,110000.00,4.95000000 AUD,4.95,0.45,499.95 → -499.95 AUD
  `;

  reads('leaves amounts that are no money with a warning')`
    type,major,minor,amount,rate,value,fee,total,datetime
    buy,btc,mxn,0.00400000,1320500.00,5282.00,0.00002600,0.00397400,02/18/2025 18:22:10 → -0.003974
    sell,eth,mxn,0.15000000,47210.50,7081.58,46.03,7035.55,02/25/2025 17:43:25 → 7035.55
    buy,xrp,mxn,310.00000000,24.85,7703.50,2.01500000,307.98500000,03/07/2025 16:32:02 → -307.985
    ⇒ no fee_col_label
    ⇒ warns: "0.00397400" has more decimals than money has
  `;

  reads('tells the net amount from one that is only without taxes')`
    Date,Type,Description,Total,Net Amount,Tax Amount,Tip Amount,Fee,Payout
    2025-05-16 09:12:44,Sale,2x flat white,8.60,7.58,1.02,0.00,0.15,8.45 → 8.45
    2025-05-16 12:39:20,Sale,Lunch,23.50,18.94,2.56,2.00,0.40,23.10 → 23.1
    2025-05-17 15:04:55,Sale,Catering deposit,1380.00,1121.95,258.05,0.00,23.32,1356.68 → 1356.68
    2025-05-21 10:47:30,Refund,Refund,-4.30,-3.79,-0.51,0.00,0.00,-4.30 → -4.3
  `;

  reads('is no balance before the amount, and the one after it no net amount')`
    ledgerDate,pspReference,reference,entryType,currency,amount,balanceBefore,balanceAfter
    2025-06-12,10200481188,ord-5501,capture,NOK,499.00,23.40,522.40 → 499 NOK
    2025-06-12,10200481422,ord-5502,capture,NOK,1290.00,522.40,1812.40 → 1290 NOK
    2025-06-12,,,payout-scheduled,NOK,-1812.40,1812.40,0.00 → -1812.4 NOK
    2025-06-13,10200490017,ord-5502,refund,NOK,-290.00,0.00,-290.00 → -290 NOK
  `;

  reads('is part of a net amount also together with the tax on it', ({ warnings }) =>
    expect(warnings).not.to.contain('fees'),
  )`
    Fecha,Folio,Tipo,Estatus,Monto,Comisión,IVA de comisión,Depósito neto,Moneda
    02/04/2025,PX70,Venta,Aprobada,350.00,-12.60,-2.02,335.38,MXN → 335.38 MXN
    05/04/2025,PX71,Venta,Aprobada,"1,280.50",-46.10,-7.38,"1,227.02",MXN → 1227.02 MXN
    05/04/2025,PX72,Venta,Declinada,"1,280.50",0.00,0.00,0.00,MXN
    17/04/2025,PX74,Reembolso,Aprobada,-350.00,0.00,0.00,-350.00,MXN → -350 MXN
    ⇒ warns: ("Declinada" 1): line 4
  `;

  reads('is deducted also where only its own currency is named')`
    Date,Market,Price,Volume,Total,Trade,Fee Currency,Fee
    2024-03-30 22:45:00,XRPINR,53.25,200.0,10650.00,Sell,INR,21.30 → 10628.7
    2024-03-25 09:20:31,ETHINR,298500.0,0.0500,14925.00,Buy,INR,29.85 → -14954.85
    2024-03-06 15:40:10,XRPINR,52.50,400.0,21000.00,Buy,INR,42.00 → -21042
  `;

  reads(
    'may be under a word for a total: that of all charges is no money of the trade, and what was ordered is not what was filled',
    ({ warnings }) => expect(warnings).not.to.contain('fee'),
  )`
    Side,Symbol,Name,Order Price,Order Qty,Order Amount,Status,Currency,Fill Qty,Fill Price,Fill Amount,Fill Time,Platform Fees,Consumption Tax,SEC Fees,Total
    Buy,NVDA,NVIDIA,130.00,10,1300.00,Filled,USD,10,129.80,1298.00,2025-02-03,0.99,0.09,0.00,1.08 → -1299.08 USD
    Sell,TSLA,Tesla,390.00,5,1950.00,Filled,USD,5,390.10,1950.50,2025-02-05,0.99,0.09,0.05,1.13 → 1949.37 USD
    Sell,AAPL,Apple,230.00,12,2760.00,Filled,USD,12,231.50,2778.00,2025-02-10,0.99,0.09,0.08,1.16 → 2776.84 USD
    ⇒ amount_col_label = Fill Amount
    ⇒ fee_col_label = Total
  `;

  reads('tells what is bought from what is sold where it is part of the amounts')`
    Trade Date,Code,Way,Units,Avg Price,Value,Brokerage,GST,Total Value,Currency
    03/02/2025,CBA,OP1,10,158.20,1582.00,3.00,0.27,1585.27,AUD → -1585.27 AUD
    10/02/2025,BHP,OP2,50,39.85,1992.50,3.00,0.27,1989.23,AUD → 1989.23 AUD
    24/02/2025,VGS,OP1,15,140.00,2100.00,3.00,0.27,2103.27,AUD → -2103.27 AUD
    ⇒ amount_type_inflow_value = OP2
    ⇒ no warns: holds fees
  `;

  reads(
    'leaves the sign open where it tells that both are in one column, and no word which is which',
  )`
    Date,Code,Value,Brokerage,Net
    03/02/2025,CBA,1582.00,3.00,1585.00 → 1585
    10/02/2025,BHP,1992.50,3.00,1989.50 → 1989.5
    24/02/2025,VGS,2100.00,3.00,2103.00 → 2103
    ⇒ warns: Nothing in the content says which sign
  `;

  reads('is part of amounts together with a tax, next to a worth without a sign')`
    Buchtag;Bezeichnung;Nominal (Stk.);Buchungsinformation;Kurs;Kurswert;Provision;KESt;Endbetrag;Währung
    05.02.2025;OMV AG;50;Kauf;38,20;1.910,00;5,90;0,00;-1.915,90;EUR → -1915.9 EUR
    14.02.2025;ERSTE GROUP;-30;Verkauf;60,10;1.803,00;5,90;82,50;1.714,60;EUR → 1714.6 EUR
    20.02.2025;OMV AG;50;Dividende;;100,00;0,00;27,50;72,50;EUR → 72.5 EUR
    ⇒ no warns: holds fees
    ⇒ no warns: Nothing in the content says which sign
  `;

  reads('is part of amounts that are the quantity times the price and all charges')`
    約定日,銘柄コード,銘柄名,売買区分,数量［株］,単価［円］,手数料［円］,税金等［円］,受渡金額［円］
    2025/02/03,7203,トヨタ自動車,買付,100,"2,850.0",115,11,"285,126" → -285126
    2025/02/10,6758,ソニーグループ,売付,200,"3,400.0",275,27,"679,698" → 679698
    2025/02/17,9984,ソフトバンクグループ,買付,100,"9,120.0",275,27,"912,302" → -912302
    ⇒ no warns: holds fees
  `;

  for (const [what, fee] of [
    ['next to one', '1.00'],
    ['without one', ''],
  ] as const)
    reads(`comes with a tax ${what} that no trade has, of which nothing says what it does`)`
      Date,Type,Ticker,Name,Quantity,Price,Amount,Commission,Withholding Tax,Currency
      2025-01-15,Buy,KO,Coca-Cola,40,62.10,-2484.00,${fee},,USD → ${fee === '' ? '-2484' : '-2485'} USD
      2025-02-13,Dividend,KO,Coca-Cola,,,19.40,,2.91,USD → 19.4 USD
      2025-03-03,Sell,KO,Coca-Cola,10,70.00,700.00,${fee},,USD → ${fee === '' ? '700' : '699'} USD
      ⇒ warns: "Withholding Tax" holds fees
    `;

  for (const [what, fee, said] of [
    ['half of them have a minus', '-1.00', 'As many amounts of column "Fee" have a minus'],
    ['none has one', '1.00', ''],
  ] as const)
    it(`is told to be taken back with a minus only where that may be its sign: ${what}`, () => {
      const lines = ['Date,Description,Amount,Fee', '2025-02-13,A,-10.00,1.00'];
      const { rows, warnings } = importOf([...lines, `2025-02-14,B,-20.00,${fee}`], {
        fee_col_label: 'Fee',
      });
      expect(rows).to.deep.equal(['2:-11', said === '' ? '3:-21' : '3:-19']);
      expect(warnings.includes('As many amounts')).to.equal(said !== '');
      expect(warnings).to.contain(said);
    });

  reads('makes what is called net the amount also where a charge in unknown words is missing')`
    Fecha,Operación,Valor,Títulos,Precio,Importe bruto,Comisión,Corros,Importe neto
    03/02/2025,COMPRA,IBERDROLA,100,"13,50","1.350,00","3,00","1,10","1.354,10" → -1354.1
    10/02/2025,VENTA,SANTANDER,200,"5,40","1.080,00","3,00","0,90","1.076,10" → 1076.1
    ⇒ no warns: fits nearly as well
  `;

  reads('is no money out on its own, although it is called charges')`
    Trade date,Ticker,Name,Order type,Shares,Price,Consideration,Charges,Stamp duty,Currency
    03/02/2025,VOD.L,Vodafone,BUY,1000,0.6850,685.00,5.95,3.43,GBP → -694.38 GBP
    20/02/2025,TSCO.L,Tesco,SELL,200,3.7820,756.40,5.95,0.00,GBP → 750.45 GBP
    24/02/2025,LLOY.L,Lloyds,BUY,2000,0.6200,1240.00,5.95,6.20,GBP → -1252.15 GBP
    ⇒ fee_col_label = Charges
  `;

  reads('leaves refunds next to a sale money out, whose fees come back')`
    Date,Name,Gross,Fee,Net
    2025-02-12,Order 3,50.00,-1.75,48.25 → 48.25
    2025-02-13,Order 1,-20.00,0.94,-19.06 → -19.06
    2025-02-14,Order 2,-30.00,1.20,-28.80 → -28.8
    ⇒ no warns: Nothing in the content says which sign
  `;

  for (const [what, header, cell] of [
    ['its header', 'Commission (EUR)', ''],
    ['a column next to it, and that of other rows', 'Commission,Fee currency', ',EUR'],
  ] as const)
    reads(`is not deducted in another currency than that of its row, by ${what}`)`
      Date,Action,Ticker,Name,Shares,Price,Total,Currency,${header}
      2025-02-03,Buy,AAPL,Apple,3,228.00,684.00,USD,2.00${cell} → -684 USD
      2025-02-10,Sell,SAP,SAP,2,265.00,530.00,EUR,2.00${cell} → 530 EUR
      2025-02-17,Buy,VOO,Vanguard,2,550.00,1100.00,USD,2.00${cell} → -1100 USD
      ⇒ no fee_col_label
      ⇒ warns: "Commission
    `;

  reads(
    'is not asked about where the only charge is a tax, and the amount is called net',
    ({ warnings }) => expect(warnings).not.to.contain('holds fees'),
  )`
    CurrencyPrimary,Symbol,Description,TradeDate,Quantity,TradePrice,Proceeds,Taxes,NetCash,Buy/Sell
    USD,AAPL,APPLE INC,20250203,10,228.01,-2280.1,0,-2281.1,BUY → -2281.1 USD
    USD,MSFT,MICROSOFT CORP,20250205,-4,415.25,1661,0,1659.954,SELL → 1659.954 USD
    GBP,VOD,VODAFONE GROUP PLC,20250212,500,0.68,-340,-1.7,-344.7,BUY → -344.7 GBP
  `;

  reads('lets words of sides be, although a tax on sales alone tells the two apart, too')`
    約定日,銘柄,取引,課税,約定数量,約定単価,手数料,税額,受渡金額/決済損益
    2025/02/03,三菱,株式現物買,--,100,1543.5,99,--,154449 → -154449
    2025/02/04,ＫＤＤＩ,株式現物売,源泉徴収,100,4512,275,8124,450925 → 450925
    2025/02/05,ｅＭＡＸＩＳ,投信金額買付,--,14312,23289,--,--,33333 → -33333
    2025/02/06,ソニー,信用返済売,源泉徴収,100,13155,412,2659,13088 → 13088
    2025/02/07,三菱商事,信用返済買,--,100,3455,385,--,-5685 → -5685
    2025/02/10,ひふみ,投信金額解約,源泉徴収,20000,61240,--,4571,122480 → 122480
    2025/02/12,任天堂,株式現物買,--,10,8320,55,--,83255 → -83255
  `;

  reads(
    'is proven by the balances around the bookings, and open where only totals of columns are stated',
  )`
    Opening balance:;;;1 000,00
    Closing balance:;;;1 094,00
    Date;Details;Out;In;Fee
    02.09.2024;Transfer;-100,00;0,00;-5,00 → -105
    03.09.2024;Salary;0,00;250,00;0,00 → 250
    05.09.2024;Cash;-50,00;0,00;-1,00 → -51
    Total:;;-150,00;250,00;-6,00
    ⇒ fee_col_label = Fee
  `;
});
