import { characterLength, isUtf8, joinBytes, lookAtUtf8, plainBytes } from '../bytes.ts';
import { rankEncodings, scoreEncoding } from './rank-encodings.ts';
import { isSingleByte } from './encodings.ts';
import type { Utf8Look } from '../bytes.ts';
import type { EncodingName } from './encodings.ts';
import { warning } from '../warnings/warning.ts';
import type { Warning } from '../warnings/warning.ts';

/** At most this much is examined, so that the cost does not grow with the upload. */
const SAMPLE_BYTES_MAX = 32 * 1024;
/** Bytes on each side of a non-ASCII byte that are included in the sample. */
const CONTEXT_BYTES = 40;

export interface DetectedEncoding {
  encoding: EncodingName;
  /** Length of the byte order mark at the start. */
  bomBytes: number;
  /** What the bytes contain, if all of them were examined. */
  look?: Utf8Look;
  /** Asks a person to check the letters, if the bytes leave the encoding open. */
  doubt?: Warning;
}

/**
 * The encoding of an upload: that of its byte order mark; else the one that was sent, unless the bytes are valid UTF-8;
 * else UTF-16 or UTF-8 if the bytes look like it, or what the letters and words of a bounded sample suggest.
 */
export function detectEncoding(bytes: Uint8Array, sent?: EncodingName): DetectedEncoding {
  if (bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf) {
    return { encoding: 'utf-8', bomBytes: 3 };
  }
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return { encoding: 'utf-16le', bomBytes: 2 };
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return { encoding: 'utf-16be', bomBytes: 2 };
  const look = sent?.startsWith('utf-16') && bytes.includes(0) ? undefined : lookAtUtf8(bytes);
  // Text that was already decoded, as in a request body, is UTF-8 whatever was sent: no text in a single-byte encoding validates
  // as UTF-8 by chance, and no CSV in UTF-16 is without NUL bytes.
  if (sent !== undefined && look?.isUtf8 !== true) return { encoding: sent, bomBytes: 0 };
  const wide = look?.isUtf8 === true && !look.hasNul ? undefined : utf16WithoutBom(bytes);
  return { ...(wide === undefined ? byteEncoding(bytes, look) : { encoding: wide }), bomBytes: 0 };
}

/**
 * Mostly Latin text in UTF-16 has a NUL in every second byte, always on the same side. In another script only digits,
 * separators and line ends have one, so the text must also make sense as UTF-16.
 */
function utf16WithoutBom(bytes: Uint8Array): EncodingName | undefined {
  const length = Math.min(bytes.length, SAMPLE_BYTES_MAX) & ~1;
  if (length < 4) return undefined;
  let even = 0;
  let odd = 0;
  for (let at = 0; at < length; at += 2) {
    if (bytes[at] === 0) even += 1;
    if (bytes[at + 1] === 0) odd += 1;
  }
  const pairs = length / 2;
  if (odd > pairs * 0.5 && even < pairs * 0.1) return 'utf-16le';
  if (even > pairs * 0.5 && odd < pairs * 0.1) return 'utf-16be';
  const other = even === 0 ? 'utf-16le' : 'utf-16be';
  const isOneSided = Math.min(even, odd) === 0 && Math.max(even, odd) > pairs * 0.1;
  return isOneSided && isTable(new TextDecoder(other).decode(bytes.subarray(0, length)))
    ? other
    : undefined;
}

/** Whether a text has lines and separators, and only characters that exist. */
function isTable(text: string): boolean {
  const separator = text.search(/[,;\t|]/);
  const hasLines = separator >= 0 && /[\r\n]/.test(text.slice(separator));
  return hasLines && !/[\p{Cn}\p{Co}\p{Cs}\ufffd]/u.test(text);
}

/** With a score less than this below the best, another encoding explains the words nearly as well. A logarithm. */
const CLOSE = 2;
/** The words of any language score better than this for each byte. A logarithm. */
const UNLIKELY = -4.9;

function byteEncoding(bytes: Uint8Array, look?: Utf8Look): Omit<DetectedEncoding, 'bomBytes'> {
  if (look?.isUtf8 === true) return { encoding: 'utf-8', look };
  const sample = sampleOf(bytes);
  if (mostlyUtf8(sample)) return { encoding: 'utf-8' };
  const { ranked, bytes: count } = rankEncodings(sample);
  const [first] = ranked;
  if (first === undefined) return { encoding: 'windows-1252' };
  const rival = ranked.find(({ text }) => text !== first.text);
  const isClose = rival !== undefined && rival.score > first.score - CLOSE;
  const { encoding } = first;
  if (first.score >= UNLIKELY * count && !isClose) return { encoding };
  const doubt =
    first.score < UNLIKELY * count
      ? warning('encoding_unexplained', { encoding })
      : warning('encoding_close', { encoding, other: rival?.encoding ?? '' });
  return { encoding, doubt };
}

/** Logarithm of how much likelier than the sent encoding another must be for a warning. */
const SURELY = 8;

/**
 * One word as read in the sent encoding and in the one that the bytes suggest, if the latter explains the text far
 * better. Undefined if both read the same, or either may be right.
 */
export function contradictingWord(
  bytes: Uint8Array,
  sent: EncodingName,
  likely: DetectedEncoding,
): { read: string; meant: string } | undefined {
  // A word or two in East Asian characters explain their bytes no better than the letters of any single-byte encoding.
  const isJudged = sent === 'utf-8' || isSingleByte(sent);
  if (!isJudged || likely.doubt !== undefined) return undefined;
  const sample = sampleOf(bytes);
  const [own, other] = [sent, likely.encoding].map((one) => scoreEncoding(sample, one));
  if (own === undefined || other === undefined) return undefined;
  if (likely.encoding !== 'utf-8' && other.score < own.score + SURELY) return undefined;
  const words = other.text.split(' ');
  const pairs = own.text.split(' ').map((read, at) => ({ read, meant: words[at] ?? '' }));
  return pairs.find(({ read, meant }) => read !== meant);
}

/** The non-ASCII bytes with their surroundings: only these bytes differ between encodings. */
function sampleOf(bytes: Uint8Array): Uint8Array {
  if (bytes.length <= SAMPLE_BYTES_MAX) return bytes;
  const pieces: Uint8Array[] = [];
  let length = 0;
  for (let at = 0; at < bytes.length && length < SAMPLE_BYTES_MAX; at += 1) {
    if ((bytes[at] ?? 0) < 0x80) continue;
    const piece = bytes.subarray(Math.max(0, at - CONTEXT_BYTES), at + CONTEXT_BYTES);
    pieces.push(piece);
    length += piece.length;
    at += CONTEXT_BYTES;
  }
  return joinBytes(pieces);
}

/** Damaged UTF-8 is still UTF-8: it has more valid sequences than invalid bytes. */
function mostlyUtf8(sample: Uint8Array): boolean {
  let good = 0;
  let bad = 0;
  for (let at = 0; at < sample.length;) {
    const length = (sample[at] ?? 0) < 0x80 ? 1 : characterLength(sample, at);
    if (length === 0) bad += 1;
    else if (length > 1) good += 1;
    at += Math.max(1, length);
  }
  return good > bad;
}

/**
 * Whether the bytes are certainly in another East Asian encoding than the named one, which would read them as other
 * characters without an error. Western encodings are too similar to tell.
 */
export function namesOtherEncoding(content: Uint8Array, named: unknown): boolean {
  const bytes = plainBytes(content);
  if (isUtf8(bytes)) return false;
  const { ranked } = rankEncodings(sampleOf(bytes));
  const own = ranked.find(({ encoding }) => encoding === named);
  const [first] = ranked;
  return (
    own !== undefined &&
    first !== undefined &&
    [own, first].every(({ encoding }) => !isSingleByte(encoding)) &&
    first.score > own.score + SURELY
  );
}
