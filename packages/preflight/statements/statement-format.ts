export type StatementFormat = 'camt' | 'ofx' | 'mt940' | 'qif';

/** Only this much of a file is searched for its format: banks put comments and envelopes before the statement. */
const LOOKED_AT_BYTES = 4096;

/** Detects the format of a UTF-8 text; undefined when it is not a supported statement format. */
export function statementFormat(text: Uint8Array): StatementFormat | undefined {
  const start = new TextDecoder().decode(text.subarray(0, LOOKED_AT_BYTES)).trimStart();
  const has = (...words: RegExp[]): boolean => words.every((word) => word.test(start));
  if (has(/^OFXHEADER\s{0,9}[:=]/i) || has(/^</, /<\??OFX\b/i)) return 'ofx';
  if (has(/^</, /camt\.05[234]\.|BkToCstmr(?:Stmt|AcctRpt|DbtCdtNtfctn)\b/)) return 'camt';
  if (has(/^!(?:(?:Type|Option|Clear):|Account\s*$)/im)) return 'qif';
  // A fragment of a statement that begins with a booking counts as well.
  if (has(/^:61:\d{6}[\d ]{0,5}[RE]?[CD]/)) return 'mt940';
  return has(/^:20:|\{4::20:/m, /^:(?:25P?|28C?|60[FM]|34F):/m) ? 'mt940' : undefined;
}
