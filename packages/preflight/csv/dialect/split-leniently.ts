import type { ScannableText } from './dialect.ts';

/** How to read quotes if the plain rule does not give a row that fits the table. */
export interface QuoteRule {
  /** An even number of quotes before a separator also closes the cell; all but the last are literal. */
  evenCloses?: boolean;
  /** Index, from 0, of the quote that starts a cell but does not quote it. */
  literal?: number;
}

/**
 * Splits the text of one row into cells, ignoring line ends: a quote closes a cell only before a separator or the end.
 * A quote that is never closed is literal. Never throws.
 */
export function splitLeniently(text: string, source: ScannableText, rule: QuoteRule): string[] {
  const separator = String.fromCharCode(source.separator);
  const { quote } = source.dialect;
  const cells: string[] = [];
  let opened = -1;
  for (let at = 0; ; at += 1) {
    let close = -1;
    if (text.charAt(at) === quote) {
      opened += 1;
      if (opened !== rule.literal) close = closingQuote(text, at + 1, source, rule);
    }
    const end = text.indexOf(separator, Math.max(at, close));
    if (close >= 0) cells.push(unescape(text.slice(at + 1, close), source));
    else cells.push(text.slice(at, end < 0 ? text.length : end));
    if (end < 0) return cells;
    at = end;
  }
}

function closingQuote(
  text: string,
  from: number,
  { dialect: { quote, escape }, separator }: ScannableText,
  { evenCloses = false }: QuoteRule,
): number {
  const sign = String.fromCharCode(separator);
  for (let at = text.indexOf(quote, from); at >= 0; at = text.indexOf(quote, at)) {
    const first = at;
    while (text.charAt(at) === quote) at += 1;
    let next = at;
    while (text.charAt(next) === ' ' && sign !== ' ') next += 1;
    const closes = next >= text.length || text.charAt(next) === sign;
    const isEscaped = escape === '\\' && text.charAt(first - 1) === '\\';
    if (closes && (evenCloses || (at - first + (isEscaped ? 1 : 0)) % 2 === 1)) return at - 1;
  }
  return -1;
}

function unescape(cell: string, { dialect: { quote, escape } }: ScannableText): string {
  const single = cell.replaceAll(quote + quote, quote);
  return escape === '\\' ? single.replace(/\\([\\"'])/g, '$1') : single;
}
