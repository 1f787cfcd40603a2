import { isAscii, plainBytes, utf8Text } from '../bytes.ts';
import { excerpt } from '../text.ts';
import { decodeText } from '../csv/decode.ts';
import { contradictingWord, detectEncoding } from '../csv/detect-encoding.ts';
import type { DecodedText } from '../csv/decode.ts';
import type { EncodingName } from '../csv/encodings.ts';
import { warning } from '../warnings/warning.ts';
import type { Warning } from '../warnings/warning.ts';

/** An upload under the encoding that was sent. */
interface SentText {
  content: Uint8Array;
  bytes: Uint8Array;
  encoding: EncodingName;
  settings: { encoding?: EncodingName | undefined };
}

/** Characters that only appear when a text is decoded wrongly. */
const STRANGE = /(?!\s)[\p{Cc}\p{Cn}\p{Co}\p{Cs}\ufffd]/gu;
const SAMPLE_BYTES = 64 * 1024;

/** A better text than the encoding that was sent gives. */
interface BetterText extends DecodedText {
  /** The warning about the encoding that was sent. */
  contradiction: Warning;
}

/**
 * The text decoded as its bytes suggest, if another encoding was sent and gives a worse text: characters that no text
 * holds, or words of no language. Undefined if no encoding was sent, or both are equally good.
 */
export function otherEncoding(upload: SentText): BetterText | undefined {
  const { content, bytes, settings } = upload;
  const { encoding } = settings;
  if (encoding === undefined) return undefined;
  const raw = plainBytes(content);
  if (isAscii(raw)) return undefined;
  const likely = detectEncoding(raw);
  if (likely.encoding === encoding) return undefined;
  const found = decodeText(content, likely.encoding);
  const word = contradictingWord(raw, encoding, likely);
  if (word === undefined && strangeness(found.bytes) >= strangeness(bytes)) return undefined;
  return { ...found, contradiction: contradict(upload.encoding, encoding, likely.encoding, word) };
}

function contradict(
  read: EncodingName,
  sent: EncodingName,
  better: EncodingName,
  word: ReturnType<typeof contradictingWord>,
): Warning {
  if (read === better) return warning('encoding_not_used', { encoding: better, sent });
  if (word === undefined) return warning('encoding_misfit', { sent, better });
  const [meant, misread] = [excerpt(word.meant), excerpt(word.read)];
  return warning('encoding_misreads', { sent, better, meant, read: misread });
}

/** The share of characters that real text does not contain; 1 for a text without a separator, since every table has one. */
function strangeness(bytes: Uint8Array): number {
  const text = utf8Text(bytes.subarray(0, SAMPLE_BYTES));
  if (!/[,;\t|]/.test(text)) return 1;
  return (text.match(STRANGE)?.length ?? 0) / text.length;
}
