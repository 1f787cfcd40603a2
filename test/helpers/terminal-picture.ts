const LINE = 20;
const COLUMN = 8.43;
const PAD = 16;

/** Blanks that no viewer joins. */
const escaped = (text: string): string =>
  text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll(' ', '\u00a0');

/** An SVG of a terminal: lines that begin with `$` are what a person typed, the others are answers. */
export function pictureTerminal(lines: readonly string[]): string {
  const width = Math.ceil(Math.max(...lines.map((line) => line.length)) * COLUMN) + 2 * PAD;
  const height = lines.length * LINE + 2 * PAD;
  const text = lines.map((line, at) => {
    const look = line.startsWith('$ ') ? ' fill="#7ee787" font-weight="bold"' : '';
    return `<text x="${PAD}" y="${PAD + at * LINE + 14}"${look}>${escaped(line)}</text>\n`;
  });
  const font = 'font-family="ui-monospace, Menlo, Consolas, monospace" font-size="14"';
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}">\n` +
    `<rect width="100%" height="100%" rx="8" fill="#161b22"/>\n` +
    `<g ${font} fill="#e6edf3">\n${text.join('')}</g>\n</svg>\n`
  );
}
