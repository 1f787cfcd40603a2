import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { expect } from 'chai';
import { publishSession } from '../../shared/queue/runs/kinds.ts';
import { createQueues } from '../../shared/queue/queues.ts';
import { createLog } from '../../shared/platform/log.ts';
import { exportLines } from '../../shared/imports/export/export.ts';
import { eventually } from '../helpers/eventually.ts';
import { importChunks, publish, readSession, storeSession } from '../helpers/import-sessions.ts';
import { ledgerRecords, withoutIds } from '../helpers/ledger-records.ts';
import { programArguments, root } from '../helpers/checkout.ts';
import type { StoredSession } from '../helpers/run-import-job.ts';
import { withDatabase } from '../helpers/with-database.ts';

describe('import workers', () => {
  const database = withDatabase();
  const children = new Set<ChildProcess>();

  after(() => {
    for (const child of children) child.kill('SIGKILL');
  });

  const start = (program: string, ...args: string[]): ChildProcess => {
    const config = database.config();
    const child = spawn(process.execPath, [...programArguments(program), ...args], {
      cwd: root,
      stdio: ['ignore', 'pipe', 'inherit'],
      env: {
        ...process.env,
        LOG_LEVEL: 'error',
        DATABASE_URL: database.url,
        QUEUE_PREFIX: config.queuePrefix,
        WORKER_PORT: '0',
      },
    });
    children.add(child);
    child.once('exit', () => children.delete(child));
    return child;
  };
  const chunksOf = (count: number): string[][] => {
    const lines = [...ledgerRecords(count)];
    const chunks: string[][] = [];
    for (let at = 0; at < lines.length; at += 500) chunks.push(lines.slice(at, at + 500));
    return chunks;
  };
  const contentOf = async ({ householdId }: StoredSession): Promise<string[]> => {
    const lines: string[] = [];
    const { signal } = new AbortController();
    for await (const batch of exportLines(database.sql, householdId, signal)) {
      lines.push(...batch.split('\n').filter((line) => line !== ''));
    }
    return withoutIds(lines);
  };
  it('takes over from a killed worker within a minute', async function () {
    const chunks = chunksOf(4000);
    const log = createLog({ level: 'error', process: 'test' });
    const queues = createQueues(database.config(), log);
    try {
      const stored = await publish(database.sql, await storeSession(database, chunks));
      const first = start('workers/imports.ts');
      await publishSession.enqueue(queues, { ...stored, id: stored.sessionId });
      await eventually(async () => {
        const { chunks: seen } = await readSession(database.sql, stored);
        expect(seen.some((chunk) => chunk.status === 'complete')).to.equal(true);
      });
      first.kill('SIGKILL');
      const before = await readSession(database.sql, stored);
      expect(before.status).to.equal('importing');
      const second = start('workers/imports.ts');
      await eventually(
        async () => {
          const session = await readSession(database.sql, stored);
          expect(session.rowsDone).to.be.greaterThan(before.rowsDone);
        },
        { everyMs: 200 },
      );
      await eventually(
        async () => {
          expect((await readSession(database.sql, stored)).status).to.equal('complete');
        },
        { everyMs: 200 },
      );
      second.kill('SIGTERM');
      await once(second, 'exit');
      const reference = await importChunks(database, chunks);
      const { status, error, summary } = await readSession(database.sql, stored);
      expect({ status, error }).to.deep.equal({ status: 'complete', error: null });
      expect(summary).to.deep.equal(reference.session.summary);
      expect(await contentOf(stored)).to.deep.equal(await contentOf(reference));
    } finally {
      await queues.close();
    }
  });
});
