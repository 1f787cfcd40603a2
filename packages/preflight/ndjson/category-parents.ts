import { createProblemList, problemAt } from '../problem-list.ts';
import { idText } from '../records/field-kinds.ts';
import { excerpt } from '../text.ts';
import type { RecordData } from '../records/field-kinds.ts';
import type { ProblemList } from '../problem-list.ts';
import type { ParentLink, ParentLinks } from '../types/parent-links.ts';

/** Records the parent of a category. If either id is missing, there is no link. */
export function addParent(parents: ParentLinks, data: RecordData, line: number): void {
  const [id, parent] = [idText(data['id']), idText(data['parent_id'])];
  if (id !== null && parent !== null) parents.add(id, parent, line);
}

/** One `parent_cycle` for each cycle of parents, at the line of its first category; then the categories that are too deep. */
export function reportParents(parents: ParentLinks): ProblemList[] {
  const [cycles, deep] = [createProblemList(), createProblemList()];
  const rings = parents
    .rings()
    .map((ring) => ({ ring, line: Math.min(...ring.map(({ line }) => line)) }))
    .sort((one, other) => one.line - other.line);
  const inRing = new Set(rings.flatMap(({ ring }) => ring.map(({ name }) => name)));
  for (const { ring, line } of rings) reportRing(ring, line, cycles);
  // Categories have at most two levels. Those in a cycle have been reported already.
  for (const { parent, line } of parents.deep()) {
    if (inRing.has(parent)) continue;
    const what = `the parent "${excerpt(parent)}" has a parent itself; categories have at most two levels.`;
    const place = { column: 'parent_id', value: parent };
    deep.add(problemAt(line, 'invalid_category_parent', what, place));
  }
  return [cycles, deep];
}

function reportRing(ring: readonly ParentLink[], line: number, problems: ProblemList): void {
  const named = ring.slice(0, 5).map(({ name }) => `"${excerpt(name)}"`);
  const more = ring.length > named.length ? ` and ${ring.length - named.length} more` : '';
  const what =
    ring.length === 1
      ? `category ${named.join('')} is its own parent.`
      : `the parents of categories ${named.join(', ')}${more} form a cycle.`;
  const value = ring.find((link) => link.line === line)?.name ?? '';
  problems.add(problemAt(line, 'parent_cycle', what, { column: 'parent_id', value }));
}
