import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { expect } from 'chai';
import fc from 'fast-check';
import { MalformedCsvError, orMalformed, type CsvReport, type Suggestion } from '#preflight/report';
import { judgeContent, preflightCsv } from '#preflight/rows/judge-content';
import { readImport } from '#preflight/rows/read-import';
import { cases } from '../../../helpers/cases.ts';
import { LANGUAGES, STYLES, writeExport } from '../suggestions/bank-export.ts';
import type { ImportRow } from '#preflight/rows/import-row';
import type { Booking, ExportShape } from '../suggestions/bank-export.ts';
import { forAll, words } from '../../../helpers/for-all.ts';
import { NOW } from '../judge.ts';

/** `CORPORA=FOLDER` reads real files, too, each as it is and damaged in `CORPORA_MUTANTS` ways. */
const CORPORA = process.env['CORPORA'] ?? '';
const MUTANTS = Number(process.env['CORPORA_MUTANTS'] ?? 3);
const SAMPLE = { sample_rows: 100 };

type Settings = Record<string, any>;

const booking: fc.Arbitrary<Booking> = fc.record({
  // Days that are months as well, more often than not.
  date: fc
    .tuple(fc.integer({ min: 1, max: 12 }), fc.integer({ min: 1, max: 14 }))
    .map(
      ([month, day]) => `2024-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}`,
    ),
  cents: fc.integer({ min: -500_000, max: 900_000 }).filter((cents) => cents !== 0),
  name: fc.constantFrom('Corner Bakery', 'Rent, June', 'Salary', 'Payment received'),
});

const shape: fc.Arbitrary<ExportShape> = fc.record({
  language: fc.constantFrom(...Object.values(LANGUAGES)),
  separator: fc.constantFrom(',', ';'),
  style: fc.constantFrom(...STYLES),
  dateFormat: fc.constantFrom(...words('%d.%m.%Y %Y-%m-%d %d/%m/%Y %m/%d/%Y %d-%m-%Y %m/%d/%y')),
  decimal: fc.constantFrom('.', ','),
  groups: fc.boolean(),
  preamble: fc.integer({ min: 0, max: 4 }),
  footer: fc.integer({ min: 0, max: 2 }),
  quotesAll: fc.boolean(),
  lineEnd: fc.constantFrom('\n', '\r\n'),
  encoding: fc.constantFrom('utf-8', 'utf-16le'),
});

/** Damage such as a person, a spreadsheet or a cut download does. */
const damage: fc.Arbitrary<(text: string) => string> = fc.oneof(
  fc.constant((text: string) => text),
  fc.tuple(fc.nat(), fc.constantFrom('', '"', ';', ',', '\n', '-', '.', 'x', '12')).map(
    ([at, piece]) =>
      (text: string) =>
        text.slice(0, at % (text.length + 1)) + piece + text.slice((at % (text.length + 1)) + 1),
  ),
  fc.nat().map((at) => (text: string) => {
    const lines = text.split('\n');
    lines.splice(at % lines.length, 1);
    return lines.join('\n');
  }),
  fc.nat().map((at) => (text: string) => {
    const lines = text.split('\n');
    const line = lines[at % lines.length] ?? '';
    lines.splice(at % lines.length, 0, line);
    return lines.join('\n');
  }),
);

const ofFew = (text: string) => fc.constantFrom(...text.split('/'));

/** Columns of small tables, which leave more open than what a bank exports: each a header, and its cells. */
const column: fc.Arbitrary<[header: string, cell: fc.Arbitrary<string>]> = fc.oneof(
  ...(
    [
      ['Date/Booking Date/Value Date', '13.01.2025/2025-01-14/2025-01-15/'],
      ['Debit/Credit/Amount/Betrag/Fee', '12.50/100//-5/1.234,56/0'],
      ['Type/Direction/Kind', 'Debit/Credit/In/Out/'],
      ['Description/Text/Payee/Counterparty/Memo', 'A/Shop x//Salary/Pending'],
      ['Balance/Saldo', '628.00/230.00/100/'],
      ['Currency/Ccy/Status/Ref/Account', 'EUR/USD/Completed/Pending/7779/'],
    ] as const
  ).map(([headers, cells]) =>
    ofFew(headers).map((header) => [header, ofFew(cells)] as [string, fc.Arbitrary<string>]),
  ),
);

const smallTable: fc.Arbitrary<string> = fc
  .tuple(fc.constantFrom(',', ';'), fc.array(column, { minLength: 2, maxLength: 7 }))
  .chain(([separator, columns]) => {
    const row = fc.tuple(...columns.map(([, cell]) => cell));
    return fc
      .array(row, { minLength: 1, maxLength: 6 })
      .map((rows) => [columns.map(([header]) => header), ...rows])
      .map((lines) => lines.map((cells) => cells.join(separator)).join('\n'));
  });

function apply(sent: Settings, suggestions: Record<string, Suggestion>): Settings {
  const values = Object.entries(suggestions).map(([name, { value }]) => [name, value]);
  const next: Settings = { ...sent, ...Object.fromEntries(values) };
  const names = Object.keys(next).filter((name) => name !== 'inferred_settings');
  return { ...next, inferred_settings: names };
}

function judgeOnce(content: Buffer, sent: Settings): CsvReport | MalformedCsvError {
  return orMalformed(() => preflightCsv(content, 'TransactionImport', { ...sent, ...SAMPLE }, NOW));
}

/** What a client is answered that sends the suggestions of the first answer back. */
function byClient(content: Buffer): CsvReport | MalformedCsvError {
  const { suggestions = {} } = judgeOnce(content, {});
  return judgeOnce(content, apply({}, suggestions));
}

function inOneGo(content: Buffer, settings: Settings = {}) {
  const asked = { content, type: 'TransactionImport', now: NOW, applySuggestions: 'all' } as const;
  return orMalformed(() => judgeContent({ ...asked, settings: { ...settings, ...SAMPLE } }));
}

function check(content: Buffer): void {
  const answer = inOneGo(content);
  const client = byClient(content);
  if (answer instanceof MalformedCsvError) {
    expect(client).to.be.instanceOf(MalformedCsvError);
    return;
  }
  const { report, sent, suggested } = answer;
  expect(client).to.deep.equal(report);
  const again = inOneGo(content, { ...sent, inferred_settings: suggested });
  expect(again).to.have.property('report').that.deep.equals(report);

  const rows: ImportRow[] = [];
  const asked = { content, type: 'TransactionImport', now: NOW, applySuggestions: 'all' } as const;
  const read = readImport({ ...asked, settings: {}, hasAccount: false }, (row) => rows.push(row));
  expect(read.settings ?? undefined).to.deep.equal(report.settings);
  expect(read.report.warnings).to.deep.equal(report.warnings);
  expect(read.report.evidence).to.deep.equal(report.evidence);
  const sampled = (report.sample ?? []).map(({ line, date, amount }) => ({ line, date, amount }));
  const kept = rows.slice(0, sampled.length).map(({ line, values }) => {
    return { line, date: values.date, amount: values.amount };
  });
  expect(kept).to.deep.equal(sampled);
  for (const basis of Object.values(report.evidence ?? {}))
    expect(basis.basis).not.to.equal('sent');
}

function* filesBelow(folder: string): Generator<string> {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const full = path.join(folder, entry.name);
    if (entry.isDirectory()) yield* filesBelow(full);
    else if (/\.(?:csv|tsv|txt|dat)$/i.test(entry.name) && statSync(full).size < 200_000)
      yield full;
  }
}

describe('a reading with suggestions', () => {
  it('is the same by one request, by sending back what the first answer suggests, and in an import, and applying them again changes nothing', () => {
    forAll(
      cases(300),
      fc.array(booking, { minLength: 1, maxLength: 12 }),
      shape,
      fc.array(damage, { maxLength: 3 }),
      (bookings, form, damages) => {
        const content = writeExport(bookings, form);
        const encoding = form.encoding === 'utf-8' ? 'utf8' : 'utf16le';
        const text = damages.reduce((made, change) => change(made), content.toString(encoding));
        check(Buffer.from(text, encoding));
      },
    );
  });

  it('is the same for small tables that leave much open, damaged too', () => {
    // A name and directions that only the second answer would suggest.
    check(Buffer.from('Date,Description,Debit,Credit\n2025-01-13,A,12.50,100\n2025-01-14,B,,5\n'));
    check(
      Buffer.from(`Amount,Booking Date,Type,Text,Status
86.50,2025-01-14,Debit,,Completed
23.50,2025-01-15,Debit,,Completed
32.50,2025-01-16,Credit,Shop x,Completed
47.50,2025-01-17,Credit,A,Pending
-80.50,2025-01-18,Debit,A,Pending`),
    );
    forAll(cases(300), smallTable, fc.array(damage, { maxLength: 2 }), (table, damages) => {
      check(Buffer.from(damages.reduce((made, change) => change(made), table)));
    });
  });

  it('is the same for real files, as they are and damaged', function () {
    if (!existsSync(CORPORA)) this.skip();
    this.timeout(3_600_000);
    for (const file of filesBelow(CORPORA)) {
      const content = readFileSync(file);
      try {
        check(content);
        const text = content.toString('latin1');
        forAll(MUTANTS, fc.array(damage, { minLength: 1, maxLength: 3 }), (damages) => {
          const made = damages.reduce((now, change) => change(now), text);
          check(Buffer.from(made, 'latin1'));
        });
      } catch (error) {
        throw new Error(file, { cause: error });
      }
    }
  });
});
