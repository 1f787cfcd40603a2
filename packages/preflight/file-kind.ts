/** Longer than the longest beginning, and than a ZIP's description of its first entry. */
const LOOKED_AT_BYTES = 512;

const ANYTHING = /^/;
const STATEMENT = 'export the statement as CSV instead';
/** Read as transactions, see statements/. */
const BOOKINGS = 'send a statement of bookings with the type TransactionImport';
const UNPACK = 'unpack it and send the CSV inside';
const SAVE = 'save it as XLSX or CSV';

/** What content that is not read may be, as the end of "The content is …", and what to do about it. */
export const FILE_KINDS = {
  gzip: `a gzip file: ${UNPACK}`,
  zip: `a ZIP file or a workbook: ${UNPACK}`,
  empty_zip: `an empty ZIP file: ${UNPACK}`,
  bzip2: `a bzip2 file: ${UNPACK}`,
  xz: `an xz file: ${UNPACK}`,
  zstandard: `a Zstandard file: ${UNPACK}`,
  seven_zip: `a 7-Zip file: ${UNPACK}`,
  rar: `a RAR file: ${UNPACK}`,
  picture: `a picture: ${STATEMENT}`,
  pdf: `a PDF file: ${STATEMENT}`,
  rtf: `an RTF document: ${STATEMENT}`,
  web_page: 'a web page, perhaps one that asks for a login: download the file again',
  ofx: `an OFX file: ${BOOKINGS}`,
  camt: `a CAMT file (ISO 20022 XML): ${BOOKINGS}`,
  xml: `an XML file: ${STATEMENT}`,
  qif: `a QIF file: ${BOOKINGS}`,
  mt940: `an MT940 file: ${BOOKINGS}`,
  history: 'a native export: send it with the type NativeImport',
  json: 'JSON: save it as CSV',
  no_text: `no text: ${STATEMENT}`,
  old_workbook: `an old Excel workbook (xls): ${SAVE}`,
  binary_workbook: `a binary Excel workbook (xlsb): ${SAVE}`,
  locked_workbook:
    'a workbook with a password: open it with its password, save it without one, and send it again',
  numbers: 'an Apple Numbers document: export it as XLSX or CSV',
  office: 'an Office document without a sheet: save the table as XLSX or CSV',
  open_document: 'an OpenDocument file without a sheet: save the table as ODS or CSV',
};
export type FileKind = keyof typeof FILE_KINDS;

/** First bytes, as Latin-1, and what may follow: no text in any encoding that we read begins like this. */
const MAGIC: readonly (readonly [string, RegExp, FileKind])[] = [
  ['\x1f\x8b', ANYTHING, 'gzip'],
  // Where no table is read. If it was sent as text, there are no replacement characters in these bytes.
  ['PK\x03\x04', ANYTHING, 'zip'],
  ['PK\x05\x06', ANYTHING, 'empty_zip'],
  ['\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1', ANYTHING, 'old_workbook'],
  ['BZh', /^[1-9]1AY&SY/, 'bzip2'],
  ['\xfd7zXZ\x00', ANYTHING, 'xz'],
  ['\x28\xb5\x2f\xfd', ANYTHING, 'zstandard'],
  ['7z\xbc\xaf\x27\x1c', ANYTHING, 'seven_zip'],
  ['Rar!\x1a\x07', ANYTHING, 'rar'],
  ['\x89PNG\r\n\x1a\n', ANYTHING, 'picture'],
  ['\xff\xd8\xff', ANYTHING, 'picture'],
  // A gzip whose bytes were sent through a request as text.
  ['\x1f\xc2\x8b\x08', ANYTHING, 'gzip'],
  ['\x1f\xef\xbf\xbd\x08', ANYTHING, 'gzip'],
];

/** How texts of other formats begin. None of them can be the first line of a table. */
const BEGINNINGS: readonly [RegExp, FileKind][] = [
  [/^%PDF-/, 'pdf'],
  [/^\{\\rtf/, 'rtf'],
  [/^<(?:!doctype html|html|head|body|table)\b/i, 'web_page'],
  [/^(?:<\?xml[^>]*>\s*)?(?:<\?OFX|<OFX>)|^OFXHEADER\s*[:=]/i, 'ofx'],
  [/^(?:<\?xml[^>]*>\s*)?(?:<!--.*?-->\s*)?<(?:\w+:)?Document\b[^>]*camt\.\d/is, 'camt'],
  [/^<\?xml\b/i, 'xml'],
  [/^!(?:Type|Account|Option|Clear):/i, 'qif'],
  [/^(?:\{1:F01|:20:|:940:)/, 'mt940'],
  [/^\{\s*"type"\s*:/, 'history'],
  [/^\{\s*(?:\}|"(?:[^"\\]|\\.)*"\s*:)|^\[\s*(?:[[{\]]|"(?:[^"\\]|\\.)*"\s*[,\]]\s*")/, 'json'],
];

/** What a packed or binary file is, by its first bytes; undefined when it may be text. */
export function binaryKind(bytes: Uint8Array): FileKind | undefined {
  const start = latin1(bytes);
  return MAGIC.find(
    ([magic, rest]) => start.startsWith(magic) && rest.test(start.slice(magic.length)),
  )?.[2];
}

/** The same for the beginning of a text, decoded to UTF-8; undefined when it may be CSV. */
export function textKind(bytes: Uint8Array): FileKind | undefined {
  const start = latin1(bytes).trimStart();
  return BEGINNINGS.find(([beginning]) => beginning.test(start))?.[1];
}

const SAMPLE_BYTES = 64 * 1024;
/** Fewer such characters are a slip on somebody's keyboard. */
const STRANGE_MIN = 32;
const STRANGE_SHARE_MIN = 0.05;
const STRANGE = /[^\P{C}\p{Cf}\s]/gu;

/** The same for bytes whose encoding was guessed and that were decoded to UTF-8: no table has so many meaningless characters. */
export function noTextKind(bytes: Uint8Array): FileKind | undefined {
  const text = new TextDecoder().decode(bytes.subarray(0, SAMPLE_BYTES));
  const strange = text.match(STRANGE)?.length ?? 0;
  const isNoText = strange >= STRANGE_MIN && strange > text.length * STRANGE_SHARE_MIN;
  return isNoText ? 'no_text' : undefined;
}

function latin1(bytes: Uint8Array): string {
  return String.fromCharCode(...bytes.subarray(0, LOOKED_AT_BYTES));
}
