import { QUEUE_NAMES } from '../jobs/queues.ts';
import type { Dependencies } from '../start-up.ts';
import { findFaults, findMissing } from '../start-up.ts';
import { listOperatorActions } from '../store/operations/operator-actions.ts';
import {
  countConnectionReasons,
  listConnectionStates,
  listTimeline,
} from '../store/operations/timeline.ts';
import type { ConnectionState, TimelineRun } from '../store/operations/timeline.ts';
import { adviceOn } from './advice.ts';
import type { OperationsContext } from './retry-run.ts';

const ACTIONS = 5;
const FAILED_MAX = 1000;
const RUNS = 10;
/** Ready jobs wait this long only when nobody takes them. */
const LONG_WAIT_MS = 5 * 60_000;

/** One queue as an operator sees it. */
export interface QueueState {
  queue: string;
  counts: Record<string, number>;
  oldestWaitingMs: number;
  isPaused: boolean;
  workers: number;
  /** Failed jobs by their reason. */
  reasons: Record<string, number>;
}

/** Every queue. */
async function lookAtQueues({ queues }: OperationsContext): Promise<QueueState[]> {
  const all = queues.all();
  return Promise.all(
    QUEUE_NAMES.map(async (name, index) => {
      const [depth, workers, failed] = await Promise.all([
        queues.depth(name),
        all[index]?.getWorkers() ?? [],
        all[index]?.getJobs(['failed'], 0, FAILED_MAX - 1) ?? [],
      ]);
      const reasons: Record<string, number> = {};
      for (const { failedReason } of failed) {
        reasons[failedReason] = (reasons[failedReason] ?? 0) + 1;
      }
      return { queue: name, ...depth, workers: workers.length, reasons };
    }),
  );
}

/** Queues, connections by status and reason, and what operators did last. */
export async function lookAtAll(context: OperationsContext) {
  const { sql } = context;
  const [queues, connections, actions] = await Promise.all([
    lookAtQueues(context),
    countConnectionReasons(sql),
    listOperatorActions(sql, ACTIONS),
  ]);
  return { queues, connections, actions };
}

/** Why a connection is as it is: its runs, newest first, and what to do. */
export interface Explanation {
  connection: ConnectionState;
  runs: TimelineRun[];
  advice: string[];
}

/** Explains the connection of that id, or those of that household. Empty: there is none. */
export async function explain(context: OperationsContext, id: string): Promise<Explanation[]> {
  const { sql, queues } = context;
  const connections = await listConnectionStates(sql, id);
  const { isPaused } = await queues.depth('sync');
  return Promise.all(
    connections.map(async (connection) => {
      const runs = await listTimeline(sql, connection.householdId, connection.id, RUNS);
      const codes = new Set([connection.statusReason, ...(runs[0]?.codes ?? [])]);
      const advice = [...codes].flatMap((code) => (code === null ? [] : (adviceOn(code) ?? [])));
      if (isPaused) advice.push('The queue sync is paused: npm run ops -- resume sync.');
      return { connection, runs, advice };
    }),
  );
}

/** What is wrong with the installation, one line each, with what to do. */
export async function diagnose(context: OperationsContext & Dependencies): Promise<string[]> {
  const missing = await findMissing(context);
  if (missing !== null) return [missing];
  const { postgres, queue } = await findFaults(context);
  const found = [postgres, queue].filter((fault) => fault !== null);
  if (queue !== null) return found;
  for (const state of await lookAtQueues(context)) {
    const { isPaused, oldestWaitingMs, workers } = state;
    if (isPaused) found.push(`${state.queue} is paused: npm run ops -- resume ${state.queue}`);
    else if (workers === 0) found.push(`${state.queue} has no worker: start worker-${state.queue}`);
    else if (oldestWaitingMs > LONG_WAIT_MS) {
      const minutes = Math.round(oldestWaitingMs / 60_000);
      found.push(`jobs wait in ${state.queue} for ${minutes} minutes: add workers`);
    }
    for (const [reason, count] of Object.entries(state.reasons)) {
      const advice = adviceOn(reason) ?? 'The log has more under the id of the job.';
      found.push(`${count} jobs of ${state.queue} failed with ${reason}: ${advice}`);
    }
  }
  return found;
}
