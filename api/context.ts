import type { Config } from '../shared/platform/config.ts';
import type { Clock } from '../shared/platform/clock.ts';
import type { Sql } from '../shared/postgres/connect.ts';
import type { Replica } from '../shared/postgres/replica.ts';
import type { Queues } from '../shared/queue/queues.ts';
import type { Log } from '../shared/platform/log.ts';
import type { ProviderClient } from '../shared/sync/client/types.ts';
import type { RateLimitStore } from './http/rate-limit-store.ts';
import type { Limits } from './limits/limits.ts';
import type { PreflightPool } from './preflight-pool/preflight-pool.ts';

/** Everything that a request may touch. Made once by `main.ts` (or a test) and passed, never imported. */
export interface ApiContext {
  config: Config;
  sql: Sql;
  /** Where collections are read from; null means `sql`. */
  replica: Replica | null;
  queues: Queues;
  log: Log;
  clock: Clock;
  /** Counts requests per key and hour; in Redis when there is one, else in Postgres. */
  rateLimits: RateLimitStore;
  /** What households share of this process. */
  limits: Limits;
  /** Threads that parse uploads. */
  preflightPool: PreflightPool;
  /** The bank-connectivity provider, asked only to check a key. */
  provider: { clientFor(apiKey: string): ProviderClient };
}
