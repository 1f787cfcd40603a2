import { terminateLostCopies } from '../../shared/postgres/lost-copies.ts';
import type { ScheduledTask } from './start-tasks.ts';

/** Ends sessions of vanished processes, whose locks their successors wait for. */
export const endLostCopies: ScheduledTask = {
  name: 'end-lost-copies',
  everyMs: 10_000,
  async run({ sql, config, log }) {
    const idleMs = config.databaseIdleTransactionTimeoutMs;
    const count = await terminateLostCopies(sql, idleMs);
    if (count > 0) log.warn(`ended ${count} copies whose process vanished`, { count });
  },
};
