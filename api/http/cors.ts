import cors from 'cors';
import type { RequestHandler } from 'express';

/**
 * Any origin may call the API: the key in the header is what opens it, and browsers never send that
 * by themselves. The preflight needs no key.
 */
export function allowCrossOrigin(): RequestHandler {
  return cors({
    origin: '*',
    methods: ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'HEAD'],
    // No allowedHeaders: the requested ones are granted, whichever they are.
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
