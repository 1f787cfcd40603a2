import type { ProblemList } from '../problem-list.ts';
import { createProblemList, problemAt } from '../problem-list.ts';
import { excerpt } from '../text.ts';
import { createKeyIndex, reportRepetitions } from './id-index.ts';

export interface ExistingNames {
  categories: Iterable<string>;
  tags: Iterable<string>;
  merchants: Iterable<string>;
}

/**
 * Category, tag and merchant names are unique in a household. They are compared exactly, as the reference does: blanks
 * around a name count here, although an import removes them.
 */
export function createTaxonomyCheck(existing: ExistingNames) {
  const newKind = (known: Iterable<string>) => ({
    existing: new Set(known),
    names: createKeyIndex(),
    collisions: createProblemList(),
  });
  const kinds = new Map([
    ['Category', newKind(existing.categories)],
    ['Tag', newKind(existing.tags)],
    ['Merchant', newKind(existing.merchants)],
  ]);
  return {
    /** Records the name of a record; ignores types other than Category, Tag and Merchant. */
    add(type: string, value: unknown, line: number): void {
      const kind = kinds.get(type);
      if (kind === undefined || (typeof value !== 'string' && typeof value !== 'number')) return;
      const name = String(value);
      if (name.trim() === '') return;
      kind.names.add(name, line);
      if (!kind.existing.has(name)) return;
      const what = `a ${type.toLowerCase()} named "${excerpt(name)}" exists already.`;
      const place = { column: 'name', value: name };
      kind.collisions.add(problemAt(line, 'existing_taxonomy_collision', what, place));
    },
    /** Collisions with the household by kind, then names used twice in the content. */
    finish(): ProblemList[] {
      const repeated = createProblemList();
      for (const [type, { names }] of kinds) {
        reportRepetitions(names, repeated, 'duplicate_taxonomy_name', `${type.toLowerCase()} name`);
      }
      return [...[...kinds.values()].map(({ collisions }) => collisions), repeated];
    },
  };
}
