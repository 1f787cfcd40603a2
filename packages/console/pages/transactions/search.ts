/** What the list of transactions shows: all of it lies in the address. */
export interface TransactionsSearch {
  q?: string;
  account?: string;
  category?: string;
  merchant?: string;
  tag?: string;
  from?: string;
  to?: string;
  min?: string;
  max?: string;
  pending?: boolean;
  sync?: string;
  import?: string;
  sort?: Sort;
  /** The transaction whose details are open. */
  open?: string;
}

const SORTS = ['-date', 'date', '-amount', 'amount'] as const;
type Sort = (typeof SORTS)[number];

const UUID = /^[0-9a-f-]{36}$/i;
const DAY = /^\d{4}-\d{2}-\d{2}$/;
const AMOUNT = /^-?\d{1,40}(\.\d{1,40})?$/;
const FORMS = {
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
  open: UUID,
} as const;

/** Reads the address; what it cannot mean is left out. */
export function readSearch(raw: Record<string, unknown>): TransactionsSearch {
  const search: TransactionsSearch = {};
  for (const [name, form] of Object.entries(FORMS) as [keyof typeof FORMS, RegExp][]) {
    const value = raw[name];
    const text = typeof value === 'number' ? String(value) : value;
    if (typeof text === 'string' && form.test(text)) search[name] = text;
  }
  const { q, pending, sort } = raw;
  if ((typeof q === 'string' || typeof q === 'number') && q !== '') search.q = String(q);
  if (typeof pending === 'boolean') search.pending = pending;
  const known = SORTS.find((name) => name === sort);
  if (known !== undefined && known !== '-date') search.sort = known;
  return search;
}

/** The same as the list of the API takes it. */
export function toQuery(search: TransactionsSearch) {
  return {
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
    sort: search.sort,
  };
}
