import { parseArgs } from 'node:util';
import { runOps, type OpsAnswer } from '../../shared/operations/commands/run-ops.ts';

/** Runs `ledgerline ops` with these arguments, as the command does, without its process. */
export function askOps(
  context: Parameters<typeof runOps>[0],
  ...args: string[]
): Promise<OpsAnswer> {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: {
      provider: { type: 'string' },
      name: { type: 'string' },
      limit: { type: 'string' },
      'dry-run': { type: 'boolean' },
    },
  });
  const [command = '', target] = positionals;
  const { limit, 'dry-run': dryRun, ...options } = values;
  const most = limit === undefined ? undefined : Number(limit);
  return runOps(context, { ...options, command, target, dryRun, limit: most }, 'ops: tester');
}
