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

/** Kinds of records that the feed lacks: they are read again by each visit of a page, and when one is written here. */
const NOT_IN_FEED = [
  'api_key',
  'webhook_endpoint',
  'webhook_delivery',
  // Tried on the past once a visit, not with each rule and each sync: it takes long.
  'rule_suggestion',
] as const;
export type RecordType = FeedItem['type'] | (typeof NOT_IN_FEED)[number];

declare module '@tanstack/react-query' {
  interface Register {
    queryMeta: { readonly types?: readonly RecordType[] };
    /** `saysItself`: who began it shows what went wrong. */
    mutationMeta: { readonly types?: readonly RecordType[]; readonly saysItself?: true };
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
    onSuccess: (_data, _variables, _result, mutation) => freshen(mutation.meta?.types ?? []),
  }),
  defaultOptions: {
    // The feed says what is stale; the client repeats what may be repeated.
    queries: { staleTime: Infinity, retry: false, refetchOnWindowFocus: false },
    mutations: { retry: false },
  },
});

/** Reads again what is made of records of these types. */
export function freshen(types: readonly RecordType[]): Promise<void> {
  if (types.length === 0) return Promise.resolve();
  return queryClient.invalidateQueries({
    predicate: ({ meta }) => meta?.types?.some((type) => types.includes(type)) ?? false,
  });
}

/**
 * The options of a query that is one GET: `useQuery(reading('/accounts', {}, ['account']))`. It is read again when the feed brings a
 * record of these types; what the feed does not carry is of no type, and read again by each visit of a page.
 */
export function reading<P extends PathOf<'get'>>(
  path: P,
  options: OptionsOf<'get', P>,
  types: readonly RecordType[],
) {
  const get = client.get as (path: P, options: object) => Promise<AnswerOf<'get', P>>;
  return queryOptions({
    queryKey: [path, options] as const,
    queryFn: ({ signal }) => get(path, { ...options, signal }),
    ...freshBy(types),
  });
}

/** A list that is read to its end: one of which a person has dozens, such as accounts or categories. */
export function readingAll<P extends Parameters<typeof client.list>[0]>(
  path: P,
  query: object,
  types: readonly RecordType[],
) {
  type Row = Awaited<ReturnType<ReturnType<typeof client.list<P>>['next']>>['value'] & object;
  return queryOptions({
    queryKey: [path, 'all', query] as const,
    queryFn: async ({ signal }): Promise<Row[]> => {
      const rows: Row[] = [];
      const list = client.list as unknown as (path: P, options: object) => AsyncGenerator<Row>;
      for await (const row of list(path, { query, signal })) rows.push(row);
      return rows;
    },
    ...freshBy(types),
  });
}

const freshBy = (types: readonly RecordType[]) => ({
  meta: { types },
  staleTime: types.length === 0 || NOT_IN_FEED.some((type) => types.includes(type)) ? 0 : Infinity,
});

/** What one GET answers, as `reading` describes it. */
export const useReading = <P extends PathOf<'get'>>(...what: Parameters<typeof reading<P>>) =>
  useQuery(reading(...what));

/** A list, as `readingAll` describes it. */
export const useReadingAll = <P extends Parameters<typeof client.list>[0]>(
  ...what: Parameters<typeof readingAll<P>>
) => useQuery(readingAll(...what));

/**
 * A write: on success what is made of these types is read again at once, on failure a notification says why. `mutate` begins it,
 * `isPending` says that it is at work, until what it changed is read and `onSuccess` has ended.
 */
export function useWrite<Input = void, Result = unknown>(
  write: (input: Input) => Promise<Result>,
  types: readonly RecordType[],
  onSuccess?: (result: Result, input: Input) => unknown,
): UseMutationResult<Result, Error, Input> {
  return useMutation({ mutationFn: write, meta: { types }, ...(onSuccess && { onSuccess }) });
}
