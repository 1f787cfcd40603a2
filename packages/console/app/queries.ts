import { MutationCache, QueryCache, QueryClient, queryOptions } from '@tanstack/react-query';
import { useMutation, useQuery } from '@tanstack/react-query';
import { createContext, useRef } from 'react';
import type { UseMutationResult } from '@tanstack/react-query';
import { isCallError } from '@ledgerline/client';
import type { AnswerOf, OptionsOf, PathOf } from '@ledgerline/client';
import { client, sessionKey } from './session.ts';
import { showError } from '../parts/fault-words.ts';

/** The feed does not report these, so each visit to a page refetches them. */
const NOT_IN_FEED = /^\/(api_keys|webhook_\w+|rule_suggestions)$/;
/** The service tries suggestions on all past transactions, which is slow: pages decide when to refetch them. */
const COSTLY = '/rule_suggestions';

declare module '@tanstack/react-query' {
  interface Register {
    /** `saysItself`: the caller shows the error. */
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
      if (isCallError(error) && error.code === 'precondition_failed') void freshen();
      if (meta?.saysItself !== true) showError(error);
    },
    onSuccess: () => freshen(),
  }),
  defaultOptions: {
    // The feed says when data is stale, and the client does the retries.
    queries: {
      staleTime: ({ queryKey: [path] }) => (NOT_IN_FEED.test(String(path)) ? 0 : Infinity),
      retry: false,
      refetchOnWindowFocus: false,
    },
    mutations: { retry: false },
  },
});

/** Refetches all API queries but `COSTLY` (their keys begin with a path): those on screen now, the others when they are shown. */
export const freshen = (): Promise<void> =>
  queryClient.invalidateQueries({
    predicate: ({ queryKey: [path] }) => String(path).startsWith('/') && path !== COSTLY,
  });

/** The options of a query that sends one GET, `useQuery(reading('/accounts', {}))`. The answer has its ETag with it, for `ifMatch`. */
export function reading<P extends PathOf<'get'>>(path: P, options: OptionsOf<'get', P>) {
  type Read = { body: AnswerOf<'get', P> & object; headers: Headers };
  const request = client.request as (as: 'get', path: P, options: object) => Promise<Read>;
  return queryOptions({
    queryKey: [path, options] as const,
    queryFn: async ({ signal }) => {
      const { body, headers } = await request('get', path, { ...options, signal });
      return Object.assign(body, { etag: headers.get('etag') ?? undefined });
    },
  });
}

export const useReading = <P extends PathOf<'get'>>(...what: Parameters<typeof reading<P>>) =>
  useQuery(reading(...what));

type ListPath = Parameters<typeof client.list>[0];

/** Reads all pages of a list; for lists of dozens, such as accounts or categories. */
export function useReadingAll<P extends ListPath>(path: P) {
  const list = client.list as (path: P, options: object) => ReturnType<typeof client.list<P>>;
  return useQuery({
    queryKey: [path, 'all'] as const,
    queryFn: ({ signal }) => Array.fromAsync(list(path, { signal })),
  });
}

/** Whether the session's key may change what a page shows. The page offers no action that the key may not do. */
export const MayWrite = createContext(true);

/** Starts a write unless it is at work: a second click may come before its button is disabled. */
export function useOnce<Input>(mutate: UseMutationResult<unknown, Error, Input>['mutate']) {
  const isAtWork = useRef(false);
  return (input: Input): void => {
    if (isAtWork.current) return;
    isAtWork.current = true;
    mutate(input, { onSettled: () => (isAtWork.current = false) });
  };
}

/**
 * A write, started with `mutate`. On success the data on screen is refetched, on failure a notification says why. `isPending` stays
 * true until the data is refetched and `onSuccess` has finished.
 */
export const useWrite = <Input = void, Result = unknown>(
  write: (input: Input) => Promise<Result>,
  onSuccess?: (result: Result, input: Input) => unknown,
): UseMutationResult<Result, Error, Input> =>
  useMutation({ mutationFn: write, ...(onSuccess && { onSuccess }) });
