import { COUNT, UUID, nullable, object, ref } from './json-schema.ts';
import type { JsonSchema } from './json-schema.ts';

const NAME: JsonSchema = {
  type: 'string',
  minLength: 1,
  maxLength: 255,
  description: 'Unique in the household.',
};
const COLOR: JsonSchema = {
  type: 'string',
  pattern: '^#[0-9a-fA-F]{6}$',
  examples: ['#4da568'],
  description: 'Six hexadecimal digits behind a #.',
};
const ADDRESS: JsonSchema = {
  ...nullable({ type: 'string' }),
  pattern: '^https?://',
  maxLength: 2000,
  examples: ['https://example.com/'],
};

const FIELDS = {
  Category: {
    name: { ...NAME, examples: ['Groceries'] },
    parent_id: {
      ...nullable(UUID),
      examples: [null],
      description:
        'A category at the top, as there are two levels; null for one at the top itself.',
    },
    color: { ...COLOR, description: 'Default: that of the parent.' },
    classification: {
      type: 'string',
      enum: ['expense', 'income'],
      description: 'Default: that of the parent, else expense.',
    },
    icon: { type: 'string', minLength: 1, maxLength: 64, examples: ['shopping-cart'] },
  },
  Tag: { name: { ...NAME, examples: ['reviewed'] }, color: COLOR },
  Merchant: {
    name: { ...NAME, examples: ['Corner Shop'] },
    color: COLOR,
    website_url: ADDRESS,
    logo_url: ADDRESS,
  },
} satisfies Record<string, Record<string, JsonSchema>>;

function schemasOf(name: keyof typeof FIELDS): Record<string, JsonSchema> {
  const fields: Record<string, JsonSchema> = FIELDS[name];
  const optional = Object.keys(fields).filter((field) => field !== 'name');
  return {
    [`New${name}`]: object(fields, { optional }),
    [`${name}Change`]: {
      ...object(fields, { optional: ['name', ...optional] }),
      description: 'Absent fields stay as they are.',
      minProperties: 1,
    },
    [`${name}Merge`]: object({
      [name.toLowerCase()]: ref(name),
      moved: {
        type: 'object',
        additionalProperties: COUNT,
        examples: [{ transactions: 12, rules: 1 }],
        description: 'What refers to the remaining record now: how many records of each kind.',
      },
    }),
  };
}

/** Bodies and answers of the writes of records that are known by name. */
export const namedRecordSchemas: Readonly<Record<string, JsonSchema>> = {
  ...schemasOf('Category'),
  ...schemasOf('Tag'),
  ...schemasOf('Merchant'),
  NewMerge: object({ into: { ...UUID, description: 'The record to merge into, which remains.' } }),
};
