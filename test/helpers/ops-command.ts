import { parseArgs } from 'node:util';
import type { OpsCommand } from '../../shared/operations/commands/run-ops.ts';

/** The arguments of `ledgerline ops`, as its commands take them. */
export function opsCommand(args: string[]): OpsCommand {
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
  return {
    ...options,
    command,
    target,
    dryRun,
    limit: limit === undefined ? undefined : Number(limit),
  };
}
