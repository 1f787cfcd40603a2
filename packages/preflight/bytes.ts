/** The high bit of each byte, which only characters beyond ASCII set; four bytes at a time. */
const BEYOND_ASCII = 0x80808080;
const EACH_BYTE = 0x01010101;
const EQUALS = 0x3d;
const QUOTE = 0x22;
const EACH_EQUALS = EQUALS * EACH_BYTE;
/** Short texts are read and written byte by byte: calling the decoder or the encoder costs more. */
const SHORT_BYTES = 12;
const SHORT_CHARS = 64;
const DELETE = 0x7f;

const decoder = new TextDecoder('utf-8', { ignoreBOM: true });
const encoder = new TextEncoder();

/** The same bytes as a plain Uint8Array: a Buffer of Node is one too, but slower to slice. */
export function plainBytes({ buffer, byteOffset, byteLength }: Uint8Array): Uint8Array {
  return new Uint8Array(buffer, byteOffset, byteLength);
}

/** A view of the same bytes that reads four at a time. */
export function wordsOf({ buffer, byteOffset, byteLength }: Uint8Array): DataView {
  return new DataView(buffer, byteOffset, byteLength);
}

/** The text of a range of UTF-8; bytes that cannot be decoded become U+FFFD. */
export function utf8Text(bytes: Uint8Array, from = 0, to = bytes.length): string {
  if (to - from > SHORT_BYTES) return decoder.decode(bytes.subarray(from, to));
  const end = Math.min(to, bytes.length);
  let text = '';
  let at = from;
  for (; at + 4 <= end; at += 4) {
    const [one, two, three, four] = [
      bytes[at] ?? 0,
      bytes[at + 1] ?? 0,
      bytes[at + 2] ?? 0,
      bytes[at + 3] ?? 0,
    ];
    if ((one | two | three | four) >= 0x80) return decoder.decode(bytes.subarray(from, end));
    text += String.fromCharCode(one, two, three, four);
  }
  for (; at < end; at += 1) {
    const byte = bytes[at] ?? 0;
    if (byte >= 0x80) return decoder.decode(bytes.subarray(from, end));
    text += String.fromCharCode(byte);
  }
  return text;
}

export function utf8Bytes(text: string): Uint8Array {
  if (text.length > SHORT_CHARS) return encoder.encode(text);
  const bytes = new Uint8Array(text.length);
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code >= 0x80) return encoder.encode(text);
    bytes[at] = code;
  }
  return bytes;
}

export function isDigit(byte: number | undefined): boolean {
  return byte !== undefined && byte >= 48 && byte <= 57;
}

/** Whether there is a digit between two offsets; words need no closer look. */
export function hasDigit(bytes: Uint8Array, from: number, to: number): boolean {
  for (let at = from; at < to; at += 1) if (isDigit(bytes[at])) return true;
  return false;
}

export function isLongerInUtf8(text: string, bytesMax: number): boolean {
  // A UTF-16 unit takes one to three bytes.
  if (text.length * 3 <= bytesMax) return false;
  return text.length > bytesMax || utf8Bytes(text).length > bytesMax;
}

export function joinBytes(pieces: readonly Uint8Array[]): Uint8Array {
  const joined = new Uint8Array(pieces.reduce((length, piece) => length + piece.length, 0));
  let at = 0;
  for (const piece of pieces) {
    joined.set(piece, at);
    at += piece.length;
  }
  return joined;
}

/** The offset of the next byte beyond ASCII; the end when there is none. `words` is a view of the same bytes. */
export function nextBeyondAscii(bytes: Uint8Array, words: DataView, from: number): number {
  let at = from;
  for (; at <= bytes.length - 16; at += 16) {
    const one = words.getInt32(at, true) | words.getInt32(at + 4, true);
    const other = words.getInt32(at + 8, true) | words.getInt32(at + 12, true);
    if (((one | other) & BEYOND_ASCII) !== 0) break;
  }
  while (at < bytes.length && (bytes[at] ?? 0) < 0x80) at += 1;
  return at;
}

export function isAscii(bytes: Uint8Array): boolean {
  return nextBeyondAscii(bytes, wordsOf(bytes), 0) === bytes.length;
}

/** The length of the character beyond ASCII that starts there; 0 when the bytes are not valid UTF-8. */
export function characterLength(bytes: Uint8Array, at: number): number {
  const lead = bytes[at] ?? 0;
  if (lead < 0xc2 || lead > 0xf4) return 0;
  const length = lead < 0xe0 ? 2 : lead < 0xf0 ? 3 : 4;
  // Refuses overlong encodings, halves of surrogate pairs, and what is beyond Unicode.
  const least = lead === 0xe0 ? 0xa0 : lead === 0xf0 ? 0x90 : 0x80;
  const most = lead === 0xed ? 0x9f : lead === 0xf4 ? 0x8f : 0xbf;
  const second = bytes[at + 1] ?? 0;
  if (second < least || second > most) return 0;
  for (let next = at + 2; next < at + length; next += 1) {
    if (((bytes[next] ?? 0) & 0xc0) !== 0x80) return 0;
  }
  return length;
}

/** What is rare in a UTF-8 text; after a fault, the rest is not looked at. */
export interface Utf8Look {
  isUtf8: boolean;
  hasNul: boolean;
  /** It has U+FFFD, which stands for bytes that could not be decoded. */
  hasReplacement: boolean;
  /** It has characters from the Arabic and Persian range, which includes their digits. */
  hasArabic: boolean;
  /** It has `="`, which exports put before a cell so that spreadsheets keep it as text. */
  hasGuard: boolean;
}

export function lookAtUtf8(bytes: Uint8Array): Utf8Look {
  const words = wordsOf(bytes);
  const look = {
    isUtf8: true,
    hasNul: false,
    hasReplacement: false,
    hasArabic: false,
    hasGuard: false,
  };
  for (let at = nextOddByte(bytes, words, 0); at < bytes.length;) {
    const byte = bytes[at] ?? 0;
    const length = byte < 0x80 ? 1 : characterLength(bytes, at);
    if (length === 0) return { ...look, isUtf8: false };
    if (byte === 0) look.hasNul = true;
    else if (byte === EQUALS) look.hasGuard ||= bytes[at + 1] === QUOTE;
    else if (byte === 0xd9 || byte === 0xdb) look.hasArabic = true;
    else if (byte === 0xef && bytes[at + 1] === 0xbf && bytes[at + 2] === 0xbd) {
      look.hasReplacement = true;
    }
    at = nextOddByte(bytes, words, at + length);
  }
  return look;
}

/** The offset of the next byte that is NUL, `=` or beyond ASCII: a byte of 0 borrows from its highest bit. */
function nextOddByte(bytes: Uint8Array, words: DataView, from: number): number {
  const { length } = bytes;
  let at = from;
  while (at < length) {
    // Byte by byte: the bytes in which one was found, and those after a character beyond ASCII, which rarely comes alone.
    for (const end = Math.min(at + 16, length); at < end; at += 1) {
      const byte = bytes[at] ?? 0;
      if (byte === 0 || byte === EQUALS || byte >= 0x80) return at;
    }
    for (; at <= length - 16; at += 16) {
      const one = words.getInt32(at, true);
      const two = words.getInt32(at + 4, true);
      const three = words.getInt32(at + 8, true);
      const four = words.getInt32(at + 12, true);
      const first = (one - EACH_BYTE) | one | ((one ^ EACH_EQUALS) - EACH_BYTE);
      const second = (two - EACH_BYTE) | two | ((two ^ EACH_EQUALS) - EACH_BYTE);
      const third = (three - EACH_BYTE) | three | ((three ^ EACH_EQUALS) - EACH_BYTE);
      const fourth = (four - EACH_BYTE) | four | ((four ^ EACH_EQUALS) - EACH_BYTE);
      if (((first | second | third | fourth) & BEYOND_ASCII) !== 0) break;
    }
  }
  return at;
}

export function isUtf8(bytes: Uint8Array): boolean {
  return lookAtUtf8(bytes).isUtf8;
}

/**
 * One character for each byte, so that patterns find offsets in the bytes: ASCII stays as it is, and any other byte
 * becomes the control character DEL.
 */
export function byteText(bytes: Uint8Array): string {
  if (isAscii(bytes)) return decoder.decode(bytes);
  const { length } = bytes;
  const words = wordsOf(bytes);
  const ascii = new Uint8Array(length);
  const made = wordsOf(ascii);
  let at = 0;
  for (; at <= length - 4; at += 4) {
    const word = words.getInt32(at);
    const others = (word & BEYOND_ASCII) >>> 7;
    made.setInt32(at, (word | Math.imul(others, DELETE)) & ~BEYOND_ASCII);
  }
  for (; at < length; at += 1) ascii[at] = Math.min(bytes[at] ?? 0, DELETE);
  return decoder.decode(ascii);
}
