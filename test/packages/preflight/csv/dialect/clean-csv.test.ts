import { expect } from 'chai';
import fc from 'fast-check';
import { cleanCsv, type CleanOptions } from '#preflight/csv/dialect/clean-csv';
import { csvLine } from '#preflight/csv/dialect/csv-line';
import { STANDARD_DIALECT } from '#preflight/csv/dialect/dialect';
import { HELD_BACK_FILES } from './held-back-files.ts';
import { polluted, POLLUTION_NAMES } from './polluted-file.ts';
import { cases } from '../../../../helpers/cases.ts';
import { forAll } from '../../../../helpers/for-all.ts';

const NOW = new Date('2026-03-01T00:00:00Z');

const read = (content: Uint8Array, options?: CleanOptions): string[][] =>
  [...cleanCsv(content, NOW, options).rows].map(({ cells }) => cells);
const readText = (text: string, options?: CleanOptions): string[][] =>
  read(Buffer.from(text), options);

describe('cleanCsv', () => {
  for (const name of POLLUTION_NAMES) {
    it(`reads files with ${name}`, () => {
      for (const seed of [1, 2, 3]) {
        const { content, rows } = polluted(name, seed);
        expect(read(content), `seed ${seed}`).to.deep.equal(rows);
      }
    });
  }

  for (const [name, content, rows] of HELD_BACK_FILES) {
    it(`reads a file by hand: ${name}`, () => {
      const found = read(typeof content === 'string' ? Buffer.from(content) : content);
      expect(found.map((cells) => cells.join('¦'))).to.deep.equal(rows);
    });
  }

  it('reports the physical line of each row', () => {
    for (const [text, lines] of [
      ['\na,b\r\n"1\n2",3\r\r4,5', [2, 3, 6]],
      ['a,b\n1,"open\n2,3\n4,5\n', [1, 2, 3, 4]],
    ] as const) {
      const { rows } = cleanCsv(Buffer.from(text), NOW);
      expect([...rows].map(({ line }) => line)).to.deep.equal(lines);
    }
  });

  it('keeps rows of more cells than an import would', () => {
    const wide = Array.from({ length: 2500 }, (_, at) => `c${at}`);
    const [first, second] = readText(`a,b\n${wide.join(',')}\n`, STANDARD_DIALECT);
    expect(first).to.deep.equal(['a', 'b']);
    expect(second).to.deep.equal(wide);
  });

  it('takes what is given for granted', () => {
    expect(readText('a;b,c\n', { separator: ',' })).to.deep.equal([['a;b', 'c']]);
    expect(readText('a~~b\n', { separator: '~~' })).to.deep.equal([['a', 'b']]);
    expect(read(Buffer.from([0xe9]), { encoding: 'windows-1252' })).to.deep.equal([['é']]);
  });

  it('reads back what it writes, whatever the bytes are', () => {
    const sign = fc.constantFrom(
      ...['"', "'", '\\', ',', ';', '\t', '|', ' ', '\n', '\r', 'a', '1'],
    );
    const content = fc.oneof(
      fc.uint8Array({ maxLength: 300 }),
      fc
        .array(sign, { maxLength: 120 })
        .map((signs) => new Uint8Array(Buffer.from(signs.join('')))),
    );
    forAll(cases(2000), content, (bytes) => {
      const rows = read(bytes);
      const written = rows.map(csvLine).join('');
      expect(readText(written, { ...STANDARD_DIALECT, encoding: 'utf-8' })).to.deep.equal(rows);
    });
  });

  it('leaves well-formed rows as they are', () => {
    const cell = fc.string({
      unit: fc.constantFrom('a', 'é', '1', '"', ',', ';', '\n', ' '),
      maxLength: 6,
    });
    const rows = fc.array(fc.array(cell, { minLength: 2, maxLength: 4 }), { maxLength: 8 });
    forAll(100, rows, (table) => {
      const written = table.map(csvLine).join('');
      expect(readText(written, STANDARD_DIALECT)).to.deep.equal(table);
    });
  });
});
