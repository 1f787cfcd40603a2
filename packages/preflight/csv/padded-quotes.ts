import { utf8Text } from '../bytes.ts';
import { MalformedCsvError, orMalformed } from '../report.ts';
import { BARE, createRowView } from './row-view.ts';
import { scanRows } from './scan-rows.ts';
import type { RowView } from './row-view.ts';
import type { ScanStart } from './scan-rows.ts';

const BLANK = 32;
/** How much of the text is searched for the pattern. */
const SAMPLE_BYTES = 64 * 1024;

/** The start of a scan from there on, with `padded` set if spaces before a quote are not part of its cell. */
export function startAt(bytes: Uint8Array, plain: ScanStart): ScanStart {
  return { ...plain, padded: hasPaddedQuotes(bytes, plain) };
}

/** The same for the whole text. */
export function startOfText(bytes: Uint8Array, separator: string): ScanStart {
  return startAt(bytes, {
    from: 0,
    to: bytes.length,
    line: 1,
    separator: separator.charCodeAt(0),
  });
}

/**
 * Whether the text has spaces before its quotes, as in `a, "b, c"`: each such quote closes at the end of its cell, and
 * the rows have the header's number of cells at least as often as if these quotes were literal. In RFC 4180 no cell
 * starts like that.
 */
function hasPaddedQuotes(bytes: Uint8Array, start: ScanStart): boolean {
  const to = Math.min(start.to, start.from + SAMPLE_BYTES);
  if (!utf8Text(bytes, start.from, to).includes(' "')) return false;
  const padded = lookAtRows(bytes, { ...start, to, padded: true });
  if (padded.quoted === 0 || padded.isBroken || (padded.isCut && to === start.to)) return false;
  return padded.regular >= lookAtRows(bytes, { ...start, to }).regular;
}

interface RowsLook {
  /** Quoted cells with spaces before their quote. */
  quoted: number;
  /** Text follows the closing quote of such a cell. */
  isBroken: boolean;
  /** A quote is still open at the end. */
  isCut: boolean;
  /** Rows with as many cells as the first one. */
  regular: number;
}

function lookAtRows(bytes: Uint8Array, start: ScanStart): RowsLook {
  const look: RowsLook = { quoted: 0, isBroken: false, isCut: false, regular: 0 };
  let width = 0;
  const take = (row: RowView): undefined => {
    width ||= row.cells;
    if (row.cells === width) look.regular += 1;
    for (let column = 0; column < Math.min(row.cells, row.starts.length); column += 1) {
      if (!isPadded(row, column)) continue;
      if (row.kinds[column] === BARE) look.isBroken = true;
      else look.quoted += 1;
    }
  };
  const fault = orMalformed(() => scanRows(createRowView(bytes), start, take));
  look.isCut = fault instanceof MalformedCsvError;
  return look;
}

/** Whether a quote after a space opened the cell. If the cell is unquoted nevertheless, text follows its closing quote. */
function isPadded({ bytes, starts, kinds, quote }: RowView, column: number): boolean {
  const from = starts[column] ?? 0;
  const opened = kinds[column] === BARE ? from : from - 1;
  return bytes[opened] === quote && bytes[opened - 1] === BLANK;
}
