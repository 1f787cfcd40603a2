import type { Request, Response } from 'express';
import { AppError } from '../../shared/platform/errors.ts';
import { withTimeout } from '../../shared/platform/with-timeout.ts';
import type { ApiContext } from '../context.ts';

const HOUR_MS = 3_600_000;

/** A clock hour in UTC and the seconds left in it. */
export interface RateWindow {
  start: Date;
  end: Date;
  /** Whole seconds until the next full hour, 1 to 3600. */
  resetInSeconds: number;
}

/** The fixed window that contains an instant. */
export function rateWindow(now: Date): RateWindow {
  const start = Math.floor(now.getTime() / HOUR_MS) * HOUR_MS;
  const end = start + HOUR_MS;
  return {
    start: new Date(start),
    end: new Date(end),
    resetInSeconds: Math.max(1, Math.ceil((end - now.getTime()) / 1000)),
  };
}

/**
 * Counts the request against its key and sets the X-RateLimit headers; does nothing while no limit
 * is configured. Throws rate_limit_exceeded, with Retry-After.
 */
export async function limitRate(
  context: ApiContext,
  apiKeyId: string,
  res: Response,
): Promise<void> {
  const limit = context.config.rateLimitPerHour;
  if (limit === 0) return;
  const window = rateWindow(context.clock.now());
  const current = await context.rateLimits.take(apiKeyId, window.start, limit);
  res.set({
    'X-RateLimit-Limit': String(limit),
    'X-RateLimit-Remaining': String(current === null ? 0 : limit - current),
    'X-RateLimit-Reset': String(window.resetInSeconds),
  });
  if (current !== null) return;
  throw new AppError('rate_limit_exceeded', {
    publicMessage: `The limit of ${limit} requests per hour is used up. Try again in ${window.resetInSeconds} seconds.`,
    details: { limit, current: limit, reset_in_seconds: window.resetInSeconds },
    retryAfterSeconds: window.resetInSeconds,
  });
}

/** A slower lookup means that Postgres is down or overloaded: answer 503 instead of queueing requests. */
const LOOKUP_TIMEOUT_MS = 4_000;

/**
 * Waits for the lookup of a request's caller. Throws what the lookup throws; rate_limit_exceeded instead of
 * unauthorized when the address has failed too often; service_unavailable when it takes too long.
 */
export function lookUp<Found>(
  context: ApiContext,
  req: Request,
  lookup: Promise<Found>,
): Promise<Found> {
  return withTimeout(lookup, LOOKUP_TIMEOUT_MS, 'the key was not looked up in time').catch(
    (error: unknown) => {
      throw limitStrangers(context, req, error);
    },
  );
}

/**
 * Counts a failed authentication against the client's address. Returns the error to throw: the given one, or
 * rate_limit_exceeded when the address has failed too often. Only failures are counted and refused, so a valid key behind
 * the same address keeps working.
 */
function limitStrangers({ config, limits }: ApiContext, req: Request, error: unknown): unknown {
  const limit = config.authFailuresPerMinute;
  if (!(error instanceof AppError) || error.code !== 'unauthorized' || limit === 0) return error;
  if (limits.authFailures.add(req.ip ?? '') <= limit) return error;
  return new AppError('rate_limit_exceeded', {
    publicMessage: 'Too many requests without a valid API key came from your address.',
    retryAfterSeconds: limits.authFailures.secondsLeft(),
  });
}
