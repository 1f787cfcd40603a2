import type { HoldTarget } from '../../shared/sync/store/holds.ts';
import { groupFailed, selectFailed } from '../../shared/operations/failed-jobs.ts';
import type { BulkResult, FailureGroup } from '../../shared/operations/failed-jobs.ts';
import type { Sql } from '../../shared/postgres/connect.ts';
import { findTarget } from '../../shared/operations/hold.ts';
import { diagnose, explain, lookAtAll } from '../../shared/operations/look.ts';
import { leversOf } from '../../shared/operations/operate.ts';
import type { Levers } from '../../shared/operations/operate.ts';
import type { OperationsContext } from '../../shared/operations/retry-run.ts';
import type { Dependencies } from '../../shared/queue/start-up.ts';
import { getHousehold } from '../../shared/households/households.ts';
import { isUuid } from '#preflight/uuid';
import { parseCommandLine, wholeNumber } from '../terminal/command-line.ts';
import { UsageError } from '../terminal/usage-error.ts';
import { countOf, describeAll, describeConnection } from './describe.ts';

export const OPS_USAGE = `Usage:
  npm run ops -- status                        queues, what is held back, connections, the last actions
  npm run ops -- why HOUSEHOLD_OR_CONNECTION   the latest runs of a connection, and what to do
  npm run ops -- doctor                        what is wrong; exit code 1 when something is
  npm run ops -- pause TARGET                  nothing starts; running syncs stop at their next page, and go on later
  npm run ops -- drain TARGET                  nothing starts; what runs ends
  npm run ops -- resume TARGET                 lets it go on; of a connection or household also what is suspended
  npm run ops -- retry WHICH [options]         starts the runs of failed jobs again
  npm run ops -- discard WHICH [options]       removes failed jobs; their runs stay as they ended
  npm run ops -- delete HOUSEHOLD --name NAME  deletes the household of that id and name for good, with everything in it

TARGET is a queue (sync, imports, rules), the host of the provider, or the id of a household or a connection.
WHICH is a job's id, the code that jobs failed with, or all. Its options:
  --provider NAME   only syncs at this bank, as status names it
  --limit N         at most so many, the latest first (1000)
  --dry-run         counts them, and does nothing

Each action is recorded with who did it.`;

const COMMANDS = [
  'status',
  'why',
  'doctor',
  'pause',
  'drain',
  'resume',
  'retry',
  'discard',
  'delete',
];

/** What a command says, and the code it ends with. */
export interface OpsAnswer {
  text: string;
  code: number;
}

/** A command that can be run, or what it says at once. */
export interface OpsCommand {
  command: string;
  target: string;
  provider: string | undefined;
  name: string | undefined;
  limit: number;
  dryRun: boolean;
}

/** Reads the arguments of a command; null: its help is wanted. Throws UsageError. */
export function readOpsCommand(args: string[]): OpsCommand | null {
  const { values, positionals } = parse(args);
  const [command = '', target = ''] = positionals;
  if (values.help || command === 'help') return null;
  if (!COMMANDS.includes(command)) {
    throw new UsageError(command === '' ? 'Name a command.' : `There is no command ${command}.`);
  }
  const needsTarget = command !== 'status' && command !== 'doctor';
  if (target === '' && needsTarget) throw new UsageError(`${command} needs a target.`);
  const limit = wholeNumber('--limit', values.limit);
  const { provider, name, 'dry-run': dryRun } = values;
  return { command, target, provider, name, limit, dryRun };
}

function parse(args: string[]) {
  return parseCommandLine(args, {
    words: 2,
    options: {
      provider: { type: 'string' },
      name: { type: 'string' },
      limit: { type: 'string', default: '1000' },
      'dry-run': { type: 'boolean', default: false },
    },
  });
}

/** Does what a command asks for. Throws UsageError, and Error where there is no such thing. */
export async function runOps(
  context: OperationsContext & Dependencies,
  asked: OpsCommand,
  actor: string,
): Promise<OpsAnswer> {
  const { command, target } = asked;
  const said = (text: string): OpsAnswer => ({ text, code: 0 });
  if (command === 'status') return said(describeAll(await lookAtAll(context)));
  if (command === 'why') {
    const found = isUuid(target) ? await explain(context, target) : [];
    if (found.length === 0) throw new Error(`There is no connection or household ${target}.`);
    return said(found.map(describeConnection).join('\n\n'));
  }
  if (command === 'doctor') {
    const found = await diagnose(context);
    return found.length === 0 ? said('All is well.') : { text: found.join('\n'), code: 1 };
  }
  const levers = leversOf(context, actor);
  if (command === 'retry' || command === 'discard') {
    return said(await bulk(context, levers, { ...asked, command }));
  }
  const to = await findTarget(context, target);
  if (to === null) {
    throw new UsageError(
      `${target} is not a queue, a host, or the id of a household or connection.`,
    );
  }
  if (command === 'delete') return said(await remove(context.sql, levers, to, asked.name));
  return said(await pull(levers, command, to));
}

/** Requires the name as well, because an id is easily confused with another one. */
async function remove(
  sql: Sql,
  levers: Levers,
  { scope, target }: HoldTarget,
  name: string | undefined,
): Promise<string> {
  if (scope !== 'household') throw new UsageError(`${target} is not the id of a household.`);
  const household = await getHousehold(sql, target);
  if (name !== household.name) {
    throw new UsageError(`--name has to be the name of household ${target}.`);
  }
  const { rows } = await levers.deleteHousehold(target);
  return `household ${target} is deleted; ${countOf(rows, 'row')}, and what belonged to them`;
}

async function pull(levers: Levers, command: string, to: HoldTarget): Promise<string> {
  const name = to.scope === 'queue' ? to.target : `${to.scope} ${to.target}`;
  if (command === 'resume') {
    const { resumed } = await levers.resume(to);
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
  { command, target, provider, limit, dryRun }: OpsCommand & { command: 'retry' | 'discard' },
): Promise<string> {
  const selection = { which: target, provider, limit };
  if (dryRun) {
    const groups = groupFailed(await selectFailed(context, selection));
    const total = groups.reduce((sum, { count }) => sum + count, 0);
    return [`${command} would take ${countOf(total, 'job')}`, ...groups.map(describeGroup)].join(
      '\n',
    );
  }
  const { done, refused } = await levers[command](selection);
  return describeBulk(command === 'retry' ? 'started again' : 'discarded', { done, refused });
}

function describeGroup({ queue, code, provider, count }: FailureGroup): string {
  return `  ${count} of ${queue}: ${code}${provider === null ? '' : ` at ${provider}`}`;
}

function describeBulk(what: string, { done, refused }: BulkResult): string {
  const others = Object.entries(refused).map(([reason, count]) => `${count} not: ${reason}`);
  return [`${done} ${what}`, ...others].join('\n');
}
