import { trimmedText } from '../csv/row-view.ts';
import { isNegativeAmount } from '../fields/amounts.ts';
import { looksLikeData } from '../suggestions/find-table.ts';
import { matchHeader } from '../suggestions/header-words.ts';
import { excerpt } from '../text.ts';
import { isPaid } from './currency-columns.ts';
import { rewriteText } from './rewrite-cells.ts';
import type { Relaid, SeparatedText } from './rewrite-cells.ts';
import { warning } from '../warnings/warning.ts';

/** A plus before the amount, or the word for credit behind it. */
const MARK = /^\+|(?<=\d) ?Cr\.?$/i;

type Sign = 'plus' | 'minus' | 'none';

/** How an amount is signed; undefined for zero, and for anything but an amount. */
function signOf(cell: string): Sign | undefined {
  if (!isPaid(cell)) return undefined;
  if (MARK.test(cell)) return 'plus';
  return isNegativeAmount(cell) ? 'minus' : 'none';
}

/**
 * Statements that only mark money in, `+50 000,00` or `1,500.00 Cr`, next to `120.50`: the amounts without a sign get a minus. Undefined
 * where no column of amounts is like that in all of its rows.
 */
export function signByPlus(text: SeparatedText): Relaid | undefined {
  const { rows, accepted } = text;
  // Looking at amounts and dates costs more, and most texts with a plus have it inside a word.
  const marked = rows.flatMap(({ cells }) => cells).find((cell) => MARK.test(cell));
  if (marked === undefined) return undefined;
  const first = rows.findIndex((row) => looksLikeData(row, accepted));
  // An opening balance may come between them.
  const header = rows
    .slice(0, Math.max(first, 0))
    .findLast(({ cells }) => cells.some((name) => matchHeader(name, 'amount') > 0));
  if (header === undefined) return undefined;
  const data = rows.slice(first).filter((row) => looksLikeData(row, accepted));
  // Those of the shop and of the account may both be marked.
  const columns = header.cells.flatMap((name, at) => {
    const signs = data.map(({ cells }) => signOf(cells[at] ?? ''));
    const has = (sign: Sign): boolean => signs.includes(sign);
    const isMarked = has('plus') && has('none') && !has('minus');
    return matchHeader(name, 'amount') > 0 && isMarked ? [at] : [];
  });
  if (columns.length === 0) return undefined;
  const found = new Set<Sign | undefined>();
  const bytes = rewriteText(text, (row) => {
    const cells = columns.map((at) => [at, trimmedText(row, at)] as const);
    for (const [, cell] of cells) found.add(signOf(cell));
    return new Map(
      cells.flatMap(([at, cell]) => (signOf(cell) === 'none' ? [[at, `-${cell}`]] : [])),
    );
  });
  if (found.has('minus')) return undefined;
  const named = columns.map((at) => excerpt(header.cells[at] ?? '')).join('", "');
  const mark = MARK.exec(marked)?.[0].trim() ?? '';
  return { bytes, warnings: [warning('plus_signs', { column: named, mark })] };
}
