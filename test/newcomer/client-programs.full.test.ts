import { execFile, type ExecFileOptions } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { expect } from 'chai';
import { createClient, type Client, type UploadProgress } from '#client';
import { createSandboxProvider, type SandboxProvider } from '../../sandbox-provider/server.ts';
import { readSource, root } from '../helpers/checkout.ts';
import { startApi } from '../helpers/start-api.ts';
import { SYNC_ENV } from '../helpers/sync-harness.ts';
import { startProcess, type RunningProcess } from '../helpers/processes.ts';
import { withDatabase } from '../helpers/with-database.ts';

const execute = promisify(execFile);

/** Runs a command and gives what it prints; throws with all of it. */
async function run(command: string, args: string[], options: ExecFileOptions): Promise<string> {
  const { stdout } = await execute(command, args, options).catch((error: unknown) => {
    const { stdout, stderr } = error as { stdout: string; stderr: string };
    throw new Error(`${command} ${args.join(' ')}\n${stdout}${stderr}`, { cause: error });
  });
  return String(stdout);
}

/** The first program of a guide in that language. */
function programOf(file: string, language: string): string {
  const [, program = ''] =
    new RegExp(`^\`\`\`${language}\\n([^]*?)^\`\`\`$`, 'm').exec(readSource(file)) ?? [];
  expect(program.split('\n').length, `lines of the program of ${file}`).to.be.within(20, 45);
  return program;
}

/** What surrounds the shorter pieces. */
const AROUND = `import { createClient, isCallError, verifyWebhook } from '@ledgerline/client';
declare const [client, name]: [ReturnType<typeof createClient>, string];
declare const [body, headers, newSecret, oldSecret]: [string, Headers, string, string];
`;

/** All that is shown of the client, as files for the compiler. */
function* shownPieces(): Generator<[file: string, text: string]> {
  for (const file of ['README.md', 'packages/client/README.md']) {
    for (const [, text = ''] of readSource(file).matchAll(/^```(?:js|ts)\n([^]*?)^```$/gm)) {
      const isWhole = text.includes('import ');
      yield isWhole ? [`${text.length}.mjs`, text] : [`${text.length}.mts`, AROUND + text];
    }
  }
}

describe('programs of the guides, and what they need', function () {
  const database = withDatabase();
  const env: NodeJS.ProcessEnv = { ...SYNC_ENV };
  let sandbox: SandboxProvider;
  let workers: RunningProcess[];
  let client: Client;
  const folder = mkdtempSync(path.join(tmpdir(), 'client-programs-'));
  before(async () => {
    sandbox = await createSandboxProvider({ limit: { limit: 0, windowMs: 60_000 } }).listen();
    env['PROVIDER_BASE_URL'] = sandbox.url;
  });
  const api = startApi(database, { env });
  before(async () => {
    client = createClient({ baseUrl: api.baseUrl, apiKey: api.tenant.writeKey });
    workers = await Promise.all(
      ['sync', 'imports', 'rules'].map((name) =>
        startProcess(`workers/${name}.ts`, database.config(env), { ...env, WORKER_PORT: '0' }),
      ),
    );
  });
  after(async () => {
    for (const { child } of workers) child.kill('SIGTERM');
    await Promise.all(workers.map(({ exited }) => exited));
    await sandbox.close();
    rmSync(folder, { recursive: true });
  });

  const settings = () => ({
    ...process.env,
    LEDGERLINE_URL: api.baseUrl,
    LEDGERLINE_KEY: api.other.writeKey,
  });

  it('the client’s own runs from its package, and the types of all that is shown of it hold', async () => {
    const source = path.join(folder, 'packages/client');
    const app = path.join(folder, 'app');
    mkdirSync(app);
    // Without it npm would install into the folder above.
    writeFileSync(path.join(app, 'package.json'), '{}');
    cpSync(path.join(root, 'packages/client'), source, { recursive: true });
    for (const file of ['tsconfig.json', 'LICENSE'])
      cpSync(path.join(root, file), path.join(folder, file));
    symlinkSync(path.join(root, 'node_modules'), path.join(folder, 'node_modules'));
    await run('npm', ['pack', '--pack-destination', app], { cwd: source });
    await run(
      'npm',
      ['install', '--offline', '--no-audit', '--no-fund', './ledgerline-client-1.0.0.tgz'],
      { cwd: app },
    );
    writeFileSync(path.join(app, 'first.mjs'), programOf('packages/client/README.md', 'js'));
    const compilerOptions = {
      ...{ checkJs: true, noEmit: true, strict: true, module: 'nodenext', target: 'es2022' },
      ...{ types: ['node'], typeRoots: [path.join(root, 'node_modules/@types')] },
    };
    const pieces = [...shownPieces()];
    expect(pieces).to.have.lengthOf.above(3);
    for (const [file, text] of pieces) writeFileSync(path.join(app, file), text);
    const config = JSON.stringify({ compilerOptions, files: pieces.map(([file]) => file) });
    writeFileSync(path.join(app, 'tsconfig.json'), config);
    await run(process.execPath, [path.join(root, 'node_modules/typescript/bin/tsc')], { cwd: app });
    const stdout = await run(process.execPath, ['first.mjs'], { cwd: app, env: settings() });
    expect(stdout).to.match(/^sync completed: [1-9]\d* transactions$/m);
    expect(stdout).to.match(/^import complete: 2 new rows$/m);
    expect(stdout).to.match(/^rule 1 transaction tagged$/m);
    expect(stdout.match(/^upsert /gm)?.length).to.be.greaterThan(20);
  });

  it('the one in Python runs with plain requests', async function () {
    const hasRequests = await execute('python3', ['-c', 'import requests']).catch(() => null);
    // `.ci/run` installs it.
    if (hasRequests === null) this.skip();
    const file = path.join(folder, 'first.py');
    writeFileSync(file, programOf('docs/API.md', 'python'));
    expect(await run('python3', [file], { env: settings() })).to.equal(
      'complete: 2 new rows\n2026-03-13 1800 Gehalt\n2026-03-01 -12.5 Hofladen\n',
    );
  });

  it('a history continues where it broke off, and is undone', async () => {
    const account = {
      id: 'a1',
      name: 'Wallet',
      balance: '1',
      currency: 'EUR',
      accountable_type: 'Depository',
    };
    const lines = [{ type: 'Account', data: account }].map((line) => JSON.stringify(line));
    for (const day of ['05', '06', '07', '08']) {
      const data = {
        id: day,
        account_id: 'a1',
        date: `2026-01-${day}`,
        amount: '1',
        currency: 'EUR',
        name: 'Kiosk',
      };
      lines.push(JSON.stringify({ type: 'Transaction', data }));
    }
    const chunks: string[] = [];
    let isBroken = true;
    const breaking: typeof fetch = (url, init) => {
      if ((url as string).endsWith('/chunks')) chunks.push(url as string);
      if (isBroken && chunks.length === 3) return Promise.reject(new TypeError('away'));
      return fetch(url, init);
    };
    const own = createClient({
      baseUrl: api.baseUrl,
      apiKey: api.tenant.writeKey,
      fetch: breaking,
      retries: 0,
    });
    const reports: UploadProgress[] = [];
    const options = {
      clientSessionId: 'laptop',
      chunkBytes: 130,
      onProgress: (each: UploadProgress) => reports.push(each),
    };
    const broken = await own
      .importHistory(lines.join('\n'), options)
      .catch((error: unknown) => error);
    expect(broken).to.include({ code: 'no_answer' });
    isBroken = false;
    chunks.length = 0;
    const session = await own.importHistory(lines.join('\n'), options);
    expect([session.status, session.chunks.length, chunks.length]).to.deep.equal([
      'complete',
      5,
      5,
    ]);
    expect(reports.at(-1)).to.deep.equal({ step: 'importing', done: 5, total: 5 });
    const path = { id: session.id };
    const { data: undoing } = await client.post('/import_sessions/{id}/undo', { path });
    expect((await client.waitFor(undoing)).status).to.equal('undone');
    const again = await own.importHistory(lines.join('\n'), options);
    expect([again.status, again.progress.rows_done]).to.deep.equal(['complete', 5]);
  });

  it('an import whose answer was lost happens once', async () => {
    let lost = 2;
    const losing: typeof fetch = async (url, init) => {
      const answer = await fetch(url, init);
      if (init?.method === 'POST' && lost-- > 0) throw new TypeError('the answer is lost');
      return answer;
    };
    const own = createClient({ baseUrl: api.baseUrl, apiKey: api.tenant.writeKey, fetch: losing });
    const { data: account } = await own.post('/accounts', { body: { name: 'Giro' } });
    const csv = new Blob(['date,amount,name\n2026-03-01,-12.50,Coffee\n']);
    const made = await own.importCsv(
      csv,
      { account_id: account.id, publish: true },
      { filename: 'giro.csv' },
    );
    expect(made).to.include({ status: 'complete', filename: 'giro.csv' });
    const { meta } = await own.get('/imports');
    expect(meta.total_count).to.equal(1);
    const { data: undoing } = await own.post('/imports/{id}/undo', { path: { id: made.id } });
    expect((await own.waitFor(undoing)).status).to.equal('undone');
  });
});
