import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { expect } from 'chai';
import fc from 'fast-check';
import { judgeCsv } from '#preflight/csv/preflight-csv';
import { MalformedCsvError, orMalformed, type CsvReport, type Suggestion } from '#preflight/report';
import { judgeContent } from '#preflight/rows/judge-content';
import { readImport } from '#preflight/rows/read-import';
import { cases } from '../../../helpers/cases.ts';
import { LANGUAGES, STYLES, writeExport } from '../suggestions/bank-export.ts';
import type { ImportRow } from '#preflight/rows/import-row';
import type { Booking, ExportShape } from '../suggestions/bank-export.ts';
import { forAll, words } from '../../../helpers/for-all.ts';
import { NOW } from '../judge.ts';
import { sentences } from '../sentences.ts';

/** `CORPORA=FOLDER` reads real files, too, each as it is and damaged in `CORPORA_MUTANTS` ways. */
const CORPORA = process.env['CORPORA'] ?? '';
const MUTANTS = Number(process.env['CORPORA_MUTANTS'] ?? 3);
const SAMPLE = { sample_rows: 100 };
const UNDECIDED = 'contradict each other';
const ROUNDS_MAX = 8;

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

function apply(sent: Settings, suggestions: Record<string, Suggestion>): Settings {
  const values = Object.entries(suggestions).map(([name, { value }]) => [name, value]);
  const next: Settings = { ...sent, ...Object.fromEntries(values) };
  const names = Object.keys(next).filter((name) => name !== 'inferred_settings');
  return { ...next, inferred_settings: names };
}

function judgeOnce(content: Buffer, sent: Settings): CsvReport | MalformedCsvError {
  return orMalformed(
    () => judgeCsv(content, 'TransactionImport', { ...sent, ...SAMPLE }, NOW).report,
  );
}

/** A client that sends the suggestions of each answer until there is nothing new; undefined when that never ends. */
function byClient(
  content: Buffer,
): { sent: Settings; report: CsvReport | MalformedCsvError } | undefined {
  let sent: Settings = {};
  for (let round = 0; round < ROUNDS_MAX; round += 1) {
    const report = judgeOnce(content, sent);
    const next = apply(sent, report.suggestions ?? {});
    if (
      Object.keys(next).every((name) => name === 'inferred_settings' || next[name] === sent[name])
    )
      return { sent, report };
    sent = next;
  }
  return undefined;
}

function inOneGo(content: Buffer, settings: Settings = {}) {
  const asked = { content, type: 'TransactionImport', now: NOW, applySuggestions: 'all' } as const;
  return orMalformed(() => judgeContent({ ...asked, settings: { ...settings, ...SAMPLE } }));
}

function check(content: Buffer): void {
  const answer = inOneGo(content);
  const client = byClient(content);
  if (answer instanceof MalformedCsvError) {
    expect(client?.report).to.be.instanceOf(MalformedCsvError);
    return;
  }
  const { report, sent, suggested } = answer;
  if (client === undefined) {
    expect(sentences(report).join()).to.contain(UNDECIDED);
  } else {
    expect(report).to.deep.equal(client.report);
  }
  const again = inOneGo(content, { ...sent, inferred_settings: suggested });
  expect(again).to.have.property('report').that.deep.equals(report);

  const rows: ImportRow[] = [];
  const asked = { content, type: 'TransactionImport', now: NOW, applySuggestions: 'all' } as const;
  const read = readImport({ ...asked, settings: {}, hasAccount: true }, (row) => rows.push(row));
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
  it('is the same by one request, by many, and in an import, and applying them again changes nothing', () => {
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
