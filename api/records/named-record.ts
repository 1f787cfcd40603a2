import type { Category } from '../../shared/ledger/categories.ts';
import type { Merchant } from '../../shared/ledger/merchants.ts';
import type { Tag } from '../../shared/ledger/tags.ts';
import { COUNT, nullable, object, ref, TIMESTAMP, UUID } from '../openapi/json-schema.ts';
import type { JsonSchema, Schemas } from '../openapi/json-schema.ts';
import { presentTimestamp } from './timestamp.ts';

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

export const categorySchema: JsonSchema = object({
  id: UUID,
  parent_id: nullable(UUID),
  name: { type: 'string' },
  color: { type: 'string' },
  classification: { type: 'string', enum: ['expense', 'income'] },
  icon: { type: 'string' },
  created_at: TIMESTAMP,
  updated_at: TIMESTAMP,
});

/** A category on the wire. */
export function presentCategory(category: Category): Schemas['Category'] {
  return {
    id: category.id,
    parent_id: category.parentId,
    name: category.name,
    color: category.color,
    classification: category.classification,
    icon: category.icon,
    created_at: presentTimestamp(category.createdAt),
    updated_at: presentTimestamp(category.updatedAt),
  };
}

export const merchantSchema: JsonSchema = object({
  id: UUID,
  name: { type: 'string' },
  color: { type: 'string' },
  website_url: nullable({ type: 'string' }),
  logo_url: nullable({ type: 'string' }),
  created_at: TIMESTAMP,
  updated_at: TIMESTAMP,
});

/** A merchant on the wire. */
export function presentMerchant(merchant: Merchant): Schemas['Merchant'] {
  return {
    id: merchant.id,
    name: merchant.name,
    color: merchant.color,
    website_url: merchant.websiteUrl,
    logo_url: merchant.logoUrl,
    created_at: presentTimestamp(merchant.createdAt),
    updated_at: presentTimestamp(merchant.updatedAt),
  };
}

export const tagSchema: JsonSchema = object({
  id: UUID,
  name: { type: 'string' },
  color: { type: 'string' },
  created_at: TIMESTAMP,
  updated_at: TIMESTAMP,
});

/** A tag on the wire. */
export function presentTag(tag: Tag): Schemas['Tag'] {
  return {
    id: tag.id,
    name: tag.name,
    color: tag.color,
    created_at: presentTimestamp(tag.createdAt),
    updated_at: presentTimestamp(tag.updatedAt),
  };
}
