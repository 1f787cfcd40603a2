import postgres from 'postgres';
import type { Config } from '../platform/config.ts';
import { boundStatements } from './driver/bound-statements.ts';
import { guardTransactions } from './driver/guard-transactions.ts';
import { tlsModeOf } from './driver/start-tls.ts';
import { tracedStatements } from './driver/traced-statements.ts';
import { watchedSockets } from './driver/watched-socket.ts';

/** The connection pool of one process. Numeric and date columns come back as strings: money and days stay exact. */
export type Sql = postgres.Sql<{ date: string; numeric: string }>;
/** One transaction of it. */
export type Tx = postgres.TransactionSql<{ date: string; numeric: string }>;
/** For store functions that work with either. */
export type AnySql = Sql | Tx;
/** A part of a statement, or a statement nested in another one. */
export type Fragment = postgres.PendingQuery<postgres.Row[]>;

export interface ConnectOptions {
  databaseUrl: string;
  /** Maximum number of connections. */
  poolMax: number;
  /** Shown in pg_stat_activity. */
  applicationName: string;
  /** Default: none, for commands and tests, which may take as long as they need. */
  timeouts?: DatabaseTimeouts;
  /** Whether traces are on (`startTracing`), so that statements write spans. Default false. */
  traced?: boolean;
}

/** How long Postgres may take, in milliseconds. */
export interface DatabaseTimeouts {
  /** One statement. */
  statementMs: number;
  /** Its wait for a lock. */
  lockMs: number;
  /** A transaction that is idle between two statements: a client that died must not keep its locks. */
  idleInTransactionMs: number;
  /** Whether the wait for a free connection is bounded, too, because a client is waiting for the answer. */
  boundsWaiting: boolean;
}

/** For a process that answers requests: 503 comes within about ten seconds, whatever Postgres does. */
export function requestTimeouts(config: Config): DatabaseTimeouts {
  return {
    statementMs: config.databaseStatementTimeoutMs,
    lockMs: config.databaseLockTimeoutMs,
    idleInTransactionMs: config.databaseIdleTransactionTimeoutMs,
    boundsWaiting: true,
  };
}

/** For a process that runs jobs: an import writes a whole chunk in a few statements. */
export function jobTimeouts(config: Config): DatabaseTimeouts {
  return {
    statementMs: config.databaseJobStatementTimeoutMs,
    lockMs: config.databaseJobLockTimeoutMs,
    idleInTransactionMs: config.databaseIdleTransactionTimeoutMs,
    boundsWaiting: false,
  };
}

/** First the server cancels a statement, then we withdraw it, then we give up the connection. */
const BOUND_AFTER_MS = 750;
const SILENT_AFTER_MS = 1500;

/** A lazy pool: connects on first use and reconnects automatically. End it with `sql.end({ timeout })`. */
export function connect(options: ConnectOptions): Sql {
  const { timeouts } = options;
  const { isPooled, url } = readPoolMode(options.databaseUrl);
  const sql: Sql = postgres(url, {
    // The driver's types lack this option.
    ...{
      socket: watchedSockets(
        timeouts === undefined ? null : timeouts.statementMs + SILENT_AFTER_MS,
        tlsModeOf(url),
      ),
      ssl: false,
    },
    max: options.poolMax,
    // A named statement belongs to one server connection.
    prepare: !isPooled,
    idle_timeout: 30,
    connect_timeout: 5,
    // The default grows to 20 s, and queries wait that long: we want to fail within a second and to be back as soon as Postgres is.
    backoff: (retries: number) => Math.min(0.01 * 3 ** retries, 0.25) * (0.5 + Math.random() / 2),
    onnotice: () => undefined,
    // The only place that translates between column and property names; keys in JSON stay as they are.
    transform: { column: { from: postgres.toCamel, to: postgres.fromCamel } },
    connection: {
      application_name: options.applicationName,
      TimeZone: 'UTC',
      // A pooler refuses them: its server connections have their own settings (docs/OPERATIONS.md).
      ...(isPooled ? {} : SERVER_SETTINGS),
      ...(timeouts === undefined || isPooled ? {} : serverTimeouts(timeouts)),
    },
    types: { date: asText(1082), numeric: asText(1700) },
  });
  const boundMs = timeouts?.boundsWaiting === true ? timeouts.statementMs + BOUND_AFTER_MS : null;
  const bounded = boundStatements(guardTransactions(sql), boundMs);
  return options.traced === true ? tracedStatements(bounded) : bounded;
}

/** A type whose values stay the text that Postgres writes, by its id there. */
const asText = (type: number) => ({
  to: type,
  from: [type],
  serialize: (value: string) => value,
  parse: (value: string) => value,
});

/** What a connection string says about a pooler, and the string without that part. @internal */
export function readPoolMode(databaseUrl: string): { isPooled: boolean; url: string } {
  const url = new URL(databaseUrl);
  const mode = url.searchParams.get('pool_mode');
  if (mode === null) return { isPooled: false, url: databaseUrl };
  url.searchParams.delete('pool_mode');
  return { isPooled: mode === 'transaction', url: url.href };
}

/** Postgres compiles statements that it expects to be slow: seconds for one that reads a temporary table in milliseconds. */
const SERVER_SETTINGS = { jit: 'off' };

/** Session settings, in milliseconds. */
function serverTimeouts({ statementMs, lockMs, idleInTransactionMs }: DatabaseTimeouts) {
  return {
    statement_timeout: statementMs,
    lock_timeout: lockMs,
    idle_in_transaction_session_timeout: idleInTransactionMs,
  };
}
