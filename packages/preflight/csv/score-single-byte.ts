import type { AnalyseResult } from 'chardet';
import { textOf } from './transcode-single-byte.ts';
import type { EncodingName } from './encodings.ts';

/** Single-byte encodings in order of preference among equals. */
const CANDIDATES = [
  'windows-1252',
  'iso-8859-15',
  'windows-1250',
  'iso-8859-2',
] as const satisfies EncodingName[];

const WESTERN = new Set('àâäáãåæçéèêëíìîïñóòôöõøœšúùûüýÿžß');
const CENTRAL = new Set('áäâăąćčçďđéęëěíîłĺľńňóôöőŕřśšşßťţúüůűýźžż');
/** What the letters next to each other in one word may be, and what is likely between words. */
const SIGNS = new Set('€£§°«»“”„‘’–—…·®©\u00a0');

/** chardet tells languages apart by letter groups; its word counts among encodings of one family. */
const FAMILY: Partial<Record<string, 'western' | 'central'>> = {
  'ISO-8859-1': 'western',
  'windows-1252': 'western',
  'ISO-8859-2': 'central',
  'windows-1250': 'central',
};

/**
 * The single-byte encoding in which the sample makes most sense: letters of one language family
 * inside words, signs between them; the detector's opinions decide between the families.
 */
export function scoreSingleByte(sample: Buffer, opinions: AnalyseResult): EncodingName {
  const opinion = familyOpinion(sample, opinions);
  let best: EncodingName = 'windows-1252';
  let bestScore = -Infinity;
  for (const encoding of CANDIDATES) {
    const family = encoding === 'windows-1250' || encoding === 'iso-8859-2' ? 'central' : 'western';
    const score = scoreText(textOf(sample, encoding), family) + opinion[family];
    if (score > bestScore) {
      best = encoding;
      bestScore = score;
    }
  }
  return best;
}

/** Up to one point per character that the detector is sure of, scaled to the sample. */
function familyOpinion(
  sample: Buffer,
  opinions: AnalyseResult,
): { western: number; central: number } {
  const opinion = { western: 0, central: 0 };
  let high = 0;
  for (const byte of sample) if (byte >= 0x80) high += 1;
  for (const match of opinions) {
    const family = FAMILY[match.name];
    if (family === undefined) continue;
    opinion[family] = Math.max(opinion[family], (match.confidence / 100) * high);
  }
  return opinion;
}

function scoreText(text: string, family: 'western' | 'central'): number {
  const letters = family === 'western' ? WESTERN : CENTRAL;
  let score = 0;
  for (let at = 0; at < text.length; at += 1) {
    const char = text.charAt(at);
    if (char < '\u0080') continue;
    const before = text.charAt(at - 1);
    const after = text.charAt(at + 1);
    const inWord = /\p{L}/u.test(before) || /\p{L}/u.test(after);
    if (char === '\uFFFD' || (char >= '\u0080' && char < '\u00a0')) score -= 5;
    else if (letters.has(char.toLowerCase())) {
      // A capital inside a lower-case word is the mark of a wrong reading.
      const capital = char !== char.toLowerCase();
      score += capital && /\p{Ll}/u.test(before) ? -2 : inWord ? 2 : 0.5;
    } else if (SIGNS.has(char)) score += inWord && char !== '’' && char !== '\u00a0' ? -0.5 : 1;
    else score += inWord ? -2 : -0.5;
  }
  return score;
}
