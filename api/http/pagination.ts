import type { QueryParameters } from './query-parameters.ts';

const PER_PAGE_DEFAULT = 25;
const PER_PAGE_MAX = 100;
/** Far beyond any list; keeps `page * per_page` a safe integer. */
const PAGE_MAX = 1_000_000_000;

/** A wish for a page, already within bounds. The page may still lie past the end. */
export interface PageRequest {
  page: number;
  perPage: number;
}

/** One page to read: how many rows to skip and take, and where it stands. */
export interface PageWindow {
  currentPage: number;
  perPage: number;
  totalPages: number;
  totalCount: number;
  offset: number;
  limit: number;
}

/** `page`, `per_page`: an integer, or else the default. Values never fail a request, they are clamped. */
export const pageParameters = {
  page: {
    description: 'Page number from 1. Anything else is page 1; past the end is the last page.',
    schema: { type: 'integer', minimum: 1, default: 1 },
    parse: (text: string) => Math.min(readInteger(text) ?? 1, PAGE_MAX),
    lenient: true,
  },
  per_page: {
    description: 'Rows per page. Above 100 is 100; anything that is not a number from 1 is 25.',
    schema: { type: 'integer', minimum: 1, maximum: PER_PAGE_MAX, default: PER_PAGE_DEFAULT },
    parse: (text: string) => Math.min(readInteger(text) ?? PER_PAGE_DEFAULT, PER_PAGE_MAX),
    lenient: true,
  },
} satisfies QueryParameters;

/** The page that a query asks for; the type matches what `pageParameters` parse. */
export function pageRequest(query: { page?: number; per_page?: number }): PageRequest {
  return { page: query.page ?? 1, perPage: query.per_page ?? PER_PAGE_DEFAULT };
}

/** Strict: digits only. Returns null for anything else and for zero. */
function readInteger(text: string): number | null {
  if (!/^[0-9]+$/.test(text)) return null;
  const value = Number(text);
  return value >= 1 ? value : null;
}

/**
 * Fits a wish to a list of `totalCount` rows: a page past the end becomes the last one, an empty
 * list has one empty page.
 */
export function pageWindow(request: PageRequest, totalCount: number): PageWindow {
  const totalPages = Math.max(1, Math.ceil(totalCount / request.perPage));
  const currentPage = Math.min(request.page, totalPages);
  return {
    currentPage,
    perPage: request.perPage,
    totalPages,
    totalCount,
    offset: (currentPage - 1) * request.perPage,
    limit: request.perPage,
  };
}

/** The `meta` object of a page. */
export function presentPageMeta(window: PageWindow) {
  return {
    current_page: window.currentPage,
    next_page: window.currentPage < window.totalPages ? window.currentPage + 1 : null,
    prev_page: window.currentPage > 1 ? window.currentPage - 1 : null,
    total_pages: window.totalPages,
    total_count: window.totalCount,
    per_page: window.perPage,
  };
}
