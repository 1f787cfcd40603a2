import { expect } from 'chai';
import { readBookings } from '../../../../scripts/corpora/read-bookings.ts';
import { roundTrip } from './round-trip-of.ts';
import type { Settings } from './round-trip-of.ts';
import type { CsvReport } from '../../../../shared/imports/report.ts';

const NOW = new Date('2025-06-15T12:00:00Z');

/** The signed amounts that the suggested settings read. */
function read(lines: string[]): {
  settings: Settings;
  amounts: string[];
  first: CsvReport;
  second: CsvReport;
} {
  const content = Buffer.from(lines.join('\n'));
  const { settings, first, second } = roundTrip(content, NOW);
  expect(second.errors, JSON.stringify(settings)).to.deep.equal([]);
  const amounts = readBookings(content, settings, NOW).map(({ cents }) => (cents / 100).toFixed(2));
  return { settings, amounts, first, second };
}

describe('the sign of a card on which spending is positive', () => {
  const rows = [
    '03.03.2025;5412 34XX XXXX 1234;MIGROS BERN;45.20',
    '07.03.2025;5412 34XX XXXX 1234;SBB MOBILE;12.80',
    '09.03.2025;5412 34XX XXXX 1234;HOTEL POST;310.00',
  ];
  const HEADER = 'Datum;Kartennummer;Händler;Betrag';

  it('is turned where the payment of the owner is negative', () => {
    const { amounts } = read([HEADER, ...rows, '28.03.2025;;IHRE ZAHLUNG - BESTEN DANK;-368.00']);
    expect(amounts).to.deep.equal(['-45.20', '-12.80', '-310.00', '368.00']);
  });

  it('is turned with a warning where the distribution alone speaks for it', () => {
    const { amounts, first, second } = read([HEADER, ...rows]);
    expect(amounts).to.deep.equal(['-45.20', '-12.80', '-310.00']);
    expect(second.evidence?.sign.basis).to.equal('sent');
    expect(first.warnings.join()).to.contain('money out is positive');
  });
});

describe('a column that says debit or credit', () => {
  for (const word of ['Belastung', 'Debito', 'Débit', 'Debit', 'Af', 'Dare']) {
    it(`counts when every row is money out: ${word}`, () => {
      const { amounts } = read([
        'Date;Type;Merchant;Amount',
        `03.03.2025;${word};Shop;45.20`,
        `07.03.2025;${word};Market;12.80`,
        `09.03.2025;${word};Hotel;310.00`,
      ]);
      expect(amounts).to.deep.equal(['-45.20', '-12.80', '-310.00']);
    });
  }
});

describe('the amount', () => {
  it('is not one half of a pair of columns', () => {
    const { settings, amounts } = read([
      'Date;Communication;Montant débité (CHF);Montant crédité (CHF)',
      '03.03.2025;Loyer;1650.00;',
      '07.03.2025;Salaire;;5200.00',
      '09.03.2025;Courses;84.10;',
    ]);
    expect(amounts).to.deep.equal(['-1650.00', '5200.00', '-84.10']);
    expect(settings).not.to.have.property('amount_col_label');
  });

  for (const [part, whole] of [
    ['Einzelbetrag', 'Belastung'],
    ['Sous-montant', 'Débit'],
  ] as const) {
    it(`is not the part of a collective booking: ${part}`, () => {
      const credit = whole === 'Débit' ? 'Crédit' : 'Gutschrift';
      const { settings, amounts } = read([
        `Datum;Text;${part};${whole};${credit};Valuta`,
        '03.03.2025;Sammelauftrag;;300.00;;03.03.2025',
        ';Miete;250.00;;;',
        ';Strom;50.00;;;',
        '07.03.2025;Lohn;;;5200.00;07.03.2025',
        '09.03.2025;Laden;;84.10;;09.03.2025',
      ]);
      expect(amounts).to.deep.equal(['-300.00', '5200.00', '-84.10']);
      expect(settings).to.include({ outflow_col_label: whole, skip_incomplete_rows: true });
    });
  }

  it('is not a date of value, though its days are numbers', () => {
    const { amounts } = read([
      'Date;Libellé;Montant débité (CHF);Date de valeur',
      '03.03.2025;Loyer;1650.00;20250303',
      '07.03.2025;Assurance;200.00;20250307',
      '09.03.2025;Courses;84.10;20250310',
    ]);
    expect(amounts).to.deep.equal(['-1650.00', '-200.00', '-84.10']);
  });
});
