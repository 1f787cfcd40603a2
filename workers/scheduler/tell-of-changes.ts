import { tellChanges } from '../../shared/webhooks/tell-changes.ts';
import type { ScheduledTask } from './start-tasks.ts';

/** Tells endpoints that there are changes to read. */
export const tellOfChanges: ScheduledTask = {
  name: 'tell-of-changes',
  everyMs: 2000,
  async run({ sql }) {
    await tellChanges(sql);
  },
};
