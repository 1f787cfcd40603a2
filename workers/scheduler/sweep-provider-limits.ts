import { deleteProviderLimitsBefore } from '../../shared/store/syncs/provider-limits.ts';
import type { ScheduledTask } from './start-tasks.ts';

const KEPT_MS = 24 * 3600 * 1000;

/** Forgets provider keys that nobody asked with for a day: a rotated key's row is never used again. */
export const sweepProviderLimits: ScheduledTask = {
  name: 'sweep-provider-limits',
  everyMs: 3600 * 1000,
  async run({ sql, clock }) {
    await deleteProviderLimitsBefore(sql, new Date(clock.now().getTime() - KEPT_MS));
  },
};
