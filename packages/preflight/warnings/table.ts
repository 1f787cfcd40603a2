import { withAnd } from './file.ts';

interface Rivals {
  columns: string;
  others: string;
}
interface Holder {
  name: string;
  /** The column with the account holder, and the one with the other party. */
  column: string;
  other: string;
}

/** About a table: its header, its columns, and other ways to read them. */
export const TABLE_WARNINGS = {
  suggestions_undecided: () =>
    'The suggestions for this content contradict each other; the reading with the best evidence was used. Compare one booking.',
  no_header: () =>
    'The content has no header row: its columns are numbered and recognised by what they hold. Compare one booking.',
  header_shifted: ({ line }: { line: number }) =>
    `The header in line ${line} begins with a cell too many: it was moved to the left. Compare one booking.`,
  columns_moved: ({ lines }: { lines: string }) =>
    `The columns are in another order below a further header, and were read by their names there: line ${lines}. Compare one booking.`,
  header_like_data: () => 'The first row looks like data, not like a header: add a header row.',
  other_separator: ({ separator, sent }: { separator: string; sent: string }) =>
    `The columns seem to be separated by ${separator}, not by ${sent}.`,
  many_columns: ({ count, max }: { count: number; max: number }) =>
    `The header row has ${count} columns; only the first ${max} are read.`,
  /** The rows by line, with their number of cells in brackets. */
  ragged_rows: ({ cells, count, rows }: { cells: number; count: number; rows: string }) =>
    `Rows with more or fewer cells than the header, which has ${cells}: ${count}, namely ${rows.replaceAll(/(^|, )(?=\d)/g, '$1line ')}.`,
  other_table: ({ from, to }: { from: number; to: number }) =>
    `Lines ${from} to ${to} above the table look like bookings of another one, and are not read. Send rows_to_skip to read that one, and each table into its own account.`,
  columns_unread: ({ columns }: { columns: string }) =>
    `Columns that no setting names are not read, though they look like part of a booking: ${columns}. Send these settings, or apply_suggestions.`,
  names_blank: ({ column, name }: { column: string; name: string }) =>
    `Most rows have nothing in "${column}", which is read as the name: those transactions will be called "${name}". Send name_col_label to choose another column.`,
  names_missing: ({ name }: { name: string }) =>
    `No column is read as the name: every transaction will be called "${name}". Send name_col_label to choose one.`,
  amount_rival: ({ columns, others }: Rivals) =>
    `The amount was taken from ${withAnd(columns)}, but ${withAnd(others)} fits nearly as well: compare one booking.`,
  amounts_swapped: (columns: { out: string; in: string }) =>
    `Money out was taken from "${columns.out}" and money in from "${columns.in}", but the other way round fits nearly as well: compare one booking.`,
  date_rival: ({ columns, others }: Rivals) =>
    `The date was taken from ${withAnd(columns)}, but ${withAnd(others)} fits nearly as well: compare one booking.`,
  other_days: ({ column, other }: { column: string; other: string }) =>
    `The date was taken from "${column}", and "${other}" has other days: send date_col_label if that is the day of booking.`,
  holder_paid_replaced: (holder: Holder) =>
    `${allNamed('in', holder)}; their names were taken from column "${holder.other}", which has the other party.`,
  holder_pays_replaced: (holder: Holder) =>
    `${allNamed('out', holder)}; their names were taken from column "${holder.other}", which has the other party.`,
  holder_paid: (holder: Holder) =>
    `${allNamed('in', holder)}; column "${holder.other}" has the other party of those. Send name_col_label to choose.`,
  holder_pays: (holder: Holder) =>
    `${allNamed('out', holder)}; column "${holder.other}" has the other party of those. Send name_col_label to choose.`,
  fees_open: ({ column }: { column: string }) =>
    `Column "${column}" holds fees, and nothing in the content says whether the amounts already include them: they were read as they are. Send fee_col_label to deduct the fees.`,
  fees_deducted: ({ column }: { column: string }) =>
    `The fees in column "${column}" were deducted, since the amounts are round without them: compare one booking. If the amounts include them, send no fee_col_label.`,
  signs_tied: ({ column }: { column: string }) =>
    `As many amounts of column "${column}" have a minus as have none: those with a minus were read as taken back. Compare one of them.`,
  amounts_fine: ({ text }: { text: string }) =>
    `The amount "${text}" has more decimals than money has: the amounts may be quantities of something else. Compare one booking.`,
  accounts_in_one: (named: { column: string; count: number; accounts: string }) =>
    `Column "${named.column}" names ${named.count} accounts (${named.accounts}), but all rows go to the one that account_id names. Send no account_id, so that each row goes to the account of that name.`,
  decimals_split: ({ column }: { column: string }) =>
    `Every row has one cell more than the header, and the one behind "${column}" holds two digits: the comma seems to separate both columns and decimals, so that amounts lost their decimals. Export the content again with another separator, or with quotes around the amounts.`,
  not_currencies: ({ column }: { column: string }) =>
    `Column "${column}" holds no ISO 4217 currency code in any row; it was not read as the currency.`,
  currency_open: ({ text, codes }: { text: string; codes: string }) =>
    `"${text}" does not tell which currency is meant (${codes}): rows are taken to be in the account's currency. Send currency to be sure.`,
  currencies_by_words: ({ column }: { column: string }) =>
    `Column "${column}" names several currencies, and no column has their codes: all rows are taken to be in the account's currency. Import the rows of each currency into an account of it.`,
  currency_of_some: (found: { marked: number; amounts: number; text: string }) =>
    `Only ${found.marked} of ${found.amounts} amounts name a currency ("${found.text}"): the others are taken to be in the account's currency. Send currency to be sure.`,
  no_inflow_word: ({ column, word }: { column: string; word: string }) =>
    `No row of column "${column}" holds the inflow value "${word}": every row would be an outflow.`,
  no_outflow_word: ({ column, word }: { column: string; word: string }) =>
    `No row of column "${column}" holds the outflow value "${word}": every row would be an inflow.`,
  other_inflow_words: ({ column, words }: { column: string; words: string }) =>
    `Column "${column}" also holds ${words}: read as inflows. Send amount_type_inflow_value to name the inflows; the other rows are then left out.`,
  other_outflow_words: ({ column, words }: { column: string; words: string }) =>
    `Column "${column}" also holds ${words}: read as outflows. Send amount_type_outflow_value to name the outflows; the other rows are then left out.`,
};

function allNamed(side: 'in' | 'out', { name, column }: Holder): string {
  return `Column "${column}" names all bookings of money ${side} "${name}", probably the holder of the account`;
}
