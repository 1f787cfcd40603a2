import type { SyncCounts } from '../../shared/sync/store/sync-accounts.ts';

/** Adds counts up, key by key. */
export function addCounts(
  counts: Partial<SyncCounts>,
  more: Partial<SyncCounts>,
): Partial<SyncCounts> {
  const sum: Partial<SyncCounts> = { ...counts };
  for (const [key, value] of Object.entries(more) as [keyof SyncCounts, number][]) {
    sum[key] = (sum[key] ?? 0) + value;
  }
  return sum;
}
