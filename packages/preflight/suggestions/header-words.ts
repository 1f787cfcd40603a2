import { remember } from '../remember.ts';
import { isCurrencyCode } from '../currencies.ts';
import { BOOKING_DAY_STEMS, OTHER_DATE_STEMS } from './date-words.ts';
import { phrasesOf, TAX_WORDS } from './vocabulary.ts';
import type { ColumnRole } from './vocabulary.ts';

const LETTERS: Record<string, string> = {
  ß: 'ss',
  ł: 'l',
  ø: 'o',
  đ: 'd',
  æ: 'ae',
  œ: 'oe',
  ı: 'i',
};

/** Words joined without a blank: dateOp, BetragCHF, Beschreibung1. */
const WORD_BOUNDARY = /(\p{Ll})(?=\p{Lu}|\p{N})/gu;

/** Accents, except those that make another letter: й is not и, ば is not は, and Hangul is composed again. */
const ACCENTS = /(?<!и)(?![\u3099\u309a])\p{M}/gu;

const ASCII = /^[\x20-\x7e]*$/;

/** The end of a possessive: Beneficiary's name. */
const POSSESSIVE = /['’]s\b/g;

/** In lower case, without accents, punctuation or possessives, single-spaced: the form in which headers are compared. */
export const plainWords = remember((text: string): string => {
  const lower = text.replace(WORD_BOUNDARY, '$1 ').toLowerCase().replace(POSSESSIVE, '');
  // Most texts are ASCII and have no accents.
  if (ASCII.test(lower)) return lower.replace(/[^a-z0-9]+/g, ' ').trim();
  return lower
    .normalize('NFKD')
    .replace(ACCENTS, '')
    .normalize('NFC')
    .replace(/[ßłøđæœı]/gu, (letter) => LETTERS[letter] ?? letter)
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
});

/** Longer texts are not headers. */
const HEADER_LENGTH_MAX = 500;

/** Scripts that do not separate words with blanks. */
const UNSPACED =
  /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]{2,}$/u;

/** Whether a word is in a script that does not separate words. */
export function isUnspaced(word: string): boolean {
  return UNSPACED.test(word);
}

/** A Japanese word without the sign of courtesy and the endings that writers add or leave out: 引出金額 of お引出し金額. */
const withoutKana = (word: string): string =>
  word.replace(
    /^[おご御](?=\p{Script=Han})|(?<=\p{Script=Han})\p{Script=Hiragana}{1,2}(?!\p{Script=Hiragana})/gu,
    '',
  );

/** The phrases of a role, ready to compare. A weight is 1 for the best phrase, slightly less for each one after it. */
interface Phrases {
  weights: Map<string, number>;
  /** Those in scripts that do not separate words. */
  unspaced: (readonly [string, number])[];
  patterns: (readonly [RegExp, number])[];
  /** How many words the longest has. */
  wordsMax: number;
}

const cache = new Map<ColumnRole, Phrases>();

function readPhrases(role: ColumnRole): Phrases {
  const found: Phrases = { weights: new Map(), unspaced: [], patterns: [], wordsMax: 1 };
  phrasesOf(role).forEach((text, index, all) => {
    const weight = 1 - (0.25 * index) / all.length;
    const words = text.split(' ');
    if (text.includes('*')) {
      // A lone asterisk stands for any words, one in a word for the other letters of that word.
      const source = words.map((word) => (word === '*' ? '.*' : word.replaceAll('*', '[^ ]*')));
      // eslint-disable-next-line no-restricted-syntax -- of our own vocabulary, with one asterisk each
      found.patterns.push([new RegExp(`^${source.join(' ')}$`, 'u'), weight * 0.8]);
      return;
    }
    const plain = plainWords(text);
    const stem = withoutKana(plain);
    if (stem !== plain && !found.weights.has(stem)) found.weights.set(stem, weight);
    if (found.weights.has(plain)) return;
    found.weights.set(plain, weight);
    found.wordsMax = Math.max(found.wordsMax, plain.split(' ').length);
    if (isUnspaced(plain)) found.unspaced.push([plain, weight]);
  });
  return found;
}

function phrases(role: ColumnRole): Phrases {
  let known = cache.get(role);
  if (known === undefined) cache.set(role, (known = readPhrases(role)));
  return known;
}

/** Caches scores: each header is judged for many roles, and again for each candidate row. */
const scores = new Map<string, Map<ColumnRole, number>>();
const SCORED_HEADERS_MAX = 1000;

/**
 * How well a header names a role, from 0 to 1. A whole phrase scores most, a phrase among other words half. Ignores
 * currency codes in a header ("Amount (EUR)").
 */
export function matchHeader(header: string, role: ColumnRole): number {
  // Real headers are shorter, and comparing a long one with every phrase is slow.
  if (header.length > HEADER_LENGTH_MAX) return 0;
  let known = scores.get(header);
  if (known === undefined) {
    if (scores.size >= SCORED_HEADERS_MAX) scores.clear();
    scores.set(header, (known = new Map<ColumnRole, number>()));
  }
  let score = known.get(role);
  if (score === undefined) known.set(role, (score = scoreHeader(header, role)));
  return score;
}

/** A letter lost to a wrong encoding. */
const LOST = '\ufffd';

/** A letter of no language that replaces a lost one: it is plain, and no phrase has it. */
const STAND_IN = '\ua66e';
/** A letter has at most four bytes, each of which may have been lost separately. */
const LOST_OF_LETTER_MAX = 4;

/** The header in plain words with its lost letters; undefined if it has none, or keeps too few others. */
function lostLetters(header: string): string | undefined {
  if (!header.includes(LOST) || header.replaceAll(LOST, '').trim().length < 3) return undefined;
  return plainWords(header.replaceAll(LOST, STAND_IN));
}

/**
 * Whether a phrase fits a header in which each lost letter stands for any letter, or for none. Goes through the header
 * once and keeps all beginnings of the phrase that fit so far: the work grows with the product of both lengths.
 */
function fitsLost(header: string, text: string): boolean {
  if (header.length > text.length * LOST_OF_LETTER_MAX) return false;
  const fits = new Array<boolean>(text.length + 1).fill(false);
  fits[0] = true;
  for (const char of header) {
    const isLost = char === STAND_IN;
    for (let at = text.length; at >= 0; at -= 1) {
      const letter = text.charAt(at - 1);
      const isNext = isLost ? letter > '9' : letter === char;
      fits[at] = (isLost && fits[at] === true) || (isNext && fits[at - 1] === true);
    }
  }
  return fits[text.length] === true;
}

/** Currencies as headers write them in addition to their codes: 출금액(원). */
const CURRENCY_WORDS: ReadonlySet<string> = new Set(
  '원 円 元 圓 zł kč ft руб грн лв tl rs rp'.split(' ').map(plainWords),
);

/** Headers of money out and money in that are only a sign, perhaps in brackets or with a currency. */
const SIGNS: Partial<Record<ColumnRole, RegExp>> = {
  outflow: /^[([]?[-\u2212\u2013][)\]]?$/,
  inflow: /^[([]?\+[)\]]?$/,
};

/** The roles whose word may precede that for an amount: elsewhere an "account amount" would be an account. */
const OF_AMOUNTS: ReadonlySet<ColumnRole> = new Set(['outflow', 'inflow', 'balance']);
/** In scripts without blanks, the word for an amount follows what it is: 提款金額 is a 提款. */
const AMOUNT_END = /(?<=.)(?:金[額额]|[額额]|금?액)$/u;

function scoreHeader(header: string, role: ColumnRole): number {
  // In several languages, as "Số tiền ghi nợ/Debit amount". Of "Debit/Credit" only one has the role, and "Date/Time" is in one.
  const parts = header.split('/');
  if (parts.length > 1 && role !== 'date') {
    const scored = parts.map((part) => scoreHeader(part, role));
    if (Math.min(...scored) > 0) return Math.max(...scored);
  }
  const short = plainWords(header).replace(AMOUNT_END, '');
  return OF_AMOUNTS.has(role) && isUnspaced(short)
    ? Math.max(scoreWhole(header, role), scoreWhole(short, role))
    : scoreWhole(header, role);
}

function scoreWhole(header: string, role: ColumnRole): number {
  const { weights, patterns } = phrases(role);
  const lost = lostLetters(header);
  if (lost !== undefined) {
    const fitting = [...weights].filter(([text]) => fitsLost(lost, text));
    return Math.max(0, ...fitting.map(([, weight]) => weight * 0.9));
  }
  const plain = plainWords(header);
  const words = plain
    .split(' ')
    .filter((word) => !isCurrencyCode(word.toUpperCase()) && !CURRENCY_WORDS.has(word));
  const bare = words.join(' ');
  if (bare === '' && SIGNS[role]?.test(header.replace(/[\p{L}\s]/gu, '')) === true) return 0.9;
  const stem = ASCII.test(plain) ? plain : withoutKana(plain);
  const whole = Math.max(...[plain, bare, stem].map((text) => weights.get(text) ?? 0));
  let best = Math.max(whole, scorePart(words, role));
  for (const [pattern, weight] of patterns) {
    if (weight <= best) continue;
    if (pattern.test(bare)) best = weight;
    else if (words.some((word) => pattern.test(word))) best = Math.max(best, weight * 0.5);
  }
  return best;
}

/** How well the best phrase among the words fits. */
function scorePart(words: readonly string[], role: ColumnRole): number {
  const { weights, unspaced, wordsMax } = phrases(role);
  let best = 0;
  words.forEach((_, from) => {
    for (let to = from + 1; to <= Math.min(words.length, from + wordsMax); to += 1) {
      const part = words.slice(from, to).join(' ');
      if (part.length > 2) best = Math.max(best, weights.get(part) ?? 0);
    }
  });
  const bare = words.join(' ');
  if (!ASCII.test(bare)) {
    for (const [text, weight] of unspaced) if (weight > best && bare.includes(text)) best = weight;
  }
  return best * 0.5;
}

/** What an amount includes or excludes: "Total (incl. fees)" is not a fee. */
const INCLUDED =
  /\b(?:inc|incl|including|inclusive|inkl|inklusive|ex|excl|excluding|exkl|exklusive|ohne|in account currency|inclusief|inclus|compris|incluido|incluidos|incluso|incluse|after|before|net of|nach|vor|apres|avant|prima|antes)\b.*/;

/** Without its marks it would be short for a number. */
const VIETNAMESE_DEBIT = /(?<!\p{L})nợ(?!\p{L})/giu;

/** Germanic languages end a compound with what it is: "Transaktionsgebühr", "transactiekosten". */
const COMPOUND_END =
  /(?<=\p{L}{3})(?:gebuhr(?:en)?|kosten|avgift(?:er)?|gebyr(?:er)?|provision|steuern?|skatt?|belasting)$|(?<=手續|手续|服務|服务|交收|交易|活動|使用|徵|征|合計|合计|過戶|过户|經手|经手|登記|登记)[費费]用?$/u;

/** The words of a header that name the figure itself, and what compounds end with. */
export const figureWords = remember((header: string): readonly string[] =>
  plainWords(header.normalize().replace(VIETNAMESE_DEBIT, ''))
    .replace(INCLUDED, '')
    .split(' ')
    .flatMap((word) => [word, ...(COMPOUND_END.exec(word) ?? [])]),
);

/** Whether the header names a tax. */
export function isTax(header: string): boolean {
  return figureWords(header).some((word) => TAX_WORDS.has(word));
}

/** A stem in plain words; an underscore ends its word. */
const spellStem = (text: string): string =>
  text.endsWith('_') ? `${plainWords(text)} ` : plainWords(text);
const BOOKING_DAY = BOOKING_DAY_STEMS.map(spellStem);
const OTHER_DATE = OTHER_DATE_STEMS.map(spellStem);

/** Whether a word of the header begins with one of the stems, or contains it in a script that does not separate words. */
function hasStem(header: string, stems: readonly string[]): boolean {
  const plain = ` ${plainWords(header)} `;
  return stems.some((stem) => plain.includes(isUnspaced(stem) ? stem : ` ${stem}`));
}

const OF_CANCELLATION =
  /^(?:makulerings?|annullerings?|storno|stornierungs?)(?:datum|dato|dag)$|^(?:cancell?ation|cancell?ed|voided|storno) (?:date|day|on|at|am)$|^date (?:of cancellation|cancell?ed|d annulation)$|^(?:fecha|data|datum) (?:(?:de|di) )?(?:anulacion|cancelacion|cancelamento|annullamento|storna)$/;

/** Whether the header names the day on which a row was cancelled. */
export function namesCancellation(header: string): boolean {
  return OF_CANCELLATION.test(plainWords(header));
}

/** Whether the header has a word for booking. It need not name a day. */
export const namesBooking = remember((header: string): boolean => hasStem(header, BOOKING_DAY));

/** What such a word is about where it is no day of booking: a number, a person, an account, a period, a report. */
const OF_OTHERS =
  /(?<!\p{L})(?:nr|no|n|num|numero|number|nummer|id|ref|reference|by|since|account|cuenta|conta|kunde|kund|client|cliente|customer|member|period|periodo|periode|inicio|abertura|apertura|contact|contacto|contatto|contatore|report|order|narocila|reise|travel|trip)(?!\p{L})|月$|周期/u;

/** Whether the header of a column of days names that on which the bank booked a row. */
export const namesBookingDay = remember(
  (header: string): boolean => namesBooking(header) && !OF_OTHERS.test(plainWords(header)),
);

/** Whether the header names a value date, a due date or the like. A word that joins both, as 入帳起息日, is one for booking. */
export const isOtherDate = remember(
  (header: string): boolean =>
    hasStem(header, OTHER_DATE) && !(isUnspaced(plainWords(header)) && namesBookingDay(header)),
);

/** The least for the day on which the bank booked a row; other days are below it. */
const BOOKING_DAY_MIN = 0.95;

/**
 * How well a header names the day of a booking, from 0 to 1: before other days, that on which the bank booked it. A day that
 * is the same in all rows (`isOneDay`) may be that of the export, and does not come first.
 */
export function matchDay(header: string, isOneDay: boolean): number {
  const match = matchHeader(header, 'date');
  const isFirst = !isOneDay && namesBookingDay(header);
  return isFirst ? BOOKING_DAY_MIN + (1 - BOOKING_DAY_MIN) * match : BOOKING_DAY_MIN * match;
}
