/** Writes a row as RFC 4180 does, with its line end. Reading it back gives the same cells, whatever they hold. */
export function csvLine(cells: readonly string[]): string {
  const [only = ''] = cells;
  // Unquoted, a single cell could read as a blank line or as a row with another separator.
  if (cells.length === 1 && !/^[^",;|\s][^",;|\t\r\n]*$/.test(only)) {
    return `"${only.replaceAll('"', '""')}"\r\n`;
  }
  return `${cells.map((cell) => csvCell(cell)).join(',')}\r\n`;
}

export function csvCell(cell: string, separator = ','): string {
  const isPlain = !/["\r\n]|^\uFEFF/.test(cell) && !cell.includes(separator);
  return isPlain ? cell : `"${cell.replaceAll('"', '""')}"`;
}
