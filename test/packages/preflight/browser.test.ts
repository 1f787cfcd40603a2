import { createContext, runInContext } from 'node:vm';
import { expect } from 'chai';
import { build } from 'esbuild';
import { describe, it } from 'mocha';
import { preflightCsv } from '#preflight/rows/judge-content';
import { preflightNdjson } from '#preflight/ndjson/preflight-ndjson';
import { root } from '../../helpers/checkout.ts';

const NOW = '2025-06-01T00:00:00Z';
const NOTHING = { categories: [], tags: [], merchants: [] };
const CSV = Buffer.from(
  'Datum;Betrag;Händler\n01.02.2025;-12,50;Bäcker\n31.02.2025;x;Bäcker\n',
  'latin1',
);
const NDJSON = Buffer.from(
  ['{"type":"Tag","data":{"id":"a","name":"Käse 😀"}}', '{"type":"Tag","data":{}}', '{'].join('\n'),
);

describe('packages/preflight', () => {
  it('answers in a browser, without anything of Node, as on the server', async () => {
    const { outputFiles } = await build({
      stdin: {
        contents: `export { preflightCsv } from '#preflight/rows/judge-content';
          export { preflightNdjson } from '#preflight/ndjson/preflight-ndjson';`,
        resolveDir: root,
      },
      bundle: true,
      write: false,
      format: 'iife',
      globalName: 'preflight',
      platform: 'browser',
    });
    const page = createContext({ TextDecoder, TextEncoder, csv: [...CSV], ndjson: [...NDJSON] });
    runInContext(outputFiles[0]?.text ?? '', page);
    const answer = (call: string): unknown =>
      JSON.parse(String(runInContext(`JSON.stringify(preflight.${call})`, page)));
    const plain = (report: unknown): unknown => JSON.parse(JSON.stringify(report));

    const csv = `Uint8Array.from(csv), 'TransactionImport', {}, new Date('${NOW}')`;
    expect(answer(`preflightCsv(${csv})`)).to.deep.equal(
      plain(preflightCsv(CSV, 'TransactionImport', {}, new Date(NOW))),
    );
    const options = { existing: NOTHING, rowsMax: 10 };
    expect(
      answer(`preflightNdjson(Uint8Array.from(ndjson), ${JSON.stringify(options)})`),
    ).to.deep.equal(plain(preflightNdjson(NDJSON, options)));
  });
});
