import type { RecordData } from '../records/field-kinds.ts';
import { NAME } from '../records/field-kinds.ts';
import { readRule } from '../records/read-rule.ts';
import { listReferences } from '../rules/references.ts';
import { excerpt } from '../text.ts';
import type { ProblemList } from '../problem-list.ts';
import { createProblemList, problemAt } from '../problem-list.ts';
import type { KeyIndex } from './id-index.ts';
import type { WarningList } from '../warning-list.ts';
import { warning } from '../warnings/warning.ts';

/** Accounts are the only records that are never created for a rule: those that it names must exist. */
export function createRuleCheck(accountIds: KeyIndex, warnings: WarningList) {
  const faults = createProblemList();
  const names = new Set<string>();
  const named: { value: string; column: string; line: number }[] = [];
  return {
    /** Records the name of an account, by which rules may refer to it. */
    account(data: RecordData): void {
      const name = NAME.read(data['name']);
      if (typeof name === 'string') names.add(name);
    },
    /** Checks a rule as its import does. */
    add(data: RecordData, line: number): void {
      const reading = readRule(data);
      if (reading.kind === 'fault') {
        const { field: column, value } = reading;
        const place = { column, ...(value !== undefined && { value: excerpt(value) }) };
        faults.add(problemAt(line, 'invalid_rule', `${reading.message}.`, place));
      } else if (reading.kind === 'rule') {
        for (const { kind, value, path } of listReferences(reading.rule)) {
          if (kind === 'account' && !reading.gone.has(value.trim()))
            named.push({ value: value.trim(), column: path, line });
        }
      } else if (reading.unavailable) {
        warnings.add(() => warning('action_unavailable', { line }));
      }
    },
    /** Rules that cannot be read; unless `partial`, also those that name unknown accounts. */
    finish(partial: boolean): ProblemList[] {
      const dangling = createProblemList();
      for (const { value, column, line } of partial ? [] : named) {
        if (accountIds.has(value) || names.has(value)) continue;
        const what = `Rule names account "${excerpt(value)}" in ${column}, but the content has no such record among its accounts.`;
        dangling.add(problemAt(line, 'missing_reference', what, { column, value }));
      }
      return [faults, dangling];
    },
  };
}
