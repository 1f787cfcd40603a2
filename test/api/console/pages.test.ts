import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { expect } from 'chai';
import express from 'express';
import type { Request, Response } from 'express';
import { consolePage, serveConsole } from '../../../api/console/pages.ts';
import { handleErrors } from '../../../api/http/error-handler.ts';
import { createOutage } from '../../../shared/platform/log-once.ts';
import { createCapturedLog } from '../../helpers/captured-log.ts';

const PAGE =
  '<meta name="csp-nonce" content="__CSP_NONCE__"><script src="/app/assets/a-1.js"></script>';
const SCRIPT = `console.log(${JSON.stringify('x'.repeat(2000))})`;

describe('the pages of the console', () => {
  let built = '';
  let server: Server;
  let baseUrl = '';
  const get = (path: string, headers: Record<string, string> = {}) =>
    fetch(baseUrl + path, { headers, redirect: 'manual' });

  before(async () => {
    built = mkdtempSync(join(tmpdir(), 'ledgerline-console-'));
    const assets = join(built, 'assets');
    mkdirSync(assets);
    writeFileSync(join(built, 'index.html'), PAGE);
    writeFileSync(join(built, 'secret.txt'), 'not an asset');
    writeFileSync(join(assets, 'a-1.js'), SCRIPT);
    writeFileSync(join(assets, 'a-1.js.br'), brotliCompressSync(SCRIPT));
    writeFileSync(join(assets, 'a-1.js.gz'), gzipSync(SCRIPT));
    writeFileSync(join(assets, 'b-2.css'), 'a{}');
    const app = express();
    const otherwise = (_req: Request, res: Response): void => res.redirect(302, '/elsewhere');
    app.get('/admin', consolePage(otherwise, built));
    app.get('/admin-unbuilt', consolePage(otherwise, join(built, 'nothing')));
    const unbuilt = express();
    unbuilt.use(serveConsole(join(built, 'nothing')));
    app.use('/unbuilt', unbuilt);
    const { log } = createCapturedLog();
    app.use(serveConsole(built), handleErrors(log, createOutage(log, 'requests')));
    server = createServer(app).listen(0, '127.0.0.1');
    await new Promise((resolve) => server.once('listening', resolve));
    baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  });
  after(() => {
    server.closeAllConnections();
    server.close();
    rmSync(built, { recursive: true });
  });

  it('are one page at every address, with its own nonce and nothing inline allowed', async () => {
    const nonces = new Set<string>();
    for (const path of [
      '/app',
      '/app/',
      '/app/transactions?q=a.b',
      '/app/rules/1.5',
      '/app/index.html',
    ]) {
      const answer = await get(path);
      expect([answer.status, answer.headers.get('cache-control')], path).to.deep.equal([
        200,
        'no-store',
      ]);
      const policy = answer.headers.get('content-security-policy')!;
      const [, nonce = ''] = /style-src 'self' 'nonce-([\w-]{24})'/.exec(policy)!;
      expect(policy).to.contain("default-src 'none'; script-src 'self';").and.not.contain('unsafe');
      expect(await answer.text()).to.equal(PAGE.replace('__CSP_NONCE__', nonce));
      nonces.add(nonce);
    }
    expect(nonces.size).to.equal(5);
    expect(await (await get('/admin')).text()).to.contain('csp-nonce');
  });

  it('have assets that are kept for ever, compressed as the browser wants them', async () => {
    for (const [accepted, sent] of [
      ['gzip, br', 'br'],
      ['gzip', 'gzip'],
      ['br;q=0, gzip;q=0', null],
    ] as const) {
      const answer = await get('/app/assets/a-1.js', { 'Accept-Encoding': accepted });
      expect(answer.headers.get('content-encoding')).to.equal(sent);
      expect(answer.headers.get('content-type')).to.match(/^text\/javascript/);
      expect(answer.headers.get('cache-control')).to.equal('public, max-age=31536000, immutable');
      expect(answer.headers.get('vary')).to.equal('Accept-Encoding');
      expect(await answer.text()).to.equal(SCRIPT);
    }
    const style = await get('/app/assets/b-2.css', { 'Accept-Encoding': 'br' });
    expect(style.headers.get('content-encoding')).to.equal(null);
    expect(await style.text()).to.equal('a{}');
  });

  it('have no file but their assets', async () => {
    for (const path of [
      '/app/assets/gone.js',
      '/app/assets/..%2fsecret.txt',
      '/app/assets/..%2findex.html',
      '/app/assets/%2e%2e%2f%2e%2e%2fpackage.json',
      '/app/assets/.hidden',
      '/app/assets/%00',
    ]) {
      const answer = await get(path);
      expect([path, answer.status]).to.deep.equal([path, 404]);
      expect(answer.headers.get('cache-control')).to.not.match(/immutable/);
    }
    expect(await (await get('/app/secret.txt')).text()).to.contain('csp-nonce');
  });

  it('say how they are built where they are not', async () => {
    const answer = await get('/unbuilt/app/transactions');
    expect(answer.status).to.equal(404);
    expect((await get('/admin-unbuilt')).headers.get('location')).to.equal('/elsewhere');
    expect(await answer.text()).to.contain('npm run build');
  });
});
