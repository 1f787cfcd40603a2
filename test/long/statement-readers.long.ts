import { spawnSync } from 'node:child_process';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect } from 'chai';
import { multiplyDecimals, normalizeDecimal } from '#preflight/money';
import { installDebian } from '../../scripts/test/debian.ts';
import { drawsOf, seededRandom, type Draws } from '../helpers/draws.ts';
import { withFolder } from '../helpers/with-folder.ts';
import { WRITERS } from '../packages/preflight/statements/made-statements.ts';
import { readStatement } from '../packages/preflight/statements/read-statement.ts';
import type { MadeStatement } from '../packages/preflight/statements/made-statements.ts';

/** `npm run test:long -- readers`. */
const RUNS = Number(process.env['RUNS'] ?? 50);
const SEED = Number(process.env['SEED'] ?? Date.now() % 1_000_000);

/** Debian's Python, whatever else is installed. */
const PYTHON = '/usr/bin/python3';
const NEEDED: [name: string, program: string, ...args: string[]][] = [
  ['aqbanking-tools', 'aqbanking-cli', '--help'],
  ['libfinance-qif-perl', 'perl', '-MFinance::QIF', '-e1'],
  ['python3-ofxparse', PYTHON, '-cimport ofxparse'],
  ['python3-openpyxl', PYTHON, '-cimport openpyxl'],
  ['python3-odf', PYTHON, '-cimport odf'],
];

const READ_OFX = `
import json, sys, ofxparse
with open(sys.argv[1], 'rb') as file:
    found = ofxparse.OfxParser.parse(file)
print(json.dumps([[str(t.date.date()), str(t.amount), a.curdef, t.payee, t.memo]
                  for a in found.accounts for t in a.statement.transactions]))`;
const READ_QIF = `
use Finance::QIF; my $file = Finance::QIF->new(file => shift);
while (my $r = $file->next) { print join("\\t", map { $r->{$_} } qw(date transaction payee memo)), "\\n" if $r->{date} }`;
const WRITE_XLSX = `
import sys, json, datetime, openpyxl
book = openpyxl.Workbook()
for date, amount, currency, name, notes in json.load(sys.stdin):
    day = date if date == 'Date' else datetime.date.fromisoformat(date)
    book.active.append([day, amount if date == 'Date' else float(amount), currency, name, notes])
book.save(sys.argv[1])`;
const WRITE_ODS = `
import sys, json
from odf import opendocument, table, text
book = opendocument.OpenDocumentSpreadsheet()
sheet = table.Table(name='A')
for date, *cells in json.load(sys.stdin):
    kinds = [{}] * 5 if date == 'Date' else [dict(valuetype='date', datevalue=date), dict(valuetype='float', value=cells[0])] + [{}] * 3
    row = table.TableRow()
    for kind, cell in zip(kinds, [date, *cells]):
        made = table.TableCell(**kind)
        made.addElement(text.P(text=cell))
        row.addElement(made)
    sheet.addElement(row)
book.spreadsheet.addElement(sheet)
book.save(sys.argv[1])`;

/** Date, amount, currency, name and notes; null where the other reader has none. */
type Row = (string | null)[];

function run(program: string, args: readonly string[], input?: string): string {
  const { stdout, stderr, status } = spawnSync(program, args, { input, encoding: 'utf8' });
  expect(status, stderr).to.equal(0);
  return stdout;
}

function readByAqbanking(importer: string, profile: string): (file: string) => Row[] {
  return (file) => {
    const into = path.join(path.dirname(file), 'found');
    rmSync(into, { force: true });
    const found = ['-c', into, `--importer=${importer}`, `--profile=${profile}`, '-f', file];
    run('aqbanking-cli', ['-n', `--cfgdir=${path.dirname(file)}/home`, 'import', ...found]);
    const [, ...transactions] = readFileSync(into, 'utf8').split(' transaction {');
    return transactions.map((text) => {
      const of = (key: string): string | null => {
        const found = new RegExp(`char ${key}="(.*?)"`).exec(text)?.[1];
        return found === undefined ? null : decodeURIComponent(found);
      };
      const [, parts = '', of1 = '1', currency = null] =
        /^(-?\d+)(?:\/(\d+))?:(\w+)$/.exec(of('value') ?? '') ?? [];
      const date = of('date')?.replace(/(....)(..)(..)/, '$1-$2-$3') ?? null;
      return [date, `${Number(parts) / Number(of1)}`, currency, of('remoteName'), of('purpose')];
    });
  };
}

const OTHERS: Record<string, (file: string) => Row[]> = {
  camt: readByAqbanking('xml', 'camt_053_001_04'),
  mt940: readByAqbanking('swift', 'SWIFT-MT940'),
  ofx: (file) => JSON.parse(run(PYTHON, ['-c', READ_OFX, file])) as Row[],
  qif: (file) =>
    run('perl', ['-e', READ_QIF, file])
      .split('\n')
      .slice(0, -1)
      .map((line): Row => {
        const [day = '', amount = '', ...texts] = line.split('\t');
        const [month = '', of = '', year = ''] = day.split(/[/']/).map((part) => part.trim());
        return [
          `20${year}-${month.padStart(2, '0')}-${of.padStart(2, '0')}`,
          amount,
          null,
          ...texts,
        ];
      }),
};
const BOOKS: Record<string, string> = { xlsx: WRITE_XLSX, ods: WRITE_ODS };

const NAMES = ['Bäcker Müller', 'A. & B. "Söhne"', "L'Étoile", 'Straße 7', 'Øl A/S', 'X', 'M:S 1'];
const ENCODINGS: Record<string, BufferEncoding> = { ofx: 'latin1' };

function made({ below, pick }: Draws): MadeStatement {
  const cents = (): number => (below(2) === 0 ? -1 : 1) * (1 + below(10 ** (1 + below(9))));
  const bookings = Array.from({ length: 2 + below(30) }, (_, at) => ({
    // The first one distinguishes the month from the day.
    date: `2025-0${1 + below(5)}-${at === 0 ? 13 + below(15) : `${1 + below(28)}`.padStart(2, '0')}`,
    amount: multiplyDecimals(`${cents()}`, '0.01'),
    name: `${pick(NAMES)} ${below(50)}`,
    notes: `Invoice ${below(1e6)} of ${pick(NAMES)}`,
    id: `A${at}`,
  }));
  return {
    account: 'DE02120300000000202051',
    currency: 'EUR',
    opening: '0',
    closing: '0',
    bookings,
  };
}

/** In no order, each value as decimals and texts are compared. */
function comparable(rows: readonly Row[]): string[] {
  return rows
    .map(([date, amount, ...texts]) =>
      JSON.stringify([date, normalizeDecimal(amount ?? ''), ...texts]),
    )
    .sort();
}

describe(`${RUNS} files of each format and a reader of somebody else (seed ${SEED})`, function () {
  this.timeout(3_600_000);
  const file = path.join(withFolder().folder, 'file');
  before(() => NEEDED.forEach((needed) => installDebian(...needed)));

  const ours = (content: Buffer): Row[] =>
    readStatement(content).rows.map(({ values }) => [
      values.date,
      values.amount,
      values.currency,
      values.name,
      values.notes,
    ]);

  for (const [format, read] of Object.entries(OTHERS)) {
    it(`${format}: both read the same`, () => {
      const draws = drawsOf(seededRandom(SEED));
      for (let at = 0; at < RUNS; at += 1) {
        const statement = made(draws);
        const text = WRITERS[format]!(statement);
        const escaped = format === 'camt' ? text.replaceAll(' & ', ' &amp; ') : text;
        const content = Buffer.from(escaped, ENCODINGS[format]);
        writeFileSync(file, content);
        const theirs = read(file);
        expect(theirs).to.have.length(statement.bookings.length);
        const has = [0, 1, 2, 3, 4].map((column) => theirs.some((row) => row[column] !== null));
        const found = ours(content).map((row) => row.map((value, at) => (has[at]! ? value : null)));
        expect(comparable(found), `file ${at}`).to.deep.equal(comparable(theirs));
      }
    });
  }

  for (const [format, program] of Object.entries(BOOKS)) {
    it(`${format}: what the other one wrote is read`, () => {
      const draws = drawsOf(seededRandom(SEED));
      for (let at = 0; at < RUNS; at += 1) {
        const rows = made(draws).bookings.map(({ date, amount, name, notes }): Row => [
          date,
          amount,
          'EUR',
          name,
          notes,
        ]);
        const table = [['Date', 'Amount', 'Currency', 'Payee', 'Memo'], ...rows];
        run(PYTHON, ['-c', program, file], JSON.stringify(table));
        expect(comparable(ours(readFileSync(file))), `file ${at}`).to.deep.equal(comparable(rows));
      }
    });
  }
});
