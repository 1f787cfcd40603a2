/** Encodings in which each byte is a character, and bytes below 0x80 are ASCII. */
const SINGLE_BYTE = [
  'windows-1250',
  'windows-1251',
  'windows-1252',
  'windows-1253',
  'windows-1254',
  'windows-1255',
  'windows-1256',
  'windows-1257',
  'windows-874',
  'koi8-r',
  'ibm866',
  'macintosh',
  'iso-8859-1',
  'iso-8859-2',
  'iso-8859-5',
  'iso-8859-15',
] as const;
export type SingleByteEncoding = (typeof SINGLE_BYTE)[number];

/** Encodings that an upload may have, by the names that the `encoding` setting accepts and `TextDecoder` knows. */
export const ENCODINGS = [
  'utf-8',
  'utf-16le',
  'utf-16be',
  ...SINGLE_BYTE,
  'euc-jp',
  'euc-kr',
  'gb18030',
  'big5',
  'shift_jis',
] as const;
export type EncodingName = (typeof ENCODINGS)[number];

/** Whether the text is one of the names, in lower case. */
export function isEncodingName(name: string): name is EncodingName {
  return ENCODINGS.some((encoding) => encoding === name);
}

export function isSingleByte(encoding: EncodingName): encoding is SingleByteEncoding {
  return SINGLE_BYTE.some((one) => one === encoding);
}
