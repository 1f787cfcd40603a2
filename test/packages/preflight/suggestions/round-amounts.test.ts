import { expect } from 'chai';
import { importOf, reads } from './import-of.ts';

describe('a column of fees that nothing proves', () => {
  reads('is deducted from round amounts, with a doubt', ({ warnings }) =>
    expect(warnings).not.to.contain('holds fees'),
  )`
    Date,Libellé,Montant,Frais
    2024-04-04,Envoi à Aya,-10000,100 → -10100
    2024-04-08,Rechargement,50000,500 → 49500
    2024-04-12,Retrait,-40000,590 → -40590
    ⇒ fee_col_label = Frais
    ⇒ warns: The fees in column "Frais" were deducted, since the amounts are round without them
  `;

  it('stays in doubt when the suggestion is sent back', () => {
    const lines = [
      'Date,Libellé,Montant,Frais',
      '2024-04-04,Envoi à Aya,-10000,100',
      '2024-04-08,Salaire,152310,0',
      '2024-04-12,Retrait,-40000,590',
    ];
    const { settings, rows } = importOf(lines);
    const again = importOf(lines, settings);
    expect(again.rows).to.deep.equal(rows);
    expect(again.warnings).to.contain('were deducted');
  });

  reads('is part of amounts that are round with it')`
    Date,Libellé,Montant,Frais
    2024-04-04,Envoi à Aya,-10100,100 → -10100
    2024-04-08,Rechargement,49500,500 → 49500
    2024-04-12,Retrait,-40590,590 → -40590
    ⇒ no fee_col_label
    ⇒ warns: Column "Frais" holds fees
  `;

  reads('is part of what was paid for pieces, for which people pay round sums')`
    Date,Ticker,Quantity,Total paid,Fee
    2024-04-04,VWCE,3.1841,-400.00,0.60 → -400
    2024-04-08,VWCE,3.0911,-390.00,0.58 → -390
    2024-04-12,VWCE,-1.5,195.20,0.30 → 195.2
    ⇒ no fee_col_label
  `;

  reads('is part of amounts by which the balance moves, though the other side got all of them')`
    Дата;Деталі операції;Сума в валюті картки (UAH);Сума в валюті операції;Валюта;Сума комісій (UAH);Залишок
    16.10.2024;Скасування;689,00;689,00;UAH;—;22142,79 → 689 UAH
    12.10.2024;Rozetka;-689,00;-689,00;UAH;—;21453,79 → -689 UAH
    08.10.2024;Google One;-450,75;-9,99;EUR;—;22142,79 → -450.75 UAH
    07.10.2024;Зарплата;21350,00;21350,00;UAH;—;22593,54 → 21350 UAH
    05.10.2024;Переказ на картку;-205,00;-205,00;UAH;5,00;1243,54 → -205 UAH
    02.10.2024;Аврора;-132,00;-132,00;UAH;—;1448,54 → -132 UAH
    ⇒ no fee_col_label
    ⇒ no warns: moves by
  `;

  reads('is deducted from a single amount that is as round as can be')`
    Datum zaúčtování;Název protiúčtu;Zaúčtovaná částka;Poplatek
    17.01.2025;Skischule;-6 352,50;-220,00 → -6572.5
    14.01.2025;Bankomat;-2 000,00;-40,00 → -2040
    09.01.2025;Mzda;46 218,00; → 46218
    ⇒ warns: The fees in column "Poplatek" were deducted
  `;
});
