/** A row as RFC 4180 writes it, with its line end. Whatever the cells hold, they are read back as they were. */
export function csvLine(cells: readonly string[]): string {
  const [only = ''] = cells;
  // A line of its own: it would be blank, or look like a row with another separator.
  if (cells.length === 1 && !/^[^",;|\s][^",;|\t\r\n]*$/.test(only)) {
    return `"${only.replaceAll('"', '""')}"\r\n`;
  }
  return `${cells.map(csvCell).join(',')}\r\n`;
}

function csvCell(cell: string): string {
  return /[",\r\n]|^\uFEFF/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell;
}
