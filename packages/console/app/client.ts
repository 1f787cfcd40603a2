import { createClient } from '@ledgerline/client';

/** The typed client. The cookie of the session says who calls. */
export const client = createClient({ baseUrl: location.origin, retries: 2 });
