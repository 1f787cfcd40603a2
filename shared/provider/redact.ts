import { parseLossless } from './parse-json.ts';
import { isJsonObject } from './shapes.ts';

const MAX_CHARACTERS = 16_384;
const HIDDEN = '[hidden]';

/** Fields whose text says nothing about a person. Every other text is masked. */
const plainFields = new Set(
  (
    'currency date status provider type pending isPending is_pending error code status_code ' +
    'next_cursor nextCursor next_page page total'
  ).split(' '),
);
/** Fields of errors: their sentences help, their numbers and keys are masked. */
const sentenceFields = new Set(['message', 'detail', 'details', 'summary', 'reason', 'error']);

/**
 * A body as it may be logged: the key gone in every spelling, account numbers down to their last four
 * digits, names and descriptions to their length, at most 16 KiB. What is not JSON (a gateway's page)
 * keeps its words but loses long numbers and anything like a secret.
 */
export function redactBody(body: string, apiKey: string): string {
  const clean = withoutKey(body.slice(0, 64 * 1024 * 1024), apiKey);
  let shown: string;
  try {
    shown = JSON.stringify(maskValue(parseLossless(clean), ''));
  } catch {
    shown = maskSentence(clean.slice(0, MAX_CHARACTERS));
  }
  shown = withoutKey(shown, apiKey);
  if (shown.length <= MAX_CHARACTERS) return shown;
  return `${shown.slice(0, MAX_CHARACTERS)}… (${shown.length} characters)`;
}

/** A URL as it may be logged: path ids and long numbers masked, cursors and unknown values hidden. */
export function redactUrl(url: URL, apiKey: string): string {
  const path = url.pathname.replace(/(\/accounts\/)([^/]+)/, (_all, start: string, id: string) => {
    return start + maskNumber(id);
  });
  const query = [...url.searchParams].map(([name, value]) => {
    const isPlain = /^(\d{4}-\d{2}-\d{2}|true|false|\d{1,4})$/.test(value);
    return `${name}=${isPlain ? value : HIDDEN}`;
  });
  const search = query.length === 0 ? '' : `?${query.join('&')}`;
  return withoutKey(`${url.origin}${path}${search}`, apiKey);
}

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
  return clean;
}

function maskValue(value: unknown, field: string): unknown {
  if (Array.isArray(value)) return value.map((each) => maskValue(each, field));
  if (isJsonObject(value)) {
    return Object.fromEntries(
      Object.entries(value).map(([name, each]) => [maskNumbers(name), maskValue(each, name)]),
    );
  }
  if (typeof value === 'number') return isId(field) ? maskNumber(String(value)) : value;
  if (typeof value !== 'string' || value === '') return value;
  if (sentenceFields.has(field)) return maskSentence(value);
  if (plainFields.has(field) && value.length <= 40) return maskNumbers(value);
  // Numbers that a double cannot hold arrive as text; an amount is worth seeing when digits get lost.
  if (/^-?\d+(\.\d+)?([eE][+-]?\d+)?$/.test(value) && !isId(field)) {
    return value.includes('.') || value.length < 7 ? value : maskNumber(value);
  }
  return isId(field) ? maskNumber(value) : `[${value.length} characters]`;
}

function isId(field: string): boolean {
  return /id$/i.test(field);
}

/** Keeps the last four characters of something longer than that. */
function maskNumber(text: string): string {
  return text.length <= 4 ? '*'.repeat(text.length) : `***${text.slice(-4)}`;
}

/** Runs of digits as in card and account numbers, spaced or not, and IBANs. Dates stay. */
function maskNumbers(text: string): string {
  return text
    .replace(/\b[A-Z]{2}\d{2}(?: ?[A-Z0-9]{2,4}){3,8}\b/g, (iban) => maskNumber(iban))
    .replace(/\d(?:[ -]?\d){6,}/g, (run) =>
      /^\d{4}-\d{2}-\d{2}$/.test(run) ? run : maskNumber(run.replace(/[ -]/g, '')),
    );
}

function maskSentence(text: string): string {
  return maskNumbers(
    text
      .replace(
        /((?:x-)?api[-_ ]?key|authorization|bearer|token|secret|password)(["':=\s]+)\S+/gi,
        (_all, name: string) => {
          return `${name}: ${HIDDEN}`;
        },
      )
      .replace(/[\w.+-]+@[\w-]+\.[\w.]+/g, HIDDEN),
  );
}
