import { validateRule } from '../../rules/validate-rule.ts';
import { assertModestJson } from '../ndjson/json-structure.ts';
import { findJsonFault, SHORT_JSON_MAX } from '../ndjson/json-fault.ts';

/** Cells of a rule row that are judged. */
export const RULE_CELLS = ['resource_type', 'conditions', 'actions', 'effective_date'] as const;
export type RuleCell = (typeof RULE_CELLS)[number];

/**
 * What is wrong with the cells of a rule row, at most one thing for each. The same checks as when a rule is saved,
 * except that values may name records, and that actions which need what this service does not have are
 * passed over: whether a category, tag or account of that name exists is only known when it is imported.
 * Blank cells are not judged.
 */
export function findRuleFaults(
  cells: Readonly<Record<RuleCell, string>>,
): { cell: RuleCell; message: string }[] {
  const { faults } = validateRule(
    {
      resource_type: cells.resource_type,
      effective_date: cells.effective_date,
      conditions: cells.conditions === '' ? [] : parseArray(cells.conditions),
      actions: parseArray(cells.actions),
    },
    { references: 'name', acceptUnavailable: true },
  );
  const found: { cell: RuleCell; message: string }[] = [];
  // All faults of one cell stand together: the first of them is told.
  let told = '';
  for (const { path, message } of faults) {
    const cell = cellOf(path);
    if (cell === undefined || cell === told || cells[cell] === '') continue;
    told = cell;
    const isList = path === 'conditions' || path === 'actions';
    found.push({ cell, message: `${path} ${message}${isList ? ', as JSON' : ''}` });
  }
  return found;
}

function cellOf(path: string): RuleCell | undefined {
  if (path.startsWith('conditions')) return 'conditions';
  if (path.startsWith('actions')) return 'actions';
  return RULE_CELLS.find((cell) => cell === path);
}

/** What no JSON array is: a text, which is no list of anything. */
const NO_ARRAY = '';

/** Short cells are looked at first: an exception for each of half a million would take seconds. */
function parseArray(text: string): unknown {
  if (text.length <= SHORT_JSON_MAX && findJsonFault(text) >= 0) return NO_ARRAY;
  try {
    assertModestJson(text);
    return (JSON.parse(text) as unknown) ?? NO_ARRAY;
  } catch {
    return NO_ARRAY;
  }
}
