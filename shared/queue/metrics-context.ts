import type { Config } from '../platform/config.ts';
import type { Sql } from '../postgres/connect.ts';
import type { Queues } from './queues.ts';

/** What the series that are read at each scrape need. */
export interface MetricsContext {
  sql: Sql;
  queues: Queues;
  config: Config;
}
