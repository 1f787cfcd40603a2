import { expect } from 'chai';
import fc from 'fast-check';
import { CSV_SETTINGS, type CsvSettingsInput } from '#preflight/csv/settings';
import { NUMBER_FORMATS } from '#preflight/fields/amounts';
import { preflightCsv } from '#preflight/rows/judge-content';
import { PROBLEMS } from '#preflight/problems';
import { ACCEPTED_IMPORT_TYPES, MalformedCsvError } from '#preflight/report';
import { cases } from '../../../helpers/cases.ts';
import type { CsvImportType, CsvReport } from '#preflight/report';
import { forAll, words } from '../../../helpers/for-all.ts';
import { NOW } from '../judge.ts';
import { sentences } from '../sentences.ts';

const SETTINGS: ReadonlySet<string> = new Set(CSV_SETTINGS);

const type = fc.constantFrom(
  ...ACCEPTED_IMPORT_TYPES.filter((name): name is CsvImportType => name !== 'NativeImport'),
);

/** Values that are right, nearly right, and of every other kind. */
const value = fc.oneof(
  fc.constantFrom(
    ...words(`
    , ; 2 inflows_negative signed_amount custom_column %d.%m.%Y % date Amount utf-16le
    windows-1250
  `),
    '',
    ' ',
    null,
    undefined,
    0,
    1,
    3,
    -1,
    1.5,
    true,
    '%Y-%m-%d %H:%M',
    ...NUMBER_FORMATS,
  ),
  fc.jsonValue(),
  fc.string({ unit: 'grapheme', maxLength: 12 }),
);
const settings: fc.Arbitrary<CsvSettingsInput> = fc.dictionary(
  fc.constantFrom(...CSV_SETTINGS),
  value,
  { maxKeys: 5 },
);

/** Pieces of which bank files are made, good and bad. */
const piece = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.constantFrom(
      ...words(', ; " date amount 2025-03-01 4.00 1.234,56'),
      '\n',
      '\r\n',
    ),
  },
  {
    weight: 3,
    arbitrary: fc.constantFrom(
      ...words('"" | € name EUR Outflow é 😀 01/02/2024 (5) Total'),
      '\r',
      ' ',
      '\t',
      '\0',
      '\ufeff',
      'Datum;Betrag\n',
    ),
  },
  { weight: 1, arbitrary: fc.string({ unit: 'grapheme', maxLength: 6 }) },
);
const text = fc.array(piece, { maxLength: 80 }).map((pieces) => Buffer.from(pieces.join('')));
const withHeader = text.map((body) =>
  Buffer.concat([Buffer.from('date,amount,name,currency\n'), body]),
);
const bytes = fc.uint8Array({ maxLength: 300 });

function checkShape(report: CsvReport): void {
  expect(report.kind).to.equal('csv');
  expect(report.rowsCount).to.be.a('number').and.to.satisfy(Number.isInteger);
  for (const list of [
    report.headers,
    report.requiredHeaders,
    report.missingRequiredHeaders,
    sentences(report),
  ]) {
    for (const item of list) expect(item).to.be.a('string');
  }
  for (const value of report.warnings.flatMap(({ values }) => Object.values(values))) {
    if (typeof value === 'number') expect(value).to.satisfy(Number.isSafeInteger);
    else expect(value).to.be.a('string').with.length.at.most(1000);
  }
  expect(report.errors.length).to.be.at.most(101);
  expect(report.warnings.length).to.be.at.most(21);
  expect(report.errorsCount === 0).to.equal(report.errors.length === 0);
  for (const error of report.errors) {
    expect(Object.keys(PROBLEMS)).to.include(error.code);
    expect(error.message).to.be.a('string').and.not.to.equal('');
    if (error.line !== undefined) expect(error.line).to.be.at.least(1);
    if (error.value !== undefined) expect(error.value.length).to.be.at.most(100);
  }
  for (const [name, suggestion] of Object.entries(report.suggestions ?? {})) {
    expect(SETTINGS.has(name), name).to.equal(true);
    expect(suggestion.confidence).to.be.greaterThan(0).and.to.be.at.most(1);
  }
}

function run(
  content: Uint8Array,
  importType: CsvImportType,
  sent: CsvSettingsInput,
): CsvReport | undefined {
  try {
    const report = preflightCsv(content, importType, sent, NOW);
    checkShape(report);
    return report;
  } catch (error) {
    if (!(error instanceof MalformedCsvError)) throw error;
    expect(error.line).to.be.at.least(1);
    return undefined;
  }
}

describe('preflightCsv, whatever is sent', () => {
  for (const [name, content] of Object.entries({ bytes, text, withHeader })) {
    it(`answers in the documented shape or says that the CSV is malformed: ${name}`, () => {
      forAll(cases(500), content, type, settings, (...given) => void run(...given));
    });
  }

  it('gives the same answer twice, and does not touch the content', () => {
    forAll(cases(100), withHeader, type, settings, (content, importType, sent) => {
      const before = Buffer.from(content);
      const first = run(content, importType, sent);
      expect(run(content, importType, sent)).to.deep.equal(first);
      expect(content.equals(before)).to.equal(true);
    });
  });

  it('suggests settings that are themselves accepted', () => {
    forAll(cases(300), withHeader, type, (content, importType) => {
      const { suggestions = {} } = run(content, importType, {}) ?? {};
      const sent = Object.fromEntries(
        Object.entries(suggestions).map(([key, one]) => [key, one.value]),
      );
      const again = run(content, importType, sent);
      const codes = again?.errors.map((error) => error.code) ?? [];
      expect(codes, JSON.stringify(sent)).not.to.include('validation_failed');
      expect(codes, JSON.stringify(sent)).not.to.include('mapped_header_missing');
    });
  });

  it('keeps its memory when every cell of a large file is wrong', () => {
    const content = Buffer.from(
      `date,amount\n${'x'.repeat(200)},y\n`.repeat(1) + `${'z'.repeat(200)},y\n`.repeat(45_000),
    );
    const report = preflightCsv(content, 'TransactionImport', {}, NOW);
    expect(report.errorsCount).to.equal(90_002);
    expect(JSON.stringify(report).length).to.be.lessThan(60_000);
  });
});

describe('preflightCsv on hostile megabytes', () => {
  const SIZE = cases(2 * 1024 * 1024);
  const fill = (unit: string): string => unit.repeat(Math.ceil(SIZE / unit.length)).slice(0, SIZE);
  const HEADER = 'date,amount,currency,name\n';
  const files: Record<string, string | Buffer> = {
    'nothing but carriage returns': fill('\r'),
    'nothing but line feeds': fill('\n'),
    'nothing but quotes': fill('"'),
    'nothing but separators': fill(','),
    'nothing but NUL bytes': Buffer.alloc(SIZE),
    'nothing but bytes of no text': Buffer.alloc(SIZE, 0xff),
    'a single line': fill('x'),
    'a header of half a million columns': fill('abc,'),
    'rows of thousands of cells': HEADER + fill(`2025-03-01,1,EUR${',x'.repeat(3000)}\n`),
    'long cells in the date': HEADER + fill(`2025-03-01 ${'1'.repeat(500)},5\n`),
    'blanks inside amounts': HEADER + fill(`2025-03-01,${'1 '.repeat(25)}x,EUR,n\n`),
    'a cell of a megabyte': `${HEADER}2025-03-01,1${fill(' ')}x,EUR,n`,
    'deep JSON in a rule': `resource_type,conditions,actions\ntransaction,"${fill('[')}",[]`,
  };
  for (const [name, content] of Object.entries(files)) {
    it(`comes to an end, with a small answer: ${name}`, () => {
      const bytesOf = Buffer.from(content);
      for (const importType of ['TransactionImport', 'RuleImport'] as const) {
        const report = run(bytesOf, importType, { rows_to_skip: 0 });
        run(bytesOf, importType, { rows_to_skip: 1, footer_rows_to_skip: 1 });
        expect(JSON.stringify(report ?? '').length).to.be.lessThan(600_000);
      }
    });
  }
});
