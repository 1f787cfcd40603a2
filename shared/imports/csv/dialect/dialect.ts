/** The signs that cut a text into rows and cells. */
export interface Dialect {
  /** One sign, or a few that stand together. */
  separator: string;
  quote: '"' | "'";
  /** What stands before a quote that belongs to the cell: the quote itself (a doubled one), or a backslash. */
  escape: '"' | "'" | '\\';
}

/** A text whose separator is one byte, so that the scanner can read it. */
export interface ScannableText {
  bytes: Buffer;
  dialect: Dialect;
  separator: number;
  /** Brings a cell back to what was written. */
  restore: (cell: string) => string;
}

/** RFC 4180. */
export const STANDARD_DIALECT: Dialect = { separator: ',', quote: '"', escape: '"' };
