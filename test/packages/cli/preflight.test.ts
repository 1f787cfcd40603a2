import path from 'node:path';
import { expect } from 'chai';
import { cli } from '../../helpers/cli.ts';
import { withFolder } from '../../helpers/with-folder.ts';

describe('ledgerline preflight', function () {
  const { folder, file } = withFolder();
  const preflight = (...args: string[]) => cli(['preflight', ...args]);

  it('ends with 0 for valid content, and prints the API’s body with --json', async () => {
    const SETTINGS = {
      date_col_label: 'date',
      amount_col_label: 'amount',
      date_format: '%m/%d/%Y',
      number_format: '1,234.56',
      signage_convention: 'inflows_positive',
      amount_type_strategy: 'signed_amount',
      col_sep: ',',
      rows_to_skip: 0,
      has_header: true,
      footer_rows_to_skip: 0,
      skip_incomplete_rows: false,
      skip_other_units: false,
      unbooked_rows: 'leave_out',
      encoding: 'utf-8',
    };
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
        warning_details: [],
        settings: SETTINGS,
        inferred_settings: Object.keys(SETTINGS),
        evidence: {
          date_order: { basis: 'distribution' },
          number_format: { basis: 'distribution' },
          sign: { basis: 'words' },
          amount_columns: { basis: 'words' },
          currency: { basis: 'none' },
        },
      },
    });
  });

  it('shows the suggested settings, what they make of the content, and a command that uses them', async () => {
    const german = file('umsätze.csv', "Datum;Betrag;Wer?\n31.01.2025;1,50;L'Olivo\n");
    const { code, out } = await preflight(german);
    expect(code).to.equal(1);
    expect(out)
      .to.contain('NOT VALID: 1 error')
      .and.to.contain('With them the content is VALID, 1 row.');
    const command = out.split('\n').find((line) => line.includes('ledgerline preflight '))!;
    const args = [...command.matchAll(/'([^']*)'|(\S+)/g)].map((part) => part[1] ?? part[2]!);
    expect((await preflight(...args.slice(2))).out).to.match(/^VALID\n/);
  });

  it('shows the first rows as the suggested settings read them, and what the sign rests on', async () => {
    const rows = [
      ['31.01.2025', '-1,50', `Kaffee ${'im Bahnhof '.repeat(20)}`, '98,50'],
      ['01.02.2025', '-1.200,00', 'カード', '-1.101,50'],
      ['02.02.2025', '2.000,00', 'Lohn', '898,50'],
    ].map((cells) => cells.join(';'));
    const content = ['Datum;Betrag;Verwendungszweck;Saldo', ...rows].join('\n');
    const { out } = await preflight(file('saldo.csv', content));
    const [, shown = ''] = out.split('Rows as read with them:\n');
    expect(shown.split('\n').slice(0, 6)).to.deep.equal([
      '  Line  Date          Amount  Name',
      `     2  2025-01-31     -1.50  ${`Kaffee ${'im Bahnhof '.repeat(20)}`.slice(0, 49)}…`,
      '     3  2025-02-01  -1200.00  カード',
      '     4  2025-02-02  +2000.00  Lohn',
      '',
      'Sign: proven by the running balance; rows that agree 2, that do not 0.',
    ]);
  });

  it('marks what could not be read, and shows as many rows as sample_rows says', async () => {
    const content = 'date,amount,name\n2025-01-31,lots,Tea\n2025-01-30,-0.5,Milk\n';
    const odd = file('odd.csv', content);
    const { out } = await preflight(odd, '--setting', 'date_format=%Y-%m-%d');
    expect(out).to.match(/^ {5}2 {2}2025-01-31 {7}\? {2}Tea$/m);
    expect(out).to.match(/^ {5}3 {2}2025-01-30 {2} -0\.50 {2}Milk$/m);
    const one = await preflight(odd, '--setting', 'sample_rows=1');
    expect(one.out).to.contain('Tea').and.not.to.contain('Milk');
  });

  it('shows the settings under which content with an open quote is read', async () => {
    const rows = Array.from({ length: 8 }, (_, at) => `2025-01-1${at};-${at}.50;Shop ${at}\n`);
    const open = file('open.csv', `Statement,"Giro\ndate;amount;name\n${rows.join('')}`);
    const { code, out } = await preflight(open);
    expect(code).to.equal(1);
    expect(out).to.contain('REFUSED (invalid_csv)').and.to.contain('Shop 4');
  });

  it('shows no headers of a statement, which has none', async () => {
    const qif = file('giro.qif', '!Type:Bank\nD01/31/2025\nT-4.00\nPTea House\n^\n');
    const { code, out } = await preflight(qif);
    expect(code).to.equal(0);
    expect(out)
      .to.contain('Tea House')
      .and.not.to.match(/Headers|Required|Missing/);
    const { data } = JSON.parse((await preflight(qif, '--json')).out);
    const headers = { headers: null, required_headers: null, missing_required_headers: null };
    expect(data).to.deep.include({ ...headers, valid: true });
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

  it('fits a narrow terminal, with colours there and only there', async () => {
    const narrow = file(
      'narrow.csv',
      `date,amount,name\n01/31/2025,4.00,\u001b[31m${'Tea '.repeat(40)}\n`,
    );
    const { out } = await cli(['preflight', narrow], { columns: 40 });
    const [, table = ''] = out.split('Rows as read:');
    for (const line of table.split('\n').slice(1, 3)) expect(line.length).to.be.at.most(40 + 9);
    expect(out).to.contain('\u001b[32mVALID').and.to.not.contain('\u001b[31mTea');
    const env = { NO_COLOR: '1' };
    expect((await cli(['preflight', narrow], { columns: 40, env })).out).to.not.contain('\u001b');
  });

  it('reads standard input', async () => {
    const { code, out } = await cli(['preflight', '-'], {
      input: 'date,amount\n01/31/2025,4.00\n',
    });
    expect({ code, valid: out.startsWith('VALID') }).to.deep.equal({ code: 0, valid: true });
  });

  it('ends with 1 for what the API refuses', async () => {
    const { code, out } = await preflight(file('bad.csv', 'date,amount\n01/31/2025,"4'), '--json');
    expect(code).to.equal(1);
    expect(JSON.parse(out)).to.include({ error: 'invalid_csv' });
    const large = await preflight(file('large.csv', 'x'.repeat(10 * 1024 * 1024 + 1)));
    expect(large.code).to.equal(1);
    expect(large.err).to.contain('10MB');
  });

  it('ends with 2 and says what is wrong with the command', async () => {
    const ok = file('ok.csv', 'date,amount\n01/31/2025,4.00\n');
    for (const [args, message] of [
      [[], "missing required argument 'file'"],
      [[path.join(folder, 'none.csv')], 'no such file'],
      [[folder], 'folder'],
      [[ok, '--type', 'QifImport'], 'TransactionImport'],
      [[ok, '--setting', 'color=red'], 'no setting color'],
      [[ok, '--setting', 'col_sep'], 'value'],
      [[ok, '--bogus'], 'bogus'],
    ] as const) {
      const { code, err } = await preflight(...args);
      expect(code, err).to.equal(2);
      expect(err).to.contain(message).and.not.to.contain('    at ');
    }
  });
});
