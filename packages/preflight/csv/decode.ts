import { joinBytes, lookAtUtf8, plainBytes, utf8Bytes } from '../bytes.ts';
import { detectEncoding } from './detect-encoding.ts';
import { isSingleByte } from './encodings.ts';
import type { EncodingName } from './encodings.ts';
import { transcodeSingleByte } from './transcode-single-byte.ts';
import { warning } from '../warnings/warning.ts';
import type { Warning } from '../warnings/warning.ts';

const CHUNK_BYTES = 256 * 1024;

export interface DecodedText {
  /** The text in UTF-8, without byte order mark and NUL bytes; not a copy if nothing changed. */
  bytes: Uint8Array;
  encoding: EncodingName;
  /** Numbers may be in Arabic or Persian digits. */
  hasArabic: boolean;
  /** Cells may be formulas like `="0012"` that protect them from spreadsheets. */
  mayHaveGuards: boolean;
  /** What a person should know about the bytes: some cannot be decoded, or are NUL. */
  warnings: Warning[];
}

/**
 * Converts an upload to UTF-8 from the encoding that `detectEncoding` finds; `encoding` is the one that was sent. Never
 * throws: what cannot be decoded reads as U+FFFD.
 */
export function decodeText(content: Uint8Array, encoding?: EncodingName): DecodedText {
  const bytes = plainBytes(content);
  const found = detectEncoding(bytes, encoding);
  const body = bytes.subarray(found.bomBytes);
  const text = toUtf8(body, found.encoding);
  const look = found.look ?? lookAtUtf8(text);
  const warnings = found.doubt === undefined ? [] : [found.doubt];
  const { encoding: name } = found;
  if (name === 'utf-8' ? !look.isUtf8 : look.hasReplacement) {
    warnings.push(warning('replacement_characters', { encoding: name }));
  }
  const hasNul = look.isUtf8 ? look.hasNul : text.includes(0);
  const mayHaveGuards = look.hasGuard || !look.isUtf8;
  const read = {
    encoding: found.encoding,
    hasArabic: look.hasArabic,
    mayHaveGuards,
    warnings,
  };
  if (!hasNul) return { ...read, bytes: text };
  const clean = withoutNuls(text);
  warnings.push(warning('nul_bytes', { count: text.length - clean.length }));
  return { ...read, bytes: clean };
}

function toUtf8(bytes: Uint8Array, encoding: EncodingName): Uint8Array {
  if (encoding === 'utf-8') return bytes;
  return isSingleByte(encoding) ? transcodeSingleByte(bytes, encoding) : transcode(bytes, encoding);
}

/** Piece by piece, so that the whole text is never in memory as a JavaScript string. */
function transcode(bytes: Uint8Array, encoding: EncodingName): Uint8Array {
  const decoder = new TextDecoder(encoding, { ignoreBOM: true });
  const pieces: Uint8Array[] = [];
  for (let at = 0; at < bytes.length; at += CHUNK_BYTES) {
    pieces.push(utf8Bytes(decoder.decode(bytes.subarray(at, at + CHUNK_BYTES), { stream: true })));
  }
  pieces.push(utf8Bytes(decoder.decode()));
  return joinBytes(pieces);
}

function withoutNuls(text: Uint8Array): Uint8Array {
  const clean = new Uint8Array(text.length);
  let length = 0;
  for (let at = 0; at < text.length; at += 1) {
    const byte = text[at] ?? 0;
    if (byte !== 0) clean[length++] = byte;
  }
  return clean.subarray(0, length);
}

/** Longer lines are cut: they are shown next to what was read from them. */
const LINE_CHARS_MAX = 400;

/** The wanted physical lines of the content, decoded, by their number from 1. */
export function decodeLines(
  content: Uint8Array,
  wanted: ReadonlySet<number>,
  encoding?: EncodingName,
): Record<number, string> {
  const text = new TextDecoder().decode(decodeText(content, encoding).bytes);
  const lines: Record<number, string> = {};
  for (const [index, line] of text.split(/\r\n|[\r\n]/, Math.max(0, ...wanted)).entries()) {
    if (wanted.has(index + 1)) lines[index + 1] = line.trimEnd().slice(0, LINE_CHARS_MAX);
  }
  return lines;
}
