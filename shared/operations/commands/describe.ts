import type { Explanation, lookAtAll } from '../look.ts';
import type { TimelineRun } from '../store/timeline.ts';

const time = (at: Date | null): string => at?.toISOString().slice(0, 19).replace('T', ' ') ?? '-';

/** `1 worker`, `2 workers`. */
export function countOf(count: number, one: string, many = `${one}s`): string {
  return `${count} ${count === 1 ? one : many}`;
}

/** The state of the installation, for a terminal. */
export function describeAll({
  queues,
  backlogMs,
  holds,
  held,
  down,
  connections,
  actions,
}: Awaited<ReturnType<typeof lookAtAll>>): string {
  const lines = ['Queues'];
  for (const { queue, counts, isPaused, oldestWaitingMs, workers, failures } of queues) {
    const states = Object.entries(counts).map(([state, count]) => `${count} ${state}`);
    const waited = `oldest waits ${Math.round(oldestWaitingMs / 1000)} s`;
    const paused = isPaused ? ' PAUSED' : '';
    lines.push(
      `  ${queue}${paused}: ${states.join(', ')}; ${waited}; ${countOf(workers, 'worker')}`,
    );
    for (const { code, provider, count } of failures) {
      lines.push(`    ${count} × ${code}${provider === null ? '' : ` at ${provider}`}`);
    }
  }
  if (backlogMs !== 0) lines.push(`  queued syncs ${backlogText(backlogMs)}`);
  if (holds.length + held.length + down.length > 0) lines.push('Held back');
  for (const { scope, target, mode, actor, createdAt, running } of holds) {
    const done = mode === 'pause' ? 'paused' : 'drained';
    lines.push(
      `  ${scope} ${target}: ${done} by ${actor} since ${time(createdAt)}; ${running} still at work`,
    );
  }
  for (const { host, openedAt, nextProbeAt } of down) {
    lines.push(`  ${host} is down since ${time(openedAt)}; next probe ${time(nextProbeAt)}`);
  }
  for (const { heldBy, count } of held) {
    lines.push(`  ${countOf(count, 'sync', 'syncs')} ${count === 1 ? 'waits' : 'wait'}: ${heldBy}`);
  }
  lines.push('Connections');
  for (const { status, statusReason, count } of connections) {
    lines.push(`  ${count} ${status}${statusReason === null ? '' : `: ${statusReason}`}`);
  }
  lines.push('Last actions');
  for (const { at, actor, action, target, result } of actions) {
    lines.push(`  ${time(at)} ${actor}: ${action} ${target}: ${result}`);
  }
  return lines.join('\n');
}

function backlogText(ms: number | null): string {
  if (ms === null) return 'take an unknown time: few have ended lately';
  if (ms === Infinity) return 'do not get fewer: as many become due as end';
  return `take about ${Math.ceil(ms / 60_000)} min, with what becomes due meanwhile`;
}

/** Why a connection is as it is, for a terminal. */
export function describeConnection({ connection, runs, advice }: Explanation): string {
  const { name, household, id, status, statusReason, lastSyncedAt, nextSyncAt } = connection;
  return [
    `${name} of household ${household} (${id})`,
    `${status}${statusReason === null ? '' : `: ${statusReason}`}; last success ${time(lastSyncedAt)}; next ${time(nextSyncAt)}`,
    ...runs.map(describeRun),
    ...(runs.length === 0 ? ['  it never ran'] : []),
    ...advice.map((sentence) => `→ ${sentence}`),
  ].join('\n');
}

function describeRun(run: TimelineRun): string {
  const waited = describeWaits(run.waits);
  const waits = run.waitingUntil === null ? '' : `, waits until ${time(run.waitingUntil)}`;
  const codes = run.codes.length === 0 ? '' : ` (${run.codes.join(', ')})`;
  const read = [
    countOf(run.accounts, 'account'),
    countOf(run.pages, 'page'),
    countOf(run.rows, 'row'),
  ].join(', ');
  const changed = `${run.created} created, ${run.updated} updated, ${run.removed} removed`;
  return `  ${time(run.createdAt)} ${run.trigger}: ${run.status}${codes}${waits}${waited}; ${read}; ${changed}; GET /api/v1/transactions?sync_id=${run.id}`;
}

/** How often a run waited, and for what. */
function describeWaits(waits: TimelineRun['waits']): string {
  const reasons = new Map<string, number>();
  for (const { reason } of waits) reasons.set(reason, (reasons.get(reason) ?? 0) + 1);
  const parts = [...reasons].map(([reason, count]) => `${count} × ${reason}`);
  return parts.length === 0 ? '' : `, waited ${parts.join(', ')}`;
}
