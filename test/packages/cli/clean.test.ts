import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect } from 'chai';
import { cli } from '../../helpers/cli.ts';
import { withFolder } from '../../helpers/with-folder.ts';

describe('ledgerline clean', function () {
  const { folder, file } = withFolder();
  const clean = (...args: string[]) => cli(['clean', ...args]);

  it('writes the rows of any CSV as RFC 4180, and says how it read them', async () => {
    const odd = file('odd.txt', "'a';'b, c'\r'1';'it''s'\r'2'\r");
    const { code, out, err } = await clean(odd);
    expect({ code, out }).to.deep.equal({ code: 0, out: `a,"b, c"\r\n1,it's\r\n2\r\n` });
    expect(err).to.equal(
      `Read as utf-8, separator ";", quote '.\nRows: 3 (2 of 2 cells, 1 of 1 cell).\n`,
    );
  });

  it('writes to a file, with the signs that are given', async () => {
    const target = path.join(folder, 'out.csv');
    const source = file('signs.csv', 'a;b,c\n');
    expect((await clean(source, '--separator', ',', '--out', target)).code).to.equal(0);
    expect(readFileSync(target, 'utf8')).to.equal('a;b,c\r\n');
    const { out } = await clean(source, '--separator', ',', '--out', target, '--json');
    const dialect = { separator: ',', quote: '"', escape: '"' };
    const read = { encoding: 'utf-8', ...dialect, rows: 1, widths: { 2: 1 }, warnings: [] };
    expect(JSON.parse(out)).to.deep.equal({ out: target, ...read });
  });

  it('says that an empty file has no rows, and what is no text; both are a "no"', async () => {
    const { code, out, err } = await clean(file('empty.csv', ''));
    expect({ code, out }).to.deep.equal({ code: 1, out: '' });
    expect(err).to.contain('There are no rows.');
    const noise = createHash('shake256', { outputLength: 4096 }).update('noise').digest();
    const packed = Buffer.concat([Buffer.from('\x1f\x8b', 'latin1'), noise]);
    for (const [bytes, what] of [
      [noise, 'no text'],
      [packed, 'a gzip file'],
    ] as const) {
      const refused = await clean(file('noise.csv', bytes));
      expect(refused).to.include({ code: 1, out: '' });
      expect(refused.err).to.contain(`noise.csv is ${what}`);
    }
  });

  it('ends with 2 and says what is wrong with the command', async () => {
    const ok = file('ok.csv', 'a,b\n');
    for (const [args, message] of [
      [[], "missing required argument 'file'"],
      [[path.join(folder, 'none.csv')], 'no such file'],
      [[ok, '--encoding', 'klingon'], 'windows-1252'],
      [[ok, '--quote', 'x'], '--quote'],
      [[ok, '--json'], '--json needs --out'],
      [[ok, '--out', path.join(folder, 'none', 'x.csv')], 'no such file or folder'],
    ] as const) {
      const { code, err } = await clean(...args);
      expect(code, err).to.equal(2);
      expect(err).to.contain(message).and.not.to.contain('    at ');
    }
  });
});
