import { RECORD_TYPES } from '#preflight/records/record-types';
import type { EntityKey } from '#preflight/records/record-types';

/** Counts of what an import did with the records of one kind. */
export interface EntityCounts {
  created: number;
  updated: number;
  skipped: number;
  failed: number;
}

/** Counts by plural entity name; entities without any count are left out. */
export type Summary = Partial<Record<EntityKey, EntityCounts>>;

/** Missing counts are zero. */
export function entityCounts(counts: Partial<EntityCounts> = {}): EntityCounts {
  return { created: 0, updated: 0, skipped: 0, failed: 0, ...counts };
}

/** Adds summaries by entity, in the order in which an import applies them; leaves out zeros. */
export function mergeSummaries(summaries: readonly Summary[]): Summary {
  const merged: Summary = {};
  for (const { entityKey } of RECORD_TYPES) {
    const total = entityCounts();
    for (const summary of summaries) {
      const counts = summary[entityKey];
      if (counts === undefined) continue;
      total.created += counts.created;
      total.updated += counts.updated;
      total.skipped += counts.skipped;
      total.failed += counts.failed;
    }
    if (total.created + total.updated + total.skipped + total.failed > 0) {
      merged[entityKey] = total;
    }
  }
  return merged;
}

export function countFailed(summary: Summary): number {
  return Object.values(summary).reduce((sum, { failed }) => sum + failed, 0);
}
