import { NAME_LENGTH_MAX } from '../records/lengths.ts';
import { colorField, recordNameField } from './common-fields.ts';
import { createParentLinks } from './parent-links.ts';
import type { ParentLink } from './parent-links.ts';
import { understandPlain } from './row-values.ts';
import { problemAt } from '../problem-list.ts';
import type { CsvTypeSpec, RowCheck } from './csv-type.ts';

/** Categories; a parent is given by name, and may already exist in the household. */
export const categoryImport: CsvTypeSpec = {
  type: 'CategoryImport',
  fields: [
    recordNameField,
    {
      key: 'parent_category',
      kind: 'text',
      aliases: ['parent', 'category_parent'],
      lengthMax: NAME_LENGTH_MAX,
    },
    colorField,
    { key: 'icon', kind: 'text', aliases: ['lucide_icon'] },
  ],
  understand: understandPlain,
  rowCheck: createParentCheck,
};

const FAULT = 'invalid_category_parent';

/** A category must not be its own parent, parents must not form a cycle, and must not have a parent themselves. */
function createParentCheck(): RowCheck {
  const parents = createParentLinks();
  let column = '';
  return {
    row(row, report): void {
      const parent = row.cell('parent_category');
      const name = parent === '' ? '' : row.cell('name');
      if (name === '') return;
      column = row.header('parent_category');
      if (name === parent) {
        const what = 'the category names itself as its parent';
        report(problemAt(row.line, FAULT, what, { column, value: parent }));
      } else parents.add(name, parent, row.line);
    },
    end(report): void {
      const rings = parents.rings();
      const inRing = new Set(rings.flatMap((ring) => ring.map(({ name }) => name)));
      const fault = ({ line, parent }: ParentLink, what: string): void =>
        report(problemAt(line, FAULT, what, { column, value: parent }));
      for (const [link] of rings) {
        if (link !== undefined) fault(link, 'the parents of the category form a cycle');
      }
      for (const link of parents.deep()) {
        if (!inRing.has(link.parent)) fault(link, 'the parent of the category has a parent itself');
      }
    },
  };
}
