import path from 'node:path';
import { expect } from 'chai';
import { cutChunks } from '../../../packages/cli/import/cut-chunks.ts';
import { createClient } from '#client';
import { runImport } from '../../../packages/cli/import/import-session.ts';
import { cli } from '../../helpers/cli.ts';
import { record } from '../../helpers/import-sessions.ts';
import { seededRandom } from '../../helpers/draws.ts';
import { ledgerRecords } from '../../helpers/ledger-records.ts';
import { withApi } from '../../helpers/start-api.ts';
import { words } from '../../helpers/for-all.ts';
import { withFolder } from '../../helpers/with-folder.ts';
import { withImportsWorker } from '../../helpers/with-imports-worker.ts';

describe('ledgerline import of an export', () => {
  const { api } = withApi();
  const { file } = withFolder();
  withImportsWorker(api);

  const write = (name: string, lines: readonly string[]): string => file(name, lines.join('\n'));
  const run = (files: string[], session: string, chunkBytesMax = 60_000) => {
    const seen = { uploading: [0, 0], importing: [0, 0], judging: [0, 0] };
    const result = runImport({
      client: createClient({ baseUrl: api.baseUrl, apiKey: api.tenant.writeKey }),
      files,
      session,
      chunkBytesMax,
      onProgress: ({ step, done, total }) => void (seen[step] = [done, total]),
    });
    return result.then((answer) => ({ ...answer, seen }));
  };

  it('starts over with files whose session was undone', async () => {
    const file = write('undone.ndjson', [record('Tag', { id: 't', name: 'Undone' })]);
    const first = await run([file], 'undone');
    const env = { LEDGERLINE_URL: api.baseUrl, LEDGERLINE_KEY: api.tenant.writeKey };
    const undo = (id: string) => cli(['undo', id], { env });
    expect((await undo(first.session.id)).code).to.equal(0);
    expect((await api.get('/api/v1/tags')).data).to.deep.equal([]);
    const again = await run([file], 'undone');
    expect([again.session.status, again.session.summary]).to.deep.equal([
      'complete',
      first.session.summary,
    ]);
    expect(again.session.id).to.not.equal(first.session.id);
    await undo(again.session.id);
  });

  it('cuts files so that records come after what they name, within the limit', async () => {
    const lines = [
      record('Rule', { id: 'r' }),
      record('Transfer', { inflow_transaction_id: 'x', outflow_transaction_id: 'y' }),
      `{"data": ${JSON.stringify({ id: 'x', note: { type: 'Account' } })}, "type": "Transaction"}`,
      '{broken',
      '',
      record('Category', { id: 'child', parent_id: 'c' }),
    ];
    const first = write('a.ndjson', lines);
    const second = write('b.ndjson', [`\uFEFF${record('Category', { id: 'c' })}`]);
    const chunks = [];
    for await (const chunk of cutChunks([first, second], 90)) chunks.push(chunk);
    expect(chunks.map((chunk) => chunk.sequence)).to.deep.equal(
      chunks.map((_, index) => index + 1),
    );
    for (const { content, lines: own } of chunks) {
      if (own.length > 1) expect(Buffer.byteLength(content)).to.be.at.most(90);
    }
    const order = chunks.flatMap((chunk) =>
      chunk.lines.map((line) => `${path.basename(line.file)}:${line.line}`),
    );
    expect(order).to.deep.equal(
      words('b.ndjson:1 a.ndjson:6 a.ndjson:3 a.ndjson:4 a.ndjson:1 a.ndjson:2'),
    );
  });

  it('imports a shuffled file in several chunks and shows how far it is', async function () {
    const random = seededRandom(7);
    const lines = [...ledgerRecords(600)]
      .map((line) => ({ line, place: random() }))
      .sort((a, b) => a.place - b.place)
      .map(({ line }) => line);
    const file = write('all.ndjson', lines);
    const { session, seen } = await run([file], 'shuffled');
    expect(session.error).to.equal(null);
    expect(session.chunks.length).to.be.greaterThan(3);
    expect(session.summary['transactions']?.created).to.equal(600);
    expect(seen.importing).to.deep.equal([lines.length, lines.length]);
    const bytes = Buffer.byteLength(lines.join('\n'));
    // The last line ends with the file.
    expect(seen.uploading).to.deep.equal([bytes + 1, bytes]);
    const again = await run([file], 'shuffled');
    expect(again.session.id).to.equal(session.id);
    expect(again.session.summary['transactions']?.created).to.equal(600);
  });

  it('says where the fault is, and continues with the corrected file', async function () {
    const account = record('Account', { id: 'a', name: 'A', balance: 1, accountable_type: 'Loan' });
    const transaction = (id: string, date: string) =>
      record('Transaction', { id, account_id: 'a', date, amount: 1 });
    const broken = [transaction('x', '2025-01-01'), transaction('y', 'soon'), account];
    const file = write('fault.ndjson', broken);
    const failed = await run([file], 'fault', 150);
    expect(failed.session.status).to.equal('failed');
    expect(failed.notes).to.deep.equal([
      { source: { file, line: 2 }, text: 'Transaction: date is not a date (YYYY-MM-DD): soon' },
    ]);
    write(
      'fault.ndjson',
      broken.map((line) => line.replace('soon', '2025-02-01')),
    );
    const { session } = await run([file], 'fault', 150);
    expect(session.status).to.equal('complete');
    expect(session.summary).to.deep.include({
      accounts: { created: 1, updated: 0, skipped: 0, failed: 0 },
      transactions: { created: 2, updated: 0, skipped: 0, failed: 0 },
    });
  });

  it('reports every line that is no record by file and line, wherever the cut falls', async function () {
    const tag = (n: number) => record('Tag', { id: `told ${n}`, name: `Told ${n}` });
    const lines = [
      '{broken',
      ...[1, 2, 3].map(tag),
      record('Boat', {}),
      '[]',
      ...[4, 5].map(tag),
      '"end"',
    ];
    const file = write('told.ndjson', lines);
    const { session, notes } = await run([file], 'told', 60);
    expect(session.status).to.equal('complete');
    expect(session.chunks.length).to.be.greaterThan(2);
    expect(session.summary['tags']?.created).to.equal(5);
    const listed = notes.map(({ source, text }) => `${source.line} ${text}`).sort();
    expect(listed).to.deep.equal([
      '1 skipped: no JSON',
      '5 skipped: records of type "Boat" are not known',
      '6 skipped: no record',
      '9 skipped: no record',
    ]);
    expect((await run([file], 'told', 60)).wasComplete).to.equal(true);
  });

  it('refuses to continue with files that are cut another way', async function () {
    const tags = [1, 2, 3, 4, 5, 6].map((n) => record('Tag', { id: n, name: `Cut ${n}` }));
    const broken = [...tags, record('Account', { id: 'z', accountable_type: 'Boat' })].reverse();
    const file = write('cut.ndjson', [...tags, record('Tag', { id: 7 })]);
    const failed = await run([file], 'cut', 60);
    expect(failed.session.status).to.equal('failed');
    const refusal = async (bytes: number): Promise<string> =>
      run([file], 'cut', bytes).then(
        () => 'none',
        (error: unknown) => String(error),
      );
    expect(await refusal(10_000)).to.include('with another --chunk-mb');
    write('cut.ndjson', broken);
    expect(await refusal(60)).to.include('is complete and holds other content');
  });
});
