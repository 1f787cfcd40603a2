import { isObject } from '../is-object.ts';
import type { ProblemList } from '../problem-list.ts';
import { createProblemList, problemAt } from '../problem-list.ts';
import type { ProblemCode } from '../problems.ts';
import { checkAccountable } from './accountable.ts';
import { createParentLinks } from '../types/parent-links.ts';
import { addParent, reportParents } from './category-parents.ts';
import type { FieldSink, Plan } from './check-record.ts';
import { checkFields, checkTags, checkValues } from './check-record.ts';
import type { KeyIndex } from './id-index.ts';
import { createKeyIndex, reportRepetitions } from './id-index.ts';
import type { ContentOutline } from '../report.ts';
import { readProfileRecord } from '../rows/profile-fields.ts';
import type { RecordData } from '../records/field-kinds.ts';
import { DATE, idText } from '../records/field-kinds.ts';
import type { RecordType, RecordTypeName } from '../records/record-types.ts';
import { REFERENCED_KINDS, TAG_IDS_FIELD } from '../records/fields.ts';
import { SECURITY, SPLIT_LINE } from '../records/record-parts.ts';
import { createReferenceCheck } from './references.ts';
import { createRuleCheck } from './rules.ts';
import { checkSplitLines, SPLIT_LINES_FIELDS } from './split-lines.ts';
import type { ExistingNames } from './taxonomy.ts';
import { createTaxonomyCheck } from './taxonomy.ts';
import { createValuationCheck } from './valuations.ts';
import type { WarningList } from '../warning-list.ts';
import { excerpt } from '../text.ts';

export interface RecordChecks {
  /** Reports a line that is not a supported record. */
  lineFault(code: ProblemCode, line: number, reason: () => string): void;
  /** Checks a well-formed record of a supported type. */
  record(type: RecordType, data: RecordData, line: number): void;
  /** The same for a flat record, of which only the values are given. */
  values(plan: Plan, values: readonly unknown[], line: number): void;
  /** All problem lists in the order of the answer; `withRuleIds` also reports repeated rule ids. */
  finish(options: { empty: boolean; withRuleIds: boolean }): ProblemList[];
  /** What other pieces of the same export need to know about this one. */
  outline(): ContentOutline;
}

const ID_KINDS = [...REFERENCED_KINDS, 'rules'] as const;
type IdKind = (typeof ID_KINDS)[number];
/** Kinds of which an export has only few records. */
const OUTLINED_KINDS = ID_KINDS.filter((kind) => kind !== 'transactions' && kind !== 'rules');

/** How many references to transactions an outline carries: there may be as many as lines. */
const OPEN_TRANSACTIONS_MAX = 1000;

/** Types of which `record` checks only fields and tag ids, apart from split lines and objects. */
const FLAT_TYPES: ReadonlySet<string> = new Set<RecordTypeName>([
  'Balance',
  'RecurringTransaction',
  'Transaction',
  'RejectedTransfer',
  'Trade',
  'Holding',
  'BudgetCategory',
]);

/** Whether only the fields and tag ids are checked of records of this type with these keys and no objects in them. */
export function isFlat(type: RecordType, keys: readonly string[]): boolean {
  return FLAT_TYPES.has(type.name) && !SPLIT_LINES_FIELDS.some((field) => keys.includes(field));
}

/** `partial`: the content is a chunk of an import session, whose references are left to `outline`. */
interface CheckOptions {
  readonly existing: ExistingNames;
  readonly partial?: boolean;
}

/** Creates the checks of one content, which is fed line by line. */
export function createRecordChecks(options: CheckOptions, warnings: WarningList): RecordChecks {
  const ids = Object.fromEntries(ID_KINDS.map((kind) => [kind, createKeyIndex()])) as Ids;
  const taxonomy = createTaxonomyCheck(options.existing);
  const references = createReferenceCheck(ids, warnings);
  const parents = createParentLinks();
  const valuations = createValuationCheck();
  const missingByType = new Map<string, ProblemList>();
  const lines = createProblemList();
  const accountables = createProblemList();
  const splits = createProblemList();
  const periods = createProblemList();
  const rules = createRuleCheck(ids.accounts, warnings);

  const sink: FieldSink = {
    values: createProblemList(),
    isChunk: options.partial === true,
    id: (kind, id, line) => ids[kind].add(id, line),
    reference: (type, line, reference, id) => references.add(type, line, reference, id),
  };
  return {
    lineFault(code, line, reason) {
      lines.add(problemAt(line, code, lines.full ? '' : `${reason()}.`));
    },
    record(type, data, line) {
      noteMissing(missingByType, type.name, checkFields(type, data, line, sink), line);
      checkTags(type.name, data[TAG_IDS_FIELD], line, sink);
      if (type.name === 'Transaction') {
        for (const split of checkSplitLines(data, line, splits)) {
          checkFields(SPLIT_LINE, split, line, sink);
          checkTags(type.name, split[TAG_IDS_FIELD], line, sink);
        }
        return;
      }
      taxonomy.add(type.name, data['name'], line);
      if (type.name === 'Account') {
        checkAccountable(data, line, accountables);
        rules.account(data);
      } else if (type.name === 'Rule') rules.add(data, line);
      else if (type.name === 'Transfer') checkSides(data, line, sink.values);
      else if (type.name === 'Budget') checkPeriod(data, line, periods);
      else if (type.name === 'ImportProfile') checkProfile(data, line, sink.values);
      else if (isObject(data['security'])) checkFields(SECURITY, data['security'], line, sink);
      else if (type.name === 'Valuation') valuations.add(data, line);
      else if (type.name === 'Category') addParent(parents, data, line);
    },
    values(plan, values, line) {
      const { name } = plan.type;
      noteMissing(missingByType, name, checkValues(plan, values, line, sink), line);
      if (plan.tagIds >= 0) checkTags(name, values[plan.tagIds], line, sink);
    },
    outline: () => outlineOf(ids, references.open()),
    finish({ empty, withRuleIds }) {
      if (empty) lines.add({ code: 'no_data_rows', message: 'The content holds no records.' });
      return [
        lines,
        ...taxonomy.finish(),
        repeatedIds(ids, withRuleIds ? ID_KINDS : REFERENCED_KINDS),
        ...missingByType.values(),
        accountables,
        splits,
        ...(sink.isChunk ? [] : references.finish(missingByType.keys())),
        valuations.problems,
        ...reportParents(parents),
        sink.values,
        periods,
        ...rules.finish(sink.isChunk),
      ];
    },
  };
}

/** Records required fields that are blank. A type gets its place with its first record. */
function noteMissing(
  byType: Map<string, ProblemList>,
  type: string,
  missing: readonly string[] | null,
  line: number,
): void {
  let problems = byType.get(type);
  if (problems === undefined) byType.set(type, (problems = createProblemList()));
  if (missing === null) return;
  const what = `${type} lacks ${missing.join(', ')}.`;
  problems.add(problemAt(line, 'missing_required_fields', what, { column: missing[0] ?? '' }));
}

type Ids = Readonly<Record<IdKind, KeyIndex>>;

function outlineOf(ids: Ids, references: ContentOutline['open']): ContentOutline {
  const definitions = Object.fromEntries(
    OUTLINED_KINDS.map((kind) => [kind, ids[kind].keys()] as const),
  );
  const open = [
    ...references.filter(({ kind }) => Object.hasOwn(definitions, kind)),
    ...references.filter(({ kind }) => kind === 'transactions').slice(0, OPEN_TRANSACTIONS_MAX),
  ];
  return { definitions, transactions: ids.transactions.keys(), open };
}

function repeatedIds(ids: Ids, kinds: readonly IdKind[]): ProblemList {
  const problems = createProblemList();
  for (const kind of kinds) {
    reportRepetitions(ids[kind], problems, 'duplicate_source_id', `${kind} id`);
  }
  return problems;
}

/** Reports settings that an import would refuse. */
function checkProfile(data: RecordData, line: number, problems: ProblemList): void {
  const [fault] = readProfileRecord(data).faults;
  if (fault === undefined) return;
  const what = `ImportProfile: ${fault}.`;
  problems.add(problemAt(line, 'invalid_field_value', what, { column: 'settings' }));
}

/** Reports a transfer of a transaction to itself, which a session refuses. */
function checkSides(data: RecordData, line: number, problems: ProblemList): void {
  const column = 'outflow_transaction_id';
  const value = idText(data[column]);
  if (value === null || value !== idText(data['inflow_transaction_id'])) return;
  const what = 'Transfer: both sides are one transaction.';
  problems.add(problemAt(line, 'invalid_field_value', what, { column, value: excerpt(value) }));
}

/** Reports a budget that ends before it starts, because an import would leave it out. */
function checkPeriod(data: RecordData, line: number, problems: ProblemList): void {
  const [start, end] = [DATE.read(data['start_date']), DATE.read(data['end_date'])];
  if (typeof start !== 'string' || typeof end !== 'string' || end >= start) return;
  const what = `end_date ${end} is before start_date ${start}.`;
  problems.add(problemAt(line, 'invalid_field_value', what, { column: 'end_date', value: end }));
}
