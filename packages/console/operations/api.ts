import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import type { components } from '../app/operators.ts';

type Schemas = components['schemas'];
export type Installation = Schemas['Installation'];
export type HouseholdLook = Schemas['HouseholdLook'];
export type LeverResult = Schemas['LeverResult'];
type Lever = Schemas['Lever'];

const API = '/admin/api';
const AGAIN_MS = 5_000;

async function call<Answer>(path: string, init: RequestInit = {}): Promise<Answer> {
  const headers = { accept: 'application/json', 'content-type': 'application/json' };
  const answer = await fetch(`${API}${path}`, { ...init, headers });
  if (answer.status === 401) location.assign('/admin/login');
  const body = (await answer.json()) as Answer & { message?: string };
  if (!answer.ok) throw new Error(body.message ?? String(answer.status));
  return body;
}

/** What is read again every few seconds while a page shows it. */
const looking = <Answer>(path: string) =>
  queryOptions({
    queryKey: ['operations', path],
    queryFn: ({ signal }) => call<Answer>(path, { signal }),
    refetchInterval: AGAIN_MS,
  });

export const installationQuery = looking<Installation>('/installation');
export const actionsQuery = looking<Schemas['Actions']>('/actions');
export const householdQuery = (id: string) => looking<HouseholdLook>(`/households/${id}`);

/** Households whose name begins so, or the one with this id, its own or of a connection. */
export const householdsQuery = (asked: string) =>
  queryOptions({
    queryKey: ['operations', 'households', asked],
    queryFn: ({ signal }) =>
      call<Schemas['Households']>(`/households?q=${encodeURIComponent(asked)}`, { signal }),
    enabled: asked.trim() !== '',
  });

/** Pulls a lever, then reads again what it changed. */
export function useLever(onSuccess: (result: LeverResult) => void) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (lever: Lever) =>
      call<LeverResult>('/levers', { method: 'POST', body: JSON.stringify(lever) }),
    onSuccess: (result) => {
      onSuccess(result);
      return queries.invalidateQueries({ queryKey: ['operations'] });
    },
  });
}
