import { queryOptions } from '@tanstack/react-query';
import { createClient } from '@ledgerline/client';

/** The answer did not come from the service. */
export class NoAnswer extends Error {}

/** Asks for what is not in the API. Throws when the service gives no answer of its own. */
export async function ask(address: string, init: RequestInit = {}): Promise<Response> {
  const headers = { accept: 'application/json', 'content-type': 'application/json' };
  const answer = await fetch(address, { ...init, headers });
  if (answer.status >= 429) throw new NoAnswer(`${address}: ${answer.status}`);
  return answer;
}

/** Whether the service answers where the reader is. */
export const isThere = (): Promise<boolean> =>
  fetch(location.href).then(
    ({ ok }) => ok,
    () => false,
  );

const ADDRESS = '/app/session';
/** What is sent to the API: it refuses a page of another household than the one that the browser is signed in to. */
const headersOfSession: Record<string, string> = {};
/** The typed client. The cookie of the session says who calls; the page, of which household it is. */
export const client = createClient({
  baseUrl: location.origin,
  retries: 2,
  fetch: (address, { headers, ...init } = {}) =>
    fetch(address, { ...init, headers: { ...(headers as object), ...headersOfSession } }),
});
export const sessionKey = ['session'] as const;

export interface Session {
  readonly household: { readonly id: string };
  readonly scopes: readonly string[];
}

/** What the browser's cookie is signed in to; null: nothing. Throws when the service does not answer. */
export const sessionQuery = queryOptions({
  queryKey: sessionKey,
  queryFn: async ({ signal }): Promise<Session | null> => {
    const answer = await ask(ADDRESS, { signal });
    if (!answer.ok) return null;
    const { data } = (await answer.json()) as { data: Session };
    headersOfSession['x-household-id'] = data.household.id;
    return data;
  },
});

/** Opens a session. False: the service refuses the key or the ticket. Throws when it does not answer. */
export async function signIn(proof: { api_key: string } | { ticket: string }): Promise<boolean> {
  return (await ask(ADDRESS, { method: 'POST', body: JSON.stringify(proof) })).ok;
}

export const signOut = () => fetch(ADDRESS, { method: 'DELETE' });

/** The ticket of a one-time link, taken out of the address at once so that the history does not keep it. */
export function takeTicket(): string | null {
  const ticket = new URLSearchParams(location.hash.slice(1)).get('ticket');
  if (ticket !== null) history.replaceState(null, '', location.pathname + location.search);
  return ticket;
}
