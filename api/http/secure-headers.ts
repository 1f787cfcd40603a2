import type { RequestHandler } from 'express';
import helmet from 'helmet';

/**
 * Headers for answers that are data: nothing in them may run or be framed. Pages loosen the policy
 * for their own files. Helmet's default policy is not used, as it upgrades to https what an
 * installation may serve over http in its own network.
 */
export function secureHeaders(): RequestHandler {
  return helmet({
    contentSecurityPolicy: {
      useDefaults: false,
      directives: { defaultSrc: ["'none'"], frameAncestors: ["'none'"] },
    },
    // Says nothing about the sibling hosts of an installation.
    strictTransportSecurity: { maxAge: 31_536_000, includeSubDomains: false },
  });
}
