import type { shapeAccount, shapeBalance, shapeHolding, shapeTransaction } from './shapes.ts';

/**
 * What belongs in this folder: everything that speaks to the bank-connectivity provider. Both the API
 * (which checks a new key) and the sync worker use it, so it lives in shared/.
 *
 * The types here are the provider's answers after *shape* normalisation and before *judgement*: field
 * names of both wire dialects are folded into one, numbers are exact decimal text, ids are text. Whether
 * a row is acceptable (date, amount, currency) is the sync's decision, so nulls are kept. What is read of an
 * answer, and under which names, stands in shapes.ts alone.
 */

/** One account as the provider lists it. `id` is never blank; an entry without an id is not listed. */
export type ProviderAccount = NonNullable<ReturnType<typeof shapeAccount>>;

type ProviderBalance = ReturnType<typeof shapeBalance>;

/** One row of the transactions list. A list entry that is no object at all arrives with every field null. */
export type ProviderTransaction = ReturnType<typeof shapeTransaction>;

/**
 * Where the next page is. A plain JSON value, so that a checkpoint can store it as it is. Treat it as
 * opaque: `seen` and `pagesRead` carry the loop and length guards across a crash.
 */
export type PageToken = {
  kind: 'cursor' | 'link' | 'page';
  /** The cursor, the next link (path and query, same host), or the page number as text. */
  value: string;
  /** Pages read before this one. */
  pagesRead: number;
  /** Short digests of every token followed so far. */
  seen: string[];
};

/** Why a read ended before the provider's last page. Its rows are good, the list is not complete. */
export type PageStop = 'pagination_loop' | 'too_many_pages' | 'next_page_missing';

export type TransactionsPage = {
  rows: ProviderTransaction[];
  /** The provider's own count of the whole list, when it sends one. */
  total: number | null;
  /** null: no further page. */
  next: PageToken | null;
  /** Set when `next` is null although the provider spoke of another page. */
  stopped: PageStop | null;
};

export type TransactionsQuery = {
  /** Inclusive calendar dates, YYYY-MM-DD. */
  from: string;
  to: string;
  includePending: boolean;
  /** null for the first page. */
  page: PageToken | null;
};

export type ProviderHolding = ReturnType<typeof shapeHolding>;

export type ProviderHoldings =
  | { supported: false }
  | {
      supported: true;
      /** null as sent: some say so that there are none, for others it is a fault. */
      holdings: ProviderHolding[] | null;
      totalValue: string | null;
      currency: string | null;
    };

/**
 * One credential's view of the provider. Every method asks the shared rate limiter before every HTTP
 * request (its retries included) and throws ProviderError only.
 */
export type ProviderClient = {
  /** All accounts the key can see; follows pages itself. */
  listAccounts(signal?: AbortSignal): Promise<ProviderAccount[]>;
  getBalance(accountId: string, signal?: AbortSignal): Promise<ProviderBalance>;
  /** One page, one successful HTTP exchange, so that the caller can checkpoint each page. */
  fetchTransactionsPage(
    accountId: string,
    query: TransactionsQuery,
    signal?: AbortSignal,
  ): Promise<TransactionsPage>;
  /** 404 and 501 are `{ supported: false }`; every other failure throws. */
  getHoldings(accountId: string, signal?: AbortSignal): Promise<ProviderHoldings>;
};
