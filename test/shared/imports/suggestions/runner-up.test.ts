import { expect } from 'chai';
import { roundTrip } from './round-trip-of.ts';

const NOW = new Date('2025-06-15T12:00:00Z');
const judge = (lines: string[]): ReturnType<typeof roundTrip> =>
  roundTrip(Buffer.from(lines.join('\n')), NOW);

describe('a reading that comes close to the best one', () => {
  it('is named, and lowers the confidence of the columns in question', () => {
    const { first } = judge([
      'Buchungstag;Text;Betrag;Umsatz',
      '01.03.2025;Miete;-650,00;-640,00',
      '02.03.2025;Lohn;2.100,00;2.000,00',
      '03.03.2025;Laden;-13,40;-12,40',
    ]);
    expect(first.warnings.join()).to.match(
      /The amount was taken from "Betrag", but "Umsatz" fits nearly as well/,
    );
    expect(first.suggestions?.amount_col_label?.confidence).to.equal(0.5);
    expect(first.suggestions?.date_col_label?.confidence).to.equal(0.5);
  });

  it('is not named where a balance proves the best one', () => {
    const { first } = judge([
      'Buchungstag;Text;Betrag;Umsatz;Saldo',
      '01.03.2025;Miete;-650,00;-640,00;350,00',
      '02.03.2025;Lohn;2.100,00;2.000,00;2.450,00',
      '03.03.2025;Laden;-13,40;-12,40;2.436,60',
    ]);
    expect(first.warnings.join()).not.to.contain('fits nearly as well');
    expect(first.suggestions?.amount_col_label?.value).to.equal('Betrag');
  });

  it('is not a value date', () => {
    const { first } = judge([
      'Buchungstag;Valuta;Text;Betrag',
      '01.03.2025;02.03.2025;Miete;-650,00',
      '02.03.2025;02.03.2025;Lohn;2.100,00',
    ]);
    expect(first.warnings.join()).not.to.contain('fits nearly as well');
  });
});

describe('more income than spending, without a word for either', () => {
  it('is no evidence for the sign', () => {
    const { second } = judge([
      'Date,Payee,Amount',
      '2025-03-14,Jollibee,450.00',
      '2025-03-16,Lazada,199.00',
      '2025-03-21,Thanks,-300.00',
    ]);
    expect(second.evidence?.sign).to.deep.equal({ basis: 'none' });
    expect(second.warnings.join()).to.contain('signage_convention');
  });
});
