import { expect } from 'chai';
import { requeueRuns } from '../../../workers/scheduler/requeue-runs.ts';
import { withImports } from '../../helpers/csv-imports.ts';
import { readSession, record } from '../../helpers/import-sessions.ts';
import { recordQueues } from '../../helpers/run-import-job.ts';
import { answered } from '../../helpers/start-api.ts';
import { taskOfOld, workerContext } from '../../helpers/worker-context.ts';

const account = record('Account', { id: 'a', name: 'A', balance: 1, accountable_type: 'Loan' });
const broken = record('Transaction', { id: 'x', account_id: 'a', date: 'soon', amount: 1 });
const whole = broken.replace('soon', '2025-01-01');

describe('import sessions', () => {
  const { database, api, imports } = withImports();
  const { createSession: create, uploadChunk: upload, askSession: post } = imports;
  const { performSession: work } = imports;
  const url = '/api/v1/import_sessions';

  describe('POST /api/v1/import_sessions/{id}/chunks', () => {
    it('survives a first line of any length and depth', async () => {
      const id = await create({});
      for (const line of [
        '['.repeat(4_000_000),
        '{"a":'.repeat(800_000),
        `[${'1,'.repeat(2_000_000)}1]`,
      ]) {
        await answered([422, 'invalid_ndjson'], upload(id, 1, line), line.slice(0, 9));
      }
    });

    it('reports what is wrong with the content before what is wrong with its place', async () => {
      const id = await create({});
      const body = { raw_file_content: 'nonsense' };
      const answer = await api.request('POST', `${url}/${id}/chunks`, { body });
      expect(answer.body.error).to.equal('invalid_ndjson');
      await api.answers([400, 'bad_request'], 'POST', `${url}/${id}/chunks`, {
        body: { raw_file_content: account },
      });
    });
  });

  describe('GET /api/v1/import_sessions', () => {
    it('lists the sessions of the household with their chunks, oldest first', async () => {
      const first = await create({ client_session_id: 'list 1' });
      const second = await create({ client_session_id: 'list 2' });
      await upload(second, 1, account);
      const { body } = await api.request('GET', `${url}?status=pending&per_page=100`, {
        as: 'read',
      });
      const own = body.data.filter((each: any) => [first, second].includes(each.id));
      expect(own.map((each: any) => [each.id, each.chunks_count])).to.deep.equal([
        [first, 0],
        [second, 1],
      ]);
    });

    it('refuses an unknown status', async () => {
      await api.answers(422, 'GET', `${url}?status=done`);
    });
  });

  describe('POST /api/v1/import_sessions', () => {
    it('reads integers strictly', async () => {
      for (const expected of [2.5, '0x2', '1_0', '2.0', 2_147_483_648, [1], {}]) {
        const answer = await api.request('POST', url, { body: { expected_chunks: expected } });
        expect(answer.status, JSON.stringify(expected)).to.equal(422);
      }
      const { body } = await api.request('POST', url, { body: { expected_chunks: '010' } });
      expect(body.data.expected_chunks).to.equal(10);
    });

    it('refuses a malformed number on a replay too, instead of calling it a conflict', async () => {
      await create({ client_session_id: 'replay', expected_chunks: 2 });
      const body = { client_session_id: 'replay', expected_chunks: 'two' };
      await api.answers(422, 'POST', url, { body });
    });

    it('fills in how many chunks will come, later', async () => {
      const id = await create({ client_session_id: 'later' });
      const body = { client_session_id: 'later', expected_chunks: 4 };
      const answer = await api.request('POST', url, { body });
      expect(answer.body.data).to.include({ id, expected_chunks: 4 });
    });

    it('refuses other types', async () => {
      await api.answers(422, 'POST', url, { body: { type: 'TradeImport' } });
    });
  });

  describe('POST /api/v1/import_sessions/{id}/chunks', () => {
    it('reports at upload what the import would fail on, with the line', async () => {
      const id = await create();
      const { body } = await answered(201, upload(id, 1, account, broken));
      const [chunk] = body.data.chunks;
      expect(chunk).to.include({ status: 'pending', rows_count: 2 });
      expect(chunk.error).to.include({ code: 'records_need_attention', findings_count: 1 });
      expect(chunk.error.findings[0]).to.include({ code: 'invalid_date', line: 2 });
    });

    it('replaces a chunk while the session is pending, and again after it failed', async () => {
      const id = await create();
      await upload(id, 1, account);
      const replaced = await upload(id, 1, account, broken);
      expect(replaced.body.data).to.deep.include({ chunks_count: 1, status: 'pending' });
      expect(replaced.body.data.chunks[0].rows_count).to.equal(2);
      await post(id, 'publish');
      await work(id);
      const failed = await api.request('GET', `${url}/${id}`);
      expect(failed.body.data).to.include({ status: 'failed' });
      expect(failed.body.data.error).to.include({
        reason: 'invalid_date',
        line: 2,
        chunk_sequence: 1,
      });
      const corrected = await upload(id, 1, account, whole);
      expect(corrected.body.data.chunks[0]).to.include({ status: 'pending', error: null });
      await post(id, 'publish');
      await work(id);
      const done = await api.request('GET', `${url}/${id}`);
      expect(done.body.data).to.include({ status: 'complete', error: null });
      expect(done.body.data.progress).to.deep.equal({ rows_done: 2, rows_total: 2 });
    });

    it('keeps a complete chunk as it is', async () => {
      const id = await create();
      await upload(id, 1, account);
      await upload(id, 2, broken);
      await post(id, 'publish');
      await work(id);
      await answered(201, upload(id, 1, account));
      const other = await answered(409, upload(id, 1, account.replace('"A"', '"B"')));
      expect(other.body).to.include({ error: 'import_session_conflict' });
    });

    it('wants a file that is NDJSON, and content', async () => {
      const id = await create();
      const form = new FormData();
      form.set('sequence', '1');
      form.set('file', new Blob([account], { type: 'image/png' }), 'a.png');
      await api.answers([422, 'invalid_file_type'], 'POST', `${url}/${id}/chunks`, { body: form });
      await api.answers([422, 'missing_content'], 'POST', `${url}/${id}/chunks`, {
        body: { sequence: 1 },
      });
    });
  });

  describe('POST /api/v1/import_sessions/{id}/publish', () => {
    it('names chunks that are missing and those that are too many', async () => {
      const id = await create({ client_session_id: 'gaps' });
      await upload(id, 2, account);
      await upload(id, 9, whole);
      await create({ client_session_id: 'gaps', expected_chunks: 3 });
      const { body } = await answered(409, post(id, 'publish'));
      expect(body.message)
        .to.contain('missing chunks: 1, 3')
        .and.to.contain('unexpected chunks: 9');
    });

    it('is queued again by the scheduler when its job is lost', async () => {
      const id = await create();
      await upload(id, 1, account);
      await post(id, 'publish');
      await database.sql`
        update import_sessions set updated_at = now() - interval '1 minute' where id = ${id}`;
      const recorded = recordQueues();
      const queues = {
        ...recorded.queues,
        stages: async () => new Map(),
      };
      await requeueRuns.run(workerContext(database, { queues }));
      const { runId } = await readSession(database.sql, {
        householdId: api.tenant.householdId,
        sessionId: id,
        runId: '',
      });
      expect(recorded.added.filter((each) => each.jobId === runId)).to.have.length(1);
    });
  });

  describe('POST /api/v1/import_sessions/{id}/cancel', () => {
    it('stops a running import at once, and publish resumes it', async () => {
      const id = await create();
      await upload(id, 1, account);
      await post(id, 'publish');
      const { body } = await answered(200, post(id, 'cancel'));
      expect(body.data).to.include({ status: 'cancelled' });
      expect(body.data.error).to.include({ code: 'import_cancelled' });
      await work(id);
      expect((await api.get(`${url}/${id}`)).data.status).to.equal('cancelled');
      await post(id, 'publish');
      await work(id);
      expect((await api.get(`${url}/${id}`)).data.status).to.equal('complete');
    });
  });

  it('cancels without waiting for the chunk that a worker is writing', async () => {
    const id = await create();
    await upload(id, 1, account);
    await post(id, 'publish');
    await database.sql.begin(async (tx) => {
      // As a worker in the middle of a chunk: rows that refer to the session, not committed.
      await tx`
        insert into import_id_map (session_id, household_id, source_type, source_id, record_id)
        values (${id}, ${api.tenant.householdId}, 'Tag', 't', gen_random_uuid())`;
      await answered(200, post(id, 'cancel'));
      expect((await api.get(`${url}/${id}`)).data.status).to.equal('cancelled');
    });
    await api.answers(204, 'DELETE', `${url}/${id}`);
  });

  describe('content that is never published', () => {
    it('is dropped after thirty days, and an identical upload brings it back', async () => {
      const id = await create();
      await upload(id, 1, account);
      const age = (days: number) => database.sql`
        update import_sessions
        set updated_at = now() - ${days} * interval '1 day'
        where id = ${id}`;
      await age(29);
      await taskOfOld('import-content').run(workerContext(database));
      expect((await api.get(`${url}/${id}`)).data.error).to.equal(null);
      await age(31);
      await taskOfOld('import-content').run(workerContext(database));
      const expired = await api.request('GET', `${url}/${id}`);
      expect(expired.body.data.error).to.include({ code: 'content_expired' });
      await answered(409, post(id, 'publish'));
      await upload(id, 1, account);
      await answered(202, post(id, 'publish'));
    });
  });
});
