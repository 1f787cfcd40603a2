import type { ProblemList } from '../problem-list.ts';
import type { RecordData } from './parse-record.ts';
import type { RecordType, Reference } from './record-types.ts';
import { TAG_IDS_FIELD } from './record-types.ts';
import type { KindRule } from './values.ts';
import { excerptOf, FIELD_KINDS, ID_RULE, idText, isBlank } from './values.ts';

/** One field of a record type with all that is asked of it, so that a record is looked through once. */
interface FieldCheck {
  field: string;
  required: boolean;
  /** Holds an id: the record's own, or that of another when there is a reference. */
  isId: boolean;
  reference: Reference | null;
  rule: KindRule | null;
}

/** Receives what the fields of one record turn out to be. */
export interface FieldSink {
  /** Values of a wrong kind. */
  values: ProblemList;
  /** The record's own id. */
  id(type: RecordType, id: string, line: number): void;
  /** The id of another record. */
  reference(type: string, line: number, reference: Reference, id: string): void;
}

const plans = new Map<RecordType, readonly FieldCheck[]>();

/** Own id first, then the required fields, then the others, each once. */
function planOf(type: RecordType): readonly FieldCheck[] {
  const known = plans.get(type);
  if (known !== undefined) return known;
  const fields = new Set([
    ...(type.idKind === null ? [] : ['id']),
    ...type.required,
    ...Object.keys(type.fields),
    ...type.references.map(({ field }) => field),
  ]);
  const plan = [...fields].map((field): FieldCheck => {
    const reference = type.references.find((candidate) => candidate.field === field) ?? null;
    const kind = type.fields[field];
    const isId = reference !== null || (field === 'id' && type.idKind !== null);
    const rule = isId ? ID_RULE : kind === undefined ? null : FIELD_KINDS[kind];
    return { field, required: type.required.includes(field), isId, reference, rule };
  });
  plans.set(type, plan);
  return plan;
}

/**
 * Looks through the fields of a record: reports values of a wrong kind, hands out its id and its references, and
 * returns the required fields that are blank.
 */
export function checkFields(
  type: RecordType,
  data: RecordData,
  line: number,
  sink: FieldSink,
): string[] | null {
  let missing: string[] | null = null;
  for (const { field, required, isId, reference, rule } of planOf(type)) {
    const value = data[field];
    if (isId) {
      const id = idText(value);
      if (id !== null) {
        if (reference === null) sink.id(type, id, line);
        else sink.reference(type.name, line, reference, id);
        continue;
      }
    }
    if (isBlank(value)) {
      if (required) (missing ??= []).push(field);
    } else if (rule !== null && (isId || !rule.accepts(value))) {
      reportValue(rule, field, value, line, sink.values);
    }
  }
  return missing;
}

/** A value that is there, but is not of its kind. */
function reportValue(
  { code, wanted }: KindRule,
  field: string,
  value: unknown,
  line: number,
  problems: ProblemList,
): void {
  const excerpt = excerptOf(value);
  const message = problems.full ? '' : `Line ${line}: ${field} "${excerpt}" is not ${wanted}.`;
  problems.add({ code, message, line, column: field, value: excerpt });
}

/** The id there, or null; a value that is there but is no id is reported. */
export function checkId(
  field: string,
  value: unknown,
  line: number,
  problems: ProblemList,
): string | null {
  const id = idText(value);
  if (id === null && !isBlank(value)) reportValue(ID_RULE, field, value, line, problems);
  return id;
}

const TAGS: Reference = { field: TAG_IDS_FIELD, kind: 'tags' };

/** The tag ids of a record or split line: a list, or a single id. */
export function checkTags(type: string, value: unknown, line: number, sink: FieldSink): void {
  if (value === undefined) return;
  for (const tag of Array.isArray(value) ? (value as unknown[]) : [value]) {
    const id = checkId(TAG_IDS_FIELD, tag, line, sink.values);
    if (id !== null) sink.reference(type, line, TAGS, id);
  }
}
