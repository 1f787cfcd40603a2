import { remember } from '../../remember.ts';
import { utf8Text } from '../../bytes.ts';
import { isCurrencyCode } from '../../currencies.ts';
import { readAmountText } from '../../fields/amounts.ts';
import { acceptedDates, datesWithin } from '../../fields/dates.ts';
import { SEPARATORS } from '../settings.ts';
import { dialectRows, makeScannable } from './dialect-rows.ts';
import { STANDARD_DIALECT } from './dialect.ts';
import type { Dialect } from './dialect.ts';

/** Detection reads no more than this, so that its cost does not grow with the text. */
const SAMPLE_BYTES_MAX = 64 * 1024;
const SAMPLE_ROWS_MAX = 200;

/** In a tie the earlier one wins: usual separators come before those that are common in prose. */
const CANDIDATES = [...SEPARATORS, ', ', '; ', ' | ', '||', '::', ' '];
/** The weight of a row of one cell: a dialect that gives only such rows wins only if there is no other. */
const ONE_CELL = 0.01;
/** A space usually separates words, not cells: it must explain the text much better than any other separator. */
const BLANK_WEIGHT = 0.5;

/** What a cell of data looks like: no separator inside, no space at the ends, and a quote at the end only as one of a pair. */
const WORD = /^[\p{L}\p{N}](?:[^,;|\t]*(?:[^,;|\t\s"']|[^\\]"[^"]*[^\\]"|'[^']*'))?$/u;
const TIME = /^\d{1,2}:\d{2}(?::\d{2})?$/;

/**
 * The separator, quote and escape under which a text reads as a table: many rows of one width, and cells that look like
 * data. What is `given` is not detected. Returns the standard dialect for a text without separators.
 */
export function detectDialect(bytes: Uint8Array, now: Date, given: Partial<Dialect> = {}): Dialect {
  const sample = bytes.subarray(0, SAMPLE_BYTES_MAX);
  const isKnown = createCellJudge(now);
  let best: Dialect = { ...STANDARD_DIALECT, ...given };
  let bestScore = 0;
  for (const dialect of candidates(sample, given)) {
    const score = scoreDialect(sample, dialect, isKnown);
    if (score > bestScore * 1.0001) {
      best = dialect;
      bestScore = score;
    }
  }
  return best;
}

function* candidates(sample: Uint8Array, given: Partial<Dialect>): Generator<Dialect> {
  const text = utf8Text(sample);
  const separators = given.separator === undefined ? CANDIDATES : [given.separator];
  const quotes = given.quote === undefined ? (['"', "'"] as const) : [given.quote];
  for (const separator of separators) {
    if (separator !== ',' && !text.includes(separator)) continue;
    if (given.separator === undefined && neverAlone(text, separator)) continue;
    for (const quote of quotes) {
      if (quote === "'" && !text.includes("'")) continue;
      if (given.escape !== '\\') yield { separator, quote, escape: quote };
      const mayEscape = given.escape === undefined && text.includes(`\\${quote}`);
      if (given.escape === '\\' || mayEscape) yield { separator, quote, escape: '\\' };
    }
  }
}

/** Whether a character always occurs doubled: then it is half of a separator. */
function neverAlone(text: string, separator: string): boolean {
  const twice = separator + separator;
  return CANDIDATES.includes(twice) && !text.replaceAll(twice, '').includes(separator);
}

/** Scores how uniform the widths of the rows are, wide rows counting more, times the share of cells that look like data. */
function scoreDialect(sample: Uint8Array, dialect: Dialect, isKnown: CellJudge): number {
  const text = makeScannable(sample, dialect);
  if (text === undefined) return 0;
  const widths = new Map<number, number>();
  let rows = 0;
  let cells = 0;
  let known = 0;
  for (const row of dialectRows(text)) {
    widths.set(row.cells.length, (widths.get(row.cells.length) ?? 0) + 1);
    cells += row.cells.length;
    for (const cell of row.cells) if (isKnown(cell, dialect.separator === ' ')) known += 1;
    rows += 1;
    if (rows >= SAMPLE_ROWS_MAX) break;
  }
  if (rows === 0) return 0;
  let pattern = 0;
  for (const [width, count] of widths) {
    pattern += ((count * count) / (rows * rows)) * Math.max(ONE_CELL, (width - 1) / width);
  }
  const weight = dialect.separator === ' ' ? BLANK_WEIGHT : 1;
  return pattern * (known / cells) * weight;
}

/** Whether a cell looks like data. `strictly`: words do not count, as prose is full of them. */
type CellJudge = (cell: string, strictly: boolean) => boolean;

/** A judge that remembers its verdict on cells that repeat. */
function createCellJudge(now: Date): CellJudge {
  const dates = datesWithin(acceptedDates(now));
  const isValue = remember(
    (cell) =>
      cell === '' ||
      readAmountText(cell) !== 0 ||
      TIME.test(cell) ||
      isCurrencyCode(cell) ||
      dates.isDate(cell),
  );
  return (cell, strictly) => (!strictly && WORD.test(cell)) || isValue(cell);
}
