/** How files of other kinds begin, and what to do about each. */
const BEGINNINGS: readonly [RegExp, string][] = [
  [/^%PDF-/, 'a PDF file: export the statement as CSV instead'],
  [/^PK[^\w\s,;|'"-]{2}/, 'a spreadsheet or another packed file: save it as CSV'],
  [
    /^<(?:!doctype html|html)\b/i,
    'a web page, perhaps one that asks for a login: download the file again',
  ],
  [/^<\?xml\b/i, 'an XML file: export the statement as CSV instead'],
  [/^(?:OFXHEADER|<OFX>)/i, 'an OFX file: export the statement as CSV instead'],
  [/^!(?:Type|Account|Option):/i, 'a QIF file: export the statement as CSV instead'],
  [/^\{\s*"type"\s*:/, 'a native export: send it with the type NativeImport'],
  [/^[[{]\s*["{[\]}]/, 'JSON: save it as CSV'],
];

/** Longer than the longest beginning. */
const LOOKED_AT_BYTES = 64;

/** What a content without the needed headers seems to be when it is no CSV, in words for a person; or undefined. */
export function otherFormat(bytes: Buffer): string | undefined {
  const start = bytes.toString('latin1', 0, LOOKED_AT_BYTES).trimStart();
  return BEGINNINGS.find(([beginning]) => beginning.test(start))?.[1];
}
