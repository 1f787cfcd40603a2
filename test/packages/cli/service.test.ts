import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import path from 'node:path';
import { expect } from 'chai';
import { root } from '../../helpers/checkout.ts';
import { cli } from '../../helpers/cli.ts';
import { newConnection } from '../../helpers/deliver-events.ts';
import { eventually } from '../../helpers/eventually.ts';
import { closeServer, listen } from '../../helpers/listen.ts';
import { newAccount } from '../../helpers/rule-fixtures.ts';
import { createPlatform, startApi } from '../../helpers/start-api.ts';
import { untilWaiting } from '../../helpers/until-waiting.ts';
import { withDatabase } from '../../helpers/with-database.ts';
import { withFolder } from '../../helpers/with-folder.ts';

describe('ledgerline completion', () => {
  it('names what may follow, for each shell', async () => {
    const words = async (...before: string[]) =>
      (await cli(['complete', '--', ...before])).out.trimEnd().split('\n');
    expect(await words())
      .to.include.members(['import', 'ops', '--json'])
      .and.not.include('complete');
    expect(await words('--json', 'rules')).to.include.members(['list', 'preview', 'run']);
    expect(await words('import', 'a.csv')).to.include.members(['--account', '--yes']);
    for (const shell of ['bash', 'zsh', 'fish']) {
      expect((await cli(['completion', shell])).out).to.contain('ledgerline complete --');
    }
    expect((await cli(['completion', 'tcsh'])).code).to.equal(2);
  });
});

describe('ledgerline without a command', () => {
  it('prints its version', async () => {
    const { version } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8'));
    expect(await cli(['--version'])).to.deep.equal({ code: 0, out: `${version}\n`, err: '' });
  });

  it('answers a program in words, with exit code 2', async () => {
    for (const group of ['rules', 'keys', 'households', 'webhooks', 'ops']) {
      const { code, out } = await cli([group, '--json']);
      const answer = { error: 'usage', message: 'A command is missing.' };
      expect([code, JSON.parse(out)], group).to.deep.equal([2, answer]);
      expect((await cli([group, '--help'])).out).to.include(`Example:\n  ledgerline ${group}`);
    }
  });
});

describe('ledgerline with a service', () => {
  const database = withDatabase();
  const keys = `test:${Buffer.alloc(32, 1).toString('base64')}`;
  // The answer with a new key is kept for its Idempotency-Key.
  const api = startApi(database, { env: { CREDENTIALS_KEYS: keys } });
  const { folder, file } = withFolder();

  const env = (key = api.tenant.writeKey) => ({ LEDGERLINE_URL: api.baseUrl, LEDGERLINE_KEY: key });
  const ask = (...args: string[]) => cli(args, { env: env() });
  const answer = async (...args: string[]) => {
    const { code, out, err } = await ask(...args, '--json');
    expect(code, err).to.equal(0);
    return JSON.parse(out);
  };

  it('makes, lists, replaces and ends keys', async () => {
    const { data: made } = await answer('keys', 'create', 'Sheet', '--scope', 'read');
    const { out } = await ask('keys', 'list');
    expect(out).to.contain(made.id).and.to.contain('Sheet').and.to.not.contain('\u001b');
    expect(out).to.not.contain(made.api_key);
    const { data: next } = await answer('keys', 'rotate', made.id);
    await answer('keys', 'revoke', next.id);
    const lines = (await ask('keys', 'list', '--json')).out.trimEnd().split('\n');
    const state = lines.map((line) => JSON.parse(line)).find(({ id }) => id === next.id);
    expect(state.revoked_at).to.be.a('string');
  });

  it('previews a rule and starts its run', async () => {
    const rule = {
      name: 'Tea',
      resource_type: 'transaction',
      active: true,
      effective_date: null,
      conditions: [{ condition_type: 'transaction_name', operator: 'like', value: 'tea' }],
      actions: [{ action_type: 'exclude_transaction' }],
    };
    const { body } = await api.request('POST', '/api/v1/rules', { body: rule });
    const id = body.data.id as string;
    expect((await ask('rules', 'list')).out).to.contain('Tea');
    expect((await ask('rules', 'preview', id)).out).to.contain('would change 0.');
    const { data: run } = await answer('rules', 'run', id, '--no-wait');
    expect(run.status).to.equal('pending');
  });

  it('exports records, and says what a key may do', async () => {
    const out = path.join(folder, 'all.ndjson');
    expect((await ask('export', '--out', out)).code).to.equal(0);
    expect((await ask('export')).code).to.equal(0);
    expect((await ask('doctor')).out).to.contain('read_write');
  });

  it('ends with 3 and the words of the service when it refuses', async () => {
    const { code, out, err } = await cli(['keys', 'create', 'X', '--scope', 'read', '--json'], {
      env: env(api.tenant.readKey),
    });
    expect(code, err).to.equal(3);
    expect(JSON.parse(out).error).to.equal('insufficient_scope');
    expect((await ask('undo', '0b7f0000-0000-4000-8000-000000000000')).code).to.equal(3);
    expect((await ask('undo', '..')).code).to.equal(2);
  });

  it('ends with 4 when only a proxy or nothing answers, and sends no key elsewhere', async () => {
    const proxy = createServer((_request, response) => {
      response.writeHead(502, { 'content-type': 'text/html' }).end('<h1>\u001b[31mBad</h1>');
    });
    const url = await listen(proxy);
    const away = await cli(['doctor', '--url', url], { env: env() });
    expect(away.code).to.equal(4);
    expect(away.err).to.contain('502').and.to.not.contain('\u001b');
    await closeServer(proxy);
    const silence = await cli(['doctor', '--url', url], { env: env() });
    expect(silence.code).to.equal(4);
    expect(silence.err).to.contain('ECONNREFUSED');
    file('ready.json', JSON.stringify({ base_url: api.baseUrl, api_key: 'k' }));
    const other = await cli(['doctor', '--url', url], { env: { DATA_DIR: folder } });
    expect(other).to.deep.include({ code: 2 });
    expect(other.err).to.contain('LEDGERLINE_KEY');
  });

  it('ends with 4 when an export breaks off, and with 2 where it cannot be written', async () => {
    const breaking = createServer((_request, response) => {
      response.writeHead(200, { 'content-type': 'application/x-ndjson' });
      response.write('{"type":"Tag"}\n', () => response.destroy());
    });
    const url = await listen(breaking);
    const out = path.join(folder, 'half.ndjson');
    const broken = await cli(['export', '--out', out, '--url', url], { env: env() });
    expect(broken).to.deep.include({ code: 4 });
    expect(broken.err).to.contain(`${out} is incomplete`);
    expect(await cli(['export', '--url', url], { env: env() })).to.deep.include({ code: 4 });
    breaking.close();
    const nowhere = await ask('export', '--out', path.join(folder, 'no', 'such'));
    expect(nowhere.code).to.equal(2);
    expect(nowhere.err).to.match(/no such file or folder\.\n$/);
  });

  it('names the accounts that there are, where none is called as a person says', async () => {
    await newAccount(database.sql, api.tenant.householdId, { name: 'Savings' });
    const any = file('any.csv', 'date,amount,name\n2025-02-01,1.50,Tea\n');
    const { code, err } = await ask('import', any, '--account', 'Giro', '--yes');
    expect(code).to.equal(2);
    expect(err).to.contain('There is no account Giro. There are: Savings.');
  });

  it('says at Ctrl-C how an import continues', async () => {
    const tea = file('tea.csv', 'date,amount,name,account\n2025-02-01,1.50,Tea,Giro\n');
    await newAccount(database.sql, api.tenant.householdId, { name: 'Giro' });
    const { code, err } = await cli(['import', tea, '--account', 'Giro', '--yes'], {
      env: env(),
      interruptAfter: /new +1/,
    });
    expect(code, err).to.equal(130);
    const [, id] = /ledgerline undo ([\da-f-]{36})/.exec(err) ?? [];
    await eventually(async () => {
      const { data } = await api.get(`/api/v1/imports/${id}`);
      expect(data.status).to.equal('publishing');
    });
  });

  it('leaves nothing behind at Ctrl-C while it uploads', async () => {
    const { sql } = database;
    const count = async () => {
      const [row] = await sql`
        select (select count(*) from imports)::integer as imports,
               (select count(*) from accounts)::integer as accounts`;
      return row;
    };
    const before = await count();
    const tea = file('new-tea.csv', 'date,amount,name\n2025-02-01,1.50,Tea\n');
    const ended = await sql.begin(async (tx) => {
      await tx`lock table imports in share mode`;
      const interruptWhen = untilWaiting(sql);
      const end = cli(['import', tea, '--new-account', 'Tea', '--yes'], {
        env: env(),
        interruptWhen,
      });
      await interruptWhen;
      return { end };
    });
    const { code, err } = await ended.end;
    expect(code, err).to.equal(130);
    expect(err).to.equal('Nothing was imported.\n');
    expect(await count()).to.deep.equal(before);
  });

  it('stops watching at Ctrl-C, while the sync continues', async () => {
    await newConnection(database.sql, api.tenant.householdId);
    const { code, err } = await cli(['sync'], { env: env(), columns: 80, interruptAfter: /Sync/ });
    expect(code, err).to.equal(130);
    const [, id] = /continues with sync ([\da-f-]{36})/.exec(err) ?? [];
    const [run] = await database.sql`select status from syncs where id = ${id ?? null}`;
    expect(run).to.deep.equal({ status: 'queued' });
  });

  it('makes a household of a platform, and deletes it only when somebody agrees', async () => {
    const { key } = await createPlatform(database, 'App');
    const asApp = (...args: string[]) => cli(args, { env: env(key) });
    const made = await asApp('households', 'create', 'Doe family', '--json');
    const { id } = JSON.parse(made.out).data;
    expect(await asApp('households', 'delete', id)).to.deep.include({ code: 2 });
    expect((await asApp('households', 'list')).out).to.contain(id);
    const { code, out, err } = await asApp('households', 'delete', id, '--yes');
    expect(code, err).to.equal(0);
    expect(out).to.match(/^Doe family is gone; deletion [\da-f-]{36} /);
    expect((await asApp('households', 'list')).out).to.not.contain(id);
    expect(await asApp('households', 'delete', id, '--yes')).to.deep.include({ code: 3 });
  });
});
