import { PUBLISH_ROWS_MAX } from './csv-type.ts';
import { findRuleFault } from './rule-row.ts';
import type { CsvTypeSpec } from './csv-type.ts';
import type { RowRule } from './row-rule.ts';

/** Automation rules: conditions and actions stand in cells as JSON. No setting names a column. */
export const ruleImport: CsvTypeSpec = {
  type: 'RuleImport',
  fields: [
    { key: 'resource_type', kind: 'text', required: true },
    { key: 'conditions', kind: 'text', required: true },
    { key: 'actions', kind: 'text', required: true },
    { key: 'name', kind: 'text' },
    { key: 'effective_date', kind: 'text' },
  ],
  publishRowsMax: PUBLISH_ROWS_MAX,
  rowRule: createRuleRule,
};

function createRuleRule(): RowRule {
  return {
    row(row, report): void {
      for (const key of ['resource_type', 'conditions', 'actions', 'effective_date'] as const) {
        const value = row.cell(key);
        if (value === '') continue;
        const fault = findRuleFault(key, value);
        if (fault === undefined) continue;
        report({
          code: key === 'effective_date' ? 'invalid_date' : 'invalid_rule',
          message: `Line ${row.line}: ${fault}`,
          line: row.line,
          column: row.header(key),
          value,
        });
      }
    },
    end(): void {
      // Rules do not depend on each other.
    },
  };
}
