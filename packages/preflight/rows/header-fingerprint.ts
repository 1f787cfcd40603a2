import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex } from '@noble/hashes/utils.js';
import { utf8Bytes } from '../bytes.ts';
import { MalformedCsvError } from '../report.ts';
import { CSV_TYPES } from '../types/csv-types.ts';
import { decodeText } from '../csv/decode.ts';
import { isEncodingName } from '../csv/encodings.ts';
import { normalizeHeader } from '../csv/headers.ts';
import { readTable } from '../csv/read-header.ts';
import { readEncodingSetting, readSettings } from '../csv/read-settings.ts';
import { cellText, createRowView } from '../csv/row-view.ts';
import { scanRows } from '../csv/scan-rows.ts';
import { HEADER_CHARS_MAX, SEPARATORS } from '../csv/settings.ts';
import { readable } from '../packed/open-file.ts';
import { statementFormat } from '../statements/statement-format.ts';
import type { CsvImportType } from '../report.ts';
import type { CsvSettingsInput, Separator } from '../csv/settings.ts';

/** A header is searched only in this many bytes and rows, so that the cost does not grow with the upload. */
const SAMPLE_BYTES = 64 * 1024;
const HEADER_ROWS_MAX = 40;

export interface FoundHeader {
  separator: Separator;
  /** Physical lines above it. */
  rowsToSkip: number;
}

/** Distinguishes exports of one layout from all others: hashes the type and the header cells in order, but not the separator. */
function fingerprintOf(type: CsvImportType, cells: readonly string[]): string {
  // Without blank cells at the end: exports of one bank may differ in how many separators follow the last header cell.
  const length = cells.findLastIndex((cell) => cell.trim() !== '') + 1;
  const named = length === 0 ? cells : cells.slice(0, length);
  const normalized = named.map((cell) => normalizeHeader(cell.slice(0, HEADER_CHARS_MAX)));
  // A library, since browsers have digests of their own on https only.
  return bytesToHex(sha256(utf8Bytes(JSON.stringify([type, normalized]))));
}

/** The fingerprint of the header that the settings lead to, or null if they lead to none. */
export function readFingerprint(
  content: Uint8Array,
  type: CsvImportType,
  settings: CsvSettingsInput,
): string | null {
  const { bytes } = decodeText(
    sampleOf(readable(content, settings).content),
    readEncodingSetting(settings),
  );
  // The format itself defines how to read it: there is nothing to remember.
  if (statementFormat(bytes) !== undefined) return null;
  // The end of the file does not matter here.
  const above = { ...settings, footer_rows_to_skip: 0 };
  try {
    const { header } = readTable(bytes, readSettings(above, CSV_TYPES[type], bytes).settings);
    const isNamed = header.cells.some((cell) => cell.trim() !== '');
    return !isNamed ? null : fingerprintOf(type, header.cells);
  } catch (error) {
    if (error instanceof MalformedCsvError) return null;
    throw error;
  }
}

/** The fingerprints of all rows that may be a header, for each separator and each of the encodings. */
export function findFingerprints(
  content: Uint8Array,
  type: CsvImportType,
  encodings: readonly string[],
): Map<string, FoundHeader> {
  const found = new Map<string, FoundHeader>();
  let text: Uint8Array;
  try {
    text = readable(content, {}).content;
  } catch (error) {
    if (error instanceof MalformedCsvError) return found;
    throw error;
  }
  for (const encoding of [undefined, ...encodings.filter(isEncodingName)]) {
    const { bytes } = decodeText(sampleOf(text), encoding);
    for (const separator of SEPARATORS) noteHeaders(bytes, type, separator, found);
  }
  return found;
}

function noteHeaders(
  bytes: Uint8Array,
  type: CsvImportType,
  separator: Separator,
  found: Map<string, FoundHeader>,
): void {
  const start = { from: 0, to: bytes.length, line: 1, separator: separator.charCodeAt(0) };
  let rows = 0;
  try {
    scanRows(createRowView(bytes), start, (row) => {
      const cells = Array.from({ length: row.cells }, (_, column) => cellText(row, column));
      const fingerprint = fingerprintOf(type, cells);
      if (!found.has(fingerprint)) found.set(fingerprint, { separator, rowsToSkip: row.line - 1 });
      rows += 1;
      return rows < HEADER_ROWS_MAX;
    });
  } catch (error) {
    // The separator may be wrong, or the sample may end inside a cell.
    if (!(error instanceof MalformedCsvError)) throw error;
  }
}

/** An even number of bytes, so that UTF-16 is not cut in half. */
function sampleOf(content: Uint8Array): Uint8Array {
  return content.subarray(0, SAMPLE_BYTES);
}
