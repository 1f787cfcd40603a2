import { escapeHtml } from './markdown.ts';

/** A part of the documentation that a search can find. */
export interface Findable {
  title: string;
  href: string;
  /** All of its text, without markup. */
  text: string;
}

const SHOWN_MAX = 40;

/** HTML of the parts that have every word of a query, starting with those that have them in their title. */
export function renderFound(query: string, parts: readonly Findable[]): string {
  const words = fold(query).split(' ').filter(Boolean).slice(0, 10);
  const found = parts
    .map((part) => ({ part, rank: rankOf(part, words) }))
    .filter(({ rank }) => rank > 0)
    .sort((a, b) => b.rank - a.rank);
  const items = found
    .slice(0, SHOWN_MAX)
    .map(
      ({ part: { title, href, text } }) =>
        `<li><a href="${href}"><b>${escapeHtml(title)}</b></a><p>${excerpt(text, words)}</p></li>`,
    );
  const head = found.length === 0 ? 'Nothing has all of these words.' : `${found.length} found`;
  return `<h1>Search: ${escapeHtml(query)}</h1><p role="status">${head}</p><ul class="found">${items.join('\n')}</ul>`;
}

/** 0 when any word is missing. */
function rankOf({ title, text }: Findable, words: readonly string[]): number {
  if (words.length === 0) return 0;
  const [name, all] = [fold(title), fold(`${title} ${text}`)];
  if (!words.every((word) => all.includes(word))) return 0;
  const phrase = words.join(' ');
  const inTitle = words.filter((word) => name.includes(word)).length;
  return (
    1 + 10 * inTitle + (name.includes(phrase) ? 20 : 0) + Math.min(all.split(phrase).length - 1, 9)
  );
}

/** `net_worth` and `Net worth` are the same words. */
function fold(text: string): string {
  return text
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/\p{M}/gu, '')
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
}

/** The text around the first of the words, which are marked. */
function excerpt(text: string, words: readonly string[]): string {
  const tokens = text.match(/[\p{L}\p{N}]+|[^\p{L}\p{N}]+/gu) ?? [];
  const isFound = (token: string) => words.some((word) => fold(token).includes(word));
  const start = Math.max(tokens.findIndex(isFound) - 24, 0);
  const shown = tokens
    .slice(start, start + 80)
    .map((token) => (isFound(token) ? `<mark>${escapeHtml(token)}</mark>` : escapeHtml(token)));
  return `${shown.join('')}${start + 80 < tokens.length ? ' …' : ''}`;
}
