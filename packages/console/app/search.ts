/** What each page reads from its address; what that cannot mean is left out. */
type Raw = Record<string, unknown>;

/** The values that have their form, a number as text. */
function only<Name extends string>(raw: Raw, forms: Record<Name, RegExp>) {
  const search: Partial<Record<Name, string>> = {};
  for (const name of Object.keys(forms) as Name[]) {
    const value = raw[name];
    const text = typeof value === 'number' ? String(value) : value;
    if (typeof text === 'string' && forms[name].test(text)) search[name] = text;
  }
  return search;
}

/** Only paths of the console: a link must not lead to another host. */
export const readNext = (raw: Raw) => only(raw, { next: /^\/(?!\/)/ });

/** Days back that net worth is shown for. */
export const RANGES = { month: 30, quarter: 90, year: 365 } as const;
export type Range = keyof typeof RANGES;
export const readRange = (raw: Raw) => only(raw, { range: /^(month|year)$/ }) as { range?: Range };

/** The sections of the settings, in the order of their tabs. */
export const SECTIONS = ['household', 'keys', 'webhooks', 'profiles', 'data'] as const;
export const readSection = ({ section }: Raw) => {
  const known = SECTIONS.find((name) => name === section);
  return known === undefined ? {} : { section: known };
};

/** The transaction that a rule is made of. */
export const readFrom = (raw: Raw) => only(raw, { from: UUID });

const UUID = /^[0-9a-f-]{36}$/i;
const DAY = /^\d{4}-\d{2}-\d{2}$/;
const AMOUNT = /^-?\d{1,40}(\.\d{1,40})?$/;
const FORMS = {
  q: /./,
  account: UUID,
  category: /^(none|[0-9a-f-]{36})$/i,
  merchant: UUID,
  tag: UUID,
  from: DAY,
  to: DAY,
  min: AMOUNT,
  max: AMOUNT,
  sync: UUID,
  import: UUID,
  sort: /^(date|-?amount)$/,
  /** The transaction whose details are open. */
  open: UUID,
};

/** What the list of transactions shows: all of it lies in the address. */
export type TransactionsSearch = Partial<Record<keyof typeof FORMS, string>> & {
  pending?: boolean;
};

export const readTransactions = (raw: Raw): TransactionsSearch => ({
  ...only(raw, FORMS),
  ...(typeof raw['pending'] === 'boolean' && { pending: raw['pending'] }),
});

/** The same as the list of the API takes it. */
export const toQuery = (search: TransactionsSearch) => ({
  search: search.q,
  account_id: search.account,
  category_id: search.category,
  merchant_id: search.merchant,
  tag_id: search.tag,
  start_date: search.from,
  end_date: search.to,
  min_amount: search.min,
  max_amount: search.max,
  pending: search.pending,
  sync_id: search.sync,
  import_id: search.import,
  sort: search.sort as 'date' | 'amount' | '-amount' | undefined,
});
