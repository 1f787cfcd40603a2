import { expect } from 'chai';
import {
  counts,
  importChunks,
  publish,
  readSession,
  record,
  replaceChunk,
  storeSession,
} from '../../helpers/import-sessions.ts';
import { recordQueues, runImport } from '../../helpers/run-import-job.ts';
import { account, transaction } from '../../helpers/sample-records.ts';
import { withDatabase } from '../../helpers/with-database.ts';
import { workerContext } from '../../helpers/worker-context.ts';

const tag = record('Tag', { id: 't1', name: 'Shared' });

describe('publish-session job', () => {
  const database = withDatabase();

  it('resumes after the failed chunk is replaced, and imports nothing twice', async () => {
    const { sql } = database;
    let stored = await publish(
      sql,
      await storeSession(database, [
        [account],
        [transaction({ account_id: 'q' })],
        [transaction({ id: 'x2' })],
      ]),
    );
    await runImport(workerContext(database), stored);
    let session = await readSession(sql, stored);
    expect(session.chunks.map((chunk) => chunk.status)).to.deep.equal([
      'complete',
      'failed',
      'pending',
    ]);
    expect(session.summary).to.deep.equal({
      accounts: counts(1),
      transactions: counts(0, 0, 0, 1),
    });
    await replaceChunk(database, stored, 2, [transaction()]);
    stored = await publish(sql, stored);
    await runImport(workerContext(database), stored);
    session = await readSession(sql, stored);
    expect(session).to.include({ status: 'complete', error: null, rowsDone: 3 });
    expect(session.summary).to.deep.equal({ accounts: counts(1), transactions: counts(2) });
  });

  describe('one worker at a time', () => {
    const chunks = [[account], [transaction()]];

    it('imports once when its job is delivered twice at the same time', async () => {
      const stored = await publish(database.sql, await storeSession(database, chunks));
      const context = workerContext(database);
      const ends = await Promise.allSettled([
        runImport(context, stored),
        runImport(context, stored),
      ]);
      expect(ends.filter((end) => end.status === 'fulfilled').length).to.be.greaterThan(0);
      const session = await readSession(database.sql, stored);
      expect(session.summary).to.deep.equal({ accounts: counts(1), transactions: counts(1) });
      await runImport(context, stored);
      expect(await readSession(database.sql, stored)).to.deep.equal(session);
    });

    it('gives the lease back after an error, and ends the session when it comes again and again', async () => {
      const { sql } = database;
      const context = workerContext(database);
      const stored = await publish(sql, await storeSession(database, [[tag]]));
      const signal = new AbortController().signal;
      await sql`alter table tags rename to tags_elsewhere`;
      try {
        for (let attempt = 1; attempt <= 2; attempt += 1) {
          const error = await runImport(context, stored).catch((thrown: unknown) => thrown);
          expect(error).to.include({ code: '42P01' });
          expect((await readSession(sql, stored)).status).to.equal('importing');
        }
        await runImport(context, stored, signal, true);
      } finally {
        await sql`alter table tags_elsewhere rename to tags`;
      }
      const failed = await readSession(sql, stored);
      expect(failed.status).to.equal('failed');
      expect(failed.error).to.include({ code: 'import_failed', reason: 'unexpected' });
      await runImport(context, await publish(sql, stored));
      expect((await readSession(sql, stored)).status).to.equal('complete');
    });
  });

  describe('after the last chunk', () => {
    it('queues the rules of the household', async () => {
      const recorded = recordQueues();
      await importChunks(database, [[account]], { queues: recorded.queues });
      expect(recorded.added).to.have.length(1);
      expect(recorded.added[0]).to.include({ queue: 'rules', job: 'apply-rules' });
    });

    it('stays complete and says so when they cannot be queued', async () => {
      const { queues } = recordQueues({ away: true });
      const { session } = await importChunks(database, [[account]], { queues });
      expect(session.status).to.equal('complete');
      expect(session.error).to.include({ code: 'family_sync_enqueue_failed' });
      expect(JSON.stringify(session.error)).not.to.include('amqp');
    });

    it('drops the uploaded content', async () => {
      const { session } = await importChunks(database, [[account]]);
      expect(session.chunks[0]).to.include({ hasContent: false });
    });
  });
});
