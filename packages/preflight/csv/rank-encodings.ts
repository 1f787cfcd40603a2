import { ENCODED_LANGUAGES, MULTI_BYTE_LANGUAGES } from './encoding-languages.ts';
import { textOf } from './transcode-single-byte.ts';
import type { EncodedLanguage } from './encoding-languages.ts';
import type { EncodingName } from './encodings.ts';

/** How well an encoding explains the words of a text. */
interface RankedEncoding {
  encoding: EncodingName;
  /** The words, decoded. */
  text: string;
  /** Logarithm of how likely such words are; higher is better. Comparable between encodings. */
  score: number;
}

/** At most this many bytes of words are judged: enough for any language, and the cost does not grow with the text. */
const WORD_BYTES_MAX = 3000;

/** Logarithms of how likely a character is that a language does not use, or not in that place. */
const NO_CHARACTER = -9;
const FOREIGN = -7;
const SIGN = -3.5;
const SIGN_IN_WORD = -6;
const CAPITAL_IN_WORD = -5;
const FINAL_IN_WORD = -4;
const OTHER_SCRIPT_BESIDE = -3;
const LETTER_RUN = -3;
const LONE_LETTER = -3;
const KNOWN_WORD = 4;

/** The most common of the encodings for similar Latin alphabets. */
const USUAL: EncodingName = 'windows-1252';
const USUAL_BONUS = 1;

/** A no-break space in the encodings of Windows and of ISO 8859. */
const NO_BREAK = 0xa0;
const SIGNS: ReadonlySet<string> = new Set('€£§°«»“”„‘’–—…·®©№\u00a0');

/**
 * Every encoding that may explain the non-ASCII bytes, the likeliest first: scored by the letters of its languages,
 * their places in words, and the words of bank statements. `bytes` is the number of bytes that were scored.
 */
export function rankEncodings(sample: Uint8Array): { ranked: RankedEncoding[]; bytes: number } {
  const words = wordsBeyondAscii(sample);
  const ranked = new Map<EncodingName, RankedEncoding>();
  const add = (encoding: EncodingName, text: string, score: number): void => {
    const before = ranked.get(encoding);
    if (before === undefined || score > before.score)
      ranked.set(encoding, { encoding, text, score });
  };
  const texts = new Map<EncodingName, string>();
  const read = (encoding: EncodingName): string => {
    const text = texts.get(encoding) ?? textOf(words, encoding);
    texts.set(encoding, text);
    return text;
  };
  for (const language of ENCODED_LANGUAGES) {
    for (const encoding of language.encodings) {
      const usual = encoding === USUAL ? USUAL_BONUS : 0;
      add(encoding, read(encoding), scoreLetters(read(encoding), language) + usual);
    }
  }
  for (const { encoding, common } of MULTI_BYTE_LANGUAGES) {
    add(encoding, read(encoding), scoreIdeographs(read(encoding), common));
  }
  return {
    ranked: [...ranked.values()].sort((one, other) => other.score - one.score),
    bytes: words.filter((byte) => byte >= 0x80).length,
  };
}

/** How well one encoding explains the non-ASCII bytes, in the language that fits best. Comparable with the ranked scores. */
export function scoreEncoding(sample: Uint8Array, encoding: EncodingName): RankedEncoding {
  const text = textOf(wordsBeyondAscii(sample), encoding);
  const scores = [
    ...ENCODED_LANGUAGES.map((language) => scoreLetters(text, language)),
    ...MULTI_BYTE_LANGUAGES.map(({ common }) => scoreIdeographs(text, common)),
  ];
  return { encoding, text, score: Math.max(...scores) };
}

/** The words with a non-ASCII byte, separated by spaces. They keep all bytes from 0x40 on: any may be the second of a character. */
function wordsBeyondAscii(bytes: Uint8Array): Uint8Array {
  // A line of no-break spaces is no word, whatever letter that byte is elsewhere.
  const sample = bytes.filter((byte, at) => byte !== NO_BREAK || bytes[at - 1] !== NO_BREAK);
  const words: number[] = [];
  let from = 0;
  while (from < sample.length && words.length < WORD_BYTES_MAX) {
    let to = from;
    let isBeyond = false;
    for (; to < sample.length && (sample[to] ?? 0) >= 0x40; to += 1) {
      isBeyond ||= (sample[to] ?? 0) >= 0x80;
    }
    if (isBeyond) words.push(...sample.subarray(from, Math.min(to, from + WORD_BYTES_MAX)), 32);
    from = to + 1;
  }
  return Uint8Array.from(words);
}

const isAsciiLetter = (char: string): boolean => /[a-z]/i.test(char);
const isLetter = (char: string): boolean => /[\p{L}\p{M}]/u.test(char);

const likelihoods = new Map<string, Map<string, number>>();

/** Logarithms of how likely each letter is: the second of a list is two thirds as likely as the first, the third half as likely. */
function likelihoodsOf(letters: string): Map<string, number> {
  const known = likelihoods.get(letters);
  if (known !== undefined) return known;
  const weights = Array.from(letters, (_, rank) => 1 / (rank + 2));
  const sum = weights.reduce((one, other) => one + other, 0);
  const made = new Map(
    Array.from(letters, (letter, rank) => [letter, Math.log((weights[rank] ?? 1) / sum)]),
  );
  likelihoods.set(letters, made);
  return made;
}

function scoreLetters(text: string, { letters, isLatin, words }: EncodedLanguage): number {
  const likely = likelihoodsOf(letters);
  let score = 0;
  let run = 0;
  for (let at = 0; at < text.length; at += 1) {
    const char = text.charAt(at);
    if (char < '\u0080') {
      run = 0;
      continue;
    }
    const before = text.charAt(at - 1);
    const after = text.charAt(at + 1);
    const small = char === 'İ' ? 'ı' : char.toLowerCase();
    const letter = likely.get(small);
    if (letter === undefined) {
      run = 0;
      score += scoreSign(char, isLetter(before) && isLetter(after));
      continue;
    }
    run += 1;
    score += letter;
    if (char !== small && isSmall(before)) score += CAPITAL_IN_WORD;
    if (char === 'ς' && isLetter(after)) score += FINAL_IN_WORD;
    if (isLatin && run > 2) score += LETTER_RUN;
    if (!isLetter(before) && !isLetter(after)) score += LONE_LETTER;
    if (!isLatin && (isAsciiLetter(before) || isAsciiLetter(after))) score += OTHER_SCRIPT_BESIDE;
  }
  return score + KNOWN_WORD * knownWords(text, words);
}

function isSmall(char: string): boolean {
  return char !== char.toUpperCase() && char === char.toLowerCase();
}

function scoreSign(char: string, inWord: boolean): number {
  if (char === '\ufffd' || (char >= '\u0080' && char < '\u00a0')) return NO_CHARACTER;
  if (char >= '\ue000' && char <= '\uf8ff') return NO_CHARACTER;
  if (SIGNS.has(char)) return inWord && char !== '’' ? SIGN_IN_WORD : SIGN;
  return FOREIGN;
}

function knownWords(text: string, words: readonly string[]): number {
  if (words.length === 0) return 0;
  const found = new Set(text.toLowerCase().match(/[\p{L}\p{M}]+/gu));
  return words.filter((word) => found.has(word)).length;
}

const COMMON_IDEOGRAPH = -5;
const KANA = -4.5;
const HANGUL = -9;
const HAN = -10;
const WIDE_SIGN = -6.5;
/** Full-width spaces, digits and Latin letters, in which Japanese card statements write the names of shops. */
const WIDE_LETTER = /[\u3000\uff10-\uff19\uff21-\uff3a\uff41-\uff5a]/u;

function scoreIdeographs(text: string, common: string): number {
  const known = new Set(common);
  let score = 0;
  for (const char of text) {
    if (char < '\u0080') continue;
    if (known.has(char)) score += COMMON_IDEOGRAPH;
    else if (/[\u3041-\u30ff\uff66-\uff9f]/u.test(char)) score += KANA;
    else if (WIDE_LETTER.test(char)) score += COMMON_IDEOGRAPH;
    else if (/\p{Script=Hangul}/u.test(char)) score += HANGUL;
    else if (/\p{Script=Han}/u.test(char)) score += HAN;
    else if (/[\u3000-\u303f\uff01-\uff65\uffe0-\uffe6]/u.test(char)) score += WIDE_SIGN;
    else score += 2 * scoreSign(char, false);
  }
  return score;
}
