import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { ReadableStream } from 'node:stream/web';
import { expect } from 'chai';
import { createImportClient } from '../../scripts/import/import-client.ts';
import { runImport } from '../../scripts/import/run-import.ts';
import { publishSession } from '../../shared/jobs/publish-session.ts';
import { performPublishSession } from '../../workers/imports/publish-session.ts';
import { bindJob, runWorker } from '../../workers/run-worker.ts';
import { createIdRemover, ledgerRecords } from '../helpers/ledger-records.ts';
import { startApi } from '../helpers/start-api.ts';
import type { TestTenant } from '../helpers/start-api.ts';
import { withDatabase } from '../helpers/with-database.ts';

/** Transactions of the household; fewer for a quick look. */
const TRANSACTIONS = Number(process.env['TRANSACTIONS'] ?? 1_000_000);
const HOUR_MS = 3_600_000;

describe(`a household of ${TRANSACTIONS} transactions`, function () {
  this.timeout(2 * HOUR_MS);
  const database = withDatabase();
  const api = startApi(database, { env: { NATIVE_IMPORT_MAX_ROWS: '10000000' } });
  let folder = '';

  before(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'ledgerline-long-'));
  });
  after(() => rm(folder, { recursive: true }));

  const say = (what: string, begun: number): void => {
    const seconds = Math.round((Date.now() - begun) / 1000);
    const memory = Math.round(process.memoryUsage().rss / 1e6);
    process.stderr.write(`    ${what}: ${seconds} s, ${memory} MB\n`);
  };

  const importFile = async (tenant: TestTenant, file: string): Promise<void> => {
    const begun = Date.now();
    const { config, sql, queues, log, clock } = api.context;
    const binding = bindJob(publishSession, performPublishSession);
    const worker = runWorker({ config, sql, queues, log, clock }, 'imports', [binding], 1);
    const { session } = await runImport({
      client: createImportClient(api.baseUrl, tenant.writeKey),
      files: [file],
      session: path.basename(file),
      chunkBytesMax: 8 * 1024 * 1024,
      progress: { planned: () => undefined, uploaded: () => undefined, imported: () => undefined },
    });
    await worker.stop();
    expect(session.error).to.equal(null);
    expect(session.status).to.equal('complete');
    say('imported', begun);
  };
  const exportTo = async (tenant: TestTenant, file: string): Promise<void> => {
    const begun = Date.now();
    const answer = await fetch(`${api.baseUrl}/api/v1/export`, {
      headers: { 'X-Api-Key': tenant.readKey },
    });
    await pipeline(Readable.fromWeb(answer.body as ReadableStream), createWriteStream(file));
    say('exported', begun);
  };
  /** Count of lines and an order-independent sum of the hashes of their content without ids. */
  const fingerprint = async (file: string): Promise<{ lines: number; sum: string }> => {
    const removeIds = createIdRemover();
    let lines = 0;
    let sum = 0n;
    for await (const line of createInterface({ input: createReadStream(file) })) {
      const digest = createHash('sha256').update(removeIds(line)).digest('hex');
      sum = (sum + BigInt(`0x${digest}`)) % 2n ** 256n;
      lines += 1;
    }
    return { lines, sum: sum.toString(16) };
  };

  it('is the same, up to ids, after export, import and export', async () => {
    const source = path.join(folder, 'source.ndjson');
    const first = path.join(folder, 'first.ndjson');
    const second = path.join(folder, 'second.ndjson');
    const withLineEnds = function* () {
      for (const line of ledgerRecords(TRANSACTIONS)) yield `${line}\n`;
    };
    await pipeline(Readable.from(withLineEnds()), createWriteStream(source));
    await importFile(api.tenant, source);
    await exportTo(api.tenant, first);
    await importFile(api.other, first);
    await exportTo(api.other, second);
    const exported = await fingerprint(first);
    expect(exported.lines).to.be.greaterThan(TRANSACTIONS);
    expect(await fingerprint(second)).to.deep.equal(exported);
  });
});
