import { isCurrencyCode } from '../../currencies.ts';
import { phrasesOf } from './vocabulary.ts';
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

/** Lower case, without accents or punctuation, single-spaced: the form in which headers are compared. */
export function plainWords(text: string): string {
  return text
    .replace(WORD_BOUNDARY, '$1 ')
    .toLowerCase()
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
    .replace(/[ßłøđæœı]/gu, (letter) => LETTERS[letter] ?? letter)
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
}

/** Longer texts are no headers. */
const HEADER_LENGTH_MAX = 500;

/** Scripts that do not separate words with blanks. */
const UNSPACED = /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]{2,}$/u;

/** A phrase of the vocabulary, ready to compare. */
interface Phrase {
  text: string;
  pattern?: RegExp;
  /** The phrase is in a script that does not separate words. */
  unspaced: boolean;
  /** 1 for the best phrase of its role, slightly less for each one after it. */
  weight: number;
}

const cache = new Map<ColumnRole, Phrase[]>();

function phrases(role: ColumnRole): Phrase[] {
  const known = cache.get(role);
  if (known !== undefined) return known;
  const list = phrasesOf(role).map((text, index, all): Phrase => {
    const weight = 1 - (0.25 * index) / all.length;
    if (!text.includes('*')) {
      const plain = plainWords(text);
      return { text: plain, unspaced: UNSPACED.test(plain), weight };
    }
    // A lone asterisk stands for any words, one in a word for the other letters of that word.
    const words = text
      .split(' ')
      .map((word) => (word === '*' ? '.*' : word.replaceAll('*', '[^ ]*')));
    const source = words.join(' ');
    return { text, pattern: new RegExp(`^${source}$`, 'u'), unspaced: false, weight: weight * 0.8 };
  });
  cache.set(role, list);
  return list;
}

/** Caches scores: each header is judged for many roles, and again for each candidate row. */
const scores = new Map<string, Map<ColumnRole, number>>();
const SCORED_HEADERS_MAX = 1000;

/**
 * How well a header names a role, 0 to 1. A whole phrase scores most, a phrase among other words half. Ignores
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

/** The header as a pattern in which lost letters match any letter; undefined when it has none, or keeps too few. */
function lostLetters(header: string): RegExp | undefined {
  if (!header.includes(LOST) || header.replaceAll(LOST, '').trim().length < 3) return undefined;
  const source = header
    .split(LOST)
    .map((part) => plainWords(part).replaceAll(' ', '[^\\p{L}]+'))
    .join('\\p{L}?');
  return new RegExp(`^${source}$`, 'u');
}

function scoreHeader(header: string, role: ColumnRole): number {
  const lost = lostLetters(header);
  if (lost !== undefined) {
    return Math.max(
      0,
      ...phrases(role)
        .filter(({ text, pattern }) => pattern === undefined && lost.test(text))
        .map(({ weight }) => weight * 0.9),
    );
  }
  const plain = plainWords(header);
  if (plain === '') return 0;
  const words = plain.split(' ').filter((word) => !isCurrencyCode(word.toUpperCase()));
  const bare = words.join(' ');
  let best = 0;
  for (const phrase of phrases(role)) {
    if (phrase.weight <= best) continue;
    if (phrase.pattern !== undefined) {
      if (phrase.pattern.test(bare)) best = phrase.weight;
      else if (words.some((word) => phrase.pattern?.test(word))) {
        best = Math.max(best, phrase.weight * 0.5);
      }
    } else if (phrase.text === plain || phrase.text === bare) best = phrase.weight;
    else if (containsPhrase(bare, phrase)) best = Math.max(best, phrase.weight * 0.5);
  }
  return best;
}

function containsPhrase(header: string, { text, unspaced }: Phrase): boolean {
  if (unspaced) return header.includes(text);
  return text.length > 2 && ` ${header} `.includes(` ${text} `);
}
