import { isObject } from '../is-object.ts';
import { ImmodestJsonError, parseModestJson } from '../modest-json.ts';
import { NAME_LENGTH_MAX } from '../records/lengths.ts';
import { actionTypes } from '../rules/registry.ts';
import { validateRule } from '../rules/validate-rule.ts';
import { findJsonFault, SHORT_JSON_MAX } from '../ndjson/json-fault.ts';
import { understandPlain } from './row-values.ts';
import { problemAt } from '../problem-list.ts';
import type { CsvTypeSpec, RowCheck } from './csv-type.ts';

/** Automation rules: cells hold conditions and actions as JSON. No setting names a column. */
export const ruleImport: CsvTypeSpec = {
  type: 'RuleImport',
  fields: [
    { key: 'resource_type', kind: 'text', required: true },
    { key: 'conditions', kind: 'text', required: true },
    {
      key: 'actions',
      kind: 'text',
      required: true,
      known: { warning: 'refused_actions', isIt: canCarryOut },
    },
    { key: 'name', kind: 'text', lengthMax: NAME_LENGTH_MAX },
    { key: 'active', kind: 'text' },
    { key: 'effective_date', kind: 'text' },
  ],
  understand: understandPlain,
  rowCheck: createRuleCheck,
};

const RULE_CELLS = ['resource_type', 'conditions', 'actions', 'effective_date'] as const;
type RuleCell = (typeof RULE_CELLS)[number];
type RuleCells = Readonly<Record<RuleCell, string>>;

function createRuleCheck(): RowCheck {
  return {
    row(row, report): void {
      const cells = Object.fromEntries(
        RULE_CELLS.map((cell) => [cell, row.cell(cell)]),
      ) as RuleCells;
      for (const { cell, message } of findCellFaults(cells)) {
        const code = cell === 'effective_date' ? 'invalid_date' : 'invalid_rule';
        const place = { column: row.header(cell), value: cells[cell] };
        report(problemAt(row.line, code, message, place));
      }
    },
  };
}

/**
 * What is wrong with the cells of a rule, at most one thing for each. The checks are those for saving a rule, except
 * that values may name records, and that a warning and the import say which actions need what this service lacks. Whether a category,
 * tag or account of that name exists is only known when it is imported. Blank cells are not checked.
 */
function findCellFaults(cells: RuleCells): { cell: RuleCell; message: string }[] {
  const immodest: Partial<Record<RuleCell, string>> = {};
  const read = (cell: RuleCell) => parseArray(cells[cell], (fault) => (immodest[cell] = fault));
  const { faults } = validateRule(
    {
      resource_type: cells.resource_type,
      effective_date: cells.effective_date,
      conditions: cells.conditions === '' ? [] : read('conditions'),
      actions: read('actions'),
    },
    { references: 'name', acceptUnavailable: true },
  );
  const found: { cell: RuleCell; message: string }[] = [];
  // Report only the first fault of a cell.
  let reported = '';
  for (const { path, message } of faults) {
    const cell = cellOf(path);
    if (cell === undefined || cell === reported || cells[cell] === '') continue;
    reported = cell;
    const isList = path === 'conditions' || path === 'actions';
    const fault = immodest[cell] ?? `${message}${isList ? ', as JSON' : ''}`;
    found.push({ cell, message: `${path} ${fault}` });
  }
  return found;
}

/** The names of actions that are refused when a rule is saved. */
const REFUSED = [...actionTypes.values()].flatMap(({ type, unavailable }) =>
  unavailable === undefined ? [] : [type],
);

/** Whether a cell has no action that is refused when a rule is saved. Few cells name one, so that few are parsed for it. */
function canCarryOut(text: string): boolean {
  if (!REFUSED.some((name) => text.includes(name))) return true;
  const actions = parseArray(text, () => undefined);
  if (!Array.isArray(actions)) return true;
  return !actions.some(
    (action) => isObject(action) && REFUSED.some((name) => name === action.action_type),
  );
}

function cellOf(path: string): RuleCell | undefined {
  if (path.startsWith('conditions')) return 'conditions';
  if (path.startsWith('actions')) return 'actions';
  return RULE_CELLS.find((cell) => cell === path);
}

/** Stands for JSON that is not an array: a text, which is not a list of anything. */
const NO_ARRAY = '';

/** Short cells are checked first: an exception for each of half a million would take seconds. */
function parseArray(text: string, onImmodest: (fault: string) => void): unknown {
  if (text.length <= SHORT_JSON_MAX && findJsonFault(text) >= 0) return NO_ARRAY;
  try {
    return parseModestJson(text) ?? NO_ARRAY;
  } catch (error) {
    if (error instanceof ImmodestJsonError) onImmodest(error.message);
    return NO_ARRAY;
  }
}
