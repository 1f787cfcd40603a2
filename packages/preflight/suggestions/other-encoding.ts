import { isAscii, plainBytes, utf8Text } from '../bytes.ts';
import { excerpt } from '../text.ts';
import { decodeText } from '../csv/decode.ts';
import { contradictingWord, detectEncoding } from '../csv/detect-encoding.ts';
import type { DecodedText } from '../csv/decode.ts';
import type { EncodingName } from '../csv/encodings.ts';

/** An upload under the encoding that was sent. */
interface SentText {
  content: Uint8Array;
  bytes: Uint8Array;
  encoding: EncodingName;
  settings: { encoding?: EncodingName };
}

/** Characters that only appear when a text is decoded wrongly. */
const STRANGE = /(?!\s)[\p{Cc}\p{Cn}\p{Co}\p{Cs}\ufffd]/gu;
const SAMPLE_BYTES = 64 * 1024;

/** A text that is better than that of the encoding that was sent. */
interface BetterText extends DecodedText {
  /** The warning for the sender of the other encoding. */
  contradiction: string;
}

/**
 * The text decoded as its bytes suggest, when another encoding was sent and gives a worse text: characters that no text
 * holds, or words of no language. Undefined when no encoding was sent, or when both are equally good.
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
  const example = word && `: "${excerpt(word.meant)}" where it has "${excerpt(word.read)}"`;
  const contradiction =
    upload.encoding === likely.encoding
      ? `The content was read as ${likely.encoding}: encoding ${encoding}, which was sent, does not fit it.`
      : `The content does not fit encoding ${encoding}, which was sent; ${likely.encoding} reads it better${example ?? ''}.`;
  return { ...found, contradiction };
}

/** Share of characters that real text does not contain; 1 for a text without any ASCII, since every table has some. */
function strangeness(bytes: Uint8Array): number {
  const text = utf8Text(bytes.subarray(0, SAMPLE_BYTES));
  if (!/[,;\t|]/.test(text)) return 1;
  return (text.match(STRANGE)?.length ?? 0) / text.length;
}
