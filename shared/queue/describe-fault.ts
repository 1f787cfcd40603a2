import { MigrationsMissingError } from '../postgres/check-database.ts';
import { isDatabaseAway, isDatabaseTimeout } from '../platform/connection-errors.ts';
import { errorCode } from '../platform/error-code.ts';
import { isRedisAway } from '../platform/redis-errors.ts';

/** Remedies for well-known error codes, and for replies of Redis. */
const POSTGRES: Record<string, string> = {
  '53100': 'Postgres has no disk space left: make room',
  '53300': 'Postgres has no connection left: raise max_connections or lower DATABASE_POOL_MAX',
  '57P03': 'Postgres is starting or recovering: give it a moment',
  '25006': 'Postgres is read-only: DATABASE_URL must name the primary, not a standby',
};

const LOGIN = 'Redis refuses the user or the password of REDIS_URL';
const REDIS: Record<string, string> = {
  OOM: 'Redis has reached its maxmemory: raise it',
  WRONGPASS: LOGIN,
  NOAUTH: LOGIN,
};

/** Why Postgres cannot be used and what to do, in one line. Reveals neither address nor user. */
export function describeDatabaseFault(error: unknown): string {
  if (error instanceof MigrationsMissingError) return error.message;
  const { code, message } = partsOf(error);
  const known = POSTGRES[code];
  if (known !== undefined) return `${known} (${code})`;
  if (code === '3D000') return `${message}: create it, or correct DATABASE_URL`;
  if (code.startsWith('28')) {
    return `Postgres refuses the user or the password of DATABASE_URL (${code})`;
  }
  if (code.startsWith('53')) return `Postgres has run out of a resource (${code}): ${message}`;
  if (code === 'ETIMEDOUT' || code === 'CONNECT_TIMEOUT' || isDatabaseTimeout(error)) {
    return `Postgres does not answer in time (${code}): check whether it is stopped, overloaded or locked`;
  }
  if (isDatabaseAway(error)) {
    return `Postgres does not answer (${code}): start it, or correct host and port of DATABASE_URL`;
  }
  return `Postgres answers with an error (${code}): ${message}`;
}

/** Why the queue cannot be used and what to do, in one line. */
export function describeQueueFault(error: unknown, isRedis: boolean): string {
  const { code, message } = partsOf(error);
  if (!isRedis) {
    // Its tables have a migration of their own.
    if (/^(42P01|3F000|42883)$/.test(code) || message.includes('migrat')) {
      return `the queue's tables are missing: run the release command (${message})`;
    }
    return `queue: ${describeDatabaseFault(error)}`;
  }
  const [, reply = ''] = /^([A-Z]+) /.exec(message) ?? [];
  const known = REDIS[reply];
  if (known !== undefined) return `${known} (${reply})`;
  if (reply !== '' && isRedisAway(error)) return `Redis refuses to work: ${message}`;
  const reason = code === 'MaxRetriesPerRequestError' ? 'no connection' : message || code;
  const hangs = /timed out|in time/.test(reason);
  const remedy = hangs ? 'check whether it is stopped or overloaded' : 'start it';
  return `Redis does not answer (${reason}): ${remedy}, or correct REDIS_URL`;
}

function partsOf(error: unknown): { code: string; message: string } {
  if (!(error instanceof Error)) return { code: 'unknown', message: String(error) };
  const code = errorCode(error) || error.name;
  return { code, message: error.message.split('\n')[0] ?? '' };
}
