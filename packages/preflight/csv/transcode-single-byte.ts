import { nextBeyondAscii, utf8Bytes, utf8Text, wordsOf } from '../bytes.ts';
import { isSingleByte } from './encodings.ts';
import type { EncodingName, SingleByteEncoding } from './encodings.ts';

/** Shorter stretches are copied byte by byte. */
const STRETCH_BYTES = 64;

/**
 * Converts the text to UTF-8. Stretches of ASCII, which are most of a bank's file, are found four bytes at a time and copied;
 * every other character comes from a table that TextDecoder fills. Takes a fifth of TextDecoder's time, and builds no string.
 */
export function transcodeSingleByte(bytes: Uint8Array, encoding: SingleByteEncoding): Uint8Array {
  const characters = charactersOf(encoding);
  const words = wordsOf(bytes);
  const text = new Uint8Array(lengthInUtf8(bytes, words, characters));
  let length = 0;
  let copied = 0;
  for (
    let at = nextBeyondAscii(bytes, words, 0);
    at < bytes.length;
    at = nextBeyondAscii(bytes, words, at + 1)
  ) {
    if (at - copied > STRETCH_BYTES) {
      text.set(bytes.subarray(copied, at), length);
      length += at - copied;
    } else while (copied < at) text[length++] = bytes[copied++] ?? 0;
    const character = characters[bytes[at] ?? 0] ?? [];
    for (const byte of character) text[length++] = byte;
    copied = at + 1;
  }
  text.set(bytes.subarray(copied), length);
  return text;
}

/** Decodes a piece of text in any encoding. */
export function textOf(bytes: Uint8Array, encoding: EncodingName): string {
  if (!isSingleByte(encoding)) return new TextDecoder(encoding).decode(bytes);
  return utf8Text(transcodeSingleByte(bytes, encoding));
}

function lengthInUtf8(bytes: Uint8Array, words: DataView, characters: Uint8Array[]): number {
  let length = bytes.length;
  for (
    let at = nextBeyondAscii(bytes, words, 0);
    at < bytes.length;
    at = nextBeyondAscii(bytes, words, at + 1)
  ) {
    length += (characters[bytes[at] ?? 0]?.length ?? 1) - 1;
  }
  return length;
}

const known = new Map<SingleByteEncoding, Uint8Array[]>();

function charactersOf(encoding: SingleByteEncoding): Uint8Array[] {
  const made =
    known.get(encoding) ?? Array.from({ length: 256 }, (_, byte) => characterOf(byte, encoding));
  known.set(encoding, made);
  return made;
}

/** Bytes 0x80 to 0x9f of Windows-1252; a space marks a byte without a character. */
const WINDOWS_1252 = '€ ‚ƒ„…†‡ˆ‰Š‹Œ Ž  ‘’“”•–—˜™š›œ žŸ';

/**
 * Reads the two Western tables from no decoder: the standard merges them, and Node 20 reads both as ISO 8859-1. The
 * standard gives a control character for a byte without a character in a Windows table; here it becomes U+FFFD.
 */
function characterOf(byte: number, encoding: SingleByteEncoding): Uint8Array {
  const isExtra = byte >= 0x80 && byte < 0xa0;
  if (encoding === 'iso-8859-1') return utf8Bytes(String.fromCharCode(byte));
  if (encoding === 'windows-1252' && isExtra) {
    return utf8Bytes(WINDOWS_1252.charAt(byte - 0x80).replace(' ', '\ufffd'));
  }
  const character = new TextDecoder(encoding).decode(Uint8Array.of(byte));
  const isControl = character >= '\u0080' && character < '\u00a0';
  return utf8Bytes(isControl && encoding.startsWith('windows-') ? '\ufffd' : character);
}
