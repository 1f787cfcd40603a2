import type { shapeAccount, shapeBalance, shapeHolding, shapeTransaction } from './shapes.ts';

/**
 * This folder holds everything that talks to the bank-connectivity provider. It is shared because the API (which
 * checks a new key) and the sync worker both use it.
 *
 * The types here are the provider's answers after normalising their *shape* and before *judging* them: the names of
 * both wire dialects are merged, numbers are exact decimal text, ids are text. The sync decides whether a row is
 * acceptable (date, amount, currency), so nulls are kept. Only shapes.ts knows which fields are read, and under
 * which names.
 */

/** One account as the provider lists it. `id` is never blank; entries without an id are left out. */
export type ProviderAccount = NonNullable<ReturnType<typeof shapeAccount>>;

type ProviderBalance = ReturnType<typeof shapeBalance>;

/** One row of the transactions list. An entry that is not an object has null in every field. */
export type ProviderTransaction = ReturnType<typeof shapeTransaction>;

/**
 * Where the next page is. A plain JSON value that a checkpoint can store; treat it as opaque. `seen` and `pagesRead` let the guards
 * against loops and endless lists survive a crash.
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

/** Why a read ended before the provider's last page. Its rows are good, but the list is incomplete. */
export type PageStop = 'pagination_loop' | 'too_many_pages' | 'next_page_missing';

export type TransactionsPage = {
  rows: ProviderTransaction[];
  /** The provider's own count of the whole list, when it sends one. */
  total: number | null;
  /** null: no further page. */
  next: PageToken | null;
  /** Set when `next` is null although the provider announced another page. */
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
      /** null as sent: for some providers it means none, for others it is a fault. */
      holdings: ProviderHolding[] | null;
      totalValue: string | null;
      currency: string | null;
    };

/**
 * One credential's access to the provider. Every method takes a slot from the shared rate limiter before every HTTP
 * request (retries included) and throws only ProviderError.
 */
export type ProviderClient = {
  /** All accounts of the key, over all pages. */
  listAccounts(signal?: AbortSignal): Promise<ProviderAccount[]>;
  getBalance(accountId: string, signal?: AbortSignal): Promise<ProviderBalance>;
  /** One page in one successful HTTP exchange, after which the caller can write a checkpoint. */
  fetchTransactionsPage(
    accountId: string,
    query: TransactionsQuery,
    signal?: AbortSignal,
  ): Promise<TransactionsPage>;
  /** 404 and 501 are `{ supported: false }`; every other failure throws. */
  getHoldings(accountId: string, signal?: AbortSignal): Promise<ProviderHoldings>;
};
