import { closest, distance } from 'fastest-levenshtein';

/** How many UTF-16 units of a client's text a message quotes at most. */
const EXCERPT_MAX = 100;

/** Whether a text has more than `max` characters, counted as Postgres counts them: an emoji is one. */
export function isLongerThan(text: string, max: number): boolean {
  return text.length > 2 * max || (text.length > max && Array.from(text).length > max);
}

/** The start of a text for a message or a finding; it never ends inside a character. */
export function excerpt(text: string, max = EXCERPT_MAX): string {
  if (text.length <= max) return text;
  const last = text.charCodeAt(max - 1);
  return text.slice(0, last >= 0xd800 && last < 0xdc00 ? max - 1 : max);
}

const NAMED_MAX = 5;

/** The first few of `count` things, separated by commas, with an ellipsis for the rest. */
export function listed(named: readonly (string | number)[], count = named.length): string {
  return named.slice(0, NAMED_MAX).join(', ') + (count > NAMED_MAX ? ', …' : '');
}

/** The text that occurs most often, the earlier one in a tie; undefined without any. */
export function mostFrequent(texts: readonly string[]): string | undefined {
  const counts = new Map<string, number>();
  for (const text of texts) counts.set(text, (counts.get(text) ?? 0) + 1);
  return [...counts].sort(([, one], [, other]) => other - one)[0]?.[0];
}

/**
 * Why Postgres cannot store a text, as the end of "name …"; null when it can. Postgres refuses NUL in `text`, and half
 * of a surrogate pair is not a character in UTF-8.
 */
export function textFault(text: string): string | null {
  if (text.includes('\0')) return 'must not contain NUL';
  return text.isWellFormed() ? null : 'must not contain half of a surrogate pair';
}

/**
 * The known name that was probably meant, for messages about unknown fields; null when none is similar: it is the only one that
 * begins so, or at most a third of its characters differ, ignoring letter case.
 */
export function nearestName(name: string, known: readonly string[]): string | null {
  if (known.length === 0) return null;
  const asked = excerpt(name).toLowerCase();
  const [longer, another] = known.filter((one) => one.toLowerCase().startsWith(`${asked}_`));
  if (longer !== undefined && another === undefined) return longer;
  const found = closest(asked, known);
  return distance(asked, found.toLowerCase()) <= Math.max(1, found.length / 3) ? found : null;
}

/** A name on one line: some banks fill the lines of a booking's text with blanks. */
export function onOneLine(name: string): string {
  return /[\r\n]/.test(name) ? name.replace(/\s+/g, ' ') : name;
}
