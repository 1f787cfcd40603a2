import { createClient } from '@ledgerline/client';
import { headersOfSession } from './session.ts';

/** The typed client. The cookie of the session says who calls; the page, of which household it is. */
export const client = createClient({
  baseUrl: location.origin,
  retries: 2,
  fetch: (address, { headers, ...init } = {}) =>
    fetch(address, { ...init, headers: { ...(headers as object), ...headersOfSession } }),
});
