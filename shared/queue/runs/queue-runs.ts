import type { Clock } from '../../platform/clock.ts';
import type { Log } from '../../platform/log.ts';
import type { Sql } from '../../postgres/connect.ts';
import type { WalkPosition } from '../../postgres/walk.ts';
import type { Queues } from '../queues.ts';
import type { Run, RunKind } from './run-kind.ts';
import { listSilentRuns, markEnqueued } from './run-store.ts';

interface QueueingContext {
  sql: Sql;
  queues: Queues;
  clock: Clock;
  log: Pick<Log, 'warn'>;
}

/** Adds a committed run to the queue. False if the queue is away: the run is kept, and the scheduler queues it later. */
export async function queueRun<Queued extends Run>(
  { sql, queues, clock, log }: QueueingContext,
  kind: RunKind<string, Queued>,
  run: Queued,
): Promise<boolean> {
  try {
    await kind.enqueue(queues, run);
    await markEnqueued(sql, kind, [run], clock.now());
    return true;
  } catch (error) {
    const named = { job: kind.name, ...kind.payloadOf(run) };
    log.warn('a job could not be queued; the scheduler will add it', { ...named, error });
    return false;
  }
}

/** How many runs are held in memory at once. */
const LEG = 500;
/** Legs per round. The next round continues after them, so that every run gets checked in turn. */
const LEGS_PER_ROUND = 10;

/**
 * Walks through the silent runs of a kind, a round at a time, and queues those without a job. Postgres is the truth, the queue only
 * a hint: it may have been away when the run was created, have lost its jobs, or have used up their tries. Many runs just wait for
 * their turn.
 */
export function walkSilentRuns(kind: RunKind): (context: QueueingContext) => Promise<void> {
  let after: WalkPosition | null = null;
  return async ({ sql, queues, clock, log }) => {
    for (let leg = 0; leg < LEGS_PER_ROUND; leg += 1) {
      const runs = await listSilentRuns(sql, kind, clock.now(), { after, limit: LEG });
      const lost = await kind.requeueLost(queues, runs);
      for (const run of lost) {
        log.warn('requeued a run without a job', { job: kind.name, ...kind.payloadOf(run) });
      }
      await markEnqueued(sql, kind, lost, clock.now());
      after = runs.length < LEG ? null : (runs.at(-1) ?? null);
      if (after === null) return;
    }
  };
}
