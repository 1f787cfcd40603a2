import { expect } from 'chai';
import { createPreflightPool } from '../../../api/preflight-pool/preflight-pool.ts';
import type { NdjsonTask } from '../../../api/preflight-pool/tasks.ts';

const owner = 'household';

describe('preflight pool survives content that is made to fill its memory', () => {
  const size = 10 * 1024 * 1024;
  const fill = (unit: string, before = '', after = '') =>
    Buffer.concat([Buffer.from(before), Buffer.alloc(size - 200, unit), Buffer.from(after)]);
  const ndjsonTask = (content: Uint8Array): NdjsonTask => ({
    kind: 'ndjson',
    content,
    existing: { categories: [], tags: [], merchants: [] },
    rowsMax: 100_000,
  });
  const tag = (list: string) =>
    fill(list, '{"type":"Tag","data":{"id":1,"name":"x","tag_ids":[', '1]}}');
  const isJson = (content: Buffer) => '[{'.includes(content.toString('latin1', 0, 1));
  const contents: Record<string, Buffer> = {
    'a line of empty objects': fill('{},', '[', '{}]'),
    'a line of brackets': fill('['),
    'records of empty objects': fill(`{"type":"Tag","data":{"x":[${'{},'.repeat(60_000)}{}]}}\n`),
    'a list of numbers': tag('1,'),
    'unknown ids among empty objects': fill(
      `{"type":"Tag","data":{"tag_ids":["x",${'{},'.repeat(60_000)}{}]}}\n`,
    ),
    'lists of unknown ids': fill(
      `{"type":"Tag","data":{"tag_ids":[${'"aaaa1",'.repeat(9999)}1]}}\n`,
    ),
    'short records': fill('{"type":"Tag","data":{}}\n'),
    'line feeds': fill('\n'),
    commas: fill(','),
    'separators and quotes': fill('"",'),
    quotes: fill('""'),
    'NUL bytes': fill('\0'),
    'one word': fill('x'),
    'short rows': fill('a,b\n'),
    'carriage returns': fill('\r'),
  };
  const pool = createPreflightPool({ threads: 1, queueMax: 4, timeoutMs: 250_000 });
  after('end the thread', async () => pool.close());
  for (const [name, content] of Object.entries(contents)) {
    it(name, async () => {
      const ndjson = await pool.run(ndjsonTask(Buffer.from(content)), { owner });
      expect(ndjson.kind).to.equal('ndjson');
      const csv = {
        kind: 'csv',
        type: 'TransactionImport',
        settings: {},
        applySuggestions: 'none',
        now: new Date(),
      } as const;
      // What begins as JSON is named as such, and read no further: below a line of text it is not.
      const table = isJson(content) ? Buffer.concat([Buffer.from('x\n'), content]) : content;
      const report = await pool.run({ ...csv, content: Buffer.from(table) }, { owner });
      expect(report.kind).to.be.oneOf(['csv', 'malformed_csv']);
      for (const format of ['json', 'form'] as const) {
        const fields = { kind: 'fields', known: ['type'], format } as const;
        const read = await pool.run({ ...fields, content: Buffer.from(content) }, { owner });
        expect(read.kind).to.be.oneOf(['fields', 'unreadable_body']);
      }
    });
  }

  it('a form of nothing but separators', async () => {
    const fields = { kind: 'fields', known: ['type'], format: 'form' } as const;
    const read = await pool.run({ ...fields, content: fill('a&') }, { owner });
    expect(read.kind).to.equal('unreadable_body');
  });
});
