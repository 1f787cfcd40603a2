import { createHash } from 'node:crypto';
import { validationFailed } from '../../shared/platform/errors.ts';
import { lastPage } from '../../shared/postgres/page.ts';
import type { PagePlace, Page, PageRequest } from '../../shared/postgres/page.ts';
import type { QueryOf, QueryParameters } from './query-parameters.ts';
import type { AnyRequest, ApiResponse } from './route.ts';

/** The household, list, filters and order: a cursor is valid for these alone. */
type CursorScope = readonly unknown[];

interface Cursor extends PagePlace {
  page: number;
}

type Parts = [page: number, totalCount: number, ...keys: string[]];

/** The text of `next_cursor`: opaque to clients, safe in a URL. */
function sealCursor(scope: CursorScope, { page, totalCount, keys }: Cursor): string {
  const parts: Parts = [page, totalCount, ...keys];
  return Buffer.from(JSON.stringify([digest(scope, parts), ...parts])).toString('base64url');
}

/**
 * Reads the text of `after`. A cursor grants no access: whatever it holds, only the caller's own rows are read. The
 * digest rejects one that was cut short, changed, or taken from another list, filter or household.
 *
 * Throws validation_failed.
 */
function openCursor(scope: CursorScope, text: string): Cursor {
  const parts = readParts(text);
  if (parts === null || parts[0] !== digest(scope, parts[1])) {
    throw validationFailed(
      'after must be the next_cursor of this list, with the same filters and the same sort.',
    );
  }
  const [page, totalCount, ...keys] = parts[1];
  return { page, totalCount, keys };
}

function digest(scope: CursorScope, parts: Parts): string {
  const content = JSON.stringify([scope, parts]);
  return createHash('sha256').update(content).digest('base64url').slice(0, 16);
}

function readParts(text: string): [digest: string, parts: Parts] | null {
  if (!/^[\w-]+$/.test(text)) return null;
  let values: unknown;
  try {
    values = JSON.parse(Buffer.from(text, 'base64url').toString());
  } catch {
    return null;
  }
  if (!Array.isArray(values)) return null;
  const [sealed, page, totalCount, ...keys] = values as unknown[];
  if (typeof sealed !== 'string' || !isCount(page) || !isCount(totalCount)) return null;
  if (!keys.every((key) => typeof key === 'string')) return null;
  return [sealed, [page, totalCount, ...keys]];
}

function isCount(value: unknown): value is number {
  return Number.isSafeInteger(value) && Number(value) >= 0;
}

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
function pageRequest(request: PagedRequest): PageRequest {
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
function presentPageMeta<Row>(
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

/**
 * Answers the page of a list that a request asks for, in the envelope of all lists. `present` returns a row as an
 * object, or as JSON text that is sent unchanged; `besides` holds further fields of the answer.
 */
export async function answerPage<Row>(
  request: PagedRequest,
  list: (page: PageRequest) => Promise<Page<Row>>,
  present: (row: Row) => object | string,
  besides: object = {},
): Promise<ApiResponse> {
  const asked = pageRequest(request);
  const found = await list(asked);
  const data = found.rows.map((row) => {
    const presented = present(row);
    return typeof presented === 'string' ? presented : JSON.stringify(presented);
  });
  const meta = presentPageMeta(request, asked, found);
  const rest = JSON.stringify({ ...besides, meta }).slice(1);
  return { status: 200, json: `{"data":[${data.join(',')}],${rest}` };
}
