import { joinTexts, withReference } from './statement.ts';
import type { Booking } from './statement.ts';

/** The counterparty and the purpose in an `:86:` field of MT940. */
type DetailWords = Pick<Booking, 'name' | 'notes'>;

/**
 * Reads an `:86:` field in whichever dialect it is written: subfields (`?20`), codes (`/NAME/`), labels (`Naam:`), or plain lines.
 * `kind` is the text below the `:61:` field of the booking.
 */
export function wordsOfDetails(rows: readonly string[], kind?: string): DetailWords {
  const whole = rows.join('');
  const found =
    subfields(whole) ??
    unlessEmpty(codes(whole, CODE, SLASH_KEYS)) ??
    unlessEmpty(codes(rows.join('\n'), LABEL, LABEL_KEYS)) ??
    plain(rows, kind);
  return { name: joinTexts([found.name]), notes: joinTexts([found.notes]) };
}

/** Banks elsewhere share some codes but put the texts under others: without any text, the next dialect is tried. */
function unlessEmpty(words: DetailWords | undefined): DetailWords | undefined {
  return words?.name === undefined && words?.notes === undefined ? undefined : words;
}

/** A purpose wraps at this length, even within a word: a full line continues without a space. */
const PIECE_LENGTH = 27;
const PURPOSE = /^(?:2\d|6[0-3])$/;

/** Germany, Austria, Poland, Switzerland: a business code, then `?20` (or `<20`, `~20`) before each part. */
function subfields(text: string): DetailWords | undefined {
  const sign = /^\d{3}([^\w\s])\d{2}/.exec(text)?.[1] ?? /^([~<^?])\d{2}/.exec(text)?.[1];
  if (sign === undefined) return undefined;
  const parts = text
    .split(sign)
    .slice(1)
    .map((part) => [part.slice(0, 2), part.slice(2)] as const);
  const of = (key: string): string =>
    parts
      .filter(([one]) => one === key)
      .map(([, part]) => part)
      .join('');
  const purpose = parts
    .filter(([key]) => PURPOSE.test(key))
    .map(([, part]) => (part.length < PIECE_LENGTH ? `${part} ` : part))
    .join('');
  const sepa = codes(purpose, SEPA, { notes: ['SVWZ'] });
  const name = `${of('32')}${of('33')}`.trim();
  return {
    name: name || of('00'),
    notes: sepa?.notes ?? (sepa === undefined ? purpose : undefined),
  };
}

const SEPA = /(EREF|KREF|MREF|CRED|DEBT|COAM|OAMT|SVWZ|ABWA|ABWE|IBAN|BIC)\+/g;
const CODE =
  /\/(TRTP|TRCD|IBAN|BIC|NAME|REMI|EREF|MARF|CSID|BENM|ORDP|CNTP|ISDT|PREF|RTRN|PURP|ADDR|ULTC|ULTD|ULTB|ID|EV|SVCL|CHGS|OCMT|EXCH)\//g;
const SLASH_KEYS = { name: ['NAME', 'CNTP'], notes: ['REMI'] };
const LABEL =
  /(?:^|\n| {2})(Naam|Name|Omschrijving|IBAN|BIC|Kenmerk|Machtiging|Incassant|Beschrijving|Mededeling) {0,2}: ?/g;
const LABEL_KEYS = {
  name: ['Naam', 'Name'],
  notes: ['Omschrijving', 'Beschrijving', 'Mededeling'],
};

/** The Netherlands and SEPA: each value is between its own code and the next one. Undefined without codes. */
function codes(
  text: string,
  code: RegExp,
  keys: { name?: readonly string[]; notes: readonly string[] },
): DetailWords | undefined {
  const found = [...text.matchAll(code)];
  if (found.length === 0) return undefined;
  const values = new Map<string, string>();
  found.forEach((match, at) => {
    const [all, key = ''] = match;
    const value = text.slice(match.index + all.length, found[at + 1]?.index).trim();
    if (value !== '' && !values.has(key)) values.set(key, partyOrText(key, value));
  });
  const of = (names: readonly string[] = []): string | undefined =>
    names.map((name) => values.get(name)).find((value) => value !== undefined);
  return { name: of(keys.name), notes: withReference(of(keys.notes), of(['EREF', 'PREF'])) };
}

/** `CNTP` holds IBAN, BIC, name and town; `REMI` may begin with USTD or STRD, for unstructured or structured text. */
function partyOrText(key: string, value: string): string {
  if (key === 'CNTP') return value.split('/')[2] ?? '';
  const text = key === 'REMI' ? value.replace(/^\/?(?:USTD|STRD)\/\/?/, '') : value;
  return text.endsWith('/') ? text.slice(0, text.endsWith('//') ? -2 : -1) : text;
}

/** Other banks: the counterparty, perhaps after its IBAN, then the purpose. The kind of booking may precede both. */
function plain(rows: readonly string[], kind: string | undefined): DetailWords {
  const lines = rows.map((row) => row.trim()).filter((row) => row !== '');
  const isKind =
    kind !== undefined && lines[0]?.startsWith(kind) === true && /^\p{L}/u.test(lines[1] ?? '');
  const [name = ''] = lines.splice(isKind ? 1 : 0, 1);
  const bare = name.replace(/^\/[A-Z]{2,4}\/|^[A-Z]{2}\d{2}[A-Z0-9]{10,30}\s/, '');
  return { name: bare, notes: joinTexts(lines) };
}
