import type { Config } from '../config.ts';
import type { Sql } from '../db/connect.ts';
import type { Queues } from './queues.ts';

/** What the series that are read at a scrape stand on. */
export interface MetricsContext {
  sql: Sql;
  queues: Queues;
  config: Config;
}
