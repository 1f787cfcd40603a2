/** Where the text of a cell begins in a row's line, after spaces and a quote; undefined if the line has fewer cells. */
export function startOfCell(line: string, column: number, separator: string): number | undefined {
  let cell = 0;
  let isQuoted = false;
  for (let at = 0; at <= line.length; at += 1) {
    const char = line.charAt(at);
    if (cell === column && char !== ' ' && char !== '"') return at;
    if (char === '"') isQuoted = !isQuoted;
    else if (char === separator && !isQuoted) cell += 1;
  }
  return undefined;
}
