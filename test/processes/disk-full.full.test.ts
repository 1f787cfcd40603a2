import { randomUUID } from 'node:crypto';
import { expect } from 'chai';
import { applyRules } from '../../shared/queue/runs/kinds.ts';
import { queueSchema } from '../../shared/queue/backend.ts';
import { createQueues } from '../../shared/queue/queues.ts';
import { createCapturedLog } from '../helpers/captured-log.ts';
import { record } from '../helpers/import-sessions.ts';
import { eventually } from '../helpers/eventually.ts';
import { answered, withApi } from '../helpers/start-api.ts';
import { launchProcess, withProcesses } from '../helpers/processes.ts';

const CHUNK = record('Account', {
  id: 'a',
  name: 'Cash',
  currency: 'EUR',
  balance: '0',
  accountable_type: 'Depository',
});

describe('a Postgres whose disk is full', function () {
  // The queue of the template: in a run on Redis a database's own prefix names no schema.
  const env = { REDIS_URL: '', QUEUE_PREFIX: 'ledgerline' };
  const { database, api } = withApi({ env });
  const ending = withProcesses();

  /** What a table answers for which no room is left, to each kind of write or to some. */
  async function fill(table: string, writes = 'insert or update'): Promise<() => Promise<void>> {
    // A sequence counts on when the statement that moved it fails.
    await database.sql.unsafe(`
      create sequence if not exists public.refused_writes;
      create or replace function no_room() returns trigger language plpgsql as $$
      begin
        perform nextval('public.refused_writes');
        raise exception 'could not extend file: No space left on device' using errcode = '53100';
      end $$;
      create trigger no_room before ${writes} on ${table}
      for each statement execute function no_room()`);
    return async () => {
      await database.sql.unsafe(`drop trigger no_room on ${table}`);
    };
  }

  it('answers an upload with 503 and Retry-After, and takes it when there is room', async () => {
    const made = await api.request('POST', '/api/v1/import_sessions', { body: {} });
    const path = `/api/v1/import_sessions/${made.body.data.id}/chunks`;
    const upload = () =>
      api.request('POST', path, { body: { sequence: 1, raw_file_content: CHUNK } });
    const empty = await fill('import_chunks');
    const refused = await answered([503, 'service_unavailable'], upload());
    expect(Number(refused.headers.get('retry-after'))).to.be.above(0);
    await empty();
    await answered(201, upload());
  });

  it('is found by the readiness check, which says so', async () => {
    const name = new URL(database.url).pathname.slice(1);
    // The limit of temporary files stands in for the disk: the same write fails.
    await database.sql.unsafe(`alter database ${name} set temp_file_limit = '1kB'`);
    try {
      await eventually(async () => {
        // A session reads it when it begins: all end, ours too, and those that were just beginning.
        await database.sql`
          select pg_terminate_backend(pid)
          from pg_stat_activity
          where datname = ${name}`.catch(() => undefined);
        const { body } = await api.answers(503, 'GET', '/readyz', { as: 'none' });
        expect(body.reason).to.include('53400');
      });
    } finally {
      await database.sql.unsafe(`alter database ${name} reset temp_file_limit`);
    }
  });

  async function countRefusals(): Promise<number> {
    const [row] = await database.sql`select last_value from public.refused_writes`;
    return Number(row?.['lastValue']);
  }

  it('is said once by a worker that cannot take its jobs', async () => {
    const config = database.config(env);
    const own = { ...env, DATABASE_URL: database.url, QUEUE_PREFIX: config.queuePrefix };
    const worker = ending(launchProcess('workers/rules.ts', own));
    await worker.says('worker-rules is working');
    const queues = createQueues(config, createCapturedLog().log);
    const runId = randomUUID();
    const run = { householdId: randomUUID(), id: runId };
    // A job can be added, and no worker can take it.
    const makeRoom = await fill(`${queueSchema(config.queuePrefix)}.job`, 'update');
    await applyRules.enqueue(queues, run);
    await worker.says('No space left');
    const before = await countRefusals();
    await eventually(async () => expect(await countRefusals()).to.be.at.least(before + 3));
    await makeRoom();
    await eventually(async () => expect(await queues.isPending('rules', runId)).to.equal(false));
    const said = worker.lines.filter(({ message }) => String(message).includes('No space left'));
    expect(said).to.have.length.at.most(2);
    await queues.close();
  });
});
