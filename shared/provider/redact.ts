import { maskJson } from './mask-json.ts';
import { HIDDEN, maskNumber, maskSentence } from './mask-text.ts';

const MAX_CHARACTERS = 16_384;
/** Of a larger body the rest is not looked at. */
const MAX_READ = 16 * MAX_CHARACTERS;
/** A path's own words; everything else in it may be an account. */
const PATH_WORD = /^[a-z_.-]{0,30}$|^v\d{1,2}$/;
const PLAIN_HEADER =
  /^(?:\d{1,10}|[a-z]+\/[a-z+.-]+(?:; ?charset=[\w-]{1,20})?|\w{3}, \d{2} \w{3} \d{4} \d{2}:\d{2}:\d{2} GMT)$/i;
const PLAIN_QUERY = /^(\d{4}-\d{2}-\d{2}|true|false|\d{1,4})$/;

/**
 * A body as it may be logged, whole or cut off: the key gone in every spelling, account numbers down to their
 * last four characters, names and descriptions to their length, at most 16 KiB. What is not JSON (a gateway's
 * page) keeps its words but loses numbers and anything like a secret.
 */
export function redactBody(body: string, apiKey: string): string {
  const isLonger = body.length > MAX_READ;
  const shown = withoutKey(redactText(withoutKey(body.slice(0, MAX_READ), apiKey), apiKey), apiKey);
  if (shown.length <= MAX_CHARACTERS && !isLonger) return shown;
  return `${shown.slice(0, MAX_CHARACTERS)}… (of ${body.length} characters)`;
}

/** A header as it may be logged: counts, instants and media types; links as redactUrl shows them. */
export function redactHeader(value: string, url: URL, apiKey: string): string {
  if (PLAIN_HEADER.test(value)) return withoutKey(value, apiKey);
  const links = value.replace(/<([^<>]*)>/g, (_all, link: string) => {
    return `<${URL.canParse(link, url.href) ? redactUrl(new URL(link, url), apiKey) : HIDDEN}>`;
  });
  return redactBody(links, apiKey);
}

/** A URL as it may be logged: path ids and long numbers masked, cursors and unknown values hidden. */
export function redactUrl(url: URL, apiKey: string): string {
  const segments = url.pathname.split('/').map((segment, index, all) => {
    return PATH_WORD.test(segment) && all[index - 1] !== 'accounts' ? segment : maskNumber(segment);
  });
  const query = [...url.searchParams].map(([name, value]) => {
    const shownName = /^[a-z_]{1,30}$/i.test(name) ? name : HIDDEN;
    return `${shownName}=${PLAIN_QUERY.test(value) ? value : HIDDEN}`;
  });
  const search = query.length === 0 ? '' : `?${query.join('&')}`;
  return withoutKey(`${url.origin}${segments.join('/')}${search}`, apiKey);
}

/** Where JSON starts: a lone string or number, or the first list or object with something in it. */
const JSON_START = /^\s*(?:"|-?\d[\d.eE+-]*\s*$)|[{[]\s*(?:["{[\d-]|true|false|null|$)/;

/** Prose up to where JSON starts: errors quote the answers of others. */
function redactText(text: string, apiKey: string): string {
  const start = text.search(JSON_START);
  const end = start < 0 ? text.length : start;
  const prose = maskSentence(text.slice(0, Math.min(end, MAX_CHARACTERS)), (address) => {
    return URL.canParse(address) ? redactUrl(new URL(address), apiKey) : HIDDEN;
  });
  if (start < 0) return prose;
  const quoted = (part: string): string => redactText(part, apiKey);
  return prose + maskJson(text.slice(start), quoted, MAX_CHARACTERS);
}

/** At least so much of a key at the end of a cut text is one. */
const KEY_START = 4;

/** Removes a key wherever it occurs: as it is, percent-encoded, JSON-escaped, in base64, in any case. */
function withoutKey(text: string, apiKey: string): string {
  if (apiKey === '') return text;
  const spellings = new Set([
    apiKey,
    encodeURIComponent(apiKey),
    JSON.stringify(apiKey).slice(1, -1),
    Buffer.from(apiKey).toString('base64').replace(/=+$/, ''),
    Buffer.from(apiKey).toString('base64url'),
    Buffer.from(apiKey).toString('hex'),
  ]);
  let clean = text;
  for (const spelling of spellings) {
    const pattern = spelling.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&');
    clean = clean.replace(new RegExp(pattern, 'gi'), HIDDEN);
  }
  for (const spelling of spellings) clean = withoutStartOf(clean, spelling);
  return clean;
}

/** The text without the start of a key that it was cut off in. */
function withoutStartOf(text: string, spelling: string): string {
  const end = text.slice(-spelling.length).toLowerCase();
  const key = spelling.toLowerCase();
  for (let length = Math.min(key.length - 1, end.length); length >= KEY_START; length -= 1) {
    if (end.endsWith(key.slice(0, length))) return text.slice(0, -length) + HIDDEN;
  }
  return text;
}
