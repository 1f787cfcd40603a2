import type { ProblemList } from '../problem-list.ts';
import { createProblemList } from '../problem-list.ts';
import type { KeyIndex } from './id-index.ts';
import type { Reference, ReferencedKind } from './record-types.ts';
import { idText } from './values.ts';

export type IdsByKind = Readonly<Record<ReferencedKind, KeyIndex>>;

/** A reference that named nothing seen so far: it may point forward, so it is judged at the end. */
interface Pending {
  line: number;
  reference: Reference;
  /** As they stand in the record, so that waiting costs no copy; what is no id is passed over. */
  values: readonly unknown[];
}

/** A reference that the content itself does not answer; the first place of each id. */
export interface OpenReference {
  type: string;
  kind: ReferencedKind;
  id: string;
  line: number;
}

export interface ReferenceCheck {
  /** Notes one reference, or a list of tags, of a record of that type. Those that are known already cost nothing. */
  add(type: string, line: number, reference: Reference, value: unknown): void;
  /** Judges what is left once all ids are known, grouped by type in the order given. */
  finish(types: Iterable<string>, warn: (message: () => string) => void): ProblemList[];
  /** What is left once all ids are known, when other content may hold it. Soft references are left out. */
  open(): OpenReference[];
}

/** A new check against the ids, which may still grow until `finish`. */
export function createReferenceCheck(ids: IdsByKind): ReferenceCheck {
  const pendingByType = new Map<string, Pending[]>();
  return {
    add(type, line, reference, value) {
      const known = ids[reference.kind];
      const list = Array.isArray(value);
      if (list ? value.every((id) => isKnown(known, id)) : isKnown(known, value)) return;
      const values = list ? (value as unknown[]) : [value];
      const pending = pendingByType.get(type);
      if (pending === undefined) pendingByType.set(type, [{ line, reference, values }]);
      else pending.push({ line, reference, values });
    },
    finish(types, warn) {
      return [...types].map((type) => {
        const problems = createProblemList();
        for (const pending of pendingByType.get(type) ?? []) {
          judge(type, pending, ids, problems, warn);
        }
        return problems;
      });
    },
    open() {
      const open = new Map<string, OpenReference>();
      for (const [type, pendings] of pendingByType) {
        for (const { line, reference, values } of pendings) {
          if (reference.soft === true) continue;
          for (const value of values) {
            const id = idText(value);
            const key = `${reference.kind} ${id ?? ''}`;
            if (id === null || ids[reference.kind].has(id) || open.has(key)) continue;
            open.set(key, { type, kind: reference.kind, id, line });
          }
        }
      }
      return [...open.values()];
    },
  };
}

function isKnown(known: KeyIndex, value: unknown): boolean {
  const id = idText(value);
  return id === null || known.has(id);
}

function judge(
  type: string,
  { line, reference: { field, kind, soft }, values }: Pending,
  ids: IdsByKind,
  problems: ProblemList,
  warn: (message: () => string) => void,
): void {
  for (const value of values) {
    if (isKnown(ids[kind], value)) continue;
    const id = idText(value) ?? '';
    const missing = () =>
      `Line ${line}: ${type} names ${field} "${id.slice(0, 100)}", but the content has no such record among its ${kind}`;
    if (soft === true) warn(() => `${missing()}; it will be skipped.`);
    else {
      problems.add({
        code: 'missing_reference',
        message: problems.full ? '' : `${missing()}.`,
        line,
        column: field,
        value: id,
      });
    }
  }
}
