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
});
