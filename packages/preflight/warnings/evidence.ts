interface Formats {
  /** The format that was used, and the other one. */
  format: string;
  other: string;
}
interface Telling extends Formats {
  /** How many of the cells tell the two formats apart. */
  count: number;
  cells: number;
}
interface Broken {
  line: number;
  column: string;
  /** Decimals: the change of the balance, the row's amount, and the difference. */
  moved: string;
  amount: string;
  difference: string;
}
interface Missed {
  line: number;
  side: keyof typeof SIDES;
  stated: string;
  read: string;
  difference: string;
}
/** The line of the booking that may be wrong. */
type MissedBy = Missed & { row: number };
interface SignSources {
  by: keyof typeof SIGN_SOURCES;
  other: keyof typeof SIGN_SOURCES;
}

const SIDES = { out: 'money out', in: 'money in', all: 'all bookings' };

/** What the sign of amounts was inferred from. */
const SIGN_SOURCES = {
  balances: 'its balances',
  fees: 'its fees',
  words: 'a column of words',
  quantities: 'its quantities',
  headers: 'its headers',
  payments: 'the payments in it',
  texts: 'the words of its bookings',
  signs: 'the signs of most amounts',
};
const BASES = {
  balance: 'balance',
  words: 'words',
  distribution: 'distribution of the signs',
  content: 'content',
};

export type SignSource = keyof typeof SIGN_SOURCES;

/** About the formats and the sign that a reading is based on, and about balances and totals that contradict it. */
export const EVIDENCE_WARNINGS = {
  dates_alike: ({ format, other }: Formats) =>
    `The dates fit ${format} and ${other} alike; they were read as ${format}. Send date_format to be sure.`,
  dates_by_order: (formats: Formats) => suggests('The order of the rows', formats),
  dates_by_land: (formats: Formats) => suggests('The rest of the content', formats),
  dates_by_span: (formats: Formats) => suggests('The span of the dates', formats),
  dates_close: (telling: Telling) => onlySome('dates', telling, 'date_format'),
  numbers_alike: ({ format, other }: Formats) =>
    `The numbers fit ${format} and ${other} alike; they were read as ${format}. Send number_format to be sure.`,
  numbers_close: (telling: Telling) => onlySome('numbers', telling, 'number_format'),

  sign_rival_positive: ({ by, other }: SignSources) =>
    `By ${SIGN_SOURCES[by]} money out is positive, but by ${SIGN_SOURCES[other]} it is negative: compare the sign of one booking.`,
  sign_rival_negative: ({ by, other }: SignSources) =>
    `By ${SIGN_SOURCES[by]} money out is negative, but by ${SIGN_SOURCES[other]} it is positive: compare the sign of one booking.`,
  sign_turned_by_words: () => turnedBy('its words'),
  sign_turned_by_amounts: () => turnedBy('most of its amounts being positive'),
  signs_against_words: ({ words }: { words: string }) =>
    `The amounts of ${words} have the sign of the other direction. Compare the sign of one booking.`,
  signs_differ: ({ column, count, rows }: { column: string; count: number; rows: number }) =>
    `In ${count} of ${rows} rows the column "${column}" says the opposite of the sign of the amount. Compare the sign of one of them.`,
  signs_by_words: ({ words }: { words: string }) =>
    `The amounts of ${words} have the sign that other words are written with: all were signed by their words. Compare the sign of one booking.`,
  sign_by_quantities: ({ column }: { column: string }) =>
    `The amounts have the sign of the quantities in "${column}", of which a plus is a purchase: money out was read as positive. Compare the sign of one booking.`,
  signs_of_quantities: ({ column, count, rows }: { column: string; count: number; rows: number }) =>
    `In ${count} of ${rows} rows the amount has the sign of the quantity in "${column}", of which a plus is a purchase: there, money out seems to be positive. Compare the sign of one of them.`,
  quantities_differ: ({ column, count, rows }: { column: string; count: number; rows: number }) =>
    `In ${count} of ${rows} rows the column "${column}" says the opposite of the sign of the quantity, by which trades are read: a plus is a purchase. Compare one sale.`,
  journal_of_account: () =>
    'Debit and credit of a journal are those of its accounts: debit was read as money in, since all rows are of one account. Compare the sign of one booking.',
  journal: () =>
    'Debit and credit of a journal are those of its accounts: debit was read as money out. Compare the sign of one booking.',
  sign_reversed: ({ by }: { by: keyof typeof BASES }) =>
    `By the ${BASES[by]}, the sign of the amounts seems to be reversed: see the suggestions.`,
  signs_by_balance: ({ column, lines }: { column: string; lines: string }) =>
    `The amounts have no sign: they were read as money out where the balance in "${column}" falls. What follows from no balance is a guess: compare it (line ${lines}).`,
  sign_against_totals: () =>
    'The stated balances or totals fit the amounts with the opposite sign: the sign of the amounts seems to be reversed.',
  sign_against_balance: ({ count, rows }: { count: number; rows: number }) =>
    `In ${count} of ${rows} rows the balance moves against the amount: the sign of the amounts seems to be reversed.`,
  sign_all_in: ({ count }: { count: number }) =>
    `The first ${count} bookings were all read as money in: compare the sign of one booking.`,
  sign_open_column: () => signOpen('one column decided it'),
  sign_open_in: () => signOpen('positive amounts were read as money in'),
  sign_open_out: () => signOpen('positive amounts were read as money out'),

  balance_duplicate: (broken: Broken) => doesNotFollow(broken, 'the row may be a duplicate'),
  balance_sign: (broken: Broken) => doesNotFollow(broken, 'its sign may be wrong'),
  balance_decimals: (broken: Broken) => doesNotFollow(broken, 'its decimal separator may be lost'),
  balance_gap: (broken: Broken) => doesNotFollow(broken, 'a row may be missing or duplicated here'),
  balance_more: ({ count, total }: { count: number; total: number }) =>
    `The balance does not follow in ${count} more rows (${total} in all).`,
  total_decimals: (missed: Missed) => doesNotAddUp(missed, 'the decimal separator may be misread'),
  total_row_extra: (missed: MissedBy) =>
    doesNotAddUp(
      missed,
      `line ${missed.row} has this amount: it may be a duplicate, or have the wrong sign`,
    ),
  total_row_lacking: (missed: MissedBy) =>
    doesNotAddUp(
      missed,
      `line ${missed.row} has this amount: a second one may be missing, or its sign may be wrong`,
    ),
  total_row_sign: (missed: MissedBy) =>
    doesNotAddUp(missed, `the sign of line ${missed.row} may be wrong`),
  total_gap: (missed: Missed) => doesNotAddUp(missed, 'a row may be missing or duplicated'),
};

function suggests(what: string, { format, other }: Formats): string {
  return `${what} suggests ${format}, but ${other} fits the dates as well: compare one booking.`;
}

function onlySome(what: string, { count, cells, format, other }: Telling, setting: string): string {
  return `Only ${count} of ${cells} ${what} ${count === 1 ? 'shows' : 'show'} that they are written as ${format} and not as ${other}. Send ${setting} to be sure.`;
}

function turnedBy(why: string): string {
  return `Judging by ${why}, money out is positive in this content: compare the sign of one booking before you rely on signage_convention.`;
}

function signOpen(how: string): string {
  return `Nothing in the content says which sign money out has: ${how}. Send signage_convention to be sure.`;
}

function doesNotFollow({ line, column, moved, amount, difference }: Broken, cause: string): string {
  return `Line ${line}: the column "${column}" moves by ${moved}, the amount is ${amount}: a difference of ${difference}; ${cause}.`;
}

function doesNotAddUp({ line, side, stated, read, difference }: Missed, cause: string): string {
  return `Line ${line} states a total of ${stated} for ${SIDES[side]}, the rows add up to ${read}: a difference of ${difference}; ${cause}.`;
}
