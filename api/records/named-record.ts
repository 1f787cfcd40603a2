import type { Category, Merchant, Tag } from '../../shared/ledger/named-records.ts';
import * as s from '../openapi/json-schema.ts';
import type { JsonSchema } from '../openapi/json-schema.ts';
import { ID, record, TIMES } from './record.ts';

const NAME = s.text('The name that people use.');
const COLOR = s.text('For display: six hexadecimal digits behind a #.');
const CLASSIFICATIONS = ['expense', 'income'];
const ICON = s.text('The name of a symbol for display, which clients choose.');
const WEBSITE = s.nullable(s.TEXT, 'The address of its site; null without one.');
const LOGO = s.nullable(s.TEXT, 'The address of its logo; null without one.');

const NEW_NAME = s.named('Unique in the household.');
const NEW_COLOR: JsonSchema = {
  type: 'string',
  pattern: '^#[0-9a-fA-F]{6}$',
  examples: ['#4da568'],
  description: 'Six hexadecimal digits behind a #.',
};
const ADDRESS = { pattern: '^https?://', maxLength: 2000, examples: ['https://example.com/'] };

export const presentCategory = record<Category, 'Category'>(
  'Category',
  'What money is spent on or comes from. Categories have two levels.',
  {
    id: ID,
    parent_id: s.nullable(s.UUID, 'The category above it; null for one at the top.'),
    name: NAME,
    color: COLOR,
    classification: s.choice(CLASSIFICATIONS, 'Whether it is for spending or for income.'),
    icon: ICON,
    ...TIMES,
  },
);
bodies('Category', {
  name: { ...NEW_NAME, examples: ['Bicycle'] },
  parent_id: {
    ...s.nullable(
      s.UUID,
      'A top-level category, as there are two levels; null for a category at the top itself.',
    ),
    examples: [null],
  },
  color: s.field(NEW_COLOR, 'Default: that of the parent.'),
  classification: s.choice(CLASSIFICATIONS, 'Default: that of the parent, else expense.'),
  icon: { ...ICON, minLength: 1, maxLength: 64, examples: ['bike'] },
});

export const presentTag = record<Tag, 'Tag'>(
  'Tag',
  'A label for transactions. A transaction may have several.',
  { id: ID, name: NAME, color: COLOR, ...TIMES },
);
bodies('Tag', { name: { ...NEW_NAME, examples: ['shared'] }, color: NEW_COLOR });

export const presentMerchant = record<Merchant, 'Merchant'>(
  'Merchant',
  'The other party of a payment.',
  {
    id: ID,
    name: NAME,
    color: COLOR,
    website_url: WEBSITE,
    logo_url: LOGO,
    ...TIMES,
  },
);
bodies('Merchant', {
  name: { ...NEW_NAME, examples: ['Corner Shop'] },
  color: NEW_COLOR,
  website_url: { ...WEBSITE, ...ADDRESS },
  logo_url: { ...LOGO, ...ADDRESS },
});

s.define('NewMerge', 'Names the record that remains.', 'all', {
  into: s.field(s.UUID, 'The record to merge into, which remains.'),
});

/** Defines the bodies that create, change and merge such records. */
function bodies(name: 'Category' | 'Tag' | 'Merchant', fields: Record<string, JsonSchema>): void {
  const one = name.toLowerCase();
  s.define(`New${name}`, `A new ${one}.`, ['name'], fields);
  s.change(`${name}Change`, 'Absent fields stay as they are.', fields);
  s.define(`${name}Merge`, `The ${one} that remains, and what was moved to it.`, 'all', {
    [one]: s.ref(name),
    moved: {
      ...s.COUNTS,
      examples: [{ transactions: 12, rules: 1 }],
      description: 'What refers to the remaining record now: how many records of each kind.',
    },
  });
}
