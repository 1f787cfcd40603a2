import { utf8Bytes } from '../bytes.ts';
import { listed } from '../text.ts';
import { warning } from '../warnings/warning.ts';
import { cleanCsv } from './dialect/clean-csv.ts';
import { csvCell } from './dialect/csv-line.ts';
import type { Relaid } from '../layouts/rewrite-cells.ts';
import type { Separator } from './settings.ts';

/** At least this many rows must agree on the number of cells before a quote is judged by it. */
const USUAL_ROWS_MIN = 3;
/** If more than one row in this many has such a quote, the quotes mean something else. */
const ROWS_A_QUOTE_MIN = 5;

/**
 * Removes the quotes that open a cell and are never closed, if the number of cells shows that each of their rows ends
 * with its line. Every row keeps its line number. Undefined if the rows do not show that.
 */
export function closeQuotes(
  bytes: Uint8Array,
  separator: Separator,
  now: Date,
): Relaid | undefined {
  const { rows } = cleanCsv(bytes, now, {
    encoding: 'utf-8',
    separator,
    quote: '"',
    escape: '"',
  });
  const lines: number[] = [];
  const widths = new Map<number, number>();
  const mended: number[] = [];
  let count = 0;
  let text = '';
  let at = 1;
  for (const { line, cells } of rows) {
    const isMended = cells.some(hasLoneQuote);
    const bare = isMended
      ? cells.map((cell) => (hasLoneQuote(cell) ? cell.slice(1) : cell))
      : cells;
    if (isMended) {
      lines.push(line);
      mended.push(cells.length);
    } else widths.set(cells.length, (widths.get(cells.length) ?? 0) + 1);
    count += 1;
    const written = bare.map((cell) => csvCell(cell, separator)).join(separator);
    text += `${'\n'.repeat(Math.max(0, line - at))}${written}\n`;
    at = Math.max(at, line) + 1 + (written.match(/\r\n|\n|\r/g)?.length ?? 0);
  }
  const [usual] = [...widths].sort(([, one], [, other]) => other - one);
  if (usual === undefined || usual[0] < 2 || usual[1] < USUAL_ROWS_MIN) return undefined;
  const fits = mended.every((width) => width === usual[0]);
  const isRare = lines.length > 0 && lines.length * ROWS_A_QUOTE_MIN <= count;
  if (!fits || !isRare) return undefined;
  return { bytes: utf8Bytes(text), warnings: [warning('quotes_closed', { lines: listed(lines) })] };
}

/** Whether a cell begins with a quote and holds no other. */
function hasLoneQuote(cell: string): boolean {
  return cell.startsWith('"') && !cell.includes('"', 1);
}
