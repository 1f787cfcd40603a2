import { KEPT_GRANTS, LONGEST_QUEUE_MS } from '../../shared/store/syncs/provider-limits.ts';
import type { SlotLimit } from '../../shared/store/syncs/provider-limits.ts';

interface Grant {
  granted: boolean;
  waitMs: number;
}

/**
 * What `takeProviderSlot` does with one limit, in memory and at a time that the caller tells; a test holds it equal to the
 * statement. Milliseconds.
 */
export function createSlotModel({ slots, windowMs }: Omit<SlotLimit, 'key'>) {
  let grants: number[] = [];
  let nextVisit = 0;
  return {
    /** Requests granted lately, and over how long. */
    used(now: number) {
      const kept = grants.slice(-KEPT_GRANTS);
      return {
        requests: kept.length - 1,
        overMs: Math.max(now, kept.at(-1) ?? now) - (kept[0] ?? now),
      };
    },
    take(now: number, maxWaitMs: number): Grant {
      const last = grants.at(-1) ?? -Infinity;
      const nth = grants.at(-slots) ?? -Infinity;
      const at = Math.max(now, last + 0.001, grants.length < slots ? 0 : nth + windowMs);
      if (at - now <= maxWaitMs) {
        grants.push(at);
        // Cut now and then: only the newest are looked at.
        if (grants.length > 2 * KEPT_GRANTS) grants = grants.slice(-KEPT_GRANTS);
        return { granted: true, waitMs: at - now };
      }
      const visit = Math.max(at, Math.min(nextVisit, now + LONGEST_QUEUE_MS));
      nextVisit = visit + windowMs / slots;
      return { granted: false, waitMs: visit - now };
    },
  };
}
