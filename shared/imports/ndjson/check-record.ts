import type { ProblemList } from '../problem-list.ts';
import type { FieldKind, RecordData } from '../../records/field-kinds.ts';
import { excerptOf, ID, idText, isBlank } from '../../records/field-kinds.ts';
import type { Field } from '../../records/fields.ts';
import type { RecordType } from '../../records/record-types.ts';
import { TAG_IDS_FIELD } from '../../records/fields.ts';
import type { Reference } from './references.ts';

type IdKind = NonNullable<Field['identifies']>;

/** One field of a record type with all that is asked of it, so that a record is looked through once. */
interface FieldCheck {
  field: string;
  required: boolean;
  /** Holds an id: the record's own, or that of another when there is a reference. */
  isId: boolean;
  reference: Reference | null;
  identifies: IdKind | null;
  kind: FieldKind;
}

/** Receives what the fields of one record turn out to be. */
export interface FieldSink {
  /** Values of a wrong kind. */
  values: ProblemList;
  /** The record's own id. */
  id(kind: IdKind, id: string, line: number): void;
  /** The id of another record. */
  reference(type: string, line: number, reference: Reference, id: string): void;
}

const plans = new Map<RecordType, readonly FieldCheck[]>();

function planOf(type: RecordType): readonly FieldCheck[] {
  let plan = plans.get(type);
  if (plan === undefined) {
    plan = Object.entries(type.fields).map(
      ([name, { kind, required, names, identifies, soft }]): FieldCheck => ({
        field: name,
        required: required !== undefined,
        isId: kind === ID,
        identifies: identifies ?? null,
        reference:
          names === undefined || kind !== ID
            ? null
            : { field: name, kind: names, ...(soft === true ? { soft } : {}) },
        kind,
      }),
    );
    plans.set(type, plan);
  }
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
  for (const { field, required, isId, reference, identifies, kind } of planOf(type)) {
    const value = data[field];
    if (isId) {
      const id = idText(value);
      if (id !== null) {
        if (identifies !== null) sink.id(identifies, id, line);
        else if (reference !== null) sink.reference(type.name, line, reference, id);
        continue;
      }
    }
    if (isBlank(value)) {
      if (required) (missing ??= []).push(field);
    } else if (isId || !kind.accepts(value)) {
      reportValue(kind, field, value, line, sink.values);
    }
  }
  return missing;
}

/** A value that is there, but is not of its kind. */
function reportValue(
  { code, wanted }: FieldKind,
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
function checkId(
  field: string,
  value: unknown,
  line: number,
  problems: ProblemList,
): string | null {
  const id = idText(value);
  if (id === null && !isBlank(value)) reportValue(ID, field, value, line, problems);
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
