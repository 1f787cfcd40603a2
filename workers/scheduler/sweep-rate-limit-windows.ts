import { deleteRateLimitWindowsBefore } from '../../shared/store/households/rate-limit-windows.ts';
import type { ScheduledTask } from './start-tasks.ts';

const KEPT_MS = 2 * 3600 * 1000;

/** Request counters are of use for an hour; keep two, as the reference does. */
export const sweepRateLimitWindows: ScheduledTask = {
  name: 'sweep-rate-limit-windows',
  everyMs: 10 * 60 * 1000,
  run: ({ sql, clock }) =>
    deleteRateLimitWindowsBefore(sql, new Date(clock.now().getTime() - KEPT_MS)),
};
