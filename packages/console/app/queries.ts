import {
  MutationCache,
  QueryCache,
  QueryClient,
  queryOptions,
  useMutation,
  useQuery,
} from '@tanstack/react-query';
import type { UseMutationResult } from '@tanstack/react-query';
import { isCallError } from '@ledgerline/client';
import type { AnswerOf, FeedItem, OptionsOf, PathOf } from '@ledgerline/client';
import { client } from './client.ts';
import { sessionKey } from './session.ts';
import { showError } from '../parts/fault-words.ts';

export type RecordType = FeedItem['type'];

const OF_ACCOUNTS = ['account', 'balance', 'transaction', 'valuation'] as const;
const OF_SUGGESTIONS = [
  ...(['transaction', 'account', 'transaction_suggestion'] as const),
  ...(['transfer_suggestion', 'account_suggestion'] as const),
];

/** What a read is made of, by the first part of its path: it is read again when the feed brings one of these, and after each write. */
const MADE_OF: Readonly<Record<string, readonly RecordType[]>> = {
  household: ['household'],
  accounts: OF_ACCOUNTS,
  net_worth: OF_ACCOUNTS,
  holdings: ['holding', 'account', 'sync'],
  categories: ['category'],
  merchants: ['merchant'],
  tags: ['tag'],
  transactions: ['transaction', 'transfer', 'category', 'merchant', 'tag'],
  transaction_suggestions: OF_SUGGESTIONS,
  transfer_suggestions: OF_SUGGESTIONS,
  account_suggestions: OF_SUGGESTIONS,
  rules: ['rule'],
  rule_runs: ['rule_run'],
  provider_connections: ['provider_connection'],
  syncs: ['sync'],
  imports: ['import'],
  import_sessions: ['import_session'],
  import_profiles: ['import_profile'],
  // The feed lacks them: they are read again by each visit of a page too.
  api_keys: [],
  webhook_endpoints: [],
  webhook_deliveries: [],
};

declare module '@tanstack/react-query' {
  interface Register {
    queryMeta: { readonly types?: readonly RecordType[] | undefined };
    /** `saysItself`: who began it shows what went wrong. */
    mutationMeta: { readonly saysItself?: true };
  }
}

function forgetEndedSession(error: unknown): void {
  if (isCallError(error) && error.status === 401) queryClient.setQueryData(sessionKey, null);
}

export const queryClient: QueryClient = new QueryClient({
  queryCache: new QueryCache({ onError: forgetEndedSession }),
  mutationCache: new MutationCache({
    onError(error, _variables, _result, { meta }) {
      forgetEndedSession(error);
      if (meta?.saysItself !== true) showError(error);
    },
    onSuccess: () => freshen(),
  }),
  defaultOptions: {
    // The feed says what is stale; the client repeats what may be repeated.
    queries: { staleTime: Infinity, retry: false, refetchOnWindowFocus: false },
    mutations: { retry: false },
  },
});

/** Reads again what is made of records of these types, or of any. */
export const freshen = (types?: readonly RecordType[]): Promise<void> =>
  queryClient.invalidateQueries({
    predicate: ({ meta: { types: own } = {} }) =>
      own !== undefined && (types === undefined || own.some((type) => types.includes(type))),
  });

/** The options of a query that is one GET: `useQuery(reading('/accounts', {}))`. */
export function reading<P extends PathOf<'get'>>(path: P, options: OptionsOf<'get', P>) {
  const get = client.get as (path: P, options: object) => Promise<AnswerOf<'get', P>>;
  return queryOptions({
    queryKey: [path, options] as const,
    queryFn: ({ signal }) => get(path, { ...options, signal }),
    ...freshBy(path),
  });
}

type ListPath = Parameters<typeof client.list>[0];

/** A list that is read to its end: one of which a person has dozens, such as accounts or categories. */
function readingAll<P extends ListPath>(path: P) {
  type Row = Awaited<ReturnType<ReturnType<typeof client.list<P>>['next']>>['value'] & object;
  return queryOptions({
    queryKey: [path, 'all'] as const,
    queryFn: async ({ signal }): Promise<Row[]> => {
      const rows: Row[] = [];
      const list = client.list as unknown as (path: P, options: object) => AsyncGenerator<Row>;
      for await (const row of list(path, { signal })) rows.push(row);
      return rows;
    },
    ...freshBy(path),
  });
}

function freshBy(path: string) {
  const types = MADE_OF[path.split('/')[1] ?? ''];
  return { meta: { types }, staleTime: types?.length ? Infinity : 0 };
}

/** What one GET answers, as `reading` describes it. */
export const useReading = <P extends PathOf<'get'>>(...what: Parameters<typeof reading<P>>) =>
  useQuery(reading(...what));

/** A list, as `readingAll` describes it. */
export const useReadingAll = <P extends ListPath>(path: P) => useQuery(readingAll(path));

/**
 * A write: on success what is shown is read again at once, on failure a notification says why. `mutate` begins it, `isPending` says that
 * it is at work, until that is read and `onSuccess` has ended.
 */
export const useWrite = <Input = void, Result = unknown>(
  write: (input: Input) => Promise<Result>,
  onSuccess?: (result: Result, input: Input) => unknown,
): UseMutationResult<Result, Error, Input> =>
  useMutation({ mutationFn: write, ...(onSuccess && { onSuccess }) });
