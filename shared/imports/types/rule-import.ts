import { PUBLISH_ROWS_MAX } from './csv-type.ts';
import { findRuleFaults } from './rule-row.ts';
import { understandPlain } from './row-values.ts';
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
    { key: 'active', kind: 'text' },
    { key: 'effective_date', kind: 'text' },
  ],
  publishRowsMax: PUBLISH_ROWS_MAX,
  understand: understandPlain,
  rowRule: createRuleRule,
};

function createRuleRule(): RowRule {
  return {
    row(row, report): void {
      const cells = {
        resource_type: row.cell('resource_type'),
        conditions: row.cell('conditions'),
        actions: row.cell('actions'),
        effective_date: row.cell('effective_date'),
      };
      for (const { cell, message } of findRuleFaults(cells)) {
        report({
          code: cell === 'effective_date' ? 'invalid_date' : 'invalid_rule',
          message: `Line ${row.line}: ${message}`,
          line: row.line,
          column: row.header(cell),
          value: cells[cell],
        });
      }
    },
    end(): void {
      // Rules do not depend on each other.
    },
  };
}
