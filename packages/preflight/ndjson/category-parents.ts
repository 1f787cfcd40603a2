import type { ProblemList } from '../problem-list.ts';
import { createProblemList } from '../problem-list.ts';
import { excerpt } from '../text.ts';

interface Link {
  parentId: string;
  line: number;
}

/** Which category names which parent. */
export interface CategoryParents {
  /** Either id may be missing: there is no link then. */
  add(id: string | null, parentId: string | null, line: number): void;
  /** One `parent_cycle` for each ring of parents, at the line of its first category; then what lies too deep. */
  finish(): ProblemList[];
}

/** An empty set of links. Each category has one parent, so every category lies in one ring at most. */
export function createCategoryParents(): CategoryParents {
  const links = new Map<string, Link>();
  return {
    add(id, parentId, line) {
      if (id !== null && parentId !== null) links.set(id, { parentId, line });
    },
    finish() {
      const problems = createProblemList();
      const inRing = new Set<string>();
      /** Number of the walk that came by; a walk that meets its own number has closed a ring. */
      const walkOf = new Map<string, number>();
      let walk = 0;
      for (const start of links.keys()) {
        walk += 1;
        let id = start;
        while (links.has(id) && !walkOf.has(id)) {
          walkOf.set(id, walk);
          id = links.get(id)?.parentId ?? '';
        }
        if (links.has(id) && walkOf.get(id) === walk) {
          const ring = ringFrom(id, links);
          for (const each of ring) inRing.add(each.id);
          report(ring, problems);
        }
      }
      return [problems, findDeep(links, inRing)];
    },
  };
}

/** Categories have at most two levels: the parent of one has none itself. Those of a ring are reported already. */
function findDeep(links: ReadonlyMap<string, Link>, inRing: ReadonlySet<string>): ProblemList {
  const problems = createProblemList();
  for (const { parentId, line } of links.values()) {
    if (!links.has(parentId) || inRing.has(parentId)) continue;
    problems.add({
      code: 'invalid_category_parent',
      message: `Line ${line}: the parent "${excerpt(parentId)}" has a parent itself; categories have at most two levels.`,
      line,
      column: 'parent_id',
      value: parentId,
    });
  }
  return problems;
}

function ringFrom(start: string, links: ReadonlyMap<string, Link>): { id: string; line: number }[] {
  const ring: { id: string; line: number }[] = [];
  let id = start;
  do {
    const link = links.get(id);
    if (link === undefined) break;
    ring.push({ id, line: link.line });
    id = link.parentId;
  } while (id !== start);
  return ring;
}

function report(ring: { id: string; line: number }[], problems: ProblemList): void {
  const first = ring.reduce((least, link) => (link.line < least.line ? link : least));
  const named = ring.slice(0, 5).map(({ id }) => `"${excerpt(id)}"`);
  const more = ring.length > named.length ? ` and ${ring.length - named.length} more` : '';
  problems.add({
    code: 'parent_cycle',
    message:
      ring.length === 1
        ? `Line ${first.line}: category ${named.join('')} is its own parent.`
        : `Line ${first.line}: the parents of categories ${named.join(', ')}${more} form a cycle.`,
    line: first.line,
    column: 'parent_id',
    value: first.id,
  });
}
