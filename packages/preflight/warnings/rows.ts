interface RowsFound {
  count: number;
  lines: string;
  /** The words that are the reason, in brackets after a space, each with its number of rows; empty if there are none. */
  words: string;
}

interface Unknown {
  count: number;
  lines: string;
  /** The first such text. */
  text: string;
}

/** About rows: how many there are, and which are left out or read as pending. */
export const ROW_WARNINGS = {
  many_rows: ({ count, max }: { count: number; max: number }) =>
    `The content has ${count} rows, which is many for this type (more than ${max}): make sure that it is the right content before all of it is published.`,
  more_warnings: ({ hidden, total }: { hidden: number; total: number }) =>
    `${hidden} more warnings are not listed; ${total} were found in total.`,
  zero_amounts: ({ count, lines }: { count: number; lines: string }) => {
    const rows = count === 1 ? '1 row has' : `${count} rows have`;
    return `${rows} an amount of 0: ${count === 1 ? 'line' : 'lines'} ${lines}. Compare them: banks list notices like this, which are not bookings.`;
  },
  two_sided_amounts: ({ count, lines }: { count: number; lines: string }) => {
    const rows = count === 1 ? '1 row states' : `${count} rows state`;
    return `${rows} both money out and money in, and the difference was read: ${count === 1 ? 'line' : 'lines'} ${lines}. Compare them.`;
  },
  unknown_account_type: (found: Unknown) =>
    `${unknown(found, 'an account type that is unknown here')} Such an account becomes a Depository.`,
  unknown_color: (found: Unknown) =>
    `${unknown(found, 'a color that is not # and six hexadecimal digits')} It counts as blank.`,
  unknown_state: (found: Unknown) =>
    `${unknown(found, 'a state of a booking that is unknown here')} It counts as booked: compare one, and decline the import if it is not.`,
  refused_actions: (found: Unknown) =>
    `${unknown(found, 'an action that this service cannot carry out')} The import refuses such a rule.`,
  footer_with_bookings: ({ rows, lines }: { rows: number; lines: string }) =>
    `Lines left out at the end (footer_rows_to_skip: ${rows}) hold a date or an amount: ${lines}. Make sure that they are not bookings.`,
  read_as_pending: (found: RowsFound) =>
    `${describe(found, 'imported as pending because the file says so')} They become bookings when a later file or sync has them booked; send unbooked_rows=leave_out to leave them out.`,
  left_out_section: leftOut(
    'they are of other sections of the file than the one that is read',
    'it is of another section of the file than the one that is read',
    ' Lines above it are not read either; send rows_to_skip to read another section.',
  ),
  left_out_header: leftOut('they repeat the header', 'it repeats the header'),
  left_out_not_booked: leftOut(
    'the file says, or its balances show, that they were never booked',
    'the file says, or its balances show, that it was never booked',
    ' Send unbooked_rows=import to import them.',
  ),
  left_out_pending: leftOut(
    'the file says that they are still pending, or gives no day of booking',
    'the file says that it is still pending, or gives no day of booking',
    ' The bank lists them again once they are booked; send unbooked_rows=import_pending to import those with a date and an amount as pending.',
  ),
  left_out_repeated: leftOut(
    'others repeat them with a balance',
    'another one repeats it with a balance',
    ' Send unbooked_rows=import to import them.',
  ),
  left_out_neutral: leftOut(
    'the column of directions calls them neither money in nor money out',
    'the column of directions calls it neither money in nor money out',
    ' To import them, add the word to amount_type_inflow_value or amount_type_outflow_value, after a |.',
  ),
  left_out_other_unit: leftOut(
    'their amount is a quantity of something other than money',
    'its amount is a quantity of something other than money',
    ' Send skip_other_units=false to have them checked as money.',
  ),
  left_out_total: leftOut('they state a total or a balance', 'it states a total or a balance'),
  left_out_incomplete: leftOut('a date or an amount is blank', 'a date or an amount is blank'),
};

function unknown({ count, text, lines }: Unknown, what: string): string {
  const rows = count === 1 ? '1 row has' : `${count} rows have`;
  return `${rows} ${what} ("${text}"): ${count === 1 ? 'line' : 'lines'} ${lines}.`;
}

/** Builds a warning from why rows are left out, the same for a single row, and what to send to include them. */
function leftOut(because: string, alone: string, takenIn = '') {
  return ({ count, lines, words }: RowsFound): string => {
    const why = `left out because ${count === 1 ? alone : because}`;
    return describe({ count, lines, words }, why) + takenIn;
  };
}

function describe({ count, lines, words }: RowsFound, what: string): string {
  const rows = count === 1 ? '1 row is' : `${count} rows are`;
  return `${rows} ${what}${words}: ${count === 1 ? 'line' : 'lines'} ${lines}.`;
}
