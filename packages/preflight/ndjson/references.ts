import type { ProblemList } from '../problem-list.ts';
import { createProblemList, problemAt } from '../problem-list.ts';
import { excerpt } from '../text.ts';
import type { ContentOutline } from '../report.ts';
import type { KeyIndex } from './id-index.ts';
import type { ReferencedKind } from '../records/fields.ts';
import { warning } from '../warnings/warning.ts';
import type { WarningList } from '../warning-list.ts';

/** A field that names another record. A soft reference may dangle: the record is then left out at import. */
export interface Reference {
  readonly field: string;
  readonly kind: ReferencedKind;
  readonly soft?: true;
}

export type IdsByKind = Readonly<Record<ReferencedKind, KeyIndex>>;

/** A reference to a record not seen so far. It may point forward, so it is checked at the end. */
interface Pending {
  line: number;
  reference: Reference;
  id: string;
}

/** Creates a check against the ids, which may still grow until `finish`. */
export function createReferenceCheck(ids: IdsByKind, warnings: WarningList) {
  const pendingByType = new Map<string, Pending[]>();
  return {
    /** Records a reference from a record of that type. A reference to a known id costs nothing. */
    add(type: string, line: number, reference: Reference, id: string): void {
      if (ids[reference.kind].has(id)) return;
      const pending = pendingByType.get(type);
      if (pending === undefined) pendingByType.set(type, [{ line, reference, id }]);
      else pending.push({ line, reference, id });
    },
    /** Checks what is left once all ids are known, grouped by type in the order given. */
    finish(types: Iterable<string>): ProblemList[] {
      return [...types].map((type) => {
        const problems = createProblemList();
        for (const pending of pendingByType.get(type) ?? []) {
          if (!ids[pending.reference.kind].has(pending.id))
            report(type, pending, problems, warnings);
        }
        return problems;
      });
    },
    /** What is left once all ids are known, and other content may hold. Soft references are left out. */
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

function report(
  type: string,
  { line, reference: { field, kind, soft }, id }: Pending,
  problems: ProblemList,
  warnings: WarningList,
): void {
  if (soft === true) {
    warnings.add(() => warning('reference_skipped', { line, type, field, id: excerpt(id) }));
  } else if (problems.full) {
    // One list of tags can name thousands: beyond the limit they are only counted.
    problems.addUnlisted(1);
  } else {
    const what = `${type} names ${field} "${excerpt(id)}", but the content has no such record among its ${kind}.`;
    problems.add(problemAt(line, 'missing_reference', what, { column: field, value: id }));
  }
}
