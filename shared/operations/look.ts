import { QUEUE_NAMES } from '../queue/queues.ts';
import type { QueueName } from '../queue/queues.ts';
import { listMissingTables } from '../postgres/check-database.ts';
import type { Dependencies } from '../queue/start-up.ts';
import { findFaults } from '../queue/start-up.ts';
import { RUN_KINDS } from '../queue/runs/kinds.ts';
import { listSilentRuns } from '../queue/runs/run-store.ts';
import { countLoginGuesses } from '../households/admin-login-guesses.ts';
import type { LoginGuesses } from '../households/admin-login-guesses.ts';
import { listOperatorActions } from './store/operator-actions.ts';
import { countConnectionReasons, listConnectionStates, listTimeline } from './store/timeline.ts';
import { countHeldSyncs, listHolds } from '../sync/store/holds.ts';
import type { Hold } from '../sync/store/holds.ts';
import { isStopped, PAUSED } from '../sync/store/connection-syncs.ts';
import { providerHost } from '../sync/client/settings.ts';
import { readFirstDue } from '../sync/store/due-syncs.ts';
import { listOpenCircuits } from '../sync/store/provider-circuits.ts';
import type { ProviderCircuit } from '../sync/store/provider-circuits.ts';
import type { ConnectionState } from './store/timeline.ts';
import { adviceOn } from './advice.ts';
import { findFailures, countRunning } from './operate.ts';
import { readBacklogEta } from '../sync/read-backlog.ts';
import type { OperationsContext } from './retry-run.ts';
import { readOldestDue } from '../webhooks/turns.ts';

const ACTIONS = 5;
const RUNS = 10;
/** More wrong passwords per hour than typos explain. */
const MANY_GUESSES = 10;
/** Ready jobs only wait this long if no worker takes them. */
const LONG_WAIT_MS = 5 * 60_000;
/** The scheduler starts a sync within seconds of its time. */
const LATE_SYNCS_MS = 10 * 60_000;
/** The scheduler adds a run without a job again within a minute or two. */
const LOST_RUNS_MS = 3 * 60_000;
const LOOKED_AT = 100;
/** Events for receivers that answer only wait this long if nothing sends them. Seconds. */
const LATE_EVENTS_SECONDS = 60;

/** `1 worker`, `2 workers`. */
export function countOf(count: number, one: string): string {
  return `${count} ${one}${count === 1 ? '' : 's'}`;
}

/** Whether a run of the queue has no job for longer than the scheduler needs to notice. Looks at the oldest ones. */
async function isLosingRuns(
  { sql, queues, clock }: OperationsContext,
  queue: QueueName,
): Promise<boolean> {
  const asOf = new Date(clock.now().getTime() - LOST_RUNS_MS);
  for (const kind of RUN_KINDS.filter((each) => each.queue === queue)) {
    const runs = await listSilentRuns(sql, kind, asOf, { after: null, limit: LOOKED_AT });
    const ids = runs.map(({ id, runId = id }) => runId);
    const stages = ids.length === 0 ? new Map() : await queues.stages(queue, ids);
    if (ids.some((id) => (stages.get(id) ?? 'finished') === 'finished')) return true;
  }
  return false;
}

async function lookAtQueues(context: OperationsContext) {
  const { queues } = context;
  return Promise.all(
    QUEUE_NAMES.map(async (queue) => {
      const [depth, workers, failures] = await Promise.all([
        queues.depth(queue),
        queues.of(queue).getWorkers(),
        findFailures(context, queue),
      ]);
      return { queue, ...depth, workers: workers.length, failures };
    }),
  );
}

/** A hold, and how much of what it holds back is still running. */
type ActiveHold = Hold & { running: number };

/** What is held back, and which providers are down. */
async function lookAtHolds(context: OperationsContext) {
  const { sql } = context;
  const [holds, held, down] = await Promise.all([
    listHolds(sql),
    countHeldSyncs(sql),
    listOpenCircuits(sql),
  ]);
  const active: ActiveHold[] = await Promise.all(
    holds.map(async (each) => ({ ...each, running: await countRunning(context, each) })),
  );
  return { holds: active, held, down };
}

/** Queues, holds, connections by status and reason, and what operators did last. */
export async function lookAtAll(context: OperationsContext) {
  const { sql } = context;
  const [queues, backlogMs, holds, connections, actions] = await Promise.all([
    lookAtQueues(context),
    readBacklogEta(context),
    lookAtHolds(context),
    countConnectionReasons(sql),
    listOperatorActions(sql, ACTIONS),
  ]);
  return { queues, backlogMs, ...holds, connections, actions };
}

export type Explanation = Awaited<ReturnType<typeof explain>>[number];

/**
 * Why the connection with that id, or each connection of that household, is in its state: its runs, newest first, and what to do, in
 * English, with the code that it is about: of a run, or of what keeps the connection from syncing. Empty if there is none.
 */
export async function explain(context: OperationsContext, id: string) {
  const { sql, queues } = context;
  const host = providerHost(context.config);
  const connections = await listConnectionStates(sql, id);
  const [{ isPaused }, { holds, down }] = await Promise.all([
    queues.depth('sync'),
    lookAtHolds(context),
  ]);
  return Promise.all(
    connections.map(async (connection) => {
      const runs = await listTimeline(sql, connection.householdId, connection.id, RUNS);
      const codes = new Set([connection.statusReason, ...(runs[0]?.codes ?? [])]);
      if ((runs[0]?.waitingUntil ?? null) !== null) codes.add('rate_limited');
      const advice = [...codes].flatMap((code) => {
        const message = code === null ? null : adviceOn(code);
        return code === null || message === null ? [] : [{ code, message }];
      });
      const add = (code: string, message: string): number => advice.push({ code, message });
      const resume = `ledgerline ops resume ${connection.id}`;
      if (connection.statusReason === PAUSED)
        add('paused_by_owner', `Its owner paused it. ${resume}`);
      if (isStopped(connection)) {
        add('suspended', `No run starts automatically. Once the cause is gone: ${resume}`);
      }
      const own = holds.filter((each) => concerns(each, connection, host));
      for (const hold of own) add('held', adviceOnHold(hold));
      for (const each of down) if (each.host === host) add('provider_down', adviceOnHost(each));
      if (isPaused && !own.some(({ scope }) => scope === 'queue')) {
        add('queue_paused', 'The queue sync is paused or limited: ledgerline ops resume sync.');
      }
      return { connection, runs, advice };
    }),
  );
}

function concerns(
  { scope, target }: Hold,
  { id, householdId }: ConnectionState,
  host: string,
): boolean {
  if (scope === 'queue') return target === 'sync';
  return [host, id, householdId].includes(target);
}

/** `2026-01-31 09:05`, in UTC. */
function minuteOf(at: Date): string {
  return at.toISOString().slice(0, 16).replace('T', ' ');
}

function adviceOnHold({ scope, target, mode, actor, running, createdAt }: ActiveHold): string {
  const done = mode === 'pause' ? 'paused' : 'drained';
  return `${scope} ${target} is ${done} since ${minuteOf(createdAt)} by ${actor}, ${running} at work: ledgerline ops resume ${target}`;
}

function adviceOnHost({ host, openedAt }: ProviderCircuit): string {
  const since = openedAt === null ? '' : minuteOf(openedAt);
  return `${host} is down since ${since}: its syncs wait, one call a minute tries, and all continue when it is back. Ask the provider.`;
}

function adviceOnGuesses({ count, networks, most }: LoginGuesses): string {
  const from = networks === 1 ? most : `${networks} addresses, most from ${most}`;
  return `someone is guessing the password of the queue dashboard: ${count} wrong ones in the last hour, from ${from}. Let only your own network reach /admin.`;
}

const KEEPS_JOBS = 'noeviction';
const adviceOnEviction = (policy: string): string =>
  `Redis may remove jobs when it is full (maxmemory-policy ${policy}): CONFIG SET maxmemory-policy ${KEEPS_JOBS}, and the same in its configuration`;

/** What is wrong with the installation and what to do about it, one line each. */
export async function diagnose(context: OperationsContext & Dependencies): Promise<string[]> {
  const { postgres, queue } = await findFaults(context);
  // A queue in Postgres is down with it, and adds nothing.
  const faults = context.queues.isRedis ? [postgres, queue] : [postgres ?? queue];
  const found = faults.filter((fault) => fault !== null);
  // No other check can work.
  if (found.length > 0) return found;
  const lost = await listMissingTables(context.sql);
  // The next checks read tables, and any of them may be among these.
  if (lost.length > 0) return lost;
  const policy = (await context.queues.evictionPolicy()) ?? KEEPS_JOBS;
  if (policy !== KEEPS_JOBS) found.push(adviceOnEviction(policy));
  const guesses = await countLoginGuesses(context.sql);
  if (guesses.count >= MANY_GUESSES) found.push(adviceOnGuesses(guesses));
  const { holds, down } = await lookAtHolds(context);
  found.push(...holds.map(adviceOnHold), ...down.map(adviceOnHost));
  for (const state of await lookAtQueues(context)) {
    const { counts, isPaused, oldestWaitingMs, workers } = state;
    const isHeld = holds.some(({ scope, target }) => scope === 'queue' && target === state.queue);
    if (isPaused && !isHeld) {
      found.push(`${state.queue} is paused or limited: ledgerline ops resume ${state.queue}`);
    }
    // Workers that scale to none are missed only by jobs that wait, and in Redis those that are delayed need one to go on.
    const delayed = context.queues.isRedis ? (counts['delayed'] ?? 0) : 0;
    const isMissed = workers === 0 && (counts['waiting'] ?? 0) + delayed > 0;
    if (isMissed) found.push(`${state.queue} has no worker: start worker-${state.queue}`);
    else if (!isPaused && (await isLosingRuns(context, state.queue)))
      found.push(
        `runs of ${state.queue} have no job: start the scheduler, which adds them again, or ask it whether it works (GET /livez)`,
      );
    else if (!isPaused && oldestWaitingMs > LONG_WAIT_MS) {
      const minutes = Math.round(oldestWaitingMs / 60_000);
      found.push(`jobs have waited in ${state.queue} for ${minutes} minutes: add workers`);
    }
    for (const { code, provider, count } of state.failures) {
      const advice = adviceOn(code) ?? 'The log has more under the id of the job.';
      const at = provider === null ? '' : ` at ${provider}`;
      found.push(`${countOf(count, 'job')} of ${state.queue} failed with ${code}${at}: ${advice}`);
    }
  }
  const now = context.clock.now();
  // A command may not know which host the installation has.
  const held = holds.find(({ scope }) => scope === 'provider');
  const provider = held?.target ?? providerHost(context.config);
  // While the provider is down, its syncs start one by one.
  const due = down.length > 0 ? null : await readFirstDue(context.sql, { provider, now });
  if (due !== null && due.getTime() < now.getTime() - LATE_SYNCS_MS) {
    found.push(
      `syncs are due since ${minuteOf(due)} and do not start: start the scheduler, or ask it whether it works (GET /livez)`,
    );
  }
  const lateSeconds = Math.round(await readOldestDue(context.sql));
  if (lateSeconds > LATE_EVENTS_SECONDS) {
    found.push(
      `events have waited for ${lateSeconds} seconds for webhook endpoints that answer: do worker-delivery and the scheduler work (GET /livez)? Else add workers`,
    );
  }
  for (const each of (await countConnectionReasons(context.sql)).filter(isStopped)) {
    const { count, status, statusReason } = each;
    found.push(
      `${countOf(count, 'connection')} ${count === 1 ? 'is' : 'are'} ${status} with ${statusReason}: once the cause is gone, ledgerline ops resume CONNECTION`,
    );
  }
  return found;
}
