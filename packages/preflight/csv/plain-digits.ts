/** A cell with a number, a date or a time, between characters that may separate cells. */
const NUMBER_CELL = /(?<=^|[,;|\t"])[\d٠-٩۰-۹٫٬/:.+\- ()]+(?=$|[,;|\t"\r])/gmu;

/**
 * Rewrites numbers and dates in Arabic or Persian digits in ASCII digits, `١٬٢٠٠٫٧٥` as `1200.75`; digits among words
 * stay. Takes UTF-8. Returns the same bytes if there are none.
 */
export function withPlainDigits(bytes: Uint8Array): Uint8Array {
  const text = new TextDecoder().decode(bytes);
  if (!/[٠-٩۰-۹]/u.test(text)) return bytes;
  return new TextEncoder().encode(text.replace(NUMBER_CELL, plainNumber));
}

function plainNumber(cell: string): string {
  return cell
    .replace(/[٠-٩۰-۹]/gu, (digit) => String((digit.codePointAt(0) ?? 0) & 0xf))
    .replaceAll('٬', '')
    .replaceAll('٫', '.');
}
