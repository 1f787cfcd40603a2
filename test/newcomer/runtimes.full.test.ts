import { execFile } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { Worker } from 'node:worker_threads';
import { expect } from 'chai';
import { build } from 'esbuild';
import { newWebhookSecret, signatureHeaders } from '../../shared/webhooks/signature.ts';
import { hasBrowser, launchBrowser } from '../helpers/browser.ts';
import { root } from '../helpers/checkout.ts';
import { withApi } from '../helpers/start-api.ts';
import { startProcess, type RunningProcess } from '../helpers/processes.ts';

const run = promisify(execFile);
const DENO = path.join(root, 'node_modules/.bin/deno');

/** Gives what it did, as one line; `createClient` and `verifyWebhook` are there. */
const PROGRAM = `
  const client = createClient({ baseUrl, apiKey });
  const steps = new Set();
  const { data: account } = await client.post('/accounts', { body: { name: 'Account in ' + place } });
  const csv = 'date,amount,name\\n2026-03-01,-12.50,Coffee\\n2026-03-02,3.00,Tea\\n';
  const options = { onProgress: ({ step, done, total }) => steps.add(step + ' ' + done + '/' + total) };
  const made = await client.importCsv(csv, { account_id: account.id, publish: true }, options);
  const query = { account_id: account.id, per_page: 1 };
  const names = [];
  for await (const { name } of client.list('/transactions', { query })) names.push(name);
  let isInFeed = false;
  for await (const { data } of client.changes({ types: 'account', wait: 0 }))
    isInFeed ||= data.some(({ id }) => id === account.id);
  const error = await client.get('/rules/{id}', { path: { id: account.id } }).catch((thrown) => thrown);
  const event = await verifyWebhook(webhook);
  const said = [made.status, names, isInFeed, error.code, event.type, steps.has('uploading 62/62')].join();`;

describe('the client does the same', function () {
  const { database, api } = withApi();
  const folder = mkdtempSync(path.join(tmpdir(), 'runtimes-'));
  let worker: RunningProcess;
  let bundle: string;
  before(async () => {
    const { outputFiles } = await build({
      absWorkingDir: root,
      entryPoints: ['packages/client/index.ts'],
      bundle: true,
      format: 'esm',
      write: false,
    });
    // A program needs no module to import then, wherever it runs.
    bundle = outputFiles[0]!.text.replace(/^export \{[^}]*\};$/m, '');
    worker = await startProcess('workers/imports.ts', database.config(), { WORKER_PORT: '0' });
  });
  after(async () => {
    worker.child.kill('SIGTERM');
    await worker.exited;
    rmSync(folder, { recursive: true });
  });

  const SAID = 'complete,Tea,Coffee,true,record_not_found,sync.completed,true';
  /** The client and the program, which ends with `tell`. */
  function programFor(place: string, tell: string): string {
    const secret = newWebhookSecret();
    const body = JSON.stringify({ type: 'sync.completed' });
    const headers = signatureHeaders([secret], { id: 'one', at: new Date(), body });
    const given = {
      baseUrl: api.baseUrl,
      apiKey: api.tenant.writeKey,
      place,
      webhook: { body, headers, secrets: [secret] },
    };
    const names = Object.keys(given).join();
    return `${bundle}\n(async () => { const {${names}} = ${JSON.stringify(given)};\n${PROGRAM}\n${tell}; })();`;
  }

  it('in a worker thread of Node', async () => {
    const tell = `(await import('node:worker_threads')).parentPort.postMessage(said)`;
    const thread = new Worker(programFor('a thread', tell), { eval: true });
    const said = await new Promise((resolve, reject) => {
      thread.once('message', resolve);
      thread.once('error', reject);
    });
    expect(said).to.equal(SAID);
  });

  it('in Deno, which lets it reach the service and nothing else', async function () {
    if (!existsSync(DENO)) this.skip();
    const file = path.join(folder, 'program.mjs');
    writeFileSync(file, programFor('Deno', 'console.log(said)'));
    const { host } = new URL(api.baseUrl);
    const { stdout } = await run(DENO, ['run', '--no-config', `--allow-net=${host}`, file], {
      env: { PATH: process.env['PATH'], DENO_DIR: folder, DENO_NO_UPDATE_CHECK: '1' },
    });
    expect(stdout).to.equal(`${SAID}\n`);
  });

  it('in a page of a browser, and in a worker of the page', async function () {
    if (!hasBrowser) this.skip();
    const browser = await launchBrowser();
    try {
      // A page of the service, without the rules that keep a stranger's program out of it.
      const context = await browser.newContext({ bypassCSP: true });
      const page = await context.newPage();
      await page.goto(`${api.baseUrl}/docs`);
      const inPage = programFor('a page', 'return said').replace('\n(async', '\nreturn (async');
      expect(await page.evaluate(`(() => {${inPage}})()`)).to.equal(SAID);
      const inWorker = JSON.stringify(programFor('a worker', 'postMessage(said)'));
      const said = page.evaluate(`new Promise((resolve, reject) => {
        const url = URL.createObjectURL(new Blob([${inWorker}], { type: 'text/javascript' }));
        const worker = new Worker(url);
        worker.onmessage = ({ data }) => resolve(data);
        worker.onerror = ({ message }) => reject(new Error(message));
      })`);
      expect(await said).to.equal(SAID);
    } finally {
      await browser.close();
    }
  });
});
