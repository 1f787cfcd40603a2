import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect } from 'chai';

const root = path.resolve(import.meta.dirname, '../..');

describe('npm run preflight', function () {
  this.timeout(60_000);
  const folder = mkdtempSync(path.join(tmpdir(), 'preflight-'));
  after('remove the files', () => rmSync(folder, { recursive: true }));

  const file = (name: string, content: string): string => {
    const full = path.join(folder, name);
    writeFileSync(full, content);
    return full;
  };
  const preflight = (...args: string[]) =>
    new Promise<{ code: number; out: string; err: string }>((resolve) => {
      const command = ['--import', 'tsx', 'scripts/preflight.ts', ...args];
      execFile(process.execPath, command, { cwd: root }, (error, out, err) => {
        resolve({ code: typeof error?.code === 'number' ? error.code : 0, out, err });
      });
    });

  it('ends with 0 for valid content, and prints the API’s body with --json', async () => {
    const ok = file('ok.csv', 'date,amount\n01/31/2025,4.00\n');
    expect(await preflight(ok)).to.include({ code: 0, err: '' });
    const { code, out } = await preflight(ok, '--json');
    expect(code).to.equal(0);
    expect(JSON.parse(out)).to.deep.equal({
      data: {
        type: 'TransactionImport',
        valid: true,
        content: { filename: 'ok.csv', content_type: 'text/csv', byte_size: 28 },
        stats: { rows_count: 1 },
        headers: ['date', 'amount'],
        required_headers: ['date', 'amount'],
        missing_required_headers: [],
        errors: [],
        warnings: [],
        evidence: {
          date_order: { basis: 'distribution' },
          number_format: { basis: 'distribution' },
          sign: { basis: 'words' },
          amount_columns: { basis: 'words' },
        },
      },
    });
  });

  it('tells the suggested settings, what they make of the content, and a command that uses them', async () => {
    const german = file('umsätze.csv', "Datum;Betrag;Wer?\n31.01.2025;1,50;L'Olivo\n");
    const { code, out } = await preflight(german);
    expect(code).to.equal(1);
    expect(out)
      .to.contain('NOT VALID: 1 error')
      .and.to.contain('With them the content is VALID, 1 rows');
    const command = out.split('\n').find((line) => line.includes('npm run preflight -- '))!;
    const args = [...command.matchAll(/'([^']*)'|(\S+)/g)].map((part) => part[1] ?? part[2]!);
    expect((await preflight(...args.slice(4))).out).to.match(/^VALID\n/);
  });

  it('takes .ndjson for a native export', async () => {
    const native = file('all.ndjson', '{"type":"Tag","data":{"id":1,"name":"x"}}\noops\n');
    const { code, out } = await preflight(native);
    expect(code).to.equal(1);
    expect(out).to.contain('Tag 1').and.to.contain('invalid_json');
  });

  it('shows control characters of the content, and does not send them to the terminal', async () => {
    const { out } = await preflight(file('esc.csv', 'date,amount\n01/31/2025,4\u001b[31m\n'));
    expect(out).to.contain('4\\x1b[31m').and.not.to.contain('\u001b');
  });

  it('ends with 1 for what the API refuses', async () => {
    const { code, out } = await preflight(file('bad.csv', 'date,amount\n01/31/2025,"4'), '--json');
    expect(code).to.equal(1);
    expect(JSON.parse(out)).to.include({ error: 'invalid_csv' });
    const large = await preflight(file('large.csv', 'x'.repeat(10 * 1024 * 1024 + 1)));
    expect(large.code).to.equal(1);
    expect(large.out).to.contain('file_too_large').and.to.contain('10MB');
  });

  it('ends with 2 and says what is wrong with the command', async () => {
    const ok = file('ok.csv', 'date,amount\n01/31/2025,4.00\n');
    for (const [args, told] of [
      [[], 'Usage'],
      [[path.join(folder, 'none.csv')], 'no such file'],
      [[folder], 'folder'],
      [[ok, '--type', 'QifImport'], 'TransactionImport'],
      [[ok, '--setting', 'color=red'], 'no setting color'],
      [[ok, '--setting', 'col_sep'], 'value'],
      [[ok, '--bogus'], 'bogus'],
    ] as const) {
      const { code, err } = await preflight(...args);
      expect(code, err).to.equal(2);
      expect(err).to.contain(told).and.not.to.contain('    at ');
    }
  });
});
