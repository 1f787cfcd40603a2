/** Characters that a terminal draws two columns wide: East Asian ones and emoji. */
const WIDE =
  /[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6]|\p{Emoji_Presentation}/u;

/** How many columns of a terminal the text takes up. */
export function columnsOf(text: string): number {
  let columns = 0;
  for (const char of text) columns += WIDE.test(char) ? 2 : 1;
  return columns;
}

/** The text in at most `columnsMax` columns of a terminal, with an ellipsis where it was cut. */
export function shorten(text: string, columnsMax: number): string {
  if (columnsOf(text) <= columnsMax) return text;
  let kept = '';
  for (const char of text) {
    if (columnsOf(kept + char) >= columnsMax) break;
    kept += char;
  }
  return `${kept}…`;
}
