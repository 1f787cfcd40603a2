/** The search parameters of an address, before each page drops those that are invalid. */
type Raw = Record<string, unknown>;

/** The values that match their form, as text. */
function only<Name extends string>(raw: Raw, forms: Record<Name, RegExp>) {
  const search: Partial<Record<Name, string>> = {};
  for (const name of Object.keys(forms) as Name[]) {
    const value = raw[name] ?? '';
    const text = typeof value === 'string' ? value : JSON.stringify(value);
    if (forms[name].test(text)) search[name] = text;
  }
  return search;
}

/** Only a path: a link to sign-in must not lead on to another host. */
export const readNext = (raw: Raw) => only(raw, { next: /^\/(?!\/)/ });

export const readFrom = (raw: Raw) => only(raw, { from: UUID });

export const readAsked = (raw: Raw) => only(raw, { q: /./ });

const UUID = /^[0-9a-f-]{36}$/i;
const DAY = /^\d{4}-\d{2}-\d{2}$/;
const AMOUNT = /^-?\d{1,40}(\.\d{1,40})?$/;
const FORMS = {
  search: /./,
  account_id: UUID,
  category_id: /^(none|[0-9a-f-]{36})$/i,
  merchant_id: UUID,
  tag_id: UUID,
  start_date: DAY,
  end_date: DAY,
  min_amount: AMOUNT,
  max_amount: AMOUNT,
  pending: /^(true|false)$/,
  sync_id: UUID,
  import_id: UUID,
  sort: /^(date|-?amount)$/,
  /** The transaction whose details are open. */
  open: UUID,
};

export const readTransactions = (raw: Raw) => only(raw, FORMS);
export type TransactionsSearch = ReturnType<typeof readTransactions>;
