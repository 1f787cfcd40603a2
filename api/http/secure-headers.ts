import type { IncomingMessage, ServerResponse } from 'node:http';
import type { RequestHandler } from 'express';
import helmet from 'helmet';

/**
 * Headers for answers that are data: nothing in them may run or be framed. Pages loosen the policy for their own files.
 * Helmet's default policy would upgrade requests to https, but an installation may use plain http in its own network.
 */
export function secureHeaders(): RequestHandler {
  const headers = headersOf(
    helmet({
      contentSecurityPolicy: {
        useDefaults: false,
        directives: { defaultSrc: ["'none'"], frameAncestors: ["'none'"] },
      },
      // Not for other hosts of the installation's domain.
      strictTransportSecurity: { maxAge: 31_536_000, includeSubDomains: false },
    }),
  );
  return (_req, res, next) => {
    for (const [name, value] of headers) res.setHeader(name, value);
    next();
  };
}

/** Keeps answers out of every cache. */
export const forbidStoring: RequestHandler = (_req, res, next) => {
  res.set('Cache-Control', 'no-store');
  next();
};

/** The headers are the same for every answer, so helmet's thirteen functions run once. */
function headersOf(middleware: ReturnType<typeof helmet>): ReadonlyMap<string, string> {
  const headers = new Map<string, string>();
  const res = {
    setHeader: (name: string, value: string) => headers.set(name, value),
    removeHeader: () => undefined,
  };
  middleware({} as unknown as IncomingMessage, res as unknown as ServerResponse, () => undefined);
  return headers;
}
