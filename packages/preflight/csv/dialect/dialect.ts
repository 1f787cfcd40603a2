/** The characters that split a text into rows and cells. */
export interface Dialect {
  /** One character, or a few together. */
  separator: string;
  quote: '"' | "'";
  /** What precedes a quote that belongs to the cell: the quote itself (doubled), or a backslash. */
  escape: '"' | "'" | '\\';
}

/** A text whose separator is one byte, so that the scanner can read it. */
export interface ScannableText {
  bytes: Uint8Array;
  dialect: Dialect;
  separator: number;
  /** Restores a cell to what was written. */
  restore: (cell: string) => string;
}

/** RFC 4180. */
export const STANDARD_DIALECT: Dialect = { separator: ',', quote: '"', escape: '"' };

/** A text to be read as RFC 4180 says, except for its separator. */
export function textSeparatedBy(separator: string, bytes: Uint8Array): ScannableText {
  return scannable(bytes, { ...STANDARD_DIALECT, separator });
}

/** A text whose separator is one character. */
export function scannable(bytes: Uint8Array, dialect: Dialect): ScannableText {
  return { bytes, dialect, separator: dialect.separator.charCodeAt(0), restore: (cell) => cell };
}
