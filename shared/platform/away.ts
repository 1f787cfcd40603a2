import { isDatabaseAway } from './connection-errors.ts';
import { AppError } from './errors.ts';
import { isRedisAway } from './redis-errors.ts';

/**
 * Whether an error means that Postgres, Redis or the queue is away: the request itself is fine, and trying again later may help.
 */
export function isAway(error: unknown): boolean {
  if (error instanceof AppError) return error.code === 'service_unavailable';
  return isDatabaseAway(error) || isRedisAway(error);
}
