import { randomUUID } from 'node:crypto';
import { expect } from 'chai';
import postgres from 'postgres';
import { createQueues, type Queues } from '../../../shared/queue/queues.ts';
import { publishSession } from '../../../shared/queue/runs/kinds.ts';
import { insertImportSession } from '../../../shared/imports/import-sessions.ts';
import type { WorkerContext } from '../../../workers/frame/context.ts';
import { performPublishSession } from '../../../workers/imports/publish-session.ts';
import { bindJob, runWorker } from '../../../workers/frame/run-worker.ts';
import { endStaleImportSessions } from '../../../workers/scheduler/end-stale-runs.ts';
import cases from '../../cases/rules_sessions.json' with { type: 'json' };
import { describeCases } from '../../helpers/case-runner.ts';
import type { CaseWorld, SessionCase } from '../../helpers/case-world.ts';
import { instantOf } from '../../helpers/case-values.ts';
import { eventually } from '../../helpers/eventually.ts';

const isSessionCase = ({ tags, request }: SessionCase): boolean =>
  request.path.includes('/import_sessions') || tags.includes('process');

/** Producers of a queue that does not answer, with credentials that must not leak. */
function deadQueues(world: CaseWorld): Queues {
  const { config, log } = world.api.context;
  return createQueues(
    {
      ...config,
      queueDatabaseUrl: 'postgres://user:pw@127.0.0.1:1/queue',
      redisUrl: config.redisUrl === null ? null : 'redis://user:pw@127.0.0.1:1',
    },
    log,
  );
}

function contextOfWorker(world: CaseWorld): WorkerContext {
  const { config, sql, log, clock, queues } = world.api.context;
  const dead = world.values.get('rules queue') as Queues | undefined;
  const add: Queues['add'] = (queue, ...job) =>
    (queue === 'rules' && dead !== undefined ? dead : queues).add(queue, ...job);
  return { config, sql, log, clock, queues: { ...queues, add } };
}

async function countImporting({ database, households }: CaseWorld): Promise<number> {
  const [row] = await database.sql`
    select count(*)::int as count
    from import_sessions
    where household_id = any(${[...households.values()]}::uuid[])
      and status = 'importing'`;
  return row!['count'] as number;
}

/** A real worker on the real queue until nothing is importing any more. */
async function drainQueue(world: CaseWorld): Promise<void> {
  const worker = runWorker(
    contextOfWorker(world),
    'imports',
    [bindJob(publishSession, performPublishSession)],
    1,
  );
  try {
    await eventually(async () => expect(await countImporting(world)).to.equal(0));
  } finally {
    await worker.stop();
  }
}

describeCases('import sessions: cases', {
  cases: (cases as SessionCase[]).filter(isSessionCase),
  overruled: {
    chunk_same_sequence_other_content:
      'a chunk that is not complete may be replaced while the session is pending',
    chunk_failed_content_cannot_be_replaced:
      'a chunk that is not complete may be replaced while the session is failed',
  },
  steps: {
    async import_session(world, { as, family, attrs }) {
      const session = await insertImportSession(
        world.database.sql,
        world.households.get(family) ?? '',
        {
          type: 'NativeImport',
          clientSessionId: attrs.client_session_id ?? null,
          expectedChunks: attrs.expected_chunks ?? null,
        },
      );
      world.values.set(as, { id: session?.id });
    },
    drain_queue: drainQueue,
    queue_down(world) {
      world.api.context.queues = deadQueues(world);
    },
    sync_queue_down(world) {
      world.values.set('rules queue', deadQueues(world));
    },
    async force_session(world, { session, attrs }) {
      const updatedAt = instantOf(attrs.updated_at, world.api.clock.now());
      await world.database.sql`
        update import_sessions
        set status = ${attrs.status}, run_id = ${randomUUID()}, updated_at = ${updatedAt}
        where id = ${world.values.get(session).id}`;
    },
    async run_reaper(world) {
      await endStaleImportSessions.run(contextOfWorker(world));
    },
  },
  checks: {
    async session(world, { session, field, is }) {
      const [row] = await world.database.sql`
        select *
        from import_sessions
        where id = ${world.values.get(session).id}`;
      const [column = '', ...parts] = String(field).split('.');
      const value = parts.reduce(
        (found: any, part) => found?.[part],
        row?.[postgres.toCamel(column)],
      );
      expect(value, field).to.equal(is);
    },
    async jobs(world, { equals }) {
      const queue = world.api.context.queues.all().find((each) => each.name === 'imports');
      const jobs = await queue!.getJobs(['waiting', 'delayed', 'active', 'prioritized']);
      const own = new Set(world.households.values());
      expect(jobs.filter((job) => own.has(job.data.household_id))).to.have.length(equals);
    },
  },
});
