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

/** Signs that no text holds: a wrong reading makes them. */
const STRANGE = /(?!\s)[\p{Cc}\p{Cn}\p{Co}\p{Cs}\ufffd]/gu;
/** As much text as is looked at. */
const SAMPLE_BYTES = 64 * 1024;

/**
 * The text under the encoding that its bytes speak for, when another one was sent and the text is worse under that:
 * undefined when none was sent, or when there is nothing to choose between the two.
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

/** Share of the signs that no text holds; 1 for a text in which no ASCII is left, as any table has it. */
function strangeness(bytes: Buffer): number {
  const text = bytes.toString('utf8', 0, SAMPLE_BYTES);
  if (!/[,;\t|]/.test(text)) return 1;
  return (text.match(STRANGE)?.length ?? 0) / text.length;
}
