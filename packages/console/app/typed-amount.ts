import {
  AMBIGUOUS,
  FORMAT_BITS,
  NUMBER_FORMATS,
  readAmountText,
  readDecimal,
} from '#preflight/fields/amounts';

/** The exact decimal that a typed amount means; null if it means none, or may mean two. */
export function readTyped(text: string): string | null {
  const reading = readAmountText(text);
  if ((reading & AMBIGUOUS) !== 0) return null;
  // Formats that can read an unambiguous text read the same number.
  const format = NUMBER_FORMATS.find((one) => (reading & FORMAT_BITS[one]) !== 0);
  return (format && readDecimal(text, format)) ?? null;
}

/** Whether a text means a thousand to some readers and one to others, as `1,000` and `1.000` do. */
export const mayMeanTwo = (text: string): boolean => (readAmountText(text) & AMBIGUOUS) !== 0;
