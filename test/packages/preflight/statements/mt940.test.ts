import { expect } from 'chai';
import { readStatement } from './read-statement.ts';

const mt940 = (...fields: string[]): string =>
  [':20:A', ':25:NL91ABNA0417164300', ':28C:1', ...fields].join('\n');

describe('an MT940 or MT942 file', () => {
  it('is read with its signs, days around new year, pages and the frame of SWIFT', () => {
    const text = [
      '{1:F01ABNANL2A}{2:O940}{4:',
      mt940(
        ':60F:D241230EUR10,',
        ':61:2412300102D1.000,50NTRFNONREF//B1',
        ':61:2501021231RC2,NMSCNONREF',
        ':62M:D250102EUR1012,5',
        '-}',
      ),
      '{1:F01ABNANL2A}{2:O940}{4:',
      mt940(
        ':60M:D250102EUR1012,5',
        ':61:250103    CR3,N123NONREF',
        ':61:2502290229RD4,25FMSC',
        ':62F:D250103EUR1005,25',
        '-}{5:}',
      ),
    ].join('\n');
    const { rows, short, warnings, errors } = readStatement(text);
    expect(short.map(([date, amount]) => [date, amount])).to.deep.equal([
      ['2025-01-02', '-1000.5'],
      ['2024-12-31', '-2'],
      ['2025-01-03', '3'],
      [null, '4.25'],
    ]);
    expect(rows.map(({ line, more }) => [line, more['external_id']])).to.deep.equal([
      [6, 'B1'],
      [7, null],
      [15, null],
      [16, null],
    ]);
    expect([warnings, errors.map(({ code, line }) => [code, line])]).to.deep.equal([
      [],
      [['invalid_date', 16]],
    ]);
  });

  it('reads the other party and the purpose in the dialect of each bank', () => {
    const dialects: [string, string | null, string | null][] = [
      [
        ':86:166?00GUTSCHRIFT?109310?20EREF+NOTPROVIDED?21SVWZ+Miete Maerz und eine La?22nge Zeile?30BANK?31DE12?32HANS?33 MUSTER',
        'HANS MUSTER',
        'Miete Maerz und eine Lange Zeile',
      ],
      [':86:020~00Przelew~20Faktura 12~3010600076~32JAN KOWALSKI', 'JAN KOWALSKI', 'Faktura 12'],
      [
        ':86:/TRTP/SEPA OVERBOEKING/IBAN/NL12/BIC/ABNANL2A/NAME/J. Jansen/REMI/Huur\n maart/EREF/NOTPROVIDED',
        'J. Jansen',
        'Huur maart',
      ],
      [
        ':86:/EREF/E2E//CNTP/NL32INGB/INGBNL2A/Webwinkel B.V./Utrecht//REMI/USTD//Bestelling 7/',
        'Webwinkel B.V.',
        'Bestelling 7 E2E',
      ],
      [
        ':86:SEPA iDEAL                       IBAN: NL12ABNA\nBIC: ABNANL2A                    Naam: Bol.com\nOmschrijving: Order 1\nKenmerk: 5',
        'Bol.com',
        'Order 1',
      ],
      [':86:NL47INGB9999999999 hr jansen\n\nBetaling sieraden', 'hr jansen', 'Betaling sieraden'],
      [
        ':86:/OP/OOO STROI\n/INN/7701/ACC/4070/BIC/0445\n/NT/OPLATA 44',
        'OOO STROI',
        '/INN/7701/ACC/4070/BIC/0445 /NT/OPLATA 44',
      ],
      ['\nICA SUPERMARKET\n:86:', 'ICA SUPERMARKET', null],
      [':86:KAUF MIGROS ZUERICH', 'KAUF MIGROS ZUERICH', null],
      [':86:150\n:86:150~00PRZELEW~20Faktura 12~32JAN KOWALSKI', 'JAN KOWALSKI', 'Faktura 12'],
      ['\n/TRCD/00200/\n:86:/PREF/SEPA-P1//REMI/USTD//TOTAAL 5/', 'TOTAAL 5 SEPA-P1', null],
    ];
    for (const [details, name, notes] of dialects) {
      const { short } = readStatement(
        mt940(
          ':60F:C250101EUR5,',
          `:61:2501010101D5,NTRFNONREF${details.startsWith('\n') ? '' : '\n'}${details}`,
          ':62F:C250101EUR0,',
        ),
      );
      expect(short, details).to.deep.equal([['2025-01-01', '-5', name, notes]]);
    }
  });

  it('names no booking by its kind, which the field before says, too', () => {
    const short = (kind: string, details: string) =>
      readStatement(
        mt940(':60F:C250101EUR5,', `:61:2501010101D5,NTRFNONREF\n${kind}`, `:86:${details}`),
      ).short[0]?.slice(2);
    expect(short('eBill', 'eBill\nSVA Zürich\nQ2')).to.deep.equal(['SVA Zürich', 'eBill Q2']);
    expect(short('Bezug Bancomat', 'Bezug Bancomat Zürich\n08.04. 09:12')).to.deep.equal([
      'Bezug Bancomat Zürich',
      '08.04. 09:12',
    ]);
  });

  it('shows the payer’s reference where there is nothing else', () => {
    const cheque = ':61:2501010101D5,NCHK101233//B1';
    const { rows } = readStatement(mt940(':60F:C250101EUR5,', cheque, ':62F:C250101EUR0,'));
    expect(rows[0]?.values).to.include({ name: null, notes: '101233' });
  });

  it('adds it to a purpose that lacks it, but no code that refers to the other field', () => {
    const notes = (line: string, details: string) =>
      readStatement(
        mt940(':60F:C250101EUR5,', `:61:2501010101D5,NTRF${line}`, details, ':62F:C250101EUR0,'),
      ).short[0]?.[3];
    const details = ':86:/NAME/J. Jansen/REMI/Huur/EREF/NOTPROVIDED';
    expect(notes('HUUR-FEB//B1', details)).to.equal('Huur HUUR-FEB');
    expect(notes('KREF+//B1', details)).to.equal('Huur');
  });

  it('is known by a booking at its beginning', () => {
    const { short } = readStatement(':61:2501010101D5,NCHK101233//B1\n:86:Rent\n');
    expect(short).to.deep.equal([['2025-01-01', '-5', 'Rent', '101233']]);
  });

  it('takes expected bookings of an interim report as pending', () => {
    const { rows } = readStatement(
      mt940(
        ':34F:EUR0,',
        ':13D:2501011200+0100',
        ':61:250101ED5,NTRFNONREF',
        ':86:x',
        ':90D:1EUR5,',
      ),
    );
    expect(
      rows.map(({ values }) => [values.amount, values.pending, values.currency]),
    ).to.deep.equal([['-5', true, 'EUR']]);
  });
});
