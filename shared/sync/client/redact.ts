import { maskJson } from './mask-json.ts';
import { HIDDEN, maskNumber, maskSentence } from './mask-text.ts';

const MAX_CHARACTERS = 16_384;
/** Larger bodies are cut here. */
const MAX_READ = 16 * MAX_CHARACTERS;
/** Fixed words of the provider's paths; any other segment may be an account. */
const PATH_WORD = /^[a-z_.-]{0,30}$|^v\d{1,2}$/;
const PLAIN_HEADER =
  /^(?:\d{1,10}|[a-z]+\/[a-z+.-]+(?:; ?charset=[\w-]{1,20})?|\w{3}, \d{2} \w{3} \d{4} \d{2}:\d{2}:\d{2} GMT)$/i;
const PLAIN_QUERY = /^(\d{4}-\d{2}-\d{2}|true|false|\d{1,4})$/;

/**
 * A body for the log, complete or cut: without the key in any spelling; account numbers keep their last four characters, names and
 * descriptions only their length; at most 16 KiB. Text other than JSON (a gateway's page) keeps its words but loses numbers and
 * anything like a secret.
 */
export function redactBody(body: string, apiKey: string): string {
  const isLonger = body.length > MAX_READ;
  const shown = withoutKey(redactText(withoutKey(body.slice(0, MAX_READ), apiKey), apiKey), apiKey);
  if (shown.length <= MAX_CHARACTERS && !isLonger) return shown;
  return `${shown.slice(0, MAX_CHARACTERS)}… (of ${body.length} characters)`;
}

/** A header for the log: counts, instants and media types; links as redactUrl masks them. */
export function redactHeader(value: string, url: URL, apiKey: string): string {
  if (PLAIN_HEADER.test(value)) return withoutKey(value, apiKey);
  const links = value.replace(/<([^<>]*)>/g, (_all, link: string) => {
    return `<${URL.canParse(link, url.href) ? redactUrl(new URL(link, url), apiKey) : HIDDEN}>`;
  });
  return redactBody(links, apiKey);
}

/** A URL for the log: path ids and long numbers masked, cursors and unknown values hidden. */
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

/** Where JSON starts: at a lone string or number, or at the first non-empty list or object. */
const JSON_START = /^\s*(?:"|-?\d[\d.eE+-]*\s*$)|[{[]\s*(?:["{[\d-]|true|false|null|$)/;

/** Masks text up to the start of JSON as prose: errors quote other answers. */
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

/** The shortest part of a key that is recognised at the end of a cut text. */
const KEY_START = 4;

/** Removes every occurrence of a key: plain, percent-encoded, JSON-escaped, in base64, in any case. */
function withoutKey(text: string, apiKey: string): string {
  if (apiKey === '') return text;
  const spellings = new Set([
    apiKey,
    encodeURIComponent(apiKey),
    JSON.stringify(apiKey).slice(1, -1),
    Buffer.from(apiKey)
      .toString('base64')
      .replace(/={1,2}$/, ''),
    Buffer.from(apiKey).toString('base64url'),
    Buffer.from(apiKey).toString('hex'),
  ]);
  let clean = text;
  for (const spelling of spellings) {
    const pattern = spelling.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&');
    // eslint-disable-next-line no-restricted-syntax -- a literal cannot backtrack
    clean = clean.replace(new RegExp(pattern, 'gi'), HIDDEN);
  }
  for (const spelling of spellings) clean = withoutStartOf(clean, spelling);
  return clean;
}

/** Removes the beginning of a key at the end of a cut text. */
function withoutStartOf(text: string, spelling: string): string {
  const end = text.slice(-spelling.length).toLowerCase();
  const key = spelling.toLowerCase();
  for (let length = Math.min(key.length - 1, end.length); length >= KEY_START; length -= 1) {
    if (end.endsWith(key.slice(0, length))) return text.slice(0, -length) + HIDDEN;
  }
  return text;
}
