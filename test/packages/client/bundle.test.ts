import { gzipSync } from 'node:zlib';
import { createContext, runInContext } from 'node:vm';
import { expect } from 'chai';
import { build } from 'esbuild';
import { root } from '../../helpers/checkout.ts';

describe('the client in a browser', () => {
  let code: string;
  before(async () => {
    const { outputFiles } = await build({
      absWorkingDir: root,
      entryPoints: ['packages/client/index.ts'],
      bundle: true,
      minify: true,
      platform: 'browser',
      globalName: 'ledgerline',
      write: false,
    });
    code = outputFiles[0]!.text;
  });

  it('weighs less than 15 kB', () => {
    expect(gzipSync(code).length).to.be.below(15_000);
  });

  it('needs nothing but what the web has', async () => {
    const asked: [string, any][] = [];
    const page = createContext({
      ...{ AbortController, AbortSignal, Blob, File, FormData, Headers, ReadableStream },
      ...{ TextDecoder, TextEncoder, URL, URLSearchParams, atob, clearTimeout, crypto, setTimeout },
      fetch: async (url: string, init: object) => {
        asked.push([url, init]);
        return Response.json({ data: { name: 'Doe' } });
      },
    });
    runInContext(code, page);
    const program = `
      const client = ledgerline.createClient({ baseUrl: 'https://money.test', apiKey: 'k' });
      client.post('/tags', { body: { name: 'x' } })`;
    const answer: unknown = await runInContext(program, page);
    expect(answer).to.deep.equal({ data: { name: 'Doe' } });
    expect(asked[0]![0]).to.equal('https://money.test/api/v1/tags');
    expect(asked[0]![1].headers['idempotency-key']).to.match(/^[0-9a-f]{32}$/);
  });
});
