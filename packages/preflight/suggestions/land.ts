import { isCurrencyCode } from '../currencies.ts';
import { plainWords } from './header-words.ts';
import { amountColumns } from './score-columns.ts';
import type { NumberFormat } from '../fields/amounts.ts';
import type { Hypothesis } from './hypotheses.ts';

const AMERICAN_WORDS = /\b(?:check|zip|routing|ach)\b/;
const OTHER_WORDS =
  /\b(?:cheque|iban|bic|gst|vat|rs|sort code|datum|fecha|data|betrag|importe|importo|montant|bedrag|dato|belop|kwota|summa|valor|saldo)\b/;

const OTHER_LETTERS = /(?!\p{Script=Latin})\p{L}/u;

/** Longer texts are prose, in which a word for a column means something else. */
const LABEL_CHARS_MAX = 40;

/** What separators, currencies, letters and headers say about the country; undefined if they say nothing, or differ. */
export function landOf(
  { separator, looks, apart, rows, choices }: Hypothesis,
  numberFormat: NumberFormat,
): 'united_states' | 'elsewhere' | undefined {
  if (separator === ';' || numberFormat.endsWith(',56')) return 'elsewhere';
  const labels = apart
    .flatMap(({ cells }) => cells)
    .filter((cell) => cell.length <= LABEL_CHARS_MAX);
  const headings = [...looks.map(({ header }) => header), ...labels];
  const words = plainWords(headings.join(' '));
  const money = [...(choices.currency ? [choices.currency.index] : []), ...amountColumns(choices)];
  const paid = money.flatMap((column) => rows.map(({ cells }) => cells[column] ?? ''));
  const texts = [...headings, ...paid].join(' ');
  const codes = new Set(texts.match(/\b[A-Z]{3}\b/g)?.filter(isCurrencyCode));
  const isAmerican = codes.has('USD') || AMERICAN_WORDS.test(words);
  const isOther =
    [...codes].some((code) => code !== 'USD') ||
    /[€£₹¥]/.test(texts) ||
    OTHER_WORDS.test(words) ||
    looks.some(({ header }) => /[^\p{ASCII}]/u.test(header)) ||
    rows.some(({ cells }) => cells.some((cell) => OTHER_LETTERS.test(cell)));
  if (isAmerican === isOther) return undefined;
  return isAmerican ? 'united_states' : 'elsewhere';
}
