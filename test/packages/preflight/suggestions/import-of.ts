import { expect } from 'chai';
import type { CsvReport, SampleRow } from '#preflight/report';
import { importRows, judge } from '../judge.ts';
import { sentences } from '../sentences.ts';
import type { Settings } from '../judge.ts';

/** An import of the lines. */
export interface ReadLines {
  settings: Settings;
  /** `line:amount`, and `:currency` where the row has one. */
  rows: string[];
  /** Of each row. */
  names: (string | null)[];
  days: (string | null)[];
  report: CsvReport;
  warnings: string;
}

/**
 * Imports lines with the suggestions applied, or with settings sent, and makes sure that preflight's sample shows the
 * rows of the import.
 */
export function importOf(lines: readonly string[], sent?: Settings): ReadLines {
  const read = importRows(lines, sent);
  const rows = read.rows.map(({ line, values }) => shortOf({ line, ...values }));
  const settings = read.sent as Settings;
  const again = judge(lines, { ...settings, sample_rows: 100 });
  expect(again.errors, JSON.stringify(settings)).to.deep.equal([]);
  expect(again.sample?.map(shortOf)).to.deep.equal(rows);
  return {
    settings,
    rows,
    names: read.rows.map(({ values }) => values.name),
    days: read.rows.map(({ values }) => values.date),
    report: read.report,
    warnings: sentences(read.report).join('\n'),
  };
}

function shortOf({ line, amount, currency }: Pick<SampleRow, 'line' | 'amount' | 'currency'>) {
  return [line, amount, currency].filter((value) => value !== null).join(':');
}

/** What is expected of a file, line by line: `line:what` of its rows, and what is said below it. */
function readExpectations(text: string) {
  const indented = text.split('\n').slice(1, -1);
  const filled = indented.filter((line) => line.trim() !== '');
  const indent = Math.min(...filled.map((line) => line.search(/\S/)));
  const lines = indented.map((line) => line.slice(indent));
  const file = lines.filter((line) => !line.startsWith('⇒ ')).map((line) => line.split(' → '));
  return {
    content: file.map(([line = '']) => line.trimEnd()),
    rows: file.flatMap(([, what], at) => (what === undefined ? [] : [`${at + 1}:${what}`])),
    said: lines.filter((line) => line.startsWith('⇒ ')).map((line) => line.slice(2)),
  };
}

function expectSaid(said: string, content: string[], { settings, warnings }: ReadLines): void {
  const [, isNone, isFirst, name = '', value] =
    /^(no )?(first )?(\w+)(?:(?: = |: )(.*))?$/.exec(said) ?? [];
  const warned = isFirst === undefined ? warnings : sentences(judge(content)).join('\n');
  if (name === 'warns' && isNone !== undefined) expect(warned).not.to.contain(value);
  else if (name === 'warns') expect(warned).to.contain(value);
  else if (isNone !== undefined) expect(settings).not.to.have.property(name);
  else expect(String(settings[name]), name).to.equal(value);
}

/**
 * Declares a test that imports the lines of a file with the suggestions applied. Behind ` → ` is what is read of a row: its
 * day, its amount, with a currency where it has one, and its name in quotes, or some of these. Rows without it are no
 * bookings, unless no row has it. Below is what else holds, behind ` ⇒ `: a setting that is suggested (`name = value`), one
 * that is not (`no name`), a part of the warnings (`warns: text`), one that they lack (`no warns: text`), and either of a
 * preflight without settings (`first warns: text`). With settings `sent`, nothing is suggested.
 */
export function reads(title: string, also?: (read: ReadLines) => void, sent?: Settings) {
  return (text: TemplateStringsArray, ...values: string[]): void => {
    const { content, rows, said } = readExpectations(String.raw(text, ...values));
    it(title, () => {
      const read = importOf(content, sent);
      const shown = rows.join('\n');
      const unnamed = shown.replaceAll(/".*"/g, '');
      const found = read.rows.map((row, at) => {
        const [line = '', ...money] = row.split(':');
        const parts = [
          ...(/:\d{4}-\d\d-\d\d/.test(unnamed) ? [read.days[at]] : []),
          ...(/[: ]-?[\d.]+(?: |$)/m.test(unnamed) ? money : []),
          ...(shown.includes('"') ? [`"${read.names[at]}"`] : []),
        ];
        return `${line}:${parts.join(' ')}`;
      });
      if (rows.length > 0) expect(found, read.warnings).to.deep.equal(rows);
      for (const each of said) expectSaid(each, content, read);
      also?.(read);
    });
  };
}
