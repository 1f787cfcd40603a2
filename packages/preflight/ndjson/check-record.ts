import { problemAt } from '../problem-list.ts';
import type { ProblemList } from '../problem-list.ts';
import type { FieldKind, RecordData } from '../records/field-kinds.ts';
import { excerptOf, ID, idText, isBlank } from '../records/field-kinds.ts';
import type { Field } from '../records/fields.ts';
import type { RecordType } from '../records/record-types.ts';
import { TAG_IDS_FIELD, UNKNOWN_FIELD } from '../records/fields.ts';
import type { Reference } from './references.ts';

type IdKind = NonNullable<Field['identifies']>;

/** One field of a record type with all that is checked of it, so that one pass over a record is enough. */
interface FieldCheck {
  field: string;
  /** The place of the value; -1 when there is none. */
  place: number;
  required: Field['required'];
  /** What the id of another record names. */
  reference: Reference | null;
  identifies: IdKind | null;
  kind: FieldKind;
}

/** Receives what is found in the fields of one record. */
export interface FieldSink {
  /** Values of the wrong kind. */
  values: ProblemList;
  /** Whether the content is a chunk of an import session, which needs more than a preflight asks for. */
  isChunk: boolean;
  /** The record's own id. */
  id(kind: IdKind, id: string, line: number): void;
  /** The id of another record. */
  reference(type: string, line: number, reference: Reference, id: string): void;
}

/** What to check of a record's values, which are in the order of some keys. */
export interface Plan {
  readonly type: RecordType;
  readonly checks: readonly FieldCheck[];
  /** The place of the tag ids, and of the names of unknown fields; -1 when there are none. */
  readonly tagIds: number;
  readonly unknown: number;
}

/** The plan for records of the type whose values are in the order of the keys. */
export function planOf(type: RecordType, keys: readonly string[]): Plan {
  const checks = Object.entries(type.fields).map(
    ([name, { kind, required, names, identifies, soft }]): FieldCheck => ({
      field: name,
      place: keys.indexOf(name),
      required,
      identifies: identifies ?? null,
      reference:
        names === undefined || kind !== ID
          ? null
          : { field: name, kind: names, ...(soft === true ? { soft } : {}) },
      kind,
    }),
  );
  return {
    type,
    checks: checks.filter(({ place, required }) => place >= 0 || required !== undefined),
    tagIds: keys.indexOf(TAG_IDS_FIELD),
    unknown: keys.indexOf(UNKNOWN_FIELD),
  };
}

const fieldPlans = new Map<RecordType, { fields: readonly string[]; plan: Plan }>();

/** The plan for the values of all fields of the type. */
function fieldPlanOf(type: RecordType) {
  let known = fieldPlans.get(type);
  if (known === undefined) {
    const fields = [...Object.keys(type.fields), UNKNOWN_FIELD];
    fieldPlans.set(type, (known = { fields, plan: planOf(type, fields) }));
  }
  return known;
}

/** `checkValues` for the fields of a record. */
export function checkFields(
  type: RecordType,
  data: RecordData,
  line: number,
  sink: FieldSink,
): string[] | null {
  const { fields, plan } = fieldPlanOf(type);
  const values = fields.map((field) => data[field]);
  return checkValues(plan, values, line, sink);
}

/** Checks a record: reports values of the wrong kind, passes on its id and references, returns the required fields that are blank. */
export function checkValues(
  plan: Plan,
  values: readonly unknown[],
  line: number,
  sink: FieldSink,
): string[] | null {
  let missing: string[] | null = null;
  for (const { place, field, required, reference, identifies, kind } of plan.checks) {
    const isId = kind === ID;
    const value = place < 0 ? undefined : values[place];
    if (isId) {
      const id = idText(value);
      if (id !== null) {
        if (identifies !== null) sink.id(identifies, id, line);
        else if (reference !== null) sink.reference(plan.type.name, line, reference, id);
        continue;
      }
    }
    if (isBlank(value)) {
      const isAsked =
        required === true ||
        (required === 'by_import' && sink.isChunk) ||
        (required === 'by_preflight' && !isUnknown(field, values[plan.unknown]));
      if (isAsked) (missing ??= []).push(field);
    } else if (isId || !kind.accepts(value)) {
      reportValue(kind, field, value, line, sink.values);
    }
  }
  return missing;
}

/** Whether the record says that the field is unknown, as our own export does. */
function isUnknown(field: string, unknown: unknown): boolean {
  return Array.isArray(unknown) && unknown.includes(field);
}

/** Reports a value that is present, but not of its kind. */
function reportValue(
  { code, wanted }: FieldKind,
  field: string,
  value: unknown,
  line: number,
  problems: ProblemList,
): void {
  const excerpt = excerptOf(value);
  const what = problems.full ? '' : `${field} "${excerpt}" is not ${wanted}.`;
  problems.add(problemAt(line, code, what, { column: field, value: excerpt }));
}

const TAGS: Reference = { field: TAG_IDS_FIELD, kind: 'tags' };

/** Checks the tag ids of a record or split line: a list, or a single id. */
export function checkTags(type: string, value: unknown, line: number, sink: FieldSink): void {
  if (value === undefined) return;
  for (const tag of Array.isArray(value) ? (value as unknown[]) : [value]) {
    const id = idText(tag);
    if (id !== null) sink.reference(type, line, TAGS, id);
    else if (!isBlank(tag)) reportValue(ID, TAG_IDS_FIELD, tag, line, sink.values);
  }
}
