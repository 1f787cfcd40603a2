import { analyzeChanged } from '../../shared/postgres/analyze-changed.ts';
import type { ScheduledTask } from './start-tasks.ts';

/** Keeps Postgres' statistics fresh enough to plan by, on a fresh installation above all. */
export const keepStatistics: ScheduledTask = {
  name: 'keep-statistics',
  everyMs: 5_000,
  async run({ sql, log }) {
    const tables = await analyzeChanged(sql);
    if (tables.length > 0) log.debug('analyzed tables that changed', { tables });
  },
};
