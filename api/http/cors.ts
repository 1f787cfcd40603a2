import cors from 'cors';
import type { RequestHandler } from 'express';

/** Any origin may call the API: browsers never send the key's header on their own. The CORS preflight needs no key. */
export function allowCrossOrigin(): RequestHandler {
  return cors({
    origin: '*',
    methods: ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'HEAD'],
    // Without allowedHeaders, whatever headers the browser asks for are allowed.
    exposedHeaders: [
      'X-Request-Id',
      'X-RateLimit-Limit',
      'X-RateLimit-Remaining',
      'X-RateLimit-Reset',
      'Retry-After',
      'ETag',
      'Idempotency-Replayed',
    ],
    maxAge: 86_400,
    optionsSuccessStatus: 204,
  });
}
