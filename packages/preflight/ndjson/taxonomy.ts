import type { ProblemList } from '../problem-list.ts';
import { createProblemList } from '../problem-list.ts';
import { excerpt } from '../text.ts';
import type { KeyIndex } from './id-index.ts';
import { createKeyIndex, reportRepetitions } from './id-index.ts';

/** Names that the household has. */
export interface ExistingNames {
  categories: Iterable<string>;
  tags: Iterable<string>;
  merchants: Iterable<string>;
}

interface Kind {
  existing: ReadonlySet<string>;
  names: KeyIndex;
  collisions: ProblemList;
}

export interface TaxonomyCheck {
  /** Notes the name of a record; ignores types other than Category, Tag and Merchant. */
  add(type: string, name: unknown, line: number): void;
  /** Collisions with the household by kind, then names used twice in the content. */
  finish(): ProblemList[];
}

/**
 * Category, tag and merchant names are unique in a household, compared exactly as the reference does: blanks around a
 * name count here, though an import leaves them out.
 */
export function createTaxonomyCheck(existing: ExistingNames): TaxonomyCheck {
  const kinds = new Map<string, Kind>([
    ['Category', newKind(existing.categories)],
    ['Tag', newKind(existing.tags)],
    ['Merchant', newKind(existing.merchants)],
  ]);
  return {
    add(type, value, line) {
      const kind = kinds.get(type);
      if (kind === undefined || (typeof value !== 'string' && typeof value !== 'number')) return;
      const name = String(value);
      if (name.trim() === '') return;
      kind.names.add(name, line);
      if (!kind.existing.has(name)) return;
      kind.collisions.add({
        code: 'existing_taxonomy_collision',
        message: `Line ${line}: a ${type.toLowerCase()} named "${excerpt(name)}" exists already.`,
        line,
        column: 'name',
        value: name,
      });
    },
    finish() {
      const repeated = createProblemList();
      for (const [type, { names }] of kinds) {
        reportRepetitions(names, repeated, 'duplicate_taxonomy_name', `${type.toLowerCase()} name`);
      }
      return [...[...kinds.values()].map(({ collisions }) => collisions), repeated];
    },
  };
}

function newKind(existing: Iterable<string>): Kind {
  return {
    existing: new Set(existing),
    names: createKeyIndex(),
    collisions: createProblemList(),
  };
}
