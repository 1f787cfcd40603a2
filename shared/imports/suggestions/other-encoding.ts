import { decodeText } from '../csv/decode.ts';
import { detectEncoding } from '../csv/detect-encoding.ts';
import type { DecodedText } from '../csv/decode.ts';
import type { EncodingName } from '../csv/encodings.ts';

/** An upload under the encoding that was sent. */
interface SentText {
  content: Uint8Array;
  bytes: Buffer;
  encoding: EncodingName;
  settings: { encoding?: EncodingName };
}

/** Characters that only appear when a text is decoded wrongly. */
const STRANGE = /(?!\s)[\p{Cc}\p{Cn}\p{Co}\p{Cs}\ufffd]/gu;
/** How much of the text is examined. */
const SAMPLE_BYTES = 64 * 1024;

/**
 * The text decoded as its bytes suggest, when another encoding was sent and gives a worse text. Undefined when no
 * encoding was sent, or when both are equally good.
 */
export function otherEncoding(upload: SentText): DecodedText | undefined {
  const { content, bytes, encoding, settings } = upload;
  if (settings.encoding === undefined) return undefined;
  const strange = strangeness(bytes);
  const likely = detectEncoding(
    Buffer.from(content.buffer, content.byteOffset, content.byteLength),
  );
  if (strange === 0 || likely.encoding === encoding) return undefined;
  const found = decodeText(content, likely.encoding);
  return strangeness(found.bytes) < strange ? found : undefined;
}

/** Share of characters that real text does not contain; 1 for a text without any ASCII, since every table has some. */
function strangeness(bytes: Buffer): number {
  const text = bytes.toString('utf8', 0, SAMPLE_BYTES);
  if (!/[,;\t|]/.test(text)) return 1;
  return (text.match(STRANGE)?.length ?? 0) / text.length;
}
