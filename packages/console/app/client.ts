import { createClient } from '@ledgerline/client';

/** The typed client, as whom the cookie of the session says. */
export const client = createClient({ baseUrl: location.origin, retries: 2 });
