/** About a request, and about an import compared with what the household has. */
export const IMPORT_WARNINGS = {
  unknown_field: ({ field }: { field: string }) =>
    `There is no field ${field} here; it was ignored.`,
  unknown_field_near: ({ field, near }: { field: string; near: string }) =>
    `There is no field ${field} here; it was ignored; did you mean ${near}?`,
  field_unread: ({ field }: { field: string }) =>
    `The field ${field} must be sent once, as a text, a number or a boolean; what else was sent of it was ignored.`,
  profile_formats_misfit: () =>
    'The profile’s encoding, date or number format does not fit this file: these were read as the file shows them.',
  profile_misfit: () =>
    'The profile does not fit most rows of this file: they were read as the file suggests.',
  currencies_blank: ({ codes, currency }: { codes: string; currency: string }) =>
    `Some rows state no currency and others of the same account state ${codes}: those without were read as ${currency}, the currency of the account. Compare one of them.`,
  accounts_made: ({ count, names }: { count: number; names: string }) =>
    `The household does not have the ${count === 1 ? 'account' : `${count} accounts`} ${names}, which the file names: publishing creates ${count === 1 ? 'it' : 'them'}.`,
  many_accounts: ({ max }: { max: number }) =>
    `The file names more than ${max} accounts: there is no warning before the others are created. Check the accounts of the rows.`,
  account_by_name: ({ named, account }: { named: string; account: string }) =>
    `Rows of the account ${named} go to the account ${account}, which has or had that name.`,
  account_by_number: ({ named, account }: { named: string; account: string }) =>
    `Rows of the account ${named} go to the account ${account}, which has that number.`,
  account_of_other_number: ({ named, account, number }: Numbered) =>
    `The file is of the account ${named}, but its rows go to the account ${account}, which has the number ${number}.`,
  account_may_be: ({ named, account, id }: { named: string; account: string; id: string }) =>
    `Publishing creates an account ${named}, but it may be the account ${account}: if so, send the account_id ${id}, or make this the number of that account.`,
  imported_before: ({ id, day, count }: { id: string; day: string; count: number }) =>
    `This may be the file that was sent on ${day} and is in the ledger (import ${id}), which has other amounts in rows that are new here: ${count}. If so, undo that import before you publish this one.`,
  positions_of_bank: ({ count }: { count: number }) =>
    `Positions of accounts whose holdings come from a bank connection are left out: ${count}.`,
  pending_missing: ({ count, transactions }: { count: number; transactions: string }) =>
    `${count === 1 ? '1 pending transaction is' : `${count} pending transactions are`} not in this file, neither pending nor booked, though it covers the day: ${transactions}. Delete what was never booked.`,
};

interface Numbered {
  named: string;
  account: string;
  number: string;
}
