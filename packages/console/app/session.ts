import { queryOptions } from '@tanstack/react-query';

/** Who is signed in, and what the session may do. */
export interface Session {
  readonly expires_at: string;
  readonly household: {
    readonly id: string;
    readonly name: string | null;
    readonly currency: string;
  };
  readonly scopes: readonly string[];
}

/** The answer did not come from the service. */
export class NoAnswer extends Error {}

const ADDRESS = '/app/session';
export const sessionKey = ['session'] as const;

/** The session of the browser's cookie; null: none. Throws when the service does not answer. */
export const sessionQuery = queryOptions({
  queryKey: sessionKey,
  queryFn: async ({ signal }): Promise<Session | null> => {
    const answer = await fetch(ADDRESS, { signal, headers: { accept: 'application/json' } });
    if (answer.status === 401) return null;
    if (!answer.ok) throw new NoAnswer(`${ADDRESS}: ${answer.status}`);
    return ((await answer.json()) as { data: Session }).data;
  },
});

/** Opens a session. False: the service refuses the key or the ticket. Throws when it does not answer. */
export async function signIn(proof: { api_key: string } | { ticket: string }): Promise<boolean> {
  const answer = await fetch(ADDRESS, {
    method: 'POST',
    headers: { 'content-type': 'application/json', accept: 'application/json' },
    body: JSON.stringify(proof),
  });
  if (answer.ok) return true;
  if (answer.status >= 400 && answer.status < 429) return false;
  throw new NoAnswer(`${ADDRESS}: ${answer.status}`);
}

export async function signOut(): Promise<void> {
  await fetch(ADDRESS, { method: 'DELETE' });
}

/** The ticket of a one-time link, taken out of the address at once so that the history does not keep it. */
export function takeTicket(): string | null {
  const ticket = new URLSearchParams(location.hash.slice(1)).get('ticket');
  if (ticket !== null) history.replaceState(null, '', location.pathname + location.search);
  return ticket;
}
