import { joinBytes, utf8Bytes } from '../bytes.ts';
import { decodeText } from '../csv/decode.ts';
import { nextLineStart, countLines } from '../csv/lines.ts';
import { SEPARATORS } from '../csv/settings.ts';
import { binaryKind, textKind } from '../file-kind.ts';
import { MalformedCsvError, OtherFormatError } from '../report.ts';
import { declaredEncoding } from '../statements/declared-encoding.ts';
import { statementFormat } from '../statements/statement-format.ts';
import { looksLikeData } from '../suggestions/find-table.ts';
import { firstRows } from '../suggestions/sample.ts';
import { excerpt, listed } from '../text.ts';
import { markedUpSheets } from './marked-up.ts';
import { odsSheets } from './ods.ts';
import { distinctTexts, sharedRowsWarning } from './repeated-texts.ts';
import { sheetText } from './sheet-text.ts';
import { xlsxSheets } from './xlsx.ts';
import { isZip, UNPACKED_BYTES_MAX, wholeOf, zipEntries } from './zip.ts';
import type { CsvSettingsInput } from '../csv/settings.ts';
import type { Sheet } from './workbook.ts';
import type { Budget, ZipEntry } from './zip.ts';
import { warning } from '../warnings/warning.ts';
import type { Warning } from '../warnings/warning.ts';

/** What is read from a packed file: the table of a workbook, or texts as they are. */
interface Opened {
  sheet?: Sheet;
  /** In UTF-8 if there are several, else as packed. */
  texts: { name: string; bytes: Uint8Array }[];
  warnings: Warning[];
}

/** Content in the form in which texts are judged. */
export interface ReadableContent {
  content: Uint8Array;
  settings: CsvSettingsInput;
  /** Statements of one format that are read one after another; line numbers run through all of them. */
  statements?: Uint8Array[];
  warnings: Warning[];
}

/** Suggestions are tried on the same content again and again, so it is unpacked only once. */
const opened = new WeakMap<Uint8Array, Opened>();

/**
 * The texts in a workbook (XLSX, ODS, the XML of Excel 2003), a web page with a table or a ZIP file, by its bytes; other content
 * unchanged. Throws MalformedCsvError for content that is damaged, too large, has a password, or holds nothing that can be read.
 */
export function readable(content: Uint8Array, settings: CsvSettingsInput): ReadableContent {
  if (isEncryptedOffice(content)) throw new OtherFormatError('locked_workbook');
  const found = opened.get(content) ?? open(content, settings);
  if (found === undefined) return { content, settings, warnings: [] };
  opened.set(content, found);
  const { sheet, texts, warnings } = found;
  const [only] = texts;
  // The text was written in UTF-8, whatever the settings say about other files.
  const inUtf8 = { ...settings, encoding: undefined };
  if (sheet !== undefined) {
    return { content: sheetText(sheet, settings), settings: inUtf8, warnings };
  }
  if (only !== undefined && texts.length === 1) return { content: only.bytes, settings, warnings };
  const all = texts.map(({ bytes }) => bytes);
  const allWarnings = [...warnings, linesWarning(texts)];
  if (all.every((bytes) => statementFormat(bytes) !== undefined)) {
    const joined = joinBytes(all);
    return { content: joined, settings: inUtf8, statements: all, warnings: allWarnings };
  }
  return { content: joinTables(all), settings: inUtf8, warnings: allWarnings };
}

function open(content: Uint8Array, settings: CsvSettingsInput): Opened | undefined {
  if (isZip(content)) return openZip(content, { left: UNPACKED_BYTES_MAX });
  const sheets = markedUpSheets(content, settings);
  // A page without a table of bookings is refused as what it is.
  return sheets?.some(isTable) === true ? chooseSheet(sheets) : undefined;
}

const OLE = [0xd0, 0xcf, 0x11, 0xe0];
const ENCRYPTED = Array.from('EncryptedPackage').flatMap((char) => [char.charCodeAt(0), 0]);

function isEncryptedOffice(bytes: Uint8Array): boolean {
  if (!OLE.every((byte, at) => bytes[at] === byte)) return false;
  const first = ENCRYPTED[0] ?? 0;
  for (let at = bytes.indexOf(first); at >= 0; at = bytes.indexOf(first, at + 1)) {
    if (ENCRYPTED.every((byte, next) => bytes[at + next] === byte)) return true;
  }
  return false;
}

function openZip(bytes: Uint8Array, budget: Budget): Opened {
  const entries = zipEntries(bytes, budget).filter(({ name }) => !ASIDE.test(name));
  const sheets = sheetsOf(entries);
  if (sheets !== undefined) return chooseSheet(sheets);
  const sums = new Set<string>();
  const warnings: Warning[] = [];
  const unread: string[] = [];
  const found: Opened['texts'] = [];
  for (const entry of entries) {
    if (sums.has(entry.sum)) {
      warnings.push(warning('file_twice', { file: excerpt(entry.name) }));
      continue;
    }
    sums.add(entry.sum);
    const { inside, bytes: text } = openEntry(entry, budget);
    if (inside !== undefined && entries.length === 1) return inside;
    const content = inside?.sheet === undefined ? text : sheetText(inside.sheet, {});
    warnings.push(...(inside?.warnings ?? []));
    if (content === undefined) unread.push(entry.name);
    else if (content.length > 0) found.push({ name: entry.name, bytes: content });
  }
  const chosen = chooseTexts(found, unread);
  return {
    texts: chosen.texts,
    warnings: [...warnings, ...chosen.warnings, ...unreadWarning(found, unread)],
  };
}

/** Folders, and files that operating systems add. */
const ASIDE = /\/$|(?:^|\/)(?:__MACOSX\/|\.[^/]*$|thumbs\.db$|desktop\.ini$)/i;

/** A file of an archive: a workbook or a text; neither if it cannot be read. */
function openEntry(entry: ZipEntry, budget: Budget): { inside?: Opened; bytes?: Uint8Array } {
  const bytes = wholeOf(entry);
  if (isZip(bytes)) {
    const sheets = sheetsOf(zipEntries(bytes, budget));
    if (sheets !== undefined) return { inside: chooseSheet(sheets) };
    const name = excerpt(entry.name);
    throw new MalformedCsvError(
      `The ZIP file holds another ZIP file, ${name}: unpack it, and send the files in it.`,
      1,
      'nested_zip',
    );
  }
  if (binaryKind(bytes) !== undefined) return {};
  const text = decodeText(bytes, declaredEncoding(bytes)).bytes;
  if (statementFormat(text) === undefined && textKind(text) !== undefined) return {};
  return { bytes };
}

/** The sheets of a workbook; undefined for a ZIP file that is not one. Throws OtherFormatError for another kind of document. */
function sheetsOf(entries: readonly ZipEntry[]): Iterable<Sheet> | undefined {
  const parts = new Map(entries.map((entry) => [entry.name.toLowerCase(), entry] as const));
  if (parts.has('[content_types].xml')) {
    if (parts.has('xl/workbook.bin')) {
      throw new OtherFormatError('binary_workbook');
    }
    if ([...parts.keys()].some((name) => name.startsWith('xl/'))) return xlsxSheets(parts);
    throw new OtherFormatError('office');
  }
  const content = parts.get('content.xml');
  const type = parts.get('mimetype');
  if (content !== undefined && type !== undefined) {
    const kind = new TextDecoder().decode(wholeOf(type));
    if (!kind.includes('opendocument.spreadsheet')) {
      throw new OtherFormatError('open_document');
    }
    const manifest = parts.get('meta-inf/manifest.xml');
    const listing = manifest === undefined ? '' : new TextDecoder().decode(wholeOf(manifest));
    if (listing.includes('encryption-data')) throw new OtherFormatError('locked_workbook');
    return odsSheets(content);
  }
  if (parts.has('index/document.iwa') || parts.has('index.zip')) {
    throw new OtherFormatError('numbers');
  }
  return undefined;
}

/** How many rows of a sheet are checked to see whether it holds a table. */
const LOOKED_AT_ROWS = 200;
/** Any day on which a bank may have booked. */
const ANY_DAY = { first: 0, last: 50_000 };

/** The first sheet with rows of data, visible ones before hidden ones; else the first one that is not empty. */
function chooseSheet(sheets: Iterable<Sheet>): Opened {
  const filled = [...sheets].filter(({ rows }) => rows.length > 0);
  const inOrder = [
    ...filled.filter(({ isHidden }) => !isHidden),
    ...filled.filter(({ isHidden }) => isHidden),
  ];
  const tables = inOrder.filter(isTable);
  const sheet = tables[0] ?? inOrder[0];
  if (sheet === undefined) {
    throw new MalformedCsvError(
      'The workbook has no sheet with anything in it.',
      1,
      'empty_workbook',
    );
  }
  const others = tables.filter((other) => other !== sheet && !other.isHidden);
  const name = excerpt(sheet.name);
  const warnings: Warning[] = [];
  if (others.length > 0) {
    const named = listed(others.map((other) => excerpt(other.name)));
    warnings.push(warning('sheets_unread', { sheet: name, others: named }));
  }
  if (sheet.uncomputed > 0) {
    warnings.push(warning('cells_uncomputed', { count: sheet.uncomputed, sheet: name }));
  }
  return { sheet, texts: [], warnings };
}

function isTable({ rows, ...sheet }: Sheet): boolean {
  const start = sheetText({ ...sheet, rows: rows.slice(0, LOOKED_AT_ROWS) }, { col_sep: '\t' });
  return hasData(start, ['\t']);
}

function hasData(text: Uint8Array, separators: readonly string[] = SEPARATORS): boolean {
  return separators.some((separator) =>
    firstRows(text, separator).some((row) => looksLikeData(row, ANY_DAY)),
  );
}

/** What is read from the files of an archive: statements of one format, or tables under one header. Throws MalformedCsvError. */
function chooseTexts(
  found: Opened['texts'],
  unread: readonly string[],
): Pick<Opened, 'texts' | 'warnings'> {
  if (found.length === 0) {
    const named =
      unread.length === 0
        ? 'no file'
        : `no table and no statement (${listed(unread.map((name) => excerpt(name)))})`;
    throw new MalformedCsvError(`The ZIP file holds ${named}.`, 1, 'nothing_in_zip');
  }
  if (found.length === 1) return { texts: found, warnings: [] };
  const { distinct, warnings } = distinctTexts(
    found.map((packed) => {
      const { bytes } = decodeText(packed.bytes, declaredEncoding(packed.bytes));
      return { name: packed.name, bytes, packed };
    }),
  );
  const statements = distinct.filter(({ bytes }) => statementFormat(bytes) !== undefined);
  const tables = distinct.filter((one) => !statements.includes(one) && hasData(one.bytes));
  const formats = new Set(statements.map(({ bytes }) => statementFormat(bytes)));
  const read = [...statements, ...tables];
  const isAlike = formats.size === 0 && new Set(tables.map(headerOf)).size === 1;
  if (read.length > 1 && !isAlike && (formats.size > 1 || tables.length > 0)) {
    const named = listed(read.map(({ name }) => excerpt(name)));
    throw new MalformedCsvError(
      `The ZIP file holds files of several kinds (${named}), which may hold the same bookings: send one kind at a time.`,
      1,
      'several_kinds',
    );
  }
  if (read.length < 2) {
    const only = read[0] ?? distinct[0];
    return { texts: only === undefined ? [] : [only.packed], warnings };
  }
  return { texts: read, warnings: [...warnings, ...sharedRowsWarning(tables)] };
}

function unreadWarning(found: Opened['texts'], unread: readonly string[]): Warning[] {
  if (found.length === 0 || unread.length === 0) return [];
  return [warning('files_unread', { files: listed(unread.map((name) => excerpt(name))) })];
}

function headerOf({ bytes }: { bytes: Uint8Array }): string {
  return new TextDecoder().decode(bytes.subarray(0, nextLineStart(bytes, 0))).trim();
}

/** Joins tables under the same header; a blank line replaces each repeated header. */
function joinTables(tables: readonly Uint8Array[]): Uint8Array {
  const newline = utf8Bytes('\n');
  return joinBytes(
    tables.flatMap((bytes, index) => {
      const isEnded = bytes.at(-1) === 10;
      const rows = index === 0 ? bytes : bytes.subarray(nextLineStart(bytes, 0));
      return [...(index === 0 ? [] : [newline]), rows, ...(isEnded ? [] : [newline])];
    }),
  );
}

function linesWarning(texts: Opened['texts']): Warning {
  let next = 1;
  const starts = texts.map(({ name, bytes }) => {
    const start = next;
    next += countLines(bytes);
    return `${excerpt(name)} (${start})`;
  });
  return warning('files_joined', { files: listed(starts) });
}
