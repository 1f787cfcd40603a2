import postgres from 'postgres';
import type { Config } from '../platform/config.ts';
import { boundStatements } from './driver/bound-statements.ts';
import { guardTransactions } from './driver/guard-transactions.ts';
import { tlsModeOf } from './driver/start-tls.ts';
import { tracedStatements } from './driver/traced-statements.ts';
import { watchedSockets } from './driver/watched-socket.ts';

/** The pool of one process. Numeric and date columns come back as strings: money and days stay exact. */
export type Sql = postgres.Sql<{ date: string; numeric: string }>;
/** One transaction of it. */
export type Tx = postgres.TransactionSql<{ date: string; numeric: string }>;
/** Where a store function does not care which. */
export type AnySql = Sql | Tx;
/** A part of a statement, or a statement as a part of another one. */
export type Fragment = postgres.PendingQuery<postgres.Row[]>;

export interface ConnectOptions {
  databaseUrl: string;
  /** Connections at most. */
  poolMax: number;
  /** Shown in pg_stat_activity. */
  applicationName: string;
  /** Default: what commands and tests need, which have all the time they want. */
  timeouts?: DatabaseTimeouts;
  /** Whether traces are on (`startTracing`), so that statements write spans. Default false. */
  traced?: boolean;
}

/** How long Postgres may take. Milliseconds. */
export interface DatabaseTimeouts {
  /** One statement. */
  statementMs: number;
  /** Its wait for a lock. */
  lockMs: number;
  /** A transaction between two statements: what died in the middle must not hold its locks. */
  idleInTransactionMs: number;
  /** Whether the wait for a free connection is bounded, too: a client waits for the answer. */
  boundsWaiting: boolean;
}

type TimeoutSettings = Pick<
  Config,
  | 'databaseStatementTimeoutMs'
  | 'databaseLockTimeoutMs'
  | 'databaseJobStatementTimeoutMs'
  | 'databaseJobLockTimeoutMs'
  | 'databaseIdleTransactionTimeoutMs'
>;

/** For a process that answers requests: 503 comes within about ten seconds, whatever Postgres does. */
export function requestTimeouts(config: TimeoutSettings): DatabaseTimeouts {
  return {
    statementMs: config.databaseStatementTimeoutMs,
    lockMs: config.databaseLockTimeoutMs,
    idleInTransactionMs: config.databaseIdleTransactionTimeoutMs,
    boundsWaiting: true,
  };
}

/** For a process that works on jobs: an import writes a whole chunk in few statements. */
export function jobTimeouts(config: TimeoutSettings): DatabaseTimeouts {
  return {
    statementMs: config.databaseJobStatementTimeoutMs,
    lockMs: config.databaseJobLockTimeoutMs,
    idleInTransactionMs: config.databaseIdleTransactionTimeoutMs,
    boundsWaiting: false,
  };
}

/** The server ends a statement first, then we take it back, then the connection is given up. */
const BOUND_AFTER_MS = 750;
const SILENT_AFTER_MS = 1500;

/** A lazy pool: connects on first use, reconnects automatically. End it with `sql.end({ timeout })`. */
export function connect(options: ConnectOptions): Sql {
  const { timeouts } = options;
  const { isPooled, url } = readPoolMode(options.databaseUrl);
  const sql: Sql = postgres(url, {
    // The driver's types do not know this option.
    ...{
      socket: watchedSockets(
        timeouts === undefined ? null : timeouts.statementMs + SILENT_AFTER_MS,
        tlsModeOf(url),
      ),
      ssl: false,
    },
    max: options.poolMax,
    // A statement with a name belongs to one server connection.
    prepare: !isPooled,
    idle_timeout: 30,
    connect_timeout: 5,
    // The default grows to 20 s, and queries wait it out: we want to fail within a second and be
    // back at once when Postgres is.
    backoff: (retries: number) => Math.min(0.01 * 3 ** retries, 0.25) * (0.5 + Math.random() / 2),
    onnotice: () => undefined,
    // The one bridge between the names of columns and of properties; JSON keeps its keys.
    transform: { column: { from: postgres.toCamel, to: postgres.fromCamel } },
    connection: {
      application_name: options.applicationName,
      TimeZone: 'UTC',
      // A pooler refuses them: its server connections have their own (docs/OPERATIONS.md).
      ...(isPooled ? {} : SERVER_SETTINGS),
      ...(timeouts === undefined || isPooled ? {} : serverTimeouts(timeouts)),
    },
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
  const boundMs = timeouts?.boundsWaiting === true ? timeouts.statementMs + BOUND_AFTER_MS : null;
  const bounded = boundStatements(guardTransactions(sql), boundMs);
  return options.traced === true ? tracedStatements(bounded) : bounded;
}

/** What a connection string says of a pooler in between, and the string without that. @internal */
export function readPoolMode(databaseUrl: string): { isPooled: boolean; url: string } {
  const url = new URL(databaseUrl);
  const mode = url.searchParams.get('pool_mode');
  if (mode === null) return { isPooled: false, url: databaseUrl };
  url.searchParams.delete('pool_mode');
  return { isPooled: mode === 'transaction', url: url.href };
}

/** Postgres compiles what it thinks long: seconds for a statement that reads a temporary table in milliseconds. */
const SERVER_SETTINGS = { jit: 'off' };

/** Settings of a session, in milliseconds. */
function serverTimeouts({ statementMs, lockMs, idleInTransactionMs }: DatabaseTimeouts) {
  return {
    statement_timeout: statementMs,
    lock_timeout: lockMs,
    idle_in_transaction_session_timeout: idleInTransactionMs,
  };
}
