import type { Config } from '../config.ts';
import type { Sql } from '../db/connect.ts';
import type { Queues } from '../jobs/queues.ts';

/** What the series that are read at a scrape stand on. */
export interface MetricsContext {
  sql: Sql;
  queues: Queues;
  config: Config;
}

const readers: (() => Promise<void>)[] = [];

/** Adds what is to be read before a scrape is answered, so that all series of an answer are of one moment. Never throws. */
export function readAtScrape(read: () => Promise<void>): void {
  readers.push(read);
}

/** Reads all of it. */
export async function readAll(): Promise<void> {
  await Promise.all(readers.map((read) => read()));
}
