import { expect } from 'chai';
import { MASKED_CARD } from '#preflight/suggestions/direction-words';
import { reads } from './import-of.ts';

describe('a masked card number', () => {
  it('is known in the ways that banks write it', () => {
    for (const text of [
      'Shop XXXX1234',
      'xxxx xxxx xxxx 1234',
      '****-****-****-1234',
      '•• 12345',
      '4321 12XXXXXX1234',
    ])
      expect(MASKED_CARD.test(text), text).to.equal(true);
    for (const text of ['Texas 12', 'X1234', 'xx 1', 'xx 123456', 'U*****471'])
      expect(MASKED_CARD.test(text), text).to.equal(false);
  });

  it('is looked for in time that grows with the text', () => {
    expect(MASKED_CARD.test('x'.repeat(100_000))).to.equal(false);
  });
});

describe('words of direction', () => {
  reads('are learnt from the balance, but for a first row whose words tell its side')`
    Fecha Posteo,Descripción Corta,Monto Transacción,Balance,Descripción
    01/10/2024,Crédito ACH,48500.00,63710.40,Pago Nomina → 48500
    02/10/2024,Débito POS,5237.85,58472.55,SUPERMERCADO → -5237.85
    03/10/2024,DB Comisiones,100.00,58372.55,Comision → -100
    15/10/2024,Depósito,2500.00,60872.55,Tineo → 2500
    18/10/2024,Pago Tarjeta,9000.00,51872.55,tarjeta → -9000
  `;

  reads('sign the trades of a broker that has purchases as positive next to negative fees')`
    Date,Transaction type,Investments,Amount
    10 Jun 2024,Buy,VANGUARD,600.25 → -600.25
    03 Jun 2024,Cash Dividend,UKW,38.66 → 38.66
    20 May 2024,Sell,FIDELITY,-796.41 → 796.41
    15 May 2024,Service Fee,Cash,-4.12 → -4.12
    01 May 2024,Cash In,Cash,500.00 → 500
    ⇒ warns: The amounts of "Buy", "Sell" have the sign that other words are written with
  `;

  reads('leave the sign of trades alone where fees have that of the trades')`
    Date,Transaction type,Investments,Amount
    10 Jun 2024,Buy,VANGUARD,-600.25 → -600.25
    03 Jun 2024,Cash Dividend,UKW,38.66 → 38.66
    20 May 2024,Sell,FIDELITY,796.41 → 796.41
    15 May 2024,Service Fee,Cash,-4.12 → -4.12
  `;

  reads('stand in two columns where one has them for orders alone')`
    Title,Type,Timestamp,Account Currency,Total Amount,Buy / Sell
    Vodafone,DIVIDEND,2023-08-04T09:12:10.000Z,GBP,8.15, → 8.15 GBP
    Tesla,ORDER,2023-07-20T14:31:09.696Z,GBP,211.07,SELL → 211.07 GBP
    Vanguard,ORDER,2023-07-12T10:05:44.120Z,GBP,350.00,BUY → -350 GBP
    Withdrawal,WITHDRAWAL,2023-07-10T13:20:00.000Z,GBP,120.00, → -120 GBP
    Top up,TOP_UP,2023-07-05T12:30:00.000Z,GBP,500.00, → 500 GBP
    ⇒ warns: The column "Buy / Sell" is blank in some rows: these were read by the words of "Type"
  `;

  reads('are known in Bulgarian')`
    Дата,Основание,Вид на движението,Сума,Валута
    31.10.2024,Месечна такса,Дебит,4.50,BGN → -4.5 BGN
    25.10.2024,Заплата,Кредит,3215.08,BGN → 3215.08 BGN
    14.10.2024,Кредитен превод,Дебит,180.00,BGN → -180 BGN
  `;

  reads('are known behind a word for a slip, beside deposits that are called otherwise')`
    Fecha de Sistema;Descripción motivo;Transacción;Valor Total
    02/07/2024;Abono Nomina Pago;Nota Crédito;$ 4.850.000,00 → 4850000
    02/07/2024;Descuento Transferencia Pse;Nota Débito;$ 312.450,00 → -312450
    03/07/2024;Compra Con Tarjeta;Nota Débito;$ 187.320,00 → -187320
    12/07/2024;Efectivo;Consignación;$ 600.000,00 → 600000
  `;

  reads('are not needed where the accounts of the two parties tell, of which one is in every row')`
    Ամսաթիվ;Ելքագրվող հաշիվ;Շահառուի հաշիվ;Վճարող/Շահառու;Գումար;Արժույթ
    30/01/2025;1570048213650100;2200412345670014;Անի;15,000.00;AMD → -15000 AMD
    29/01/2025;1570048213650100;1570099900011100;ՍԱՍ;6,350.00;AMD → -6350 AMD
    24/01/2025;1570048213650100;1930087654320200;Գոռ;50,000.00;AMD → -50000 AMD
    15/01/2025;1570012345678900;1570048213650100;ՍՊԸ;480,000.00;AMD → 480000 AMD
  `;

  reads('are known in polite Japanese, with taxes and dividends')`
    約定日,取引区分,銘柄名,数量,受渡金額
    2023/06/01,ご入金,即時入金,,"300,000" → 300000
    2023/06/05,お買付,任天堂,10株,"59,860" → -59860
    2023/06/20,配当金,ＫＤＤＩ,100株,"5,579" → 5579
    2023/06/26,ご売却,三菱ＵＦＪ,100株,"104,652" → 104652
    2023/06/28,譲渡益税徴収,特定口座,,"1,625" → -1625
    2023/07/11,ご出金,銀行振込,,"50,000" → -50000
  `;
});
