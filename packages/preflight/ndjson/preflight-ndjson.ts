import { joinProblemLists } from '../problem-list.ts';
import { excerpt } from '../text.ts';
import type { NdjsonReport } from '../report.ts';
import { parseRecord } from './parse-record.ts';
import { createRecordChecks } from './record-checks.ts';
import { findRecordType } from '../records/record-types.ts';
import { takeKnownShapes } from './line-shapes.ts';
import { createTallies } from './tallies.ts';
import type { ExistingNames } from './taxonomy.ts';
import { visitLines } from './text-lines.ts';
import { createWarningList } from '../warning-list.ts';
import { warning } from '../warnings/warning.ts';

export interface NdjsonOptions {
  /** Names that the household already has: new categories, tags and merchants must not collide with them. */
  existing: ExistingNames;
  /** How many rows one import can publish; more get a warning. */
  rowsMax: number;
  /**
   * The content is one piece of an export, and another piece may hold what its references name. They are not checked;
   * the report's outline carries what is needed to check the whole.
   */
  partial?: boolean;
}

/**
 * Checks a native export and counts what is in it. Never throws on content, whatever its bytes. Order and codes of the
 * problems are those of the reference application, followed by the checks that it lacks (cycles, values). Memory does
 * not grow with the number of problems.
 */
export function preflightNdjson(content: Uint8Array, options: NdjsonOptions): NdjsonReport {
  const tallies = createTallies();
  const warnings = createWarningList();
  const checks = createRecordChecks(options, warnings);
  const visit = (text: string | null, line: number) => {
    if (text === null) {
      tallies.invalidRow();
      checks.lineFault('invalid_encoding', line, () => 'the bytes are not UTF-8');
      return;
    }
    if (isBlankLine(text)) return;
    const parsed = parseRecord(text);
    if (parsed.type !== null) tallies.seen(parsed.type);
    const type = parsed.type === null ? undefined : findRecordType(parsed.type);
    if (parsed.type !== null && type === undefined) {
      const name = excerpt(parsed.type);
      tallies.invalidRow();
      checks.lineFault('unsupported_record_type', line, () => `"${name}" is not a record type`);
    } else if (parsed.kind === 'fault') {
      tallies.invalidRow();
      checks.lineFault(parsed.code, line, () => parsed.reason);
    } else if (type !== undefined) {
      tallies.validRow();
      if (parsed.commented) {
        warnings.add(() => warning('comments_left_out', { line }));
      }
      checks.record(type, parsed.data, line);
    }
  };
  const take = takeKnownShapes((plan, values, line) => {
    tallies.seen(plan.type.name);
    tallies.validRow();
    checks.values(plan, values, line);
  });
  visitLines(content, visit, take);
  const { rowsCount, validRowsCount, entityCounts, recordTypeCounts } = tallies.finish();
  const withRuleIds = rowsCount <= options.rowsMax;
  const lists = checks.finish({ empty: rowsCount === 0, withRuleIds });
  const { errors, count } = joinProblemLists(lists);
  if (rowsCount > 0 && Object.values(entityCounts).every((entities) => entities === 0)) {
    warnings.addLast(warning('nothing_importable'));
  }
  if (rowsCount > options.rowsMax) {
    warnings.addLast(warning('publish_limit', { count: rowsCount, max: options.rowsMax }));
  }
  return {
    kind: 'ndjson',
    rowsCount,
    validRowsCount,
    invalidRowsCount: rowsCount - validRowsCount,
    entityCounts,
    recordTypeCounts,
    errors,
    errorsCount: count,
    warnings: warnings.finish(),
    ...(options.partial === true ? { outline: checks.outline() } : {}),
  };
}

/** Most lines start with a brace; only others need a closer look. */
function isBlankLine(text: string): boolean {
  return text.charCodeAt(0) !== 0x7b && text.trim() === '';
}
