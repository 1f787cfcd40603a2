import { joinBytes } from '../bytes.ts';
import { skipLines } from '../csv/lines.ts';
import { looksLikeData } from '../suggestions/find-table.ts';
import { warning } from '../warnings/warning.ts';
import type { Relaid, SeparatedText } from './rewrite-cells.ts';

/** Moves a header one cell to the left that begins with a blank one, if each booking has one cell less. Undefined for any other. */
export function shiftHeader({
  bytes,
  separator,
  rows,
  accepted,
}: SeparatedText): Relaid | undefined {
  const first = rows.findIndex((row) => looksLikeData(row, accepted));
  const header = rows[first - 1];
  if (header === undefined) return undefined;
  const { line, cells } = header;
  const data = rows.slice(first).filter((row) => looksLikeData(row, accepted));
  const start = skipLines(bytes, line - 1);
  const isBlank = bytes[start] === separator.charCodeAt(0);
  if (!isBlank || data.some((row) => row.cells.length !== cells.length - 1)) return undefined;
  const shifted = joinBytes([bytes.subarray(0, start), bytes.subarray(start + 1)]);
  return { bytes: shifted, warnings: [warning('header_shifted', { line })] };
}
