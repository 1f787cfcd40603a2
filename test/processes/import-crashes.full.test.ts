import { spawnSync } from 'node:child_process';
import { setTimeout as delay } from 'node:timers/promises';
import { expect } from 'chai';
import { seededRandom } from '../../sandbox-provider/random.ts';
import { isTaken } from '../../scripts/ports.ts';
import { connect, type Sql } from '../../shared/postgres/connect.ts';
import { migrate } from '../../shared/queue/migrate.ts';
import { startPostgres, startRedis, type Datastore } from '../chaos/datastore.ts';
import { startFleet } from '../chaos/fleet.ts';
import { startInstallation, type Installation } from '../chaos/installation.ts';
import { eventually } from '../helpers/eventually.ts';
import { exportedLines, publish, storeSession } from '../helpers/import-sessions.ts';
import { ledgerRecords, withoutIds } from '../helpers/ledger-records.ts';
import { startJob } from '../helpers/processes.ts';
import { runImport } from '../helpers/run-import-job.ts';
import { createTenant, type TestTenant } from '../helpers/start-api.ts';
import { workerContext } from '../helpers/worker-context.ts';

/** Longer than the API waits for its queue. */
const DOWN_MS = { PostgreSQL: 1000, Redis: 4000 };

interface Answer {
  status: number;
  retryAfter: number;
  body: any;
}

/** The small form of `npm run test:long -- chaos-imports`: real datastores that crash, a real `web`. */
describe('an import', function () {
  const cleanups: (() => Promise<unknown>)[] = [];
  const hasRedis = spawnSync('redis-server', ['--version']).error === undefined;
  const env = { DATABASE_URL: '', REDIS_URL: '' };
  let postgres: Datastore;
  let redis: Datastore;
  let sql: Sql;
  let installation: Installation;

  before(async () => {
    postgres = await startPostgres();
    cleanups.push(() => postgres.remove());
    if (hasRedis) {
      redis = await startRedis();
      cleanups.push(() => redis.remove());
      env.REDIS_URL = redis.url;
    }
    env.DATABASE_URL = postgres.url;
    await migrate(postgres.url);
    sql = connect({ databaseUrl: postgres.url, poolMax: 3, applicationName: 'test' });
    cleanups.push(() => sql.end({ timeout: 5 }));
    installation = await startInstallation(env);
    cleanups.push(() => installation.stop());
  });
  after(async () => {
    for (const work of cleanups.reverse()) await work();
  });

  const chunks = (transactions: number): string[][] => {
    const lines = [...ledgerRecords(transactions)];
    const size = Math.ceil(lines.length / 6);
    return Array.from({ length: 6 }, (_, n) => lines.slice(n * size, (n + 1) * size));
  };
  const clientOf = ({ writeKey }: TestTenant) => {
    const send = async (method: string, path: string, body?: object): Promise<Answer> => {
      const answer = await fetch(`${installation.baseUrl}/api/v1/import_sessions${path}`, {
        method,
        headers: { 'X-Api-Key': writeKey, 'Content-Type': 'application/json' },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      });
      const retryAfter = Number(answer.headers.get('retry-after'));
      return { status: answer.status, retryAfter, body: await answer.json() };
    };
    const upload = (id: string, sequence: number, lines: readonly string[]): Promise<Answer> =>
      send('POST', `/${id}/chunks`, { sequence, raw_file_content: lines.join('\n') });
    return { send, upload };
  };
  /** Repeats a request from the crash of a datastore until it is answered again; how it was refused. */
  const repeatWhileDown = async (
    datastore: Datastore,
    request: () => Promise<Answer>,
  ): Promise<{ refused: Answer[]; answer: Answer }> => {
    const back = datastore.restart(DOWN_MS[datastore.name as keyof typeof DOWN_MS]);
    while (await isTaken(Number(new URL(datastore.url).port))) await delay(5);
    const refused: Answer[] = [];
    for (;;) {
      // A process that ends as its database crashes is started again.
      const answer = await request().catch(() => null);
      if (answer !== null && answer.status < 300) {
        await back;
        return { refused, answer };
      }
      if (answer !== null) refused.push(answer);
      await delay(50);
    }
  };
  const expectUnavailable = (answers: readonly Answer[], code: string): void => {
    expect(answers).to.not.have.length(0);
    for (const { status, retryAfter, body } of answers) {
      expect([status, body.error]).to.deep.equal([503, code]);
      expect(retryAfter).to.be.greaterThan(0);
    }
  };
  const contentOf = async (householdId: string): Promise<string[]> =>
    withoutIds(await exportedLines(sql, householdId));
  const context = () =>
    workerContext({ sql, url: postgres.url, config: () => ({}) as never }, { sql });
  /** The household that the same chunks give without disturbance, and its summary. */
  const undisturbed = async (pieces: readonly string[][]) => {
    const stored = await publish(sql, await storeSession({ sql }, pieces));
    await runImport(context(), stored);
    const [row] = await sql`select summary from import_sessions where id = ${stored.sessionId}`;
    return { summary: row?.['summary'] as unknown, content: await contentOf(stored.householdId) };
  };

  it('loses nothing when PostgreSQL crashes: 503 with Retry-After, and what was begun is done once', async () => {
    const tenant = await createTenant({ sql }, 'Household');
    const { send, upload } = clientOf(tenant);
    const pieces = chunks(3000);
    const { id } = (await send('POST', '', { expected_chunks: pieces.length })).body.data;
    for (const [index, lines] of pieces.entries()) {
      if (index !== 1) expect((await upload(id, index + 1, lines)).status).to.equal(201);
    }
    const second = await repeatWhileDown(postgres, () => upload(id, 2, pieces[1] ?? []));
    expectUnavailable(second.refused, 'service_unavailable');
    expect(second.answer.body.data.chunks_count).to.equal(pieces.length);

    // A process that imports without a queue, so that nothing has to wait until its job counts as stalled.
    const runId = await sql.begin(async () => {
      const { householdId } = tenant;
      return (await publish(sql, { householdId, sessionId: id, runId: '' })).runId;
    });
    const ids = [tenant.householdId, id, runId];
    const { child, exited } = startJob(postgres.url, 'publish-session', ...ids);
    cleanups.push(async () => void child.kill('SIGKILL'));
    await eventually(async () => {
      expect((await send('GET', `/${id}`)).body.data.progress.rows_done).to.be.greaterThan(0);
    });
    await postgres.restart(200);
    expect((await exited)[0]).to.not.equal(0);
    const shown = await eventually(() => send('GET', `/${id}`));
    expect(shown.body.data.status).to.equal('importing');
    // What waiting for the end of the lease would do.
    await sql`update leases set expires_at = now() where resource = ${id}`;
    await runImport(context(), { householdId: tenant.householdId, sessionId: id, runId });

    const { data } = (await send('GET', `/${id}`)).body;
    expect(data).to.include({ status: 'complete', error: null });
    const reference = await undisturbed(pieces);
    expect(data.summary).to.deep.equal(reference.summary);
    expect(await contentOf(tenant.householdId)).to.deep.equal(reference.content);
  });

  it('is queued as soon as Redis is back, and continues when it crashes', async function () {
    if (!hasRedis) this.skip();
    const tenant = await createTenant({ sql }, 'Household');
    const { send, upload } = clientOf(tenant);
    const pieces = chunks(3000);
    const { id } = (await send('POST', '', {})).body.data;
    for (const [index, lines] of pieces.entries()) await upload(id, index + 1, lines);
    const published = await repeatWhileDown(redis, () => send('POST', `/${id}/publish`));
    expectUnavailable(published.refused, 'import_enqueue_failed');
    expect(published.answer.body.data).to.include({ status: 'importing', error: null });

    const fleet = startFleet(installation, 1, seededRandom('one'), () => undefined);
    cleanups.push(async () => fleet.release());
    await eventually(async () => {
      expect((await send('GET', `/${id}`)).body.data.progress.rows_done).to.be.greaterThan(0);
    });
    await redis.restart(200);
    const done = await eventually(
      async () => {
        const answer = await send('GET', `/${id}`);
        expect(answer.body.data.status).to.equal('complete');
        return answer;
      },
      { everyMs: 200 },
    );
    const reference = await undisturbed(pieces);
    expect(done.body.data.summary).to.deep.equal(reference.summary);
    expect(await contentOf(tenant.householdId)).to.deep.equal(reference.content);
  });
});
