import { STATUS_CODES } from 'node:http';
import { isObject } from '#preflight/is-object';
import type { Log } from '../../platform/log.ts';
import type { WireAnswer } from './classify.ts';

export type RawLog = (url: URL, apiKey: string, answer: WireAnswer) => void;

/** `npm start` shows the fields of this line, as it does for warnings. */
export const RAW_ANSWER = 'provider answer (PROVIDER_DEBUG_RAW)';

const MAX_CHARACTERS = 16_384;

/** Values are shown only of these fields, and only when they look like this. */
const fieldValues = byName({
  'amount balance current available quantity price value costBasis cost_basis totalValue total_value total':
    /^-?\d{1,9}(?:\.\d{1,10})?$/,
  'page next_page total_pages per_page limit remaining retry_after status_code': /^\d{1,6}$/,
  'status code type provider error_code': /^\d{1,6}$|^[A-Za-z]{1,20}(?:[_-][A-Za-z]{1,20}){0,3}$/,
  error: /^[a-z]{1,20}(?:_[a-z]{1,20}){1,4}$/,
  currency: /^[A-Za-z]{3}$/,
  date: /^\d{4}-\d{2}-\d{2}(?:[T ]\d{2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?(?:Z|[+-]\d{2}:?\d{2})?)?$/,
});
/** What the status says already: "Bad Request". */
const errorFields = new Set(['error', 'message', 'title']);
const errorTexts = new Set(Object.values(STATUS_CODES));
/** Field names are harmless unless they are an account number or a person's name. */
const FIELD_NAME = /^[A-Za-z_][A-Za-z_-]{0,31}\d{0,2}$/;

/** The same of headers. Links are shown as addresses; all others (cookies, ids) stay out. */
const headerValues = byName({
  'content-type': /^[a-z]{1,20}\/[a-z+.-]{1,30}(?:; ?charset=[a-z]{1,10}[\d-]{0,6})?$/i,
  'content-length date retry-after':
    /^-?\d{1,10}$|^\w{3}, \d{2} \w{3} \d{4} \d{2}:\d{2}:\d{2} GMT$/,
  server: /^[a-z]{1,20}(?:\/\d{1,3}(?:\.\d{1,3}){0,3})?$/i,
  'cf-ray': /^[\da-f]{16}(?:-[A-Z]{3})?$/,
});
const LIMIT_HEADER =
  /^(?:x-)?rate-?limit(?:-(?:limit|remaining|reset|after|policy|account|success|requests|used|window))*$/;
const LIMIT_VALUE =
  /^[\s,;="]*(?:(?:default|limit|remaining|reset|policy|[qrtw]|\d{1,13})(?:[\s,;="]+|$))*$/;
const LINK = /<([^<>]*)>;\s*rel="?(next|prev|first|last)\b/g;

const PATH_WORD = /^(?:|api|v\d{1,2}|accounts|transactions|balance|holdings)$/;
const QUERY_NAME = /^[a-z_]{1,30}$/i;
const QUERY_VALUE = /^(?:\d{4}-\d{2}-\d{2}|true|false|\d{1,4})$/;

/**
 * Logs what is known to be harmless of an answer, and the shape of the rest, at level info: PROVIDER_DEBUG_RAW turns it on,
 * whatever the log level.
 */
export function createRawLog(log: Log): RawLog {
  return (url, apiKey, answer) => {
    const isKeyless = createKeyCheck(apiKey);
    const headers = Object.entries(answer.headers).flatMap(([name, value]) => {
      const shown = value === undefined ? null : showHeader(name, value, url, isKeyless);
      return shown === null ? [] : [[name, shown] as const];
    });
    log.info(RAW_ANSWER, {
      url: url.origin + showPath(url, isKeyless),
      status: answer.status,
      headers: Object.fromEntries(headers),
      body_bytes: Buffer.byteLength(answer.body),
      body: showBody(answer.body, isKeyless),
    });
  };
}

type Check = (text: string) => boolean;

function byName(patterns: Readonly<Record<string, RegExp>>): ReadonlyMap<string, RegExp> {
  return new Map(
    Object.entries(patterns).flatMap(([names, pattern]) =>
      names.split(' ').map((name) => [name, pattern] as const),
    ),
  );
}

/**
 * Whether a text neither holds the key nor is a piece of it. A word can be the key as it is or in base64; its other
 * spellings have signs or digits that no word shown here may have.
 */
function createKeyCheck(apiKey: string): Check {
  const spellings = [apiKey, Buffer.from(apiKey).toString('base64url')]
    .filter((spelling) => spelling !== '')
    .map((spelling) => spelling.toLowerCase());
  return (text) => {
    const lower = text.toLowerCase();
    return !spellings.some(
      (key) => lower.includes(key) || (lower.length >= 8 && key.includes(lower)),
    );
  };
}

/** JSON with the values on the list, and of all others type and length. Of anything else its kind and length. */
function showBody(body: string, isKeyless: Check): string {
  let shown: string;
  try {
    shown = JSON.stringify(JSON.parse(body.replace(/^\uFEFF/, '')), (name, value: unknown) => {
      if (isObject(value)) return withHarmlessNames(value, isKeyless);
      if (typeof value !== 'string' && typeof value !== 'number') return value;
      const text = String(value);
      const isListed =
        fieldValues.get(name)?.test(text) === true ||
        (errorFields.has(name) && errorTexts.has(text));
      return isListed && isKeyless(text) ? value : lengthOf(typeof value, text);
    });
  } catch {
    // Not JSON, or nested so deeply that writing it fails.
    const kinds: Record<string, string> = { '<': 'markup', '{': 'broken JSON', '[': 'broken JSON' };
    return lengthOf(kinds[/\S/.exec(body)?.[0] ?? ''] ?? 'text', body);
  }
  if (shown.length <= MAX_CHARACTERS) return shown;
  return `${shown.slice(0, MAX_CHARACTERS)}… (of ${shown.length} characters)`;
}

const lengthOf = (kind: string, text: string): string => `[${kind}, ${text.length} characters]`;

function withHarmlessNames(value: object, isKeyless: Check): object {
  return Object.fromEntries(
    Object.entries(value).map(([name, field], index) => [
      FIELD_NAME.test(name) && isKeyless(name) ? name : `[field ${index + 1}]`,
      field as unknown,
    ]),
  );
}

/** null: not one to show. */
function showHeader(name: string, value: string, url: URL, isKeyless: Check): string | null {
  if (name === 'link') {
    const links = Array.from(value.matchAll(LINK), ([, target = '', rel = '']) => {
      const link = URL.canParse(target, url.href) ? new URL(target, url) : null;
      const path = link?.origin === url.origin ? showPath(link, isKeyless) : '[another host]';
      return `<${path}>; rel="${rel}"`;
    });
    return links.join(', ');
  }
  const pattern = LIMIT_HEADER.test(name) ? LIMIT_VALUE : headerValues.get(name);
  if (pattern === undefined) return null;
  return pattern.test(value) && isKeyless(value) ? value : lengthOf('text', value);
}

/** Path and query: the words of our calls, the last four characters of an account's id, days and small numbers. */
function showPath(url: URL, isKeyless: Check): string {
  const segments = url.pathname.split('/').map((segment, index, all) => {
    if (PATH_WORD.test(segment)) return segment;
    const isId = all[index - 1] === 'accounts' && segment.length > 4;
    return isId ? `***${segment.slice(-4)}` : '***';
  });
  const query = [...url.searchParams].map(([name, value]) => {
    const shownName = QUERY_NAME.test(name) && isKeyless(name) ? name : '***';
    return `${shownName}=${QUERY_VALUE.test(value) && isKeyless(value) ? value : '***'}`;
  });
  return segments.join('/') + (query.length === 0 ? '' : `?${query.join('&')}`);
}
