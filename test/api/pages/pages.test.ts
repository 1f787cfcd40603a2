import { expect } from 'chai';
import { answered, startApi, withApi } from '../../helpers/start-api.ts';

describe('pages for people', () => {
  const { database, api } = withApi();
  const get = (path: string) => api.request('GET', path, { as: 'none' });

  it('GET / links to the documentation, and to no dashboard where there is none', async () => {
    const { text, headers } = await answered(200, get('/'));
    expect(headers.get('content-type')).to.match(/^text\/html/);
    expect(text).to.contain('href="/docs"').and.contain('href="/api/v1/openapi.json"');
    expect(text).to.not.contain('/admin/queues');
  });

  it('GET /docs brings every file from here, and a policy that allows no other', async () => {
    const { text, headers } = await answered(200, get('/docs'));
    expect(text).to.not.match(/(src|href)="(https?:)?\/\//);
    expect(headers.get('content-security-policy')).to.contain("script-src 'self';");
    const files = [...text.matchAll(/(?:src|href)="(\/assets\/[^"]+)"/g)].map(([, file]) => file!);
    expect(files.length).to.be.greaterThan(4);
    for (const file of files) {
      const asset = await answered(200, get(file), file);
      expect(asset.text.length, file).to.be.greaterThan(100);
      // Asked for again each time: a page never meets the files of an older version.
      expect(asset.headers.get('cache-control'), file).to.contain('max-age=0');
      expect(asset.headers.get('etag'), file).to.be.a('string');
    }
  });

  it('sends a page compressed, and once to a client that keeps it', async () => {
    for (const path of ['/docs/operations/ledger', '/api/v1/openapi.json']) {
      const first = await get(path);
      expect(first.headers.get('content-encoding'), path).to.equal('gzip');
      const headers = { 'If-None-Match': first.headers.get('etag')! };
      await api.answers(304, 'GET', path, { as: 'none', headers });
      const plain = await api.request('GET', path, {
        as: 'none',
        headers: { 'Accept-Encoding': 'identity' },
      });
      expect(plain.headers.get('content-encoding')).to.equal(null);
      expect(plain.text).to.equal(first.text);
    }
  });

  it('serves no file outside its folder', async () => {
    for (const path of ['/assets/../page.ts', '/assets/%2e%2e/page.ts', '/assets/', '/assets/x']) {
      await answered(404, get(path), path);
    }
  });

  it('answers data with a policy under which nothing runs', async () => {
    const { headers } = await api.request('GET', '/api/v1/usage');
    expect(headers.get('content-security-policy')).to.equal(
      "default-src 'none';frame-ancestors 'none'",
    );
    expect(headers.get('x-content-type-options')).to.equal('nosniff');
    expect(headers.get('cache-control')).to.equal('no-store');
    expect(headers.get('x-powered-by')).to.equal(null);
  });

  describe('with a dashboard', () => {
    const withDashboard = startApi(database, { env: { ADMIN_PASSWORD: 'secret' } });

    it('GET / links to it', async () => {
      const { text } = await withDashboard.request('GET', '/', { as: 'none' });
      expect(text).to.contain('href="/admin/queues"');
    });
  });
});
