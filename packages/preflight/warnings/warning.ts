import { MESSAGE_MAX } from '../problem-list.ts';
import { excerpt } from '../text.ts';
import { EVIDENCE_WARNINGS } from './evidence.ts';
import { FILE_WARNINGS } from './file.ts';
import { HISTORY_WARNINGS } from './history.ts';
import { IMPORT_WARNINGS } from './import.ts';
import { ROW_WARNINGS } from './rows.ts';
import { STATEMENT_WARNINGS } from './statements.ts';
import { TABLE_WARNINGS } from './table.ts';

/** All warnings of a report: each code, with the function that makes an English sentence from its values. */
export const WARNINGS = {
  ...FILE_WARNINGS,
  ...TABLE_WARNINGS,
  ...ROW_WARNINGS,
  ...EVIDENCE_WARNINGS,
  ...STATEMENT_WARNINGS,
  ...HISTORY_WARNINGS,
  ...IMPORT_WARNINGS,
} satisfies Record<string, (values: never) => string>;

export type WarningCode = keyof typeof WARNINGS;

/** Something to check, although nothing is wrong. */
export interface Warning {
  /** `other`: from a report that was stored before there were codes. */
  code: WarningCode | 'other';
  values: Record<string, string | number>;
  message: string;
}

/** Creates a warning. Cuts its values, because they quote what clients sent and must not make an answer long. */
export function warning<Code extends WarningCode>(
  code: Code,
  ...[given]: Parameters<(typeof WARNINGS)[Code]>
): Warning {
  const say = WARNINGS[code] as (values?: object) => string;
  const values = Object.entries((given ?? {}) as Warning['values']).map(
    ([name, value]) =>
      [name, typeof value === 'string' ? excerpt(value, MESSAGE_MAX) : value] as const,
  );
  const message = excerpt(say(given), MESSAGE_MAX);
  return { code, values: Object.fromEntries(values), message };
}

/** A warning from storage; an old one is only a sentence. */
export function storedWarning(stored: Warning | string): Warning {
  if (typeof stored !== 'string') return stored;
  return { code: 'other', values: { message: stored }, message: stored };
}

/** Warnings as answers have them: the sentences, and the same as codes with their values. */
export function presentWarnings(warnings: readonly Warning[]) {
  return {
    warnings: warnings.map(({ message }) => message),
    warning_details: warnings.map(({ code, values }) => ({ code, values })),
  };
}
