import { isObject } from '#preflight/is-object';
import { sha256Hex } from '../../platform/crypto.ts';
import { isTrue, wholeNumber } from './shapes.ts';
import type { Json } from './shapes.ts';
import type { PageStop, PageToken } from './types.ts';

/** More pages than this indicate a faulty provider, not a long history. */
const MAX_PAGES = 100;

type Pointer = { kind: PageToken['kind']; value: string };

export type PageContext = {
  /** The token that led to this page; null on the first one. */
  token: PageToken | null;
  /** URL of this page, without the key. */
  url: URL;
  link: string | undefined;
};

/**
 * Finds the next page: a cursor, a link or a page number in the body, its `pagination` or `meta` object, or the Link header. The
 * read ends as incomplete if a pointer repeats, a page number does not grow, a hundred pages are reached, or the provider announces
 * another page without saying where it is.
 */
export function nextPage(
  body: Json,
  context: PageContext,
): { next: PageToken | null; stopped: PageStop | null } {
  const pointer = pointerOf(body, context);
  if (pointer === null) return { next: null, stopped: saysMore(body) ? 'next_page_missing' : null };
  const seen = [...(context.token?.seen ?? [digest({ kind: 'link', value: context.url.href })])];
  const mark = digest(pointer);
  if (seen.includes(mark)) return { next: null, stopped: 'pagination_loop' };
  const pagesRead = (context.token?.pagesRead ?? 0) + 1;
  if (pagesRead >= MAX_PAGES) return { next: null, stopped: 'too_many_pages' };
  return { next: { ...pointer, pagesRead, seen: [...seen, mark] }, stopped: null };
}

const placesIn = (body: Json): Json[] =>
  [body, body['pagination'], body['meta'], body['paging']].filter(isObject);

function saysMore(body: Json): boolean {
  return placesIn(body).some((place) => isTrue(place['has_more'] ?? place['hasMore']));
}

function pointerOf(body: Json, context: PageContext): Pointer | null {
  for (const place of placesIn(body)) {
    const pointer = cursorIn(place) ?? linkIn(place, context.url) ?? pageIn(place);
    if (pointer !== null) return pointer;
  }
  return linkHeader(context);
}

function filled(value: unknown): string | null {
  const text = typeof value === 'number' ? String(value) : value;
  return typeof text === 'string' && text.trim() !== '' ? text : null;
}

function cursorIn(place: Json): Pointer | null {
  if (place['has_more'] === false || place['hasMore'] === false) return null;
  for (const name of [
    'next_cursor',
    'nextCursor',
    'continuation_key',
    'continuationKey',
    'next_page_token',
    'nextPageToken',
  ]) {
    const value = filled(place[name]);
    if (value !== null) return { kind: 'cursor', value };
  }
  return null;
}

/** `next`, when it is an address; any other text there is a cursor. */
function linkIn(place: Json, url: URL): Pointer | null {
  const nextOf = (links: unknown): unknown => (isObject(links) ? links['next'] : null);
  const named = ['next', 'next_url', 'next_link', 'next_page_url', 'nextLink', '@odata.nextLink'];
  for (const candidate of [
    ...named.map((name) => place[name]),
    nextOf(place['links']),
    nextOf(place['_links']),
  ]) {
    const value = filled(isObject(candidate) ? candidate['href'] : candidate);
    if (value === null) continue;
    if (!/^(https?:\/\/|\/|\?)/i.test(value)) return { kind: 'cursor', value };
    return { kind: 'link', value: resolved(value, url) };
  }
  return null;
}

function pageIn(place: Json): Pointer | null {
  const next = wholeNumber(place['next_page'] ?? place['nextPage']);
  if (next !== null) return { kind: 'page', value: String(next) };
  const page = wholeNumber(place['page'] ?? place['current_page']);
  if (page === null) return null;
  const last = wholeNumber(place['total_pages'] ?? place['totalPages'] ?? place['last_page']);
  const more = last === null ? isTrue(place['has_more'] ?? place['hasMore']) : page < last;
  return more ? { kind: 'page', value: String(page + 1) } : null;
}

function linkHeader({ link, url }: PageContext): Pointer | null {
  for (const part of link?.split(/,(?=\s*<)/) ?? []) {
    const [, target, params = ''] = /^\s*<([^>]*)>(.*)$/.exec(part) ?? [];
    if (target !== undefined && /;\s*rel="?next"?/i.test(params)) {
      return { kind: 'link', value: resolved(target, url) };
    }
  }
  return null;
}

/** Makes the address absolute. One that cannot be parsed is returned unchanged, and the client refuses it. */
function resolved(target: string, url: URL): string {
  return URL.canParse(target, url.href) ? new URL(target, url).href : target;
}

function digest(pointer: Pointer): string {
  return sha256Hex(`${pointer.kind} ${pointer.value}`).slice(0, 16);
}
