import { isUtf8 } from 'node:buffer';
import { detectEncoding } from './detect-encoding.ts';
import { isSingleByte } from './encodings.ts';
import type { EncodingName } from './encodings.ts';
import { transcodeSingleByte } from './transcode-single-byte.ts';

const CHUNK_BYTES = 256 * 1024;
const REPLACEMENT = Buffer.from('\uFFFD');

export interface DecodedText {
  /** The text in UTF-8, without byte order mark and NUL bytes. Not a copy when nothing changed. */
  bytes: Buffer;
  encoding: EncodingName;
  /** What a person should know about the bytes: those that do not read, NULs. */
  warnings: string[];
}

/**
 * Brings an upload to UTF-8. `encoding` is used when it was sent; a byte order mark wins over it,
 * and without either the bytes decide. Never throws: what does not read becomes U+FFFD.
 */
export function decodeText(content: Uint8Array, encoding?: EncodingName): DecodedText {
  const bytes = Buffer.from(content.buffer, content.byteOffset, content.byteLength);
  const found = detectEncoding(bytes, encoding);
  const body = bytes.subarray(found.bomBytes);
  const text = toUtf8(body, found.encoding);
  const warnings = found.doubt === undefined ? [] : [found.doubt];
  if (found.encoding === 'utf-8' && !isUtf8(text)) {
    warnings.push(
      'Some bytes are not valid UTF-8 text; they are read as the replacement character.',
    );
  } else if (found.encoding !== 'utf-8' && text.includes(REPLACEMENT)) {
    warnings.push(
      `Some bytes are not valid ${found.encoding} text; they are read as the replacement character.`,
    );
  }
  if (!text.includes(0)) return { bytes: text, encoding: found.encoding, warnings };
  const clean = withoutNuls(text);
  warnings.push(`The content holds ${text.length - clean.length} NUL bytes, which are left out.`);
  return { bytes: clean, encoding: found.encoding, warnings };
}

function toUtf8(bytes: Buffer, encoding: EncodingName): Buffer {
  if (encoding === 'utf-8') return bytes;
  return isSingleByte(encoding) ? transcodeSingleByte(bytes, encoding) : transcode(bytes, encoding);
}

/** Piece by piece, so that the whole text is never in memory as a JavaScript string. */
function transcode(bytes: Buffer, encoding: EncodingName): Buffer {
  const decoder = new TextDecoder(encoding, { ignoreBOM: true });
  const pieces: Buffer[] = [];
  for (let at = 0; at < bytes.length; at += CHUNK_BYTES) {
    pieces.push(
      Buffer.from(decoder.decode(bytes.subarray(at, at + CHUNK_BYTES), { stream: true })),
    );
  }
  pieces.push(Buffer.from(decoder.decode()));
  return Buffer.concat(pieces);
}

function withoutNuls(text: Buffer): Buffer {
  const clean = Buffer.allocUnsafe(text.length);
  let length = 0;
  // Whole stretches between two NULs are copied at once.
  for (let from = 0; from < text.length;) {
    const nul = text.indexOf(0, from);
    const to = nul < 0 ? text.length : nul;
    if (to > from) length += text.copy(clean, length, from, to);
    from = to + 1;
  }
  return clean.subarray(0, length);
}
