import { expect } from 'chai';
import { publishSession } from '../../../shared/queue/runs/kinds.ts';
import { StoppingError } from '../../../workers/frame/errors.ts';
import { holdRun } from '../../helpers/hold-run.ts';
import { publish, readSession, record, storeSession } from '../../helpers/import-sessions.ts';
import { runImport, type StoredSession } from '../../helpers/run-import-job.ts';
import { createTestClock } from '../../helpers/test-clock.ts';
import { withDatabase } from '../../helpers/with-database.ts';
import { workerContext } from '../../helpers/worker-context.ts';
import { untilWaiting } from '../../helpers/until-waiting.ts';

describe('the worker that holds an import', () => {
  const database = withDatabase();
  const lines = [record('Tag', { id: 't1', name: 'Shared' })];
  const published = async (): Promise<StoredSession> =>
    publish(database.sql, await storeSession(database, [lines]));

  /** Holds a lock that the import needs, while `work` looks at it; returns how the import ended. */
  const whileBlocked = async (
    run: () => Promise<void>,
    work: () => Promise<void> | void,
  ): Promise<unknown> => {
    const { sql } = database;
    let ended: Promise<unknown> = Promise.resolve();
    await sql.begin(async (tx) => {
      await tx`lock table tags in access exclusive mode`;
      ended = run().then(
        () => null,
        (error: unknown) => error,
      );
      await untilWaiting(sql);
      await work();
      await ended;
      await untilWaiting(sql, 0);
    });
    return ended;
  };

  it('ends the session at the third try that does not get on', async function () {
    const stored = await published();
    const clock = createTestClock();
    clock.set('2026-01-01T00:00:00Z');
    const context = workerContext(database, { clock });
    await whileBlocked(
      () => runImport(context, stored, new AbortController().signal, true),
      () => clock.advance(11 * 60_000),
    );
    const { status, error } = await readSession(database.sql, stored);
    expect(status).to.equal('failed');
    expect(error).to.include({ code: 'import_failed', reason: 'no_progress' });
  });

  it('stops in the middle of a statement when the session is cancelled', async function () {
    const stored = await published();
    const { sessionId } = stored;
    const error = await whileBlocked(
      () => runImport(workerContext(database), stored),
      async () => {
        await database.sql`
          update import_sessions
          set status = 'cancelled'
          where id = ${sessionId}`;
      },
    );
    expect(error).to.equal(null);
  });

  it('stops and writes nothing more when somebody took the session over', async function () {
    const stored = await published();
    const { sql } = database;
    const error = await whileBlocked(
      () => runImport(workerContext(database), stored),
      async () => {
        await sql`update leases set expires_at = now() - interval '1 second' where resource = ${stored.sessionId}`;
        await holdRun(sql, publishSession, { ...stored, id: stored.sessionId });
      },
    );
    expect(error).to.equal(null);
    const session = await readSession(sql, stored);
    expect(session).to.include({ status: 'importing' });
    expect(session.chunks.map(({ status }) => status)).to.deep.equal(['importing']);
  });

  describe('that vanishes', () => {
    /** What is left of a worker that began the chunk and was killed. */
    const vanish = async (stored: StoredSession): Promise<void> => {
      await holdRun(database.sql, publishSession, { ...stored, id: stored.sessionId }, 0);
    };

    it('is replaced twice; after the third the session fails with the reason, and can be published again', async () => {
      const { sql } = database;
      const stored = await published();
      for (const _death of [1, 2, 3]) await vanish(stored);
      await runImport(workerContext(database), stored);
      const failed = await readSession(sql, stored);
      expect(failed.status).to.equal('failed');
      expect(failed.error).to.include({ code: 'import_failed', reason: 'worker_lost' });
      await runImport(workerContext(database), await publish(sql, stored));
      expect((await readSession(sql, stored)).status).to.equal('complete');
    });

    it('has its successor read one chunk at a time, so that the next death is blamed on the right one', async () => {
      const twoChunks = async () =>
        publish(database.sql, await storeSession(database, [lines, lines]));
      /** Reads contents of chunks until the first one waits to be written. */
      const readUntilFirstIsWritten = async (stored: StoredSession): Promise<number> => {
        const stop = new AbortController();
        let contents = 0;
        const sql = new Proxy(database.sql, {
          apply: (target, self, args: unknown[]) => {
            if (String(args[0]) === 'content') contents += 1;
            return Reflect.apply(target, self, args) as unknown;
          },
        });
        let seen = 0;
        const error = await whileBlocked(
          () => runImport(workerContext(database, { sql }), stored, stop.signal),
          () => {
            seen = contents;
            stop.abort();
          },
        );
        expect(error).to.be.instanceOf(StoppingError);
        return seen;
      };
      expect(await readUntilFirstIsWritten(await twoChunks())).to.equal(2);
      const stored = await twoChunks();
      await vanish(stored);
      expect(await readUntilFirstIsWritten(stored)).to.equal(1);
    });

    it('is not counted when it stops in order, or when Postgres crashed', async () => {
      const { sql } = database;
      const stored = await published();
      for (let n = 0; n < 4; n += 1) {
        await vanish(stored);
        await sql`
          update leases
          set renewed_at = pg_postmaster_start_time() - interval '1 second'
          where resource = ${stored.sessionId}`;
      }
      for (let n = 0; n < 4; n += 1) {
        const stop = new AbortController();
        await whileBlocked(
          () => runImport(workerContext(database), stored, stop.signal),
          () => stop.abort(),
        );
      }
      await runImport(workerContext(database), stored);
      expect((await readSession(sql, stored)).status).to.equal('complete');
    });
  });
});
