import { COUNT, nullable, object } from './json-schema.ts';
import type { JsonSchema } from './json-schema.ts';

const PAGE_NUMBER: JsonSchema = { type: 'integer', minimum: 1 };

/** Where a page stands in its list; `next_page` and `next_cursor` are null on the last one. */
export const pageMeta: JsonSchema = object({
  current_page: PAGE_NUMBER,
  next_page: nullable(PAGE_NUMBER),
  prev_page: nullable(PAGE_NUMBER),
  total_pages: PAGE_NUMBER,
  total_count: COUNT,
  per_page: { type: 'integer', minimum: 1, maximum: 500 },
  next_cursor: nullable({
    type: 'string',
    description:
      'For the parameter `after`: the page that follows, whatever comes or goes meanwhile. Null on the last one.',
  }),
});
