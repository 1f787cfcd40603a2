import { foldSpaces, lowerCase } from '#preflight/rules/fold-text';

/** Longer parts of names contain what varies between purchases. */
const WORDS_MAX = 5;
/** How many words of a name are read; this bounds the cost. */
const WORDS_READ = 10;
const LENGTH_MIN = 3;
const WORD = /[\p{L}\p{M}\p{N}&'+]+/gu;

/**
 * The parts of a name that may identify the payee: up to five consecutive words, in lower case, as `like` matches them. Numbers of
 * receipts, branches and cards, which have more digits than letters, neither begin nor end a part.
 */
export function nameSpans(name: string): string[] {
  const text = lowerCase(foldSpaces(name));
  const all = [...text.matchAll(WORD)];
  const words = all.slice(0, WORDS_READ).map((match) => ({
    from: match.index,
    to: match.index + match[0].length,
    isMeaningful: isMeaningful(match[0]),
  }));
  const spans = new Set<string>();
  for (const [place, first] of words.entries()) {
    if (!first.isMeaningful) continue;
    for (const last of words.slice(place, place + WORDS_MAX)) {
      if (last.isMeaningful && last.to - first.from >= LENGTH_MIN) {
        spans.add(text.slice(first.from, last.to));
      }
    }
  }
  return [...spans];
}

/** The meaningful words before a text, such as `paypal`: a shop's own name follows only a few different ones. */
export function leadIn(name: string, text: string): string {
  const words = name.slice(0, name.indexOf(text)).match(WORD) ?? [];
  return words.filter(isMeaningful).join(' ');
}

function isMeaningful(word: string): boolean {
  const digits = word.match(/\p{N}/gu)?.length ?? 0;
  return digits * 2 <= word.length || digits === 1;
}
