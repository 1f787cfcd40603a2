import { lastPage } from '../../shared/postgres/page.ts';
import type { Page, PageRequest } from '../../shared/postgres/page.ts';
import { openCursor, sealCursor } from './cursor.ts';
import type { QueryOf, QueryParameters } from './query-parameters.ts';
import type { AnyRequest } from './route.ts';

const PER_PAGE_DEFAULT = 25;
/** More pages than any list has; keeps `page * per_page` a safe integer. */
const PAGE_MAX = 1_000_000_000;

/**
 * `page` and `per_page` never fail a request: anything but a positive integer means the default, and large values are
 * clamped. `after` is the cursor of another page.
 */
const parametersOfPages = (perPageMax: number) =>
  ({
    page: {
      description:
        'Page number from 1. Anything else means page 1; past the end means the last page. Ignored with `after`.',
      schema: { type: 'integer', minimum: 1, default: 1 },
      parse: (text: string) => Math.min(readInteger(text) ?? 1, PAGE_MAX),
      lenient: true,
    },
    per_page: {
      description: `Rows per page, at most ${perPageMax}; anything that is not a number from 1 means ${PER_PAGE_DEFAULT}.`,
      schema: { type: 'integer', minimum: 1, maximum: perPageMax, default: PER_PAGE_DEFAULT },
      parse: (text: string) => Math.min(readInteger(text) ?? PER_PAGE_DEFAULT, perPageMax),
      lenient: true,
    },
    after: {
      description:
        'The `next_cursor` of a page of this list, read with the same filters and the same sort: the page that follows it.',
      schema: { type: 'string' },
      parse: (text: string) => text,
    },
  }) satisfies QueryParameters;

export const pageParameters = parametersOfPages(100);

/** For lists with many small rows. */
export const longPageParameters = parametersOfPages(500);

export type PagedRequest = Pick<AnyRequest, 'caller' | 'raw'> & {
  readonly query: QueryOf<typeof pageParameters>;
};

/** The page that a request asks for. Throws validation_failed for a cursor that is not of this list. */
export function pageRequest(request: PagedRequest): PageRequest {
  const { page = 1, per_page: perPage = PER_PAGE_DEFAULT, after } = request.query;
  if (after === undefined) return { page, perPage };
  const { page: reached, ...place } = openCursor(scopeOf(request), after);
  return { page: reached, perPage, after: place };
}

function scopeOf({ caller, raw, query }: PagedRequest) {
  const { page: _page, per_page: _perPage, after: _after, ...narrowing } = query;
  return [caller.ownerId, raw.path, narrowing];
}

/** Strict: digits only. Returns null for anything else and for zero. */
function readInteger(text: string): number | null {
  if (!/^[0-9]+$/.test(text)) return null;
  const value = Number(text);
  return value >= 1 ? value : null;
}

/**
 * The `meta` object of a page. A page past the end is the last one; an empty list has one page. After a cursor,
 * numbering continues from the page that it came from.
 */
export function presentPageMeta<Row>(
  request: PagedRequest,
  { page, perPage, after }: PageRequest,
  { totalCount, nextKeys: keys }: Page<Row>,
) {
  const last = lastPage(perPage, totalCount);
  const current = after === undefined ? Math.min(page, last) : page;
  const next = current + 1;
  return {
    current_page: current,
    next_page: keys === null ? null : next,
    prev_page: current > 1 ? current - 1 : null,
    total_pages: Math.max(last, keys === null ? current : next),
    total_count: totalCount,
    per_page: perPage,
    next_cursor: keys && sealCursor(scopeOf(request), { page: next, totalCount, keys }),
  };
}
