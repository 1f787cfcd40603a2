import type { ProblemList } from '../problem-list.ts';
import { createProblemList, problemAt } from '../problem-list.ts';
import { excerpt } from '../text.ts';
import type { ContentOutline } from '../report.ts';
import type { KeyIndex } from './id-index.ts';
import type { ReferencedKind } from '../records/fields.ts';
import { warning } from '../warnings/warning.ts';
import type { Warning } from '../warnings/warning.ts';

/** A field that names another record. A soft one may dangle: the record is then left out at import. */
export interface Reference {
  readonly field: string;
  readonly kind: ReferencedKind;
  readonly soft?: true;
}

export type IdsByKind = Readonly<Record<ReferencedKind, KeyIndex>>;

/** A reference that named nothing seen so far: it may point forward, so it is judged at the end. */
interface Pending {
  line: number;
  reference: Reference;
  id: string;
}

/** A new check against the ids, which may still grow until `finish`. */
export function createReferenceCheck(ids: IdsByKind) {
  const pendingByType = new Map<string, Pending[]>();
  return {
    /** Notes a reference of a record of that type. One that is known already costs nothing. */
    add(type: string, line: number, reference: Reference, id: string): void {
      if (ids[reference.kind].has(id)) return;
      const pending = pendingByType.get(type);
      if (pending === undefined) pendingByType.set(type, [{ line, reference, id }]);
      else pending.push({ line, reference, id });
    },
    /** Judges what is left once all ids are known, grouped by type in the order given. */
    finish(types: Iterable<string>, warn: (warning: () => Warning) => void): ProblemList[] {
      return [...types].map((type) => {
        const problems = createProblemList();
        for (const pending of pendingByType.get(type) ?? []) {
          judge(type, pending, ids, problems, warn);
        }
        return problems;
      });
    },
    /** What is left once all ids are known, when other content may hold it. Soft references are left out. */
    open(): ContentOutline['open'] {
      const open = new Map<string, ContentOutline['open'][number]>();
      for (const [type, pendings] of pendingByType) {
        for (const { line, reference, id } of pendings) {
          const { kind, soft } = reference;
          const key = `${kind} ${id}`;
          if (soft === true || ids[kind].has(id) || open.has(key)) continue;
          open.set(key, { type, kind, id, line });
        }
      }
      return [...open.values()];
    },
  };
}

function judge(
  type: string,
  { line, reference: { field, kind, soft }, id }: Pending,
  ids: IdsByKind,
  problems: ProblemList,
  warn: (warning: () => Warning) => void,
): void {
  if (ids[kind].has(id)) return;
  // One list of tags can name thousands: past the limit they are only counted.
  if (soft !== true && problems.full) {
    problems.addUnlisted(1);
    return;
  }
  if (soft === true) {
    warn(() => warning('reference_skipped', { line, type, field, id: excerpt(id) }));
    return;
  }
  const what = `${type} names ${field} "${excerpt(id)}", but the content has no such record among its ${kind}.`;
  problems.add(problemAt(line, 'missing_reference', what, { column: field, value: id }));
}
