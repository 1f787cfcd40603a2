import { findRecordType, RECORD_TYPES } from '../records/record-types.ts';
import type { NamedRecordType } from '../records/record-types.ts';

/** How many unsupported type names are counted separately; the rest share one entry, so that an answer stays small. */
const UNKNOWN_TYPES_MAX = 50;
const TYPE_NAME_MAX = 100;
const OTHER_TYPES = '(other)';

/** Counts rows and record types. It includes all fifteen entity counts of the reference application, even zeros. */
export function createTallies() {
  const types = new Map<string, { count: number }>();
  let valid = 0;
  let invalid = 0;
  let unknownTypes = 0;

  /** The counter of a type that has none under its full name. */
  function newType(type: string): { count: number } {
    let name = type.slice(0, TYPE_NAME_MAX);
    if (!types.has(name) && findRecordType(type) === undefined) {
      if (unknownTypes >= UNKNOWN_TYPES_MAX) name = OTHER_TYPES;
      unknownTypes += 1;
    }
    const counter = types.get(name) ?? { count: 0 };
    types.set(name, counter);
    return counter;
  }

  return {
    validRow: () => void (valid += 1),
    invalidRow: () => void (invalid += 1),
    /** Counts a line that named this type, supported or not. */
    seen(type: string): void {
      const known = types.get(type);
      if (known === undefined) newType(type).count += 1;
      else known.count += 1;
    },
    finish: () => ({
      rowsCount: valid + invalid,
      validRowsCount: valid,
      entityCounts: Object.fromEntries(
        RECORD_TYPES.flatMap(({ name, entityKey, isOurs }: NamedRecordType) => {
          const count = types.get(name)?.count ?? 0;
          return isOurs === true && count === 0 ? [] : [[entityKey, count]];
        }),
      ),
      recordTypeCounts: Object.fromEntries([...types].map(([name, { count }]) => [name, count])),
    }),
  };
}
