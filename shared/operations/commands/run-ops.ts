import { countBy } from '../../platform/group-by.ts';
import type { HoldTarget } from '../../sync/store/holds.ts';
import { adviceOn } from '../advice.ts';
import { groupFailed, selectFailed, findTarget, leversOf, targetRefusal } from '../operate.ts';
import type { BulkResult, FailureGroup, Levers } from '../operate.ts';
import type { Sql } from '../../postgres/connect.ts';
import { countOf, diagnose, explain, lookAtAll } from '../look.ts';
import type { Explanation } from '../look.ts';
import type { OperationsContext } from '../retry-run.ts';
import type { Dependencies } from '../../queue/start-up.ts';
import { getHousehold } from '../../households/households.ts';
import { isUuid } from '#preflight/uuid';
import { Failure } from '../../../packages/cli/failure.ts';
import type { TimelineRun } from '../store/timeline.ts';

const time = (at: Date | null): string => at?.toISOString().slice(0, 19).replace('T', ' ') ?? '-';

function describeAll(all: Awaited<ReturnType<typeof lookAtAll>>): string {
  const { queues, backlogMs, holds, held, down, connections, actions } = all;
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
    lines.push(`  ${countOf(count, 'sync')} ${count === 1 ? 'waits' : 'wait'}: ${heldBy}`);
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

function describeConnection({ connection, runs, advice }: Explanation): string {
  const { name, household, id, status, statusReason, lastSyncedAt, nextSyncAt } = connection;
  return [
    `${name} of household ${household} (${id})`,
    `${status}${statusReason === null ? '' : `: ${statusReason}`}; last success ${time(lastSyncedAt)}; next ${time(nextSyncAt)}`,
    ...runs.map(describeRun),
    ...(runs.length === 0 ? ['  it never ran'] : []),
    ...advice.map(({ message }) => `→ ${message}`),
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

function describeWaits(waits: TimelineRun['waits']): string {
  const reasons = countBy(waits.map(({ reason }) => reason));
  const parts = [...reasons].map(([reason, count]) => `${count} × ${reason}`);
  return parts.length === 0 ? '' : `, waited ${parts.join(', ')}`;
}

/** How many failed jobs a command processes at most, by default. */
const JOBS_MAX = 1000;

/** What a command prints for a person, its result for a program, and its exit code. */
export interface OpsAnswer {
  text: string;
  document: unknown;
  code: number;
}

export interface OpsCommand {
  command: string;
  target?: string | undefined;
  /** The bank of failed syncs. */
  provider?: string | undefined;
  name?: string | undefined;
  /** At most this many jobs. */
  limit?: number | undefined;
  dryRun?: boolean | undefined;
}

/** Runs a command. Throws Failure, or Error if there is no such thing. */
export async function runOps(
  context: OperationsContext & Dependencies,
  asked: OpsCommand,
  actor: string,
): Promise<OpsAnswer> {
  const { command, target = '' } = asked;
  const said = (text: string, document: unknown = { result: text }): OpsAnswer => ({
    text,
    document,
    code: 0,
  });
  if (command === 'status') {
    const all = await lookAtAll(context);
    return said(describeAll(all), all);
  }
  if (command === 'why') {
    const found = isUuid(target) ? await explain(context, target) : [];
    if (found.length === 0)
      throw new Failure('refused', `There is no connection or household ${target}.`);
    return said(found.map(describeConnection).join('\n\n'), { data: found });
  }
  if (command === 'doctor') {
    const found = await diagnose(context);
    const document = { faults: found };
    if (found.length === 0) return said('All is well.', document);
    return { text: found.join('\n'), document, code: 1 };
  }
  const levers = leversOf(context, actor);
  if (command === 'retry' || command === 'discard') {
    return said(await bulk(context, levers, { ...asked, command, target }));
  }
  const to = await findTarget(context, target);
  if (to === null) {
    throw new Failure(isUuid(target) ? 'refused' : 'usage', targetRefusal(context, target));
  }
  if (command === 'delete') return said(await remove(context.sql, levers, to, asked.name));
  return said(await pull(levers, command, to));
}

/** Also requires the name, because ids are easily confused. */
async function remove(
  sql: Sql,
  levers: Levers,
  { scope, target }: HoldTarget,
  name: string | undefined,
): Promise<string> {
  if (scope !== 'household') throw new Failure('usage', `${target} is not the id of a household.`);
  const household = await getHousehold(sql, target);
  if (name !== household.name) {
    throw new Failure('usage', `--name has to be the name of household ${target}.`);
  }
  const { rows } = await levers.deleteHousehold(target);
  return `household ${target} is deleted; ${countOf(rows, 'row')}, and what belonged to them`;
}

async function pull(levers: Levers, command: string, to: HoldTarget): Promise<string> {
  const name = to.scope === 'queue' ? to.target : `${to.scope} ${to.target}`;
  if (command === 'resume') {
    const { wasHeld, resumed } = await levers.resume(to);
    if (!wasHeld && resumed === 0) return `nothing to resume: ${name} itself is not held back`;
    const more = resumed === 0 ? '' : `; ${countOf(resumed, 'suspended connection')} resumed`;
    return `${name} is resumed${more}`;
  }
  const isPause = command === 'pause';
  const { running } = await levers.hold(to, isPause ? 'pause' : 'drain');
  return `${name} is ${isPause ? 'paused' : 'drained'}; ${running} still at work`;
}

async function bulk(
  context: OperationsContext,
  levers: Levers,
  asked: OpsCommand & { command: 'retry' | 'discard'; target: string },
) {
  const { command, target, provider, limit = JOBS_MAX, dryRun } = asked;
  const selection = { which: target, provider, limit };
  if (dryRun) {
    const groups = groupFailed(await selectFailed(context, selection));
    if (groups.length === 0) refuseUnknown(target);
    const total = groups.reduce((sum, { count }) => sum + count, 0);
    return [`${command} would take ${countOf(total, 'job')}`, ...groups.map(describeGroup)].join(
      '\n',
    );
  }
  const { done, refused } = await levers[command](selection);
  if (done === 0 && Object.keys(refused).length === 0) refuseUnknown(target);
  return describeBulk(command === 'retry' ? 'started again' : 'discarded', { done, refused });
}

/** It is not an error if no job failed with a known code: a script may ask again. An unknown word is one. */
function refuseUnknown(target: string): void {
  if (target === 'all' || adviceOn(target) !== null) return;
  throw new Failure('refused', `No failed job has the id or the code ${target}.`);
}

function describeGroup({ queue, code, provider, count }: FailureGroup): string {
  return `  ${count} of ${queue}: ${code}${provider === null ? '' : ` at ${provider}`}`;
}

function describeBulk(what: string, { done, refused }: BulkResult): string {
  const others = Object.entries(refused).map(([reason, count]) => `${count} not: ${reason}`);
  return [`${done} ${what}`, ...others].join('\n');
}
