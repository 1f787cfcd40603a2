import { terminateLostCopies } from '../../shared/postgres/lost-copies.ts';
import type { ScheduledTask } from './start-tasks.ts';

/** Ends what vanished processes hold: who takes their work over waits for the locks. */
export const endLostCopies: ScheduledTask = {
  name: 'end-lost-copies',
  everyMs: 10_000,
  async run({ sql, config, log }) {
    const idleMs = config.databaseIdleTransactionTimeoutMs;
    const count = await terminateLostCopies(sql, idleMs);
    if (count > 0) log.warn(`ended ${count} copies whose process vanished`, { count });
  },
};
