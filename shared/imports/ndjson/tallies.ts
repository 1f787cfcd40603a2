import { findRecordType, RECORD_TYPES } from './record-types.ts';

/** Unsupported type names that are counted one by one; the rest share one entry, so that an answer stays small. */
const UNKNOWN_TYPES_MAX = 50;
const TYPE_NAME_MAX = 100;
const OTHER_TYPES = '(other)';

export interface Tallies {
  validRow(): void;
  invalidRow(): void;
  /** A line named this type, supported or not. */
  seen(type: string): void;
  finish(): {
    rowsCount: number;
    validRowsCount: number;
    entityCounts: Record<string, number>;
    recordTypeCounts: Record<string, number>;
  };
}

/** Counts rows and record types. All fifteen entity counts are there, zeros too. */
export function createTallies(): Tallies {
  const types = new Map<string, number>();
  let valid = 0;
  let invalid = 0;
  let unknownTypes = 0;
  return {
    validRow: () => void (valid += 1),
    invalidRow: () => void (invalid += 1),
    seen(type) {
      let name = type.slice(0, TYPE_NAME_MAX);
      if (!types.has(name) && findRecordType(type) === undefined) {
        if (unknownTypes >= UNKNOWN_TYPES_MAX) name = OTHER_TYPES;
        unknownTypes += 1;
      }
      types.set(name, (types.get(name) ?? 0) + 1);
    },
    finish: () => ({
      rowsCount: valid + invalid,
      validRowsCount: valid,
      entityCounts: Object.fromEntries(
        RECORD_TYPES.map(({ name, entityKey }) => [entityKey, types.get(name) ?? 0]),
      ),
      recordTypeCounts: Object.fromEntries(types),
    }),
  };
}
