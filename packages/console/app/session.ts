import { queryOptions } from '@tanstack/react-query';
import { createClient } from '@ledgerline/client';

/** The service itself gave no answer. Its `cause` is what the service says is away, to operators. */
export class NoAnswer extends Error {}

const reasonsIn = (answer: Response): Promise<readonly string[]> =>
  answer.json().then(
    ({ errors = [] }: { errors?: readonly string[] }) => errors,
    () => [],
  );

/** Sends a request outside the API. Throws NoAnswer for status 429 and above. */
export async function ask(address: string, init: RequestInit = {}): Promise<Response> {
  const headers = { accept: 'application/json', 'content-type': 'application/json' };
  const answer = await fetch(address, { ...init, headers });
  if (answer.status >= 429) {
    const cause = (await reasonsIn(answer)).join(' ');
    throw new NoAnswer(`${address}: ${answer.status}`, { cause });
  }
  return answer;
}

/** Whether the service answers at the current address. */
export const isThere = (): Promise<boolean> =>
  fetch(location.href).then(
    ({ ok }) => ok,
    () => false,
  );

const ADDRESS = '/app/session';
const STORED = 'ledgerline.session';
/** Sent with each API request: the service refuses a page of a different household than the browser is signed in to. */
const headersOfSession: Record<string, string> = {};
/** The typed client. The session cookie authenticates the caller; a header names the household that the page shows. */
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
  /** The key that it was opened with. */
  readonly api_key_id: string;
}

/** The session of the browser's cookie, or null. Throws when the service does not answer. */
export const sessionQuery = queryOptions({
  queryKey: sessionKey,
  queryFn: async ({ signal }): Promise<Session | null> => {
    const answer = await ask(ADDRESS, { signal });
    if (!answer.ok) return null;
    const { data } = (await answer.json()) as { data: Session };
    headersOfSession['x-household-id'] = data.household.id;
    sessionStorage.setItem(STORED, data.household.id);
    return data;
  },
});

/** Opens a session. Returns false if the service refuses the key or the ticket. Throws when it does not answer. */
export async function signIn(proof: { api_key: string } | { ticket: string }): Promise<boolean> {
  return (await ask(ADDRESS, { method: 'POST', body: JSON.stringify(proof) })).ok;
}

export function signOut(): Promise<Response> {
  forgetSession();
  return fetch(ADDRESS, { method: 'DELETE' });
}

/** The reader ended the session of this tab. */
export const forgetSession = (): void => sessionStorage.removeItem(STORED);

/** Whether this tab had a session that the reader did not end. */
export const hadSession = (): boolean => sessionStorage.getItem(STORED) !== null;

/** Takes the ticket of a one-time link out of the address, so that the browser history does not keep it. */
export function takeTicket(): string | null {
  const ticket = new URLSearchParams(location.hash.slice(1)).get('ticket');
  if (ticket !== null) history.replaceState(null, '', location.pathname + location.search);
  return ticket;
}
