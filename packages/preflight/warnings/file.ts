/** About a file: its bytes, how it is packed, and how it is laid out. */
export const FILE_WARNINGS = {
  replacement_characters: ({ encoding }: { encoding: string }) =>
    `Some bytes are not valid ${encoding === 'utf-8' ? 'UTF-8' : encoding} text; they are read as the replacement character.`,
  nul_bytes: ({ count }: { count: number }) =>
    `The content holds ${count} NUL bytes, which are left out.`,
  encoding_unexplained: ({ encoding }: { encoding: string }) =>
    `The text was read as ${encoding}, but no encoding explains it well. Compare its letters, and send encoding if they are wrong.`,
  encoding_close: ({ encoding, other }: { encoding: string; other: string }) =>
    `The text was read as ${encoding}, but it reads nearly as well as ${other}. Compare its letters, and send encoding if they are wrong.`,
  encoding_not_used: ({ encoding, sent }: { encoding: string; sent: string }) =>
    `The content was read as ${encoding}: encoding ${sent}, which was sent, does not fit it.`,
  encoding_misfit: ({ sent, better }: { sent: string; better: string }) =>
    `The content does not fit encoding ${sent}, which was sent; ${better} reads it better.`,
  encoding_misreads: ({ sent, better, meant, read }: Misread) =>
    `The content does not fit encoding ${sent}, which was sent; ${better} reads it better: "${meant}" where it has "${read}".`,
  quotes_closed: ({ lines }: { lines: string }) =>
    `A quote opens a cell and is not closed in it in line ${lines}: by the number of cells, the row ends with its line, and was read that way. Compare it.`,
  quote_missing: ({ lines }: { lines: string }) =>
    `A quoted cell spans several lines and has text after its closing quote, so a quote is probably missing and a row lost: line ${lines}.`,
  cut_off: ({ line }: { line: number }) =>
    `The content ends within line ${line}, so it was probably cut off: that row is not read, and others may be missing. Download the file again.`,

  file_twice: ({ file }: { file: string }) => `${file} is in the ZIP file twice; it is read once.`,
  files_unread: ({ files }: { files: string }) => `Not read from the ZIP file: ${files}.`,
  /** Each name is followed by the line, in brackets, on which that file begins. */
  files_joined: ({ files }: { files: string }) =>
    `The files of the ZIP file are read as one, and line numbers continue from file to file: ${files.replaceAll(/ \((\d+)\)(?=, |$)/g, ' from line $1')}.`,
  rows_in_two_files: ({ count }: { count: number }) =>
    `${count === 1 ? '1 row is' : `${count} rows are`} in two files of the ZIP file, and read from both. If these files overlap, import them one after another: a booking that both have is then recognised.`,
  sheets_unread: ({ sheet, others }: { sheet: string; others: string }) =>
    `Only the sheet ${sheet} is read. Other sheets with tables: ${others}. Send each of them as its own file.`,
  cells_uncomputed: ({ count, sheet }: { count: number; sheet: string }) =>
    `${count} cells of the sheet ${sheet} hold a formula without its result, and are read as empty: open the file in a spreadsheet program and save it.`,

  directions_joined: ({ column, other }: { column: string; other: string }) =>
    `The column "${column}" is blank in some rows: these were read by the words of "${other}". Compare one booking.`,
  directions_blank: ({ column, word, other }: { column: string; word: string; other: string }) =>
    `Column "${column}" says "${word}" in some rows and nothing in the others: those were read as "${other}". Compare one booking.`,
  plus_signs: ({ column, mark }: { column: string; mark: string }) =>
    `Column "${column}" has "${mark}" in some rows and no sign in the others: those were read as money out. Compare one booking.`,
  minus_lost: () =>
    'Amounts have a "?" where the others have no sign: it was read as a minus, which an encoding lost. Compare one booking.',
  rows_broken: ({ lines }: { lines: string }) =>
    `A line ends within a cell in line ${lines}: by the number of cells, the row continues in the next line, and was read that way. Compare it.`,
  days_without_year: ({ text, from, to }: { text: string; from: string; to: string }) =>
    `The dates of the rows have no year: because of "${text}", they were read as ${from} to ${to}. Compare one booking.`,
  dates_in_parts: ({ column }: { column: number }) =>
    `The dates are those of three columns, year, month and day, from column ${column} on. Compare one booking.`,
  dates_filled: ({ count, column, lines }: { count: number; column: string; lines: string }) =>
    `${count} rows without a date have that of the booking above them, as the column "${column}" moves by their amounts: lines ${lines}.`,
  texts_continued: ({ count, lines }: { count: number; lines: string }) =>
    count === 1
      ? `The text of a booking continues in the rows below it, and was joined: lines ${lines}.`
      : `The texts of ${count} bookings continue in the rows below them, and were joined: lines ${lines}.`,
  texts_labelled: ({ from, to }: { from: number; to: number }) =>
    `The texts are spread over columns ${from} to ${to}, each behind a label: a booking is named by the first of them that has words.`,
  currency_columns: ({ columns }: { columns: string }) =>
    `The amounts of ${withAnd(columns)} are in their own currencies: they were read as one column. Compare one booking.`,
  exchanges_halved: ({ count, lines }: { count: number; lines: string }) =>
    `${count === 1 ? '1 row exchanges' : `${count} rows exchange`} one currency for another, and only one side was read: ${count === 1 ? 'line' : 'lines'} ${lines}. Enter the other side in the account of that currency.`,
  money_sides: ({ count, money, price, lines }: MoneySides) =>
    `${count === 1 ? '1 row has a quantity' : `${count} rows have quantities`} of something other than money: "${money}" was read instead, which is that times "${price}": ${count === 1 ? 'line' : 'lines'} ${lines}. Compare one: a transfer that is only valued in money is no booking.`,
  charges_joined: ({ columns, fee }: { columns: string; fee: string }) =>
    `${columns} ${columns.includes('", "') ? 'are' : 'is'} deducted together with ${fee}, because the amounts do not include what they add. Compare one booking.`,
  columns_by_blanks: () =>
    'The columns are separated only by spaces: they were split where every line has one. Compare one booking.',
  columns_by_sign: ({ separator }: { separator: string }) =>
    `The columns are separated by "${separator}", and were split there. Compare one booking.`,
  rows_in_blocks: () =>
    'The bookings are blocks of lines with labels: each was read as a row. Compare one booking.',
};

interface Misread {
  sent: string;
  better: string;
  /** A word under the better encoding, and under the one that was sent. */
  meant: string;
  read: string;
}

interface MoneySides {
  count: number;
  money: string;
  price: string;
  lines: string;
}

/** Joins quoted names, separated by commas, for an English sentence. */
export function withAnd(names: string): string {
  return names.replaceAll('", "', '" and "');
}
