import { expect } from 'chai';
import fc from 'fast-check';
import { LANGUAGES, STYLES, writeExport, type Booking, type ExportShape } from './bank-export.ts';
import { readStatement } from '../../../../scripts/corpora/read-bookings.ts';
import { cases } from '../../../helpers/cases.ts';
import type { CsvImportType } from '#preflight/report';
import { words } from '../../../helpers/for-all.ts';
import { judge, NOW, roundTrip } from '../judge.ts';
import { sentences } from '../sentences.ts';

const booking: fc.Arbitrary<Booking> = fc.record({
  date: fc
    .date({ min: new Date('2024-01-01'), max: new Date('2025-06-01'), noInvalidDate: true })
    .map((date) => date.toISOString().slice(0, 10)),
  cents: fc.integer({ min: -500_000, max: 500_000 }).filter((cents) => cents !== 0),
  name: fc.constantFrom('Corner Bakery', 'Rent, June', 'Old "Mill"', 'City Transport'),
});

/** Enough rows of both signs and with a day above 12 to leave no doubt. */
const ANCHORS: Booking[] = [
  { date: '2024-01-23', cents: -123_456, name: 'Rent' },
  { date: '2024-02-28', cents: 250_000, name: 'Salary' },
  { date: '2024-03-31', cents: -1999, name: 'Phone' },
  { date: '2024-04-17', cents: -4250, name: 'Market' },
];

const shape: fc.Arbitrary<ExportShape> = fc.record({
  language: fc.constantFrom(...Object.values(LANGUAGES)),
  separator: fc.constantFrom(',', ';', '\t', '|'),
  style: fc.constantFrom(...STYLES),
  dateFormat: fc.constantFrom(
    ...words('%d.%m.%Y %Y-%m-%d %d/%m/%Y %m/%d/%Y %d-%m-%Y %Y%m%d %d.%m.%y %d-%b-%y'),
    '%d %b %Y',
    '%Y-%m-%d %H:%M:%S',
    '%d/%m/%Y %H:%M',
  ),
  decimal: fc.constantFrom('.', ','),
  groups: fc.boolean(),
  preamble: fc.integer({ min: 0, max: 7 }),
  footer: fc.integer({ min: 0, max: 2 }),
  quotesAll: fc.boolean(),
  lineEnd: fc.constantFrom('\n', '\r\n', '\r'),
  encoding: fc.constantFrom('utf-8', 'utf-16le', 'utf-16be'),
});

const GERMAN: ExportShape = {
  language: LANGUAGES.german!,
  separator: ';',
  style: 'signed',
  dateFormat: '%d.%m.%Y',
  decimal: ',',
  groups: true,
  preamble: 3,
  footer: 1,
  quotesAll: false,
  lineEnd: '\r\n',
  encoding: 'utf-8',
};

describe('suggested settings', () => {
  for (const [name, language] of Object.entries(LANGUAGES)) {
    for (const style of STYLES) {
      it(`make a ${style} export with ${name} headers valid, read as the bank meant`, async () => {
        const content = writeExport(ANCHORS, { ...GERMAN, language, style });
        const { settings, second } = roundTrip(content);
        expect(second.errors, JSON.stringify(settings)).to.deep.equal([]);
        expect(readStatement(content, settings, NOW).bookings).to.deep.equal(
          ANCHORS.map(({ date, cents }) => ({ date, cents })),
        );
      });
    }
  }

  it('make exports of any shape valid, read as the bank meant', async () => {
    await fc.assert(
      fc.asyncProperty(shape, fc.array(booking, { maxLength: 12 }), async (form, more) => {
        const bookings = [...ANCHORS, ...more];
        const content = writeExport(bookings, form);
        const { settings, second } = roundTrip(content);
        expect(second.errors, JSON.stringify(settings)).to.deep.equal([]);
        expect(second.rowsCount).to.equal(bookings.length);
        expect(readStatement(content, settings, NOW).bookings).to.deep.equal(
          bookings.map(({ date, cents }) => ({ date, cents })),
        );
      }),
      { numRuns: cases(150) },
    );
  });

  it('take the sign from a column of words where all but one booking went the same way', () => {
    const small = { date: '2024-01-01', cents: -1, name: 'Corner Bakery' };
    const bookings = [...ANCHORS, ...Array.from({ length: 9 }, () => small)];
    const language = LANGUAGES.english!;
    const content = writeExport(bookings, { ...GERMAN, language, style: 'direction' });
    const { settings } = roundTrip(content);
    expect(settings).to.include({ entity_type_col_label: language.direction });
    expect(readStatement(content, settings, NOW).bookings).to.deep.equal(
      bookings.map(({ date, cents }) => ({ date, cents })),
    );
  });

  it('are not given for what was sent so already', () => {
    const shape: ExportShape = { ...GERMAN, style: 'direction', encoding: 'windows-1252' };
    const content = writeExport(ANCHORS, shape);
    const { second } = roundTrip(content);
    expect(second.errors).to.deep.equal([]);
    expect(second.suggestions).to.equal(undefined);
  });
});

describe('what the suggestions make of single files', () => {
  const suggest = (text: string, type: CsvImportType = 'TransactionImport') => {
    const report = judge(text, {}, type);
    const settings = Object.fromEntries(
      Object.entries(report.suggestions ?? {}).map(([name, { value }]) => [name, value]),
    );
    const again = judge(text, settings, type);
    return { settings, warnings: sentences(report).join('\n'), errors: again.errors };
  };

  it('names the column of debit and credit by its number where it has no header', () => {
    const { settings, errors } = suggest(
      'My bank\n\n"Buchungstag";"Empfänger";"Währung";"Umsatz";" "\n"01.03.2025";"A";"EUR";"1.234,56";"S"\n' +
        '"14.03.2025";"B";"EUR";"10,00";"H"\n"01.03.2025";"";"Anfangssaldo";"EUR";"100,00"\n',
    );
    expect(errors).to.deep.equal([]);
    expect(settings).to.include({ rows_to_skip: 2, footer_rows_to_skip: 1 });
    expect(settings).to.include({ entity_type_col_label: 'Column 5' });
  });

  it('leaves out a balance in front that has no amount', () => {
    const { settings, errors } = suggest(
      'Description,,Summary Amt.\nBeginning balance as of 01/01/2024,,"1,000.00"\nTotal debits,,"-15.99"\n\n' +
        'Date,Description,Amount,Running Bal.\n01/01/2024,Beginning balance,,"1,000.00"\n' +
        '01/13/2024,"NETFLIX","-15.99","984.01"\n01/16/2024,"PAYROLL","2,000.00","2,984.01"',
    );
    expect(settings).to.include({ rows_to_skip: 4, name_col_label: 'Description' });
    expect(settings).not.to.have.property('skip_incomplete_rows');
    expect(errors).to.deep.equal([]);
  });

  it('finds the separator by the shape of the rows where nothing else is known', () => {
    const { settings, warnings } = suggest(
      'Nr;Aaa;Bbb;Ccc\n1;soon;later;"20,00 lots"\n2;then;now;"50,00 lots"',
    );
    expect(settings).to.deep.equal({ col_sep: ';' });
    expect(warnings).to.contain('";"');
  });

  it('turns the sign where purchases are positive and the payments of the owner negative', () => {
    const statement = (...rows: string[]) =>
      suggest(`Date,Description,Amount\n${rows.map((row) => `01/13/2024,${row}`).join('\n')}`);
    const card = statement('SHOP,20.00', 'CAFE,3.00', 'PAYMENT RECEIVED - THANK YOU,-23.00');
    expect(card.settings).to.include({ signage_convention: 'inflows_negative' });
    const account = statement('SHOP,-20.00', 'ONLINE PAYMENT TO BOB,-5.00', 'SALARY,900.00');
    expect(account.settings).not.to.have.property('signage_convention');
    const shop = statement('SALE,20.00', 'SALE,5.00', 'PAYMENT RECEIVED,9.00', 'FEE,-1.00');
    expect(shop.settings).not.to.have.property('signage_convention');
  });

  it('takes all for money out in a report of expenses', () => {
    const { settings } = suggest(
      'Date,Merchant,Amount,Expense type,Receipt\n01/13/2024,Shop,20.00,Travel,x\n01/14/2024,Cafe,3.00,Meal,y',
    );
    expect(settings).to.include({ signage_convention: 'inflows_negative' });
  });

  it('takes what is no purchase for money in, and what is no sale for money out', () => {
    const kinds = (...values: string[]) =>
      suggest(`Date,Type,Amount\n${values.map((value) => `01/13/2024,${value},5.00`).join('\n')}`)
        .settings;
    expect(kinds('Purchase', 'Payment')).to.include({ amount_type_inflow_value: 'Payment' });
    expect(kinds('Sale', 'Refund')).to.include({ amount_type_inflow_value: 'Sale' });
    expect(kinds('Refund', 'Payment')).not.to.have.property('amount_type_inflow_value');
  });

  it('finds the second of two columns by where it is filled, when its header is no known word', () => {
    const { settings, errors } = suggest(
      'Date,Payee,Wydobyto,Credit,Balance\n01/13/2024,a,5.00,,5.00\n01/14/2024,b,,7.00,12.00',
    );
    expect(settings).to.include({ outflow_col_label: 'Wydobyto', inflow_col_label: 'Credit' });
    expect(errors).to.deep.equal([]);
  });

  it('says when there is no header row', () => {
    expect(suggest('2025-03-01,Tea,4.00\n2025-03-02,Tea,4.00').warnings).to.contain('header row');
  });

  it('skips the line by which a spreadsheet names its separator', () => {
    const { settings, errors } = suggest('sep=;\nDatum;Betrag\n14.03.2025;4,00');
    expect(settings).to.include({ col_sep: ';', rows_to_skip: 1 });
    expect(errors).to.deep.equal([]);
  });

  it('takes a lone column of money out for the amount, with its sign', () => {
    const { settings, errors } = suggest(
      'Posting Date,Payee,Debit\n03/14/2025,a,5.00\n03/15/2025,b,7.00',
    );
    expect(settings).to.include({
      amount_col_label: 'Debit',
      signage_convention: 'inflows_negative',
    });
    expect(errors).to.deep.equal([]);
  });

  it('names a column by its number where another has the same header, and says which other fits', () => {
    const { settings, warnings, errors } = suggest(
      'Buchungsdatum;Buchungsdatum;Betrag;Payee;Payee\n14.03.2025;15.03.2025;-5,00;a;b\n16.03.2025;16.03.2025;7,00;c;d',
    );
    expect(settings).to.include({ date_col_label: 'Column 1', name_col_label: 'Column 4' });
    expect(warnings).to.contain('"Column 1", but "Column 2" fits nearly as well');
    expect(errors).to.deep.equal([]);
  });

  it('mends a header that is there twice', () => {
    const { settings, errors } = suggest('Date,Date,Amount,Payee\n2025-03-14,2025-03-15,5.00,a');
    expect(settings).to.include({ date_col_label: 'Column 1' });
    expect(errors).to.deep.equal([]);
  });

  it('chooses between two readings of the dates by their order', () => {
    const rows = ['01/02/2025', '03/02/2025', '07/02/2025', '02/03/2025', '05/03/2025'];
    const { settings, errors } = suggest(
      `date,amount\n${rows.map((day) => `${day},1.50`).join('\n')}`,
    );
    expect(settings).to.include({ date_format: '%d/%m/%Y' });
    expect(errors).to.deep.equal([]);
  });

  it('names accounts and categories by the words for them', () => {
    expect(suggest('Konto;Saldo\nGiro;1.234,56', 'AccountImport').settings).to.include({
      name_col_label: 'Konto',
      amount_col_label: 'Saldo',
    });
    expect(suggest('Kategorie;Farbe\nHaus;rot', 'CategoryImport').settings).to.include({
      col_sep: ';',
      name_col_label: 'Kategorie',
    });
  });
});
