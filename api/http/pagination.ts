import { lastPage } from '../../shared/store/page.ts';
import type { PageRequest } from '../../shared/store/page.ts';
import type { QueryParameters } from './query-parameters.ts';

const PER_PAGE_DEFAULT = 25;
const PER_PAGE_MAX = 100;
/** Far beyond any list; keeps `page * per_page` a safe integer. */
const PAGE_MAX = 1_000_000_000;

/** `page`, `per_page`: an integer, or else the default. Values never fail a request, they are clamped. */
export const pageParameters = {
  page: {
    description:
      'Page number from 1. Anything else means page 1; past the end means the last page.',
    schema: { type: 'integer', minimum: 1, default: 1 },
    parse: (text: string) => Math.min(readInteger(text) ?? 1, PAGE_MAX),
    lenient: true,
  },
  per_page: {
    description: 'Rows per page, at most 100; anything that is not a number from 1 means 25.',
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

/** The `meta` object of the page that was asked for. One past the end is the last one; an empty list has one page. */
export function presentPageMeta({ page, perPage }: PageRequest, totalCount: number) {
  const last = lastPage(perPage, totalCount);
  const current = Math.min(page, last);
  return {
    current_page: current,
    next_page: current < last ? current + 1 : null,
    prev_page: current > 1 ? current - 1 : null,
    total_pages: last,
    total_count: totalCount,
    per_page: perPage,
  };
}
