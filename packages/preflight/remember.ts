/** More texts than the sample of a file usually has, and few enough to keep for the next one. */
const TEXTS_MAX = 4000;
/** As many as the cells of a wide sample, whose numbers evidence asks for under many readings of the file. */
export const SAMPLE_CELLS = 16_384;
/** Longer texts rarely repeat. */
const CHARS_MAX = 200;

/**
 * Remembers what `read` makes of each text: most texts of a file repeat, and several questions are asked about each. When `textsMax` are
 * known, all are forgotten.
 */
export function remember<Meaning>(
  read: (text: string) => Meaning,
  textsMax = TEXTS_MAX,
): (text: string) => Meaning {
  const known = new Map<string, Meaning>();
  return (text) => {
    const before = known.get(text);
    if (before !== undefined || known.has(text)) return before as Meaning;
    const meaning = read(text);
    if (text.length > CHARS_MAX) return meaning;
    if (known.size >= textsMax) known.clear();
    known.set(copyOf(text), meaning);
    return meaning;
  };
}

/** V8 always copies a shorter part of a text. */
const PART_CHARS_MIN = 13;

/** The same text by itself: V8 keeps a part of a text as a reference to all of it, which may be a cell of megabytes. */
function copyOf(text: string): string {
  return text.length < PART_CHARS_MIN ? text : ` ${text}`.slice(1);
}
