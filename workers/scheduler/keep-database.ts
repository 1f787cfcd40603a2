import { analyzeChanged } from '../../shared/postgres/analyze-changed.ts';
import type { ScheduledTask } from './start-tasks.ts';
import { terminateLostCopies } from '../../shared/postgres/lost-copies.ts';

/** Keeps Postgres's statistics fresh enough for planning, above all on a new installation. */
export const keepStatistics: ScheduledTask = {
  name: 'keep-statistics',
  everyMs: 5_000,
  async run({ sql, log }) {
    const tables = await analyzeChanged(sql);
    if (tables.length > 0) log.debug('analyzed tables that changed', { tables });
  },
};

/** Ends sessions of vanished processes whose locks block their successors. */
export const endLostCopies: ScheduledTask = {
  name: 'end-lost-copies',
  everyMs: 10_000,
  async run({ sql, config, log }) {
    const idleMs = config.databaseIdleTransactionTimeoutMs;
    const count = await terminateLostCopies(sql, idleMs);
    if (count > 0) log.warn(`ended ${count} copies whose process vanished`, { count });
  },
};
