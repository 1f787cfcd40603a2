import { expect } from 'chai';
import { judge, roundTrip } from '../judge.ts';
import { sentences } from '../sentences.ts';

const ALL = { basis: 'balance', rowsAgree: 3, rowsDisagree: 0 };

describe('totals of debits and credits in words', () => {
  /** No word of a booking and no distribution says which sign money out has. */
  const rows = (sign: 1 | -1): string[] => [
    `2025-03-03,Ana,${(sign * 5).toFixed(2)}`,
    `2025-03-04,Ben,${(sign * 17.5).toFixed(2)}`,
    `2025-03-05,Cy,${(sign * -9).toFixed(2)}`,
  ];
  const HEADER = 'Date,Payee,Amount';

  it('prove the sign, above the table or below it', () => {
    const words = ['Total credits: 22.50', 'Total debits: 9.00'];
    for (const lines of [
      [...words, HEADER, ...rows(1)],
      [HEADER, ...rows(1), ...words],
      [HEADER, ...rows(1), 'Total credits,,22.50', 'Total debits,,-9.00'],
    ]) {
      const { second } = roundTrip(lines);
      expect(second.errors).to.deep.equal([]);
      expect(second.evidence?.sign, lines.join('|')).to.deep.equal(ALL);
      expect(sentences(second).join()).not.to.match(/sign|total/);
    }
  });

  it('prove that the sign is the other one', () => {
    const { first, settings, second } = roundTrip([
      'Summe Belastungen;22.50',
      'Summe Gutschriften;9.00',
      ...[HEADER, ...rows(1)].map((line) => line.replaceAll(',', ';')),
    ]);
    expect(settings).to.include({ signage_convention: 'inflows_negative' });
    expect(first.suggestions?.signage_convention?.confidence).to.equal(0.95);
    expect(second.evidence?.sign).to.deep.equal({ ...ALL, basis: 'balance' });
    expect(sentences(second)).to.deep.equal([]);
  });

  it('are known in any case and number of the word', () => {
    for (const [credits, debits] of [
      ['Suma uznań', 'Suma obciążeń'],
      ['Kopā kredīts', 'Kopā debets'],
      ['Totale accrediti', 'Totale addebiti'],
    ] as const) {
      const lines = [HEADER, ...rows(1), `${credits},,22.50`, `${debits},,9.00`];
      const { second } = roundTrip(lines);
      expect(second.evidence?.sign, credits).to.deep.equal(ALL);
      expect(sentences(second).join(), credits).not.to.contain('total');
    }
  });

  it('may be in a separate table, too: their words above them', () => {
    const { second } = roundTrip([
      'Opening balance,Total debits,Total credits',
      '10.00,9.00,22.50',
      '',
      HEADER,
      ...rows(1),
    ]);
    expect(second.evidence?.sign).to.deep.equal(ALL);
  });

  it('say so where the sign that was sent contradicts them', () => {
    const { evidence, warnings } = judge(
      [HEADER, ...rows(1), ',Total credits,22.50', ',Total debits,9.00'],
      { footer_rows_to_skip: 2, signage_convention: 'inflows_negative' },
    );
    expect(evidence?.sign).to.deep.equal({ basis: 'sent' });
    expect(sentences({ warnings }).join()).to.contain('fit the amounts with the opposite sign');
  });

  it('prove nothing of the sign when both are the same', () => {
    const { second } = roundTrip([
      HEADER,
      '2025-03-03,Ana,5.00',
      '2025-03-04,Ben,4.00',
      '2025-03-05,Cy,-9.00',
      ',Total credits,9.00',
      ',Total debits,9.00',
    ]);
    expect(second.evidence?.sign.basis).to.equal('none');
    expect(second.evidence?.amountColumns.basis).not.to.equal('words');
  });
});

describe('a row of totals', () => {
  const split = (total: string): string[] => [
    'Datum;Text;Soll;Haben',
    '03.03.2025;Ana;5,00;',
    '04.03.2025;Ben;;17,50',
    '05.03.2025;Cy;9,00;',
    total,
  ];

  it('proves both columns, and that no row is missing', () => {
    for (const total of ['Total;;14,00;17,50', ';Summe;14,00;17,50', ';;14,00;17,50']) {
      const { second } = roundTrip(split(total));
      expect(second.evidence?.amountColumns, total).to.include({ rowsAgree: 3, rowsDisagree: 0 });
      expect(sentences(second)).to.deep.equal([]);
    }
  });

  it('names what is off: a row missing', () => {
    const { second } = roundTrip(split('Total;;24,00;17,50'));
    expect(sentences(second)).to.deep.equal([
      'Line 5 states a total of 24.00 for money out, the rows add up to 14.00: a difference of 10.00; a row may be missing or duplicated.',
    ]);
    expect(second.evidence?.amountColumns.rowsAgree).to.equal(undefined);
  });

  it('names what is off: a row doubled, a sign lost, cents lost', () => {
    const doubled = roundTrip([
      ...split('').slice(0, 4),
      '05.03.2025;Cy;9,00;',
      'Total;;14,00;17,50',
    ]);
    expect(sentences(doubled.second).join()).to.contain('a difference of 9.00');
    const rows = ['Date,Payee,Amount', '2025-03-03,Ana,-5.00', '2025-03-04,Ben,17.50'];
    const flipped = roundTrip([...rows, '2025-03-05,Cy,9.00', 'Total,,3.50']);
    expect(sentences(flipped.second).join()).to.contain('the sign of line 4 may be wrong');
    const scaled = roundTrip([...rows, 'Total,,1250.00']);
    expect(sentences(scaled.second).join()).to.contain('the decimal separator may be misread');
  });

  it('finds the last row removed below a running balance, which cannot show it', () => {
    const { second } = roundTrip([
      'Date,Payee,Amount,Balance',
      '2025-03-03,Ana,-5.00,95.00',
      '2025-03-04,Ben,17.50,112.50',
      '2025-03-05,Cy,-9.00,103.50',
      'Total,,1.50,',
    ]);
    expect(second.evidence?.sign).to.include({ basis: 'balance', rowsDisagree: 0 });
    expect(sentences(second).join()).to.contain('a total of 1.50 for all bookings');
  });

  it('speaks for the column that adds up to it', () => {
    const { settings, second } = roundTrip([
      'Buchungstag;Text;Betrag;Umsatz',
      '01.03.2025;Miete;-650,00;-640,00',
      '02.03.2025;Lohn;2.100,00;2.000,00',
      '03.03.2025;Laden;-13,40;-12,40',
      'Summe;;;1.347,60',
    ]);
    expect(settings.amount_col_label).to.equal('Umsatz');
    expect(second.evidence?.amountColumns).to.include({ rowsAgree: 3 });
  });

  it('shows which sign is between groups', () => {
    const lines = ['Date;Payee;Amount', '2025-03-03;Ana;-1.500', '2025-03-04;Ben;-2.250'];
    const { first } = roundTrip([...lines, 'Total;;-3.750,00']);
    expect(first.suggestions?.number_format?.value).to.equal('1.234,56');
    expect(roundTrip([...lines, 'Total;;-3.750']).second.evidence?.numberFormat.basis).to.equal(
      'none',
    );
  });
});

describe('what is no total of the bookings', () => {
  const rows = ['Date,Payee,Amount', '2025-03-03,Ana,-5.00', '2025-03-04,Ben,17.50'];
  for (const line of [
    'Total fees,,3.00',
    'Total kauderwelsch,,44.00',
    'Total transactions: 2',
    'Total debits: 1',
    'Total points,812.00',
    'Total amount due,,44.00',
    'Total credit limit: 5000.00',
    'Total balance: 1112.50',
    'Year to date total debits: 1234.00',
  ]) {
    it(`is not held against them: ${line}`, () => {
      const { second } = roundTrip([...rows, line]);
      expect(sentences(second).join()).not.to.contain('states a total');
    });
  }
});
