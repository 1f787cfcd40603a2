import { spawn, spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect } from 'chai';
import { programArguments, root } from '../../helpers/checkout.ts';
import { cli } from '../../helpers/cli.ts';
import { eventually } from '../../helpers/eventually.ts';
import { newAccount } from '../../helpers/rule-fixtures.ts';
import { withApi } from '../../helpers/start-api.ts';
import { pictureTerminal } from '../../helpers/terminal-picture.ts';
import { withFolder } from '../../helpers/with-folder.ts';
import { withImportsWorker } from '../../helpers/with-imports-worker.ts';

const SOUND =
  'Datum;Betrag;Empfänger\n13.01.2025;-1,50;Kaffee\n14.01.2025;2.000,00;Lohn\n15.01.2025;-7,25;Kino\n';

describe('ledgerline import of a CSV, and undo', function () {
  const { database, api } = withApi();
  const { file } = withFolder();
  withImportsWorker(api);

  before(() => newAccount(database.sql, api.tenant.householdId, { name: 'Giro' }));

  const env = () => ({ LEDGERLINE_URL: api.baseUrl, LEDGERLINE_KEY: api.tenant.writeKey });
  const run = (...args: string[]) => cli(args, { env: env() });
  const count = async (table: 'transactions' | 'imports'): Promise<number> => {
    const [row] = await database.sql`select count(*)::integer as count from ${database.sql(table)}`;
    return row!['count'] as number;
  };

  it('shows what it will do, imports, knows the rows again, and takes them back', async () => {
    const sound = file('sound.csv', SOUND);
    const first = await run(
      'import',
      sound,
      '--account',
      'Giro',
      '--yes',
      '--save-profile',
      'Bank',
    );
    expect(first.code, first.out + first.err).to.equal(0);
    expect(first.out)
      .to.contain('2025-01-14  +2000.00')
      .and.to.match(/new +3\n/);
    expect(await count('transactions')).to.equal(3);

    const longer = file('longer.csv', `${SOUND}16.01.2025;-3,00;Brot\n`);
    const second = await run('import', longer, '--yes');
    expect(second.out).to.contain('Read with the profile Bank (recognised).');
    expect(second.out)
      .to.match(/new +1\n/)
      .and.to.match(/duplicate +3\n/);
    expect(await count('transactions')).to.equal(4);

    const id = /ledgerline undo (\S+)/.exec(second.out)?.[1] ?? '';
    const undone = await run('undo', id);
    expect(undone.code, undone.out + undone.err).to.equal(0);
    expect(undone.out).to.contain('transactions: 1 removed').and.to.contain('is undone.');
    expect(undone.out).not.to.contain('created');
    expect(await count('transactions')).to.equal(3);
    expect((await run('undo', id)).err).to.contain('409 conflict');
  });

  it('imports nothing, and leaves nothing behind, where no one can be asked or rows are wrong', async () => {
    const before = await count('imports');
    const sound = file('asked.csv', 'date,amount,name\n2025-02-01,1.50,Tea\n');
    const asked = await run('import', sound, '--account', 'Giro');
    expect(asked.code).to.equal(2);
    expect(asked.out).to.contain('--yes');
    const bad = file(
      'bad.csv',
      'date,amount,name\n2025-02-01,1.50,Tea\n2025-02-02,lots,Tea\n2025-02-03,2.50,Milk\n',
    );
    const wrong = await run('import', bad, '--account', 'Giro', '--yes');
    expect(wrong.code).to.equal(1);
    expect(wrong.out).to.contain('Line 3, column "amount"').and.to.contain('--skip-invalid');
    const homeless = await run('import', sound, '--yes');
    expect(homeless.code).to.equal(1);
    expect(homeless.out).to.contain('--account').and.not.to.contain('--skip-invalid');
    expect(await count('imports')).to.equal(before);
  });

  it('makes the account that a file belongs to, with its number, and leaves none behind that nothing was imported into', async () => {
    const accounts = () => database.sql`
      select name, number from accounts where name like 'New %' order by name`;
    const bad = file('bad-new.csv', 'a,b\n"1,2');
    expect((await run('import', bad, '--new-account', 'New bad', '--yes')).code).to.equal(3);
    const sound = file('sound-new.csv', SOUND.replaceAll('2025', '2019'));
    const unasked = await run('import', sound, '--new-account', 'New unasked');
    expect(unasked.code).to.equal(2);
    await eventually(async () => expect(await accounts()).to.deep.equal([]));
    const number = 'DE89 3704 0044 0532 0130 00';
    const options = ['--new-account', 'New Giro', '--number', number, '--yes'];
    const imported = await run('import', sound, ...options);
    expect(imported.code, imported.err).to.equal(0);
    expect([...(await accounts())]).to.deep.equal([
      { name: 'New Giro', number: number.replaceAll(' ', '') },
    ]);
    const again = await run('import', sound, ...options);
    expect([again.code, again.err]).to.deep.equal([
      2,
      'There is an account New Giro already; use --account.\n',
    ]);
    await database.sql`delete from transactions where account_id in (
      select id from accounts where name = 'New Giro')`;
  });

  it('asks in a terminal and draws a bar there, and draws none elsewhere', async function () {
    if (spawnSync('script', ['--version']).error !== undefined) this.skip();
    const sound = file('terminal.csv', SOUND.replaceAll('2025', '2024'));
    const before = await count('transactions');
    const inTerminal = (answer: string) =>
      new Promise<{ code: number | null; out: string }>((resolve) => {
        const command = [
          process.execPath,
          ...programArguments('packages/cli/main.ts'),
          'import',
          sound,
        ];
        const line = [...command, '--account', 'Giro'].map((word) => `'${word}'`).join(' ');
        const child = spawn('script', ['-qec', line, '/dev/null'], {
          cwd: root,
          env: { ...process.env, ...env() },
        });
        let out = '';
        child.stdout.on('data', (text: Buffer) => {
          const asked = /\? \[y\/N\]|\(y\/N\)/i;
          const isNew = !asked.test(out);
          out += text.toString();
          if (isNew && asked.test(out)) child.stdin.write(`${answer}\n`);
        });
        child.on('close', (code) => resolve({ code, out }));
      });
    const refused = await inTerminal('n');
    expect(await count('transactions'), refused.out).to.equal(before);
    const agreed = await inTerminal('y');
    expect(agreed.code, agreed.out).to.equal(0);
    expect(agreed.out).to.match(/[█░]/u);
    expect(await count('transactions')).to.equal(before + 3);
    const elsewhere = await run('import', sound, '--account', 'Giro', '--yes');
    expect(elsewhere.out + elsewhere.err).to.not.match(/[█░]/u);
  });

  it('fails with a file that holds no row, and leaves nothing behind', async () => {
    const before = await count('imports');
    for (const content of ['', 'date,amount,name\n']) {
      const { code } = await run(
        'import',
        file('empty.csv', content),
        '--account',
        'Giro',
        '--yes',
      );
      expect(code, content).to.equal(1);
    }
    expect(await count('imports')).to.equal(before);
  });

  it('says which rows at the end it takes for a footer', async () => {
    const rows = Array.from({ length: 8 }, (_, at) => `2025-03-1${at},-${at}.50,Shop ${at}\n`);
    const total = file('total.csv', `date,amount,name\n${rows.join('')}Total,28.00,\n`);
    const { out } = await run('import', total, '--account', 'Giro');
    expect(out)
      .to.contain('Left out as a footer: the last 1 of')
      .and.to.match(/new +8\n/);
  });

  it('imports a statement in the frame of SWIFT, which begins like JSON', async () => {
    const statement = file(
      'frame.sta',
      '{1:F01BANKDEFFXXX0000000000}{4:\n:20:1\n:25:1/2\n:60F:C250101EUR5,\n:61:2501010101D5,NTRFNONREF\n:86:TEA HOUSE\n:62F:C250101EUR0,\n-}',
    );
    const { code, out, err } = await run('import', statement, '--account', 'Giro', '--yes');
    expect(code, err).to.equal(0);
    expect(out).to.match(/new +1\n/);
  });

  it('says what is wrong with the command, or with the service', async () => {
    const sound = file('ok.csv', SOUND);
    for (const [args, message] of [
      [[sound, '--account', 'Nobody'], 'There is no account Nobody.'],
      [[sound, '--number', 'DE02'], '--new-account'],
      [[sound, '--account', 'Giro', '--new-account', 'Two'], '--account or --new-account'],
      [[sound, '--setting', 'colour=red'], 'col_sep'],
      [[sound, sound], 'one CSV file at a time'],
      [[sound, '--bogus'], 'bogus'],
      [[file('open.csv', 'a,b\n"1,2')], 'invalid_csv'],
      [[sound, '--url', 'http://127.0.0.1:1', '--key', 'x', '--bogus'], 'bogus'],
    ] as const) {
      const { code, err } = await run('import', ...args);
      expect(code, err).to.be.greaterThan(0);
      expect(err).to.contain(message).and.not.to.contain('    at ');
    }
  });

  // RECORD=1 takes it again.
  it('does what the recording of the README shows', async () => {
    const csv = [
      'Kontoauszug;;;;',
      'Inhaber: Doe;;;;',
      '',
      'Buchung;Betrag;Währung;Text;Saldo',
      '13.02.2025;-1,50;EUR;Kaffee;98,50',
      '14.02.2025;2.000,00;EUR;Lohn Februar;2.098,50',
      '16.02.2025;-820,00;EUR;Miete;1.278,50',
      '17.02.2025;-54,30;EUR;Bäckerei Berg;1.224,20',
      'Saldo am 17.02.2025;;EUR;;1.224,20',
    ];
    const februar = file('februar.csv', Buffer.from(`${csv.join('\n')}\n`, 'latin1'));
    const imported = await run('import', februar, '--account', 'Giro', '--yes');
    const [, id = ''] = /ledgerline undo (\S+)/.exec(imported.out) ?? [];
    const undone = await run('undo', id);
    expect([imported.code, undone.code], imported.err + undone.err).to.deep.equal([0, 0]);
    const lines = [
      '$ iconv -f latin1 februar.csv',
      ...csv,
      '',
      '$ npx ledgerline import februar.csv --account Giro --yes',
      ...imported.out.trimEnd().split('\n'),
      '',
      `$ npx ledgerline undo ${id}`,
      ...undone.out.trimEnd().split('\n'),
    ];
    // What is another one each time.
    const shown = lines.map((line) =>
      line
        .replaceAll(id, '7c1e6f0a-52d4-4b1e-9d3c-0f8a3b6e2a91')
        .replace(/until \d{4}-\d\d-\d\d/, 'until 2026-05-31'),
    );
    const picture = path.join(root, 'docs/pictures/terminal.svg');
    if (process.env['RECORD'] === '1') writeFileSync(picture, pictureTerminal(shown));
    expect(readFileSync(picture, 'utf8')).to.equal(pictureTerminal(shown));
  });
});
