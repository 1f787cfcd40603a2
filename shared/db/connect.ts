import postgres from 'postgres';
import { guardTransactions } from './guard-transactions.ts';

/** The pool of one process. Numeric and date columns come back as strings: money and days stay exact. */
export type Sql = postgres.Sql<{ date: string; numeric: string }>;
/** One transaction of it. */
export type Tx = postgres.TransactionSql<{ date: string; numeric: string }>;
/** Where a store function does not care which. */
export type AnySql = Sql | Tx;

export interface ConnectOptions {
  databaseUrl: string;
  /** Connections at most. */
  poolMax: number;
  /** Shown in pg_stat_activity. */
  applicationName: string;
}

/** A lazy pool: connects on first use, reconnects by itself. End it with `sql.end({ timeout })`. */
export function connect(options: ConnectOptions): Sql {
  const sql: Sql = postgres(options.databaseUrl, {
    max: options.poolMax,
    idle_timeout: 30,
    connect_timeout: 5,
    // The default grows to 20 s, and queries wait it out: we want to fail within a second and be
    // back at once when Postgres is.
    backoff: (retries: number) => Math.min(0.01 * 3 ** retries, 0.25) * (0.5 + Math.random() / 2),
    onnotice: () => undefined,
    connection: { application_name: options.applicationName, TimeZone: 'UTC' },
    types: {
      date: {
        to: 1082,
        from: [1082],
        serialize: (value: string) => value,
        parse: (value: string) => value,
      },
      numeric: {
        to: 1700,
        from: [1700],
        serialize: (value: string) => value,
        parse: (value: string) => value,
      },
    },
  });
  return guardTransactions(sql);
}
