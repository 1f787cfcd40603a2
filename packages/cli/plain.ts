/**
 * Text that is safe in a terminal. Content may come from anywhere: control characters could command the terminal, and
 * bidirectional marks could reorder the text around them.
 */
export function plain(text: string): string {
  return text.replace(/[\p{Cc}\u202a-\u202e\u2066-\u2069]/gu, (char) => {
    const code = char.codePointAt(0) ?? 0;
    return code < 256 ? `\\x${hex(code, 2)}` : `\\u${hex(code, 4)}`;
  });
}

function hex(code: number, digits: number): string {
  return code.toString(16).padStart(digits, '0');
}
