/** Encodings that an upload may have, by the names that the `encoding` setting takes. */
export const ENCODINGS = [
  'utf-8',
  'utf-16le',
  'utf-16be',
  'windows-1250',
  'windows-1252',
  'iso-8859-1',
  'iso-8859-2',
  'iso-8859-15',
  'euc-jp',
  'euc-kr',
  'gb18030',
  'big5',
  'shift_jis',
] as const;
export type EncodingName = (typeof ENCODINGS)[number];

const NAMES: ReadonlySet<string> = new Set(ENCODINGS);

/** Whether the text is one of the names, in lower case. */
export function isEncodingName(name: string): name is EncodingName {
  return NAMES.has(name);
}
