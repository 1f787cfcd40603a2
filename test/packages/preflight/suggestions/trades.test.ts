import { expect } from 'chai';
import { judge } from '../judge.ts';
import { sentences } from '../sentences.ts';
import { reads } from './import-of.ts';

describe('lists of trades', () => {
  reads(
    'have a fee on top where most amounts are quantity times price, and some prices are foreign',
  )`
    Czas;Papier;K/S;Liczba;Kurs;Waluta;Prowizja;Waluta;Wartość;Waluta
    27.06.2024 16:49:58;XTB;S;40;68,94;PLN;10,75;PLN;2 757,60;PLN → 2746.85 PLN
    19.06.2024 09:00:00;VANGUARD;K;8;125,22;EUR;12,60;PLN;4 343,33;PLN → -4355.93 PLN
    04.06.2024 12:31:07;ORLEN;K;45;64,71;PLN;11,36;PLN;2 911,95;PLN → -2923.31 PLN
    22.04.2024 15:12:44;KGHM;K;12;139,35;PLN;6,52;PLN;1 672,20;PLN → -1678.72 PLN
    ⇒ fee_col_label = Prowizja
  `;

  reads('count single pieces where the headers name quantity and price')`
    date,type,name,symbol,shares,price,amount,fee,tax,currency
    2025-01-03,CUSTOMER_INBOUND,Erika,,,,1500.00,,,EUR → 1500 EUR
    2025-01-07,BUY,Rheinmetall,DE0007030009,1.0000000000,618.4000000000,-618.40,-1.00,,EUR → -619.4 EUR
    2025-03-12,SELL,Rheinmetall,DE0007030009,-1.0000000000,1244.0000000000,1244.00,-1.00,-164.47,EUR → 1078.53 EUR
  `;

  reads('take the net amount beside a trade of one piece, whose worth is its price')`
    Transaction Date,Action,Symbol,Description,Quantity,Price,Gross Amount,Commission,Net Amount,Currency
    2024-12-31,DIV,ZAG,DIST ON 90 SHS,0.00000,0.00000000,0.00,0.00,4.05,CAD → 4.05 CAD
    2024-11-18,Sell,NVDA,NVIDIA CORP,-5.00000,140.15000000,700.75,-4.97,695.78,USD → 695.78 USD
    2024-10-17,Buy,ZAG,BMO BOND ETF,90.00000,14.07000000,-1266.30,0.00,-1266.30,CAD → -1266.3 CAD
    2024-08-09,Sell,VCN,VANGUARD,-40.00000,45.12000000,1804.80,-4.99,1799.81,CAD → 1799.81 CAD
    2024-06-11,Buy,MSFT,MICROSOFT CORP,1.00000,439.85000000,-439.85,-4.95,-444.80,USD → -444.8 USD
    2024-06-03,Buy,VEQT,VANGUARD ALL-EQUITY,60.00000,30.41000000,-1824.60,0.00,-1824.60,CAD → -1824.6 CAD
    2024-05-02,CON,,CONTRIBUTION,0.00000,0.00000000,0.00,0.00,3000.00,CAD → 3000 CAD
    ⇒ amount_col_label = Net Amount
  `;

  reads('are signed by their words where charges say that the signs are those of the pieces')`
    Timestamp,Transaction Type,Asset,Quantity Transacted,Price Currency,Price at Transaction,Subtotal,Total (inclusive of fees),Fees
    2024-06-21,Withdrawal,EUR,-300,EUR,1.00,-300.00,-300.00,0.00 → -300 EUR
    2024-06-20,Sell,BTC,-0.005,EUR,60712.44,-303.56,-299.04,4.52 → 299.04 EUR
    2024-05-03,Buy,ETH,0.08,EUR,2881.35,230.51,234.49,3.98 → -234.49 EUR
    2024-04-02,Buy,BTC,0.0075,EUR,61204.10,459.03,465.88,6.85 → -465.88 EUR
    2024-04-02,Deposit,EUR,1000,EUR,1.00,1000.00,1000.00,0.00 → 1000 EUR
    ⇒ warns: "Sell", "Buy"
  `;

  reads('take what was paid, with the charges in it, where no column has the worth')`
    Ordernr.;Aan-/verkoop;Instrument;Status;Datum uitvoering;Uitgevoerd aantal;Gem. koers;Munt;Makelaarsloon;Beurstaks;Nettobedrag
    31200914;Aankoop;AGEAS;Uitgevoerd;03/06/2024;15;45,4200;EUR;5,00;2,38;688,68 → -688.68 EUR
    31171035;Verkoop;KBC;Uitgevoerd;21/05/2024;8;68,5400;EUR;5,00;1,92;541,40 → 541.4 EUR
    31165502;Aankoop;PROXIMUS;Uitgevoerd;16/05/2024;60;7,0500;EUR;5,00;1,48;429,48 → -429.48 EUR
    ⇒ amount_col_label = Nettobedrag
    ⇒ no warns: holds fees
  `;

  reads('take what was executed, not what was ordered, in Chinese as well')`
    方向,代碼,名稱,訂單價格,訂單數量,訂單金額,交易狀態,下單時間,幣種,成交數量,成交價格,成交金額,成交時間,佣金,交收費,合計費用
    賣出,00700,騰訊控股,384.600,100,"38,460.00",全部成交,2024/06/27 10:14:02 (香港),HKD,100,384.600,"38,460.00",2024/06/27 10:15:47 (香港),11.54,2.00,13.54 → 2024-06-27 38446.46 HKD
    買入,AAPL,蘋果,209.50,12,"2,514.00",全部成交,2024/06/18 10:02:11 (美東),USD,12,209.48,"2,513.76",2024/06/19 10:02:12 (美東),0.99,0.04,1.03 → 2024-06-19 -2514.79 USD
    買入,00005,匯豐控股,67.900,800,"54,320.00",部成已撤,2024/05/08 11:40:00 (香港),HKD,400,67.900,"27,160.00",2024/05/08 11:52:31 (香港),8.15,2.00,10.15 → 2024-05-08 -27170.15 HKD
    賣出,09988,阿里巴巴,70.000,500,"35,000.00",全部成交,2024/05/02 09:31:55 (香港),HKD,500,70.000,"35,000.00",2024/05/02 09:31:56 (香港),10.50,2.00,12.50 → 2024-05-02 34987.5 HKD
  `;

  reads('have no currency from that of a fee')`
    Data e hora;Mercado;Operação;Quantidade executada;Preço médio;Total executado;Taxa;Moeda da taxa
    05/02/2024 10:41:22;BTC/BRL;Compra;0,00500000;213.850,50;1.069,25;0,00003500;BTC → -1069.25
    20/02/2024 22:15:36;BTC/BRL;Venda;0,00200000;258.011,20;516,02;3,61000000;BRL → 516.02
    13/03/2024 09:44:27;BTC/BRL;Compra;0,00150000;364.870,00;547,31;0,00001050;BTC → -547.31
    ⇒ no currency_col_label
    ⇒ warns: Column "Taxa" holds fees
  `;

  reads('have the sign of the pieces also where the price of a bond is a percentage')`
    Buchungstag;Stück / Nom.;Bezeichnung;WKN;Währung;Ausführungskurs;Umsatz in EUR
    26.06.2024;8,391;VANG.FTSE;A1JX52;EUR;119,180;1.000,04 → -1000.04 EUR
    14.06.2024;-40,000;SAP SE;716460;EUR;176,840;-7.073,60 → 7073.6 EUR
    18.03.2024;-120,000;TELEKOM;555750;EUR;21,985;-2.638,20 → 2638.2 EUR
    12.02.2024;5.000,000;BUNDANL;114175;EUR;98,110;4.905,50 → -4905.5 EUR
    ⇒ warns: By its quantities
  `;

  reads('take what was settled in the currency of the account')`
    Borderel;Datum;Verrichting;Effect;Aantal;Koers;Munt;Bruto bedrag;Makelaarsloon;Beurstaks;Netto bedrag;Wisselkoers;Netto bedrag in EUR
    B29;20/06/2024;Aankoop;IWDA;25;95,7160;EUR;2392,90;7,50;2,87;2403,27;;2403,27 → -2403.27 EUR
    B10;11/06/2024;Verkoop;ARGENX;3;352,4000;EUR;1057,20;7,50;3,70;1046,00;;1046,00 → 1046 EUR
    B73;29/05/2024;Aankoop;PEPSICO;20;174,1100;USD;3482,20;14,95;12,19;3509,34;1,0826;3241,59 → -3241.59 EUR
    B02;15/05/2024;Aankoop;IWDA;25;93,2800;EUR;2332,00;7,50;2,80;2342,30;;2342,30 → -2342.3 EUR
  `;

  reads('deduct both fees of two')`
    Дата;Инструмент;Вид;Количество;Цена;Сумма сделки;Комиссия брокера;Комиссия биржи;Валюта
    02.04.2024;Сбербанк;Покупка;100;301,42;30 142,00;10,55;9,04;RUB → -30161.59 RUB
    03.05.2024;ГАЗПРОМ;Продажа;200;155,87;31 174,00;10,91;9,35;RUB → 31153.74 RUB
    16.05.2024;ЛУКОЙЛ;Покупка;6;7 621,50;45 729,00;16,01;13,72;RUB → -45758.73 RUB
    ⇒ warns: is deducted together with
  `;

  reads('are signed by Indonesian words, next to lots of hundred')`
    No,Tanggal,Kode Saham,Transaksi,Harga,Lot,Nilai Transaksi,Biaya,Total
    3,15 Okt 2024,BBCA,Beli,Rp10.500,5,Rp5.250.000,Rp7.875,Rp5.257.875 → -5257875 IDR
    5,24 Sep 2024,ADRO,Jual,Rp3.850,12,Rp4.620.000,Rp11.550,Rp4.608.450 → 4608450 IDR
    7,20 Agu 2024,BMRI,Beli,Rp7.075,8,Rp5.660.000,Rp8.490,Rp5.668.490 → -5668490 IDR
  `;

  reads('take what was executed where the words for it come last, by the words of other languages')`
    Data,Papel,Operação,Status,Preço,Qtd,Preço médio,Qtd executada,Total,Total executado
    08/01/2024,PETR4,Compra,Executada,"37,85",200,"37,84",200,"7.570,00","7.568,00" → -7568
    17/01/2024,ITSA4,Compra,Executada,"10,02",500,"10,01",500,"5.010,00","5.005,00" → -5005
    06/03/2024,ITSA4,Venda,Parc. Executada,"10,70",500,"10,70",300,"5.350,00","3.210,00" → 3210
    ⇒ amount_col_label = Total executado
  `;

  for (const [buy, sell] of [
    ['Mua', 'Bán'],
    ['Cumparare', 'Vanzare'],
    ['Αγορά', 'Πώληση'],
    ['ซื้อ', 'ขาย'],
    ['شراء', 'بيع'],
    ['Pirkimas', 'Pardavimas'],
  ] as const)
    reads(`are signed by ${buy} and ${sell}`)`
      Date,Security,Order,Quantity,Price,Value
      2024-01-11,TLV,${buy},500,24.46,12230.00 → -12230
      2024-01-18,SNP,${sell},1000,5.81,5810.00 → 5810
      2024-01-25,MSFT,${buy},3,404.52,1213.56 → -1213.56
    `;

  reads(
    'take what was paid, not a worth in the currency that its header names, where few have charges',
  )`
    Datum;Art;Wertpapier;Stück;Kurs;Kurswert EUR;Gebühr;Steuer;Betrag EUR
    02.01.2024;Kauf;AAPL;10;100,00;1.000,00;5,00;0,00;1.005,00 → -1005 EUR
    03.01.2024;Verkauf;MSFT;4;50,00;200,00;5,00;1,00;194,00 → 194 EUR
    04.01.2024;Kauf;VTI;3;200,00;600,00;0,00;0,00;600,00 → -600 EUR
    05.01.2024;Kauf;VTI;2;201,00;402,00;0,00;0,00;402,00 → -402 EUR
    08.01.2024;Verkauf;VTI;2;210,00;420,00;0,00;0,00;420,00 → 420 EUR
  `;

  reads('do not take what a sale earned for what was executed')`
    Date,Symbol,Side,Quantity,Price,Value,Realized value
    2024-01-02,AAPL,Sell,10,100.00,1000.00,120.00 → 1000
    2024-01-03,MSFT,Buy,4,50.00,200.00,0.00 → -200
    2024-01-04,VTI,Sell,3,200.00,600.00,44.00 → 600
  `;

  reads('take what was ordered where only a price was executed')`
    Datum;Fonds;Auftragsbetrag;Ausführungskurs;Anteile
    02.01.2024;DWS;100,00;80,00;1,2500 → 100
    01.02.2024;DWS;100,00;82,26;1,2157 → 100
    01.03.2024;DWS;100,00;82,95;1,2055 → 100
  `;

  reads('have sides by charges also under unknown words for quantity and price')`
    Fecha;Tipo;Valor;Nominales;Cotizacion;Comision;Importe
    02/01/2024;OPA;Telefonica;100;4,00;5,00;405,00 → -405
    03/01/2024;OPB;Repsol;50;14,00;5,00;695,00 → 695
    16/01/2024;OPA;Iberdrola;20;11,00;5,00;225,00 → -225
    17/01/2024;OPB;Iberdrola;20;12,00;5,00;235,00 → 235
  `;

  reads('keep signs that charges confirm, whatever their words say')`
    Date,Type,Symbol,Gross,Fee,Amount
    2024-01-02,Sell,AAPL,1000.00,5.00,-1005.00 → -1005
    2024-01-03,Buy,MSFT,200.00,5.00,195.00 → 195
    2024-01-04,Deposit,Cash,500.00,0.00,500.00 → 500
  `;

  reads('are no bills with a quantity and a price, whose money has another word')`
    Date,Supplier,Volume,Price,Bill
    2024-01-02,Gas Co,400,0.30,130.00 → 130
    2024-02-02,Gas Co,350,0.30,115.00 → 115
    2024-03-02,Gas Co,300,0.30,100.00 → 100
  `;

  reads('have no fee in what members pay')`
    日付,摘要,収入,会費,残高
    2024/01/02,田中,3000,,13000 → 3000
    2024/01/13,鈴木,,500,12500 → -500
    2024/01/24,佐藤,5000,,17500 → 5000
  `;

  reads('are not signed by one short word of two')`
    Tanggal,Jenis,Keterangan,Jumlah
    02/01/2024,Ban,Toko,500000 → 500000
    13/01/2024,Bayar,Toko,70000 → 70000
    ⇒ warns: Nothing in the content says which sign
  `;

  it('take no quantity for money', () => {
    const report = judge([
      'Name,Symbol,Side,Status,Filled,Total Qty,Avg Price,Filled Time',
      'Apple Inc,AAPL,Sell,Filled,6,6,172.50,03/15/2024 09:30:02 EDT',
      'NVIDIA,NVDA,Buy,Filled,2,2,878.36,03/13/2024 11:02:17 EDT',
      'Palantir,PLTR,Sell,Filled,80,80,25.11,02/21/2024 09:37:12 EST',
    ]);
    expect(report.errorsCount).to.equal(1);
    expect(sentences(report).join()).to.include('are read with the type TradeImport');
  });

  it('are refused where no column has their money, with the type that reads them', () => {
    const report = judge([
      'symbol,isin,trade_date,trade_type,quantity,price,trade_id',
      'TATAMOTORS,INE155A01022,2024-01-08,buy,25,789.40,25301177',
      'HDFCBANK,INE040A01034,2024-01-17,sell,7,1562.55,26110934',
    ]);
    expect(report.errors.map(({ code }) => code)).to.deep.equal(['missing_required_headers']);
    expect(sentences(report)).to.include(
      'Trades of securities are read with the type TradeImport, with this one only their money: 0 of 2.',
    );
  });
});
