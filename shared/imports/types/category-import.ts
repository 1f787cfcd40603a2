import { PUBLISH_ROWS_MAX } from './csv-type.ts';
import { nameField } from './common-fields.ts';
import type { CsvTypeSpec } from './csv-type.ts';
import type { Problem } from '../problem-list.ts';
import type { RowRule, RuleRow } from './row-rule.ts';

/** Categories; a parent is named, and may be one that the household already has. */
export const categoryImport: CsvTypeSpec = {
  type: 'CategoryImport',
  fields: [
    { ...nameField, required: true },
    { key: 'parent_category', kind: 'text', aliases: ['parent', 'category_parent'] },
  ],
  publishRowsMax: PUBLISH_ROWS_MAX,
  rowRule: createParentRule,
};

/** A category must not be its own parent, and parents must not form a cycle. */
function createParentRule(): RowRule {
  const parents = new Map<string, { parent: string; line: number }>();
  let column = '';
  return {
    row(row: RuleRow, report): void {
      const name = row.cell('name');
      const parent = row.cell('parent_category');
      if (name === '' || parent === '') return;
      column = row.header('parent_category');
      if (name === parent) {
        report({
          code: 'invalid_category_parent',
          message: `Line ${row.line}: the category names itself as its parent`,
          line: row.line,
          column,
          value: parent,
        });
      } else parents.set(name, { parent, line: row.line });
    },
    end(report): void {
      reportCycles(parents, column, report);
    },
  };
}

function reportCycles(
  parents: ReadonlyMap<string, { parent: string; line: number }>,
  column: string,
  report: (problem: Problem) => void,
): void {
  const settled = new Set<string>();
  for (const start of parents.keys()) {
    const path: string[] = [];
    const onPath = new Set<string>();
    let name = start;
    while (!settled.has(name) && !onPath.has(name)) {
      const link = parents.get(name);
      if (link === undefined) break;
      path.push(name);
      onPath.add(name);
      name = link.parent;
    }
    if (onPath.has(name)) {
      const link = parents.get(name);
      if (link !== undefined) {
        report({
          code: 'invalid_category_parent',
          message: `Line ${link.line}: the parents of the category form a cycle`,
          line: link.line,
          column,
          value: link.parent,
        });
      }
    }
    for (const one of path) settled.add(one);
  }
}
