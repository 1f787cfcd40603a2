interface Unproven {
  line: number;
  /** In brackets after a space; empty if the statement names none. */
  account: string;
  /** Decimals: the balance before, the sum of the bookings, the balance after, and the difference. */
  opening: string;
  moved: string;
  closing: string;
  difference: string;
}

/** About bank statements in their own formats: balances that do not agree, and parts that are not read. */
export const STATEMENT_WARNINGS = {
  statement_twice: (unproven: Unproven & { amount: string }) =>
    doesNotAddUp(unproven, `a booking of ${unproven.amount} may be in it twice`),
  statement_sign: (unproven: Unproven & { amount: string }) =>
    doesNotAddUp(unproven, `the sign of the booking of ${unproven.amount} may be wrong`),
  statement_gap: (unproven: Unproven) =>
    doesNotAddUp(unproven, `a booking of ${unproven.difference} may be missing`),
  statement_missing: ({ line, account, opening, before, closing }: Missing) =>
    `The statement in line ${line}${ofAccount(account)} opens with ${opening}, but the one before it, in line ${before}, closes with ${closing}: a statement between them may be missing.`,
  statements_repeated: ({ count, lines }: { count: number; lines: string }) =>
    `${count === 1 ? '1 statement has' : `${count} statements have`} the account, balances and bookings of one before, and ${count === 1 ? 'is' : 'are'} left out: ${count === 1 ? 'line' : 'lines'} ${lines}.`,
  bookings_repeated: ({ count, lines }: { count: number; lines: string }) =>
    `${count === 1 ? '1 booking is' : `${count} bookings are`} left out because another file of the ZIP file has the same account, bank id and amount: ${count === 1 ? 'line' : 'lines'} ${lines}.`,
  several_accounts: ({ count, accounts }: { count: number; accounts: string }) =>
    `The file holds statements of ${count} accounts (${accounts}): send no account_id, so that each booking goes to the account of that name.`,
  bookings_unread: ({ count }: { count: number }) =>
    `Bookings of money are read with the type TransactionImport, not with this one: ${count}.`,
  trades_unread: ({ booked, trades }: { booked: number; trades: number }) =>
    `Trades of securities are read with the type TradeImport, with this one only their money: ${booked} of ${trades}.`,
  information_left_out: ({ count }: { count: number }) =>
    `Entries that the bank calls information (INFO) are not bookings and are left out: ${count}.`,
  amounts_negative: ({ count }: { count: number }) =>
    `Entries with an amount below zero, which the format does not have, were read by the side that they name (DBIT, CRDT): ${count}. Compare one booking.`,
  entries_undated: ({ count }: { count: number }) =>
    `Entries without a date have that of their statement's balances: ${count}. Compare one booking.`,
  bank_says: ({ text }: { text: string }) => `The bank's answer says: ${text}`,
  incomes_left_out: ({ count }: { count: number }) =>
    `Income and costs of an account without a cash balance are settled elsewhere and are left out: ${count}.`,
  securities_left_out: ({ count }: { count: number }) =>
    `Splits and transfers of securities, and positions without units, a price or a value, are not read: ${count} are left out.`,
  positions_unread: ({ count }: { count: number }) =>
    `Positions of securities are read with the type TradeImport, not with this one: ${count}.`,
  /** The account in brackets after a space; empty if the statement names none. */
  positions_read: ({ count, account, day }: { count: number; account: string; day: string }) =>
    `Positions that publishing stores as what the account${account} holds on ${day}: ${count}.`,
  kinds_contradicted: ({ count }: { count: number }) =>
    `Bookings whose kind (DEBIT, CREDIT) is the opposite of their sign were read by the sign: ${count}. Compare one.`,
  /** `id` is that of the correction, empty if it has none. */
  correction_elsewhere: ({ line, id, of }: Correcting) =>
    `The booking${ofId(id)} in line ${line} takes the place of ${of}, which the file does not have: delete that one if it was imported before.`,
  deletion_elsewhere: ({ line, id, of }: Correcting) =>
    `The record${ofId(id)} in line ${line} takes back the booking ${of}, which the file does not have, and is left out: delete that booking if it was imported before.`,
  /** Each action with its number of records; an action without a name is `""`. */
  actions_left_out: ({ actions }: { actions: string }) =>
    `Other actions of investment accounts, and what another account pays or receives, are not bookings and are left out: ${actions.replace(/(^|, )""/, '$1no action')}.`,
  openings_left_out: ({ count }: { count: number }) =>
    `Opening balances are not bookings and are left out: ${count}.`,
};

interface Correcting {
  line: number;
  id: string;
  of: string;
}

function ofId(id: string): string {
  return id === '' ? '' : ` ${id}`;
}

interface Missing {
  line: number;
  account: string;
  opening: string;
  /** The line of the previous statement, and its balance. */
  before: number;
  closing: string;
}

function ofAccount(account: string): string {
  return account.replace('(', '(account ');
}

function doesNotAddUp(unproven: Unproven, cause: string): string {
  const { line, account, opening, moved, closing, difference } = unproven;
  return `The statement in line ${line}${ofAccount(account)} does not add up: ${opening} and its bookings of ${moved} do not lead to ${closing}, a difference of ${difference}; ${cause}.`;
}
