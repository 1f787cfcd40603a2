/** Longer than the longest beginning, and than what a ZIP says about its first entry. */
const LOOKED_AT_BYTES = 512;

const ANYTHING = /^/;
const STATEMENT = 'export the statement as CSV instead';
/** Read as transactions, see statements/. */
const BOOKINGS = 'send a statement of bookings with the type TransactionImport';
const UNPACK = 'unpack it and send the CSV inside';
const SAVE = 'save it as CSV';

/** First bytes, as Latin-1, and what may follow: no text of any encoding that we read begins so. */
const MAGIC: readonly (readonly [string, RegExp, string, string])[] = [
  ['\x1f\x8b', ANYTHING, 'a gzip file', UNPACK],
  // Where no table is read; a text that it went through has no replacement characters in their place.
  ['PK\x03\x04', ANYTHING, 'a ZIP file or a workbook', UNPACK],
  ['PK\x05\x06', ANYTHING, 'an empty ZIP file', UNPACK],
  [
    '\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1',
    ANYTHING,
    'an old Excel workbook (xls)',
    'save it as XLSX or CSV',
  ],
  ['BZh', /^[1-9]1AY&SY/, 'a bzip2 file', UNPACK],
  ['\xfd7zXZ\x00', ANYTHING, 'an xz file', UNPACK],
  ['\x28\xb5\x2f\xfd', ANYTHING, 'a Zstandard file', UNPACK],
  ['7z\xbc\xaf\x27\x1c', ANYTHING, 'a 7-Zip file', UNPACK],
  ['Rar!\x1a\x07', ANYTHING, 'a RAR file', UNPACK],
  ['\x89PNG\r\n\x1a\n', ANYTHING, 'a picture', STATEMENT],
  ['\xff\xd8\xff', ANYTHING, 'a picture', STATEMENT],
  // A gzip whose bytes went through a request as text.
  ['\x1f\xc2\x8b\x08', ANYTHING, 'a gzip file', UNPACK],
  ['\x1f\xef\xbf\xbd\x08', ANYTHING, 'a gzip file', UNPACK],
];

/** How texts of other formats begin. None of them can be the first line of a table. */
const BEGINNINGS: readonly [RegExp, string, string][] = [
  [/^%PDF-/, 'a PDF file', STATEMENT],
  [/^\{\\rtf/, 'an RTF document', STATEMENT],
  [
    /^<(?:!doctype html|html|head|body|table)\b/i,
    'a web page, perhaps one that asks for a login',
    'download the file again',
  ],
  [/^(?:<\?xml[^>]*>\s*)?(?:<\?OFX|<OFX>)|^OFXHEADER\s*[:=]/i, 'an OFX file', BOOKINGS],
  [
    /^(?:<\?xml[^>]*>\s*)?(?:<!--.*?-->\s*)?<(?:\w+:)?Document\b[^>]*camt\.\d/is,
    'a CAMT file (ISO 20022 XML)',
    BOOKINGS,
  ],
  [/^<\?xml\b/i, 'an XML file', STATEMENT],
  [/^!(?:Type|Account|Option|Clear):/i, 'a QIF file', BOOKINGS],
  [/^(?:\{1:F01|:20:|:940:)/, 'an MT940 file', BOOKINGS],
  [/^\{\s*"type"\s*:/, 'a native export', 'send it with the type NativeImport'],
  [
    /^\{\s*(?:\}|"(?:[^"\\]|\\.)*"\s*:)|^\[\s*(?:[[{\]]|"(?:[^"\\]|\\.)*"\s*[,\]]\s*")/,
    'JSON',
    SAVE,
  ],
];

/** What the first bytes of a packed or binary file say it is, and what to do about it; undefined when it may be text. */
export function binaryKind(bytes: Uint8Array): string | undefined {
  const start = latin1(bytes);
  const found = MAGIC.find(
    ([magic, rest]) => start.startsWith(magic) && rest.test(start.slice(magic.length)),
  );
  return found && `${found[2]}: ${found[3]}`;
}

/** Same for the beginning of a text, decoded to UTF-8; undefined when it may be CSV. */
export function textKind(bytes: Uint8Array): string | undefined {
  const start = latin1(bytes).trimStart();
  const found = BEGINNINGS.find(([beginning]) => beginning.test(start));
  return found && `${found[1]}: ${found[2]}`;
}

const SAMPLE_BYTES = 64 * 1024;
/** Fewer characters than these are a slip of somebody's keyboard. */
const STRANGE_MIN = 32;
const STRANGE_SHARE_MIN = 0.05;
const STRANGE = /(?!\s)[\p{Cc}\p{Cn}\p{Co}\p{Cs}]/gu;

/** Same for bytes that were decoded to UTF-8 by what they themselves suggest: no table holds so many characters that mean nothing. */
export function noTextKind(bytes: Uint8Array): string | undefined {
  const text = new TextDecoder().decode(bytes.subarray(0, SAMPLE_BYTES));
  const strange = text.match(STRANGE)?.length ?? 0;
  const isNoText = strange >= STRANGE_MIN && strange > text.length * STRANGE_SHARE_MIN;
  return isNoText ? `no text: ${STATEMENT}` : undefined;
}

function latin1(bytes: Uint8Array): string {
  return String.fromCharCode(...bytes.subarray(0, LOOKED_AT_BYTES));
}
