import { expect } from 'chai';
import { readStatement } from '../../../../scripts/corpora/read-bookings.ts';
import { roundTrip } from './round-trip-of.ts';
import type { Settings } from './round-trip-of.ts';
import type { CsvReport } from '#preflight/report';

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
  const amounts = readStatement(content, settings, NOW).bookings.map(({ cents }) =>
    (cents / 100).toFixed(2),
  );
  return { settings, amounts, first, second };
}

describe('the sign of a card on which spending is positive', () => {
  const rows = [
    '03.03.2025;5412 34XX XXXX 1234;MIGROS BERN;45.20',
    '07.03.2025;5412 34XX XXXX 1234;SBB MOBILE;12.80',
    '09.03.2025;5412 34XX XXXX 1234;HOTEL POST;310.00',
  ];
  const HEADER = 'Datum;Kartennummer;Händler;Betrag';

  it('is turned where a category says that the negative rows are payments', () => {
    const { amounts } = read([
      'Date,Details,Amount,Category',
      '03/17/2025,GROCER,45.20,Food',
      '03/18/2025,FUNICULAR,12.80,Travel',
      '03/19/2025,HARDWARE,31.00,Home',
      '03/28/2025,FULL BALANCE,-89.00,Payments and Credits',
    ]);
    expect(amounts).to.deep.equal(['-45.20', '-12.80', '-31.00', '89.00']);
  });

  it('is turned where the payment of the owner is negative', () => {
    const { amounts } = read([HEADER, ...rows, '28.03.2025;;IHRE ZAHLUNG - BESTEN DANK;-368.00']);
    expect(amounts).to.deep.equal(['-45.20', '-12.80', '-310.00', '368.00']);
  });

  it('is turned with a warning where the distribution alone speaks for it', () => {
    const { amounts, first, second } = read([HEADER, ...rows]);
    expect(amounts).to.deep.equal(['-45.20', '-12.80', '-310.00']);
    for (const { warnings } of [first, second]) {
      expect(warnings.join()).to.contain('money out is positive');
    }
    expect(second.evidence?.sign.basis).to.equal('distribution');
  });
});

describe('a column that says debit or credit', () => {
  it('is not the day or the payee, although all money in is of one of them', () => {
    const { settings } = read([
      'Date;Payee;Amount;Kind of entry;Balance',
      '03.03.2025;Shop;5.00;Debet;95.00',
      '14.03.2025;Employer;300.00;Kredit;395.00',
      '15.03.2025;Cinema;7.00;Debet;388.00',
      '16.03.2025;Shop;8.00;Debet;380.00',
    ]);
    expect(settings).to.include({
      entity_type_col_label: 'Kind of entry',
      amount_type_inflow_value: 'Kredit',
    });
  });

  it('may say so by the initials of its header', () => {
    const { amounts } = read([
      'Fecha;Concepto;Importe;Debe/Haber',
      '03.03.2025;Luz;45,08;D',
      '07.03.2025;Nómina;302,30;H',
      '14.03.2025;Cine;11,64;D',
    ]);
    expect(amounts).to.deep.equal(['-45.08', '302.30', '-11.64']);
  });

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

describe('the day', () => {
  it('is that of the booking, not of the value, whatever the booking’s is called', () => {
    const { settings } = read([
      'Data do movimento;Data-valor;Descrição;Montante',
      '03.03.2025;04.03.2025;Renda;-650.00',
      '14.03.2025;15.03.2025;Salário;1200.00',
    ]);
    expect(settings).to.include({ date_col_label: 'Data do movimento' });
  });

  it('is not that of the export, which is the same in every row', () => {
    const { settings } = read([
      'Date of report;Data di registrazione;Description;Amount',
      ...['03', '04', '05', '14', '15'].map((day) => `31.03.2025;${day}.03.2025;Shop ${day};-5.20`),
    ]);
    expect(settings).to.include({ date_col_label: 'Data di registrazione' });
  });
});

describe('the amount', () => {
  it('is one half of a pair where zeros stand in the other', () => {
    const { amounts } = read([
      'Date;Payee;Withdrawn;Credit;Balance',
      '03.03.2025;Shop;5.20;0.00;94.80',
      '04.03.2025;Salary;0.00;10.00;104.80',
      '05.03.2025;Shop;1.30;0.00;103.50',
      '14.03.2025;Shop;2.50;0.00;101.00',
    ]);
    expect(amounts).to.deep.equal(['-5.20', '10.00', '-1.30', '-2.50']);
  });

  it('is told from money in by the balance where neither of two headers is known', () => {
    const { amounts } = read([
      'Date,Payee,Plim,Plom,Balance',
      '2025-03-03,Wages,900.00,,1000.00',
      '2025-03-14,Shop,,20.00,980.00',
      '2025-03-17,Cafe,,5.00,975.00',
      '2025-03-18,Gift,25.00,,1000.00',
    ]);
    expect(amounts).to.deep.equal(['900.00', '-20.00', '-5.00', '25.00']);
  });

  it('is found under an unknown word where a minus stands behind it', () => {
    const { amounts } = read([
      'Dátum;Leírás;Tranzakció összege',
      '03.03.2025;Pékség;14,21-',
      '14.03.2025;Mozi;78,60-',
      '15.03.2025;Mozi;8,60-',
    ]);
    expect(amounts).to.deep.equal(['-14.21', '-78.60', '-8.60']);
  });

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
