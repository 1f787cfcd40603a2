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
