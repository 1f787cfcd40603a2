import { utf8Bytes, utf8Text } from '../bytes.ts';
import { csvCell } from '../csv/dialect/csv-line.ts';
import { SEPARATORS } from '../csv/settings.ts';
import { HEADER_ROWS_MAX, looksLikeData } from '../suggestions/find-table.ts';
import { mostFrequent } from '../text.ts';
import { nameBookings } from '../suggestions/unread-table.ts';
import type { DateRange } from '../fields/dates.ts';
import type { Relaid } from './rewrite-cells.ts';
import { warning } from '../warnings/warning.ts';
import type { Warning } from '../warnings/warning.ts';

/** A longer text is not a printed statement. */
const BYTES_MAX = 4 * 1024 * 1024;
/** Nor is one with longer lines, more labels per booking, or more kinds of blocks. */
const WIDTH_MAX = 1000;
const LABELS_MAX = 50;
const KINDS_MAX = 100;
const ROWS_MIN = 2;
const LABELS_MIN = 3;

function areHeaders(names: readonly string[]): boolean {
  return names.length >= LABELS_MIN && nameBookings(names);
}

function linesOf(bytes: Uint8Array): string[] {
  return bytes.length > BYTES_MAX ? [] : utf8Text(bytes).split(/\r\n|\n|\r/);
}

function written(lines: readonly string[], said: Warning): Relaid {
  return { bytes: utf8Bytes(lines.join('\n')), warnings: [said] };
}

function row(cells: readonly string[]): string {
  return cells.map((cell) => csvCell(cell)).join(',');
}

const RULE = /^[\s\-=_|+*]*$/;

/** So many rows tell whether the cells are those of a table. */
const JUDGED_MAX = 200;
const SIGNS = /[^\p{L}\p{N}\s"'_]{1,3}/gu;

/** A table whose cells are separated by other characters than those of a CSV, such as `~|~` or `^`. Undefined where there is none. */
export function splitOtherSeparators(bytes: Uint8Array, accepted: DateRange): Relaid | undefined {
  const lines = linesOf(bytes);
  for (const [at, header] of lines.slice(0, HEADER_ROWS_MAX).entries()) {
    const signs = header.length > WIDTH_MAX ? null : header.match(SIGNS);
    const separator = mostFrequent(signs ?? []);
    // A CSV with a blank column behind each other repeats its own.
    if (separator === undefined || SEPARATORS.some((one) => separator.replaceAll(one, '') === ''))
      continue;
    const cells = (line: string): string[] =>
      line.split(separator).map((cell) => unquoted(cell.trim()));
    const names = cells(header);
    if (!areHeaders(names)) continue;
    const filled = lines
      .slice(at + 1, at + 1 + JUDGED_MAX)
      .filter((line) => line.trim() !== '' && line.length <= WIDTH_MAX)
      .map(cells);
    const data = filled.filter(
      (row) => row.length >= names.length && looksLikeData({ line: 0, cells: row }, accepted),
    );
    if (data.length < ROWS_MIN || data.length * 2 < filled.length) continue;
    const split = lines.map((line) => row(cells(line)));
    return written(split, warning('columns_by_sign', { separator }));
  }
  return undefined;
}

function unquoted(cell: string): string {
  return /^".*"$/.test(cell) ? cell.slice(1, -1) : cell;
}

/**
 * A table whose columns only blanks keep apart. A column starts where all lines have a blank, and where a header begins
 * within what is left. Undefined where there is none.
 */
export function splitFixedWidth(bytes: Uint8Array, accepted: DateRange): Relaid | undefined {
  const lines = linesOf(bytes);
  for (const [at, header] of lines.slice(0, HEADER_ROWS_MAX).entries()) {
    // The cells of a CSV may be padded with blanks.
    const isCsv = SEPARATORS.some((separator) => header.split(separator).length > 2);
    if (isCsv || header.length > WIDTH_MAX || !areHeaders(header.trim().split(/\s{2,}/))) continue;
    const below = lines.slice(at + 1);
    const isRow = (line: string): boolean =>
      line.length <= WIDTH_MAX &&
      /^\s*\d/.test(line) &&
      line.length > header.length / 2 &&
      !RULE.test(line);
    const rows = below.filter(isRow);
    const starts = columnStarts(header, rows);
    const cells = (line: string): string[] =>
      starts.map((start, column) => line.slice(start, starts[column + 1]).trim());
    const data = rows.filter((line) => looksLikeData({ line: 0, cells: cells(line) }, accepted));
    if (data.length < ROWS_MIN || data.length * 2 < rows.length) continue;
    const split = lines.map((line, index) =>
      index === at || (index > at && isRow(line)) ? row(cells(line)) : row([line.trim()]),
    );
    return written(split, warning('columns_by_blanks'));
  }
  return undefined;
}

/** Where the columns begin: after blanks that all lines share, and at names within text that no blanks divide. */
function columnStarts(header: string, rows: readonly string[]): number[] {
  const isGap = Array.from({ length: WIDTH_MAX }, () => true);
  for (const line of [header, ...rows]) {
    for (let at = 0; at < line.length; at += 1) if (line[at]?.trim() !== '') isGap[at] = false;
  }
  const names = new Set([...header.matchAll(/(?<=\s{2}|^)\S/g)].map(({ index }) => index));
  const starts: number[] = [];
  let isNamed = false;
  for (let at = 0; at < WIDTH_MAX; at += 1) {
    if (isGap[at] === true) continue;
    const begins = at === 0 || isGap[at - 1] === true;
    const isWide = at < 2 || isGap[at - 2] === true;
    // A single blank may be between words and in all lines by chance.
    const isStart: boolean = begins ? isWide || names.has(at) : isNamed && names.has(at);
    if (isStart) starts.push(at);
    isNamed = names.has(at) || (isNamed && !isStart);
  }
  return starts;
}

const LABELLED = /^\s*([^:]{2,40}):(.*)$/;

/**
 * Turns bookings that are blocks of lines with the same labels, `Date: …`, `Amount: …`, into rows, each on the second
 * line of its block, below the labels. Undefined where there are none.
 */
export function joinLabelBlocks(bytes: Uint8Array, accepted: DateRange): Relaid | undefined {
  const lines = linesOf(bytes);
  const blocks: { at: number; labels: string[]; cells: string[] }[] = [];
  let open: (typeof blocks)[number] | undefined;
  lines.forEach((line, at) => {
    const [, label, value = ''] = LABELLED.exec(line) ?? [];
    if (label === undefined) {
      open = undefined;
      return;
    }
    if (open === undefined || open.labels.length === LABELS_MAX || open.labels.includes(label)) {
      open = { at, labels: [], cells: [] };
      blocks.push(open);
    }
    open.labels.push(label.trim());
    open.cells.push(value.trim());
  });
  const kinds = new Map<string, typeof blocks>();
  for (const block of blocks) {
    const kind = block.labels.join('\n');
    kinds.set(kind, kinds.get(kind) ?? []);
    kinds.get(kind)?.push(block);
  }
  if (kinds.size > KINDS_MAX) return undefined;
  const [named, ...others] = [...kinds.values()].filter(([one]) => areHeaders(one?.labels ?? []));
  const [first] = named ?? [];
  if (named === undefined || first === undefined || others.length > 0) return undefined;
  const alike = named.filter(({ cells }) => looksLikeData({ line: 0, cells }, accepted));
  if (alike.length < ROWS_MIN || alike.length < named.length) return undefined;
  const joined = lines.map((line, at) => (at < first.at ? row([line.trim()]) : ''));
  joined[first.at] = row(first.labels);
  for (const { at, cells } of alike) joined[at + 1] = row(cells);
  return written(joined, warning('rows_in_blocks'));
}
