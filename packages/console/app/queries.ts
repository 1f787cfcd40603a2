import { MutationCache, QueryCache, QueryClient, queryOptions } from '@tanstack/react-query';
import { useMutation, useQuery } from '@tanstack/react-query';
import { createContext } from 'react';
import type { UseMutationResult } from '@tanstack/react-query';
import { isCallError } from '@ledgerline/client';
import type { AnswerOf, OptionsOf, PathOf } from '@ledgerline/client';
import { client, sessionKey } from './session.ts';
import { showError } from '../parts/fault-words.ts';

/** Each visit of a page reads them again, since the feed does not bring them. */
const NOT_IN_FEED = /^\/(api_keys|webhook_\w+|rule_suggestions)$/;
/** The service tries suggestions on all past transactions, which takes long: pages say when to read them again. */
const COSTLY = '/rule_suggestions';

declare module '@tanstack/react-query' {
  interface Register {
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
    queries: {
      staleTime: ({ queryKey: [path] }) => (NOT_IN_FEED.test(String(path)) ? 0 : Infinity),
      retry: false,
      refetchOnWindowFocus: false,
    },
    mutations: { retry: false },
  },
});

/** Reads again what the service said, whose key begins with a path; what is not shown now, when it is. */
export const freshen = (): Promise<void> =>
  queryClient.invalidateQueries({
    predicate: ({ queryKey: [path] }) => String(path).startsWith('/') && path !== COSTLY,
  });

/** The options of a query that is one GET: `useQuery(reading('/accounts', {}))`. */
export function reading<P extends PathOf<'get'>>(path: P, options: OptionsOf<'get', P>) {
  const get = client.get as (path: P, options: object) => Promise<AnswerOf<'get', P>>;
  return queryOptions({
    queryKey: [path, options] as const,
    queryFn: ({ signal }) => get(path, { ...options, signal }),
  });
}

export const useReading = <P extends PathOf<'get'>>(...what: Parameters<typeof reading<P>>) =>
  useQuery(reading(...what));

type ListPath = Parameters<typeof client.list>[0];

/** A list that is read to its end: one of which a person has dozens, such as accounts or categories. */
export function useReadingAll<P extends ListPath>(path: P) {
  const list = client.list as (path: P, options: object) => ReturnType<typeof client.list<P>>;
  return useQuery({
    queryKey: [path, 'all'] as const,
    queryFn: ({ signal }) => Array.fromAsync(list(path, { signal })),
  });
}

/** Whether the key of the session may change what a page shows. What it may not do is not offered. */
export const MayWrite = createContext(true);

/**
 * A write: on success what is shown is read again at once, on failure a notification says why. `mutate` begins it, `isPending` says that
 * it is at work, until that is read and `onSuccess` has ended.
 */
export const useWrite = <Input = void, Result = unknown>(
  write: (input: Input) => Promise<Result>,
  onSuccess?: (result: Result, input: Input) => unknown,
): UseMutationResult<Result, Error, Input> =>
  useMutation({ mutationFn: write, ...(onSuccess && { onSuccess }) });
