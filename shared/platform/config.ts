import type { KeyRing } from './crypto.ts';
import { readDatabaseUrls, readQueue } from './read-addresses.ts';
import { createEnvReader, SettingsError } from './env.ts';
import type { EnvReader } from './env.ts';
import { passwordFault } from './password-fault.ts';
import { readTraces } from './tracing/trace-settings.ts';
import type { TraceSettings } from './tracing/trace-settings.ts';

/** All settings of all processes. Each field's comment names its variable, unit and default. */
export interface Config extends TraceSettings {
  /** NODE_ENV: `production` refuses defaults that are only fit for development. Default development. */
  production: boolean;
  /** LOG_LEVEL: error, warn, info or debug. Default info. */
  logLevel: string;
  /** HOST: address the API listens on. Default 127.0.0.1; in production 0.0.0.0, as platforms that set PORT expect. */
  host: string;
  /** PORT: port of the API. Default 3000. */
  port: number;
  /** DATABASE_URL: Postgres, required; with `pool_mode=transaction` in its query a pooler in that mode. */
  databaseUrl: string;
  /** DATABASE_SESSION_URL: the same database without the pooler, for migrations and the queue’s notifications. Default DATABASE_URL. */
  databaseSessionUrl: string;
  /** DATABASE_REPLICA_URL: a streaming replica that lists and exports are read from, never without what was just written. Default none. */
  databaseReplicaUrl: string | null;
  /** DATABASE_POOL_MAX: connections of one process to Postgres, beside the queue's own. Default 10. */
  databasePoolMax: number;
  /** DATABASE_STATEMENT_TIMEOUT_MS: one statement of a request. Default 5000. */
  databaseStatementTimeoutMs: number;
  /** DATABASE_LOCK_TIMEOUT_MS: a request’s wait for a lock. Default 3000. */
  databaseLockTimeoutMs: number;
  /** DATABASE_JOB_STATEMENT_TIMEOUT_MS: one statement of a worker or the scheduler. Default 600000. */
  databaseJobStatementTimeoutMs: number;
  /** DATABASE_JOB_LOCK_TIMEOUT_MS: their wait for a lock. Default 60000. */
  databaseJobLockTimeoutMs: number;
  /** DATABASE_IDLE_TRANSACTION_TIMEOUT_MS: a transaction that does nothing is ended after this. Default 60000. */
  databaseIdleTransactionTimeoutMs: number;
  /** REDIS_URL: queue and limits on Redis, as `parseRedisUrl` reads it; without it both live in Postgres. Default none. */
  redisUrl: string | null;
  /** QUEUE_DATABASE_URL: Postgres of the queue when there is no Redis, so that it can be scaled by itself. Default DATABASE_SESSION_URL. */
  queueDatabaseUrl: string;
  /** QUEUE_PREFIX: keys or schema that hold the queues, so that installations can share a server. Default ledgerline. */
  queuePrefix: string;
  /** TRUST_PROXY: reverse proxies whose X-Forwarded-For is believed: how many, or their addresses and subnets. Default none. */
  trustProxy: number | string[];
  /** BODY_TIMEOUT_MS: a client’s time for the whole body of a request. Default 120000. */
  bodyTimeoutMs: number;
  /** BODY_STALL_MS: a body of which nothing comes for so long is given up, and headers that are not whole by then. Default 10000. */
  bodyStallMs: number;
  /** RATE_LIMIT_PER_HOUR: requests per API key and clock hour; 0 = off. Default 0. */
  rateLimitPerHour: number;
  /** AUTH_FAILURES_PER_MINUTE: requests without a valid key per client address and minute, above it 429; 0 = no limit. Default 300. */
  authFailuresPerMinute: number;
  /** ADMIN_PASSWORD: opens the queue dashboard; a weak one is refused in production; without it there is none. Default none. */
  adminPassword: string | null;
  /** ADMIN_WRITE: lets the dashboard retry and remove jobs. Default false. */
  adminWrite: boolean;
  /** CREDENTIALS_KEYS: `id:base64-of-32-bytes`, comma separated, the first encrypts. Required in production. */
  credentialKeys: KeyRing | null;
  /** NATIVE_IMPORT_MAX_CHUNK_MB: whole MiB of NDJSON per upload. Default 10. */
  nativeImportMaxChunkMb: number;
  /** NATIVE_IMPORT_MAX_ROWS: rows of one import session. Default 100000. */
  nativeImportMaxRows: number;
  /** PREFLIGHT_THREADS: preflights that run at once. Default 2. */
  preflightThreads: number;
  /** PREFLIGHT_QUEUE_MAX: preflights that wait for a thread; above it 503. Default 32. */
  preflightQueueMax: number;
  /** PREFLIGHT_TIMEOUT_MS: one preflight’s time, waiting excluded. Default 20000. */
  preflightTimeoutMs: number;
  /** UPLOAD_MEMORY_MB: MiB of request bodies in memory at once; above it 503. Default 256. */
  uploadMemoryMb: number;
  /** UPLOAD_MEMORY_PER_HOUSEHOLD_MB: MiB of them that one household may hold. Default 96. */
  uploadMemoryPerHouseholdMb: number;
  /** PROVIDER_BASE_URL: the bank-connectivity provider. Default https://www.lunchflow.app/api/v1. */
  providerBaseUrl: string;
  /** PROVIDER_INCLUDE_PENDING (true or false): sync pending transactions. Default false. */
  providerIncludePending: boolean;
  /** PROVIDER_DEBUG_RAW (true or false): log the provider’s answers, redacted. Default false. */
  providerDebugRaw: boolean;
  /** PROVIDER_KEY_HEADER: header that carries the provider key. Default x-api-key. */
  providerKeyHeader: string;
  /** Query names the provider understands. */
  providerQueryNames: {
    /** PROVIDER_QUERY_FROM: first day of a read, inclusive. Default from. */
    from: string;
    /** PROVIDER_QUERY_TO: last day of a read, inclusive. Default to. */
    to: string;
    /** PROVIDER_QUERY_INCLUDE_PENDING: sent as true when pending rows are wanted. Default include_pending. */
    includePending: string;
    /** PROVIDER_QUERY_CURSOR: where a cursor goes. Default cursor. */
    cursor: string;
    /** PROVIDER_QUERY_PAGE: where a page number goes. Default page. */
    page: string;
  };
  /** PROVIDER_ALLOWED_HOSTS: further hosts (host or host:port, comma separated) a redirect or next link may name. Default none. */
  providerAllowedHosts: string[];
  /** PROVIDER_ALLOW_LOCAL (true or false): plain http and private addresses for the provider; a loopback base URL needs it in production only. Default false. */
  providerAllowLocal: boolean;
  /** PROVIDER_RATE_PER_MINUTE: requests per minute and provider key, all processes together; 0 = no limit. Default 60. */
  providerRatePerMinute: number;
  /** PROVIDER_TOTAL_RATE_PER_MINUTE: requests per minute of all provider keys together; 0 = no limit. Default 0. */
  providerTotalRatePerMinute: number;
  /** PROVIDER_TIMEOUT_MS: one request to the provider, body included. Default 60000. */
  providerTimeoutMs: number;
  /** PROVIDER_INITIAL_DAYS: days of history that the first sync asks for. Default 90. */
  providerInitialDays: number;
  /** PROVIDER_LOOKBACK_DAYS: days before the last complete read that are read again. Default 7. */
  providerLookbackDays: number;
  /** SYNC_COOLDOWN_SECONDS: between two syncs of a connection that a person starts. Default 900. */
  syncCooldownSeconds: number;
  /** WORKER_HOST: address of a worker’s health server. Default 127.0.0.1. */
  workerHost: string;
  /** WORKER_PORT: port of a worker’s health server; 0 = any free one. Default 0. */
  workerPort: number;
  /** METRICS_PORT: port of `web` for health and metrics, on WORKER_HOST; 0 = none. Default 0. */
  metricsPort: number;
  /** SYNC_CONCURRENCY: connections of one household or bank that one sync worker syncs at once, 55 in all with the default; most of them wait for the provider. Default 20. */
  syncConcurrency: number;
  /** RETENTION_SYNC_DAYS: ended syncs, but the last and the last complete one of a connection; 0 = for ever. Default 90. */
  retentionSyncDays: number;
  /** RETENTION_RULE_RUN_DAYS: ended runs of rules; 0 = for ever. Default 30. */
  retentionRuleRunDays: number;
  /** RETENTION_CHANGE_DAYS: the change logs, as long as the law asks; 0 = for ever. Default 730. */
  retentionChangeDays: number;
  /** RETENTION_OPERATOR_ACTION_DAYS: what operators did; 0 = for ever. Default 730. */
  retentionOperatorActionDays: number;
  /** SHUTDOWN_TIMEOUT_MS: a stopping process is ended after this. Default 10000. */
  shutdownTimeoutMs: number;
}

/** Milliseconds up to a day. */
const timeoutRule = (fallback: number) => ({ default: fallback, min: 100, max: 86_400_000 });

/** Days up to a century. */
const daysRule = (fallback: number) => ({ default: fallback, min: 0, max: 36_500 });

/** How the database is reached, and how long it may take. */
const readDatabase = (read: EnvReader) => ({
  ...readDatabaseUrls(read),
  databasePoolMax: read.integer('DATABASE_POOL_MAX', { default: 10, min: 1, max: 1000 }),
  databaseStatementTimeoutMs: read.integer('DATABASE_STATEMENT_TIMEOUT_MS', timeoutRule(5_000)),
  databaseLockTimeoutMs: read.integer('DATABASE_LOCK_TIMEOUT_MS', timeoutRule(3_000)),
  databaseJobStatementTimeoutMs: read.integer(
    'DATABASE_JOB_STATEMENT_TIMEOUT_MS',
    timeoutRule(600_000),
  ),
  databaseJobLockTimeoutMs: read.integer('DATABASE_JOB_LOCK_TIMEOUT_MS', timeoutRule(60_000)),
  databaseIdleTransactionTimeoutMs: read.integer(
    'DATABASE_IDLE_TRANSACTION_TIMEOUT_MS',
    timeoutRule(60_000),
  ),
});

/** How large imports may be, and what judging them may cost. */
const readImports = (read: EnvReader) => ({
  nativeImportMaxChunkMb: read.positiveOrDefault('NATIVE_IMPORT_MAX_CHUNK_MB', 10),
  nativeImportMaxRows: read.positiveOrDefault('NATIVE_IMPORT_MAX_ROWS', 100_000),
  preflightThreads: read.integer('PREFLIGHT_THREADS', { default: 2, min: 1, max: 64 }),
  preflightQueueMax: read.integer('PREFLIGHT_QUEUE_MAX', { default: 32, min: 0, max: 10_000 }),
  preflightTimeoutMs: read.integer('PREFLIGHT_TIMEOUT_MS', {
    default: 20_000,
    min: 100,
    max: 600_000,
  }),
  uploadMemoryMb: read.integer('UPLOAD_MEMORY_MB', { default: 256, min: 64, max: 1_000_000 }),
  // The largest request has 32 MiB.
  uploadMemoryPerHouseholdMb: read.integer('UPLOAD_MEMORY_PER_HOUSEHOLD_MB', {
    default: 96,
    min: 32,
    max: 1_000_000,
  }),
});

/** How the bank provider is reached, and when. */
const readProvider = (read: EnvReader) => ({
  providerBaseUrl: read.url(
    'PROVIDER_BASE_URL',
    ['https:', 'http:'],
    'https://www.lunchflow.app/api/v1',
  ),
  providerIncludePending: read.flag('PROVIDER_INCLUDE_PENDING'),
  providerDebugRaw: read.flag('PROVIDER_DEBUG_RAW'),
  providerKeyHeader: read.text('PROVIDER_KEY_HEADER', 'x-api-key').toLowerCase(),
  providerQueryNames: {
    from: read.text('PROVIDER_QUERY_FROM', 'from'),
    to: read.text('PROVIDER_QUERY_TO', 'to'),
    includePending: read.text('PROVIDER_QUERY_INCLUDE_PENDING', 'include_pending'),
    cursor: read.text('PROVIDER_QUERY_CURSOR', 'cursor'),
    page: read.text('PROVIDER_QUERY_PAGE', 'page'),
  },
  providerAllowedHosts: read
    .text('PROVIDER_ALLOWED_HOSTS', '')
    .toLowerCase()
    .split(',')
    .map((host) => host.trim())
    .filter((host) => host !== ''),
  providerAllowLocal: read.flag('PROVIDER_ALLOW_LOCAL'),
  providerRatePerMinute: read.integer('PROVIDER_RATE_PER_MINUTE', {
    default: 60,
    min: 0,
    max: 100_000,
  }),
  providerTotalRatePerMinute: read.integer('PROVIDER_TOTAL_RATE_PER_MINUTE', {
    default: 0,
    min: 0,
    max: 1_000_000,
  }),
  providerTimeoutMs: read.integer('PROVIDER_TIMEOUT_MS', {
    default: 60_000,
    min: 50,
    max: 600_000,
  }),
  providerInitialDays: read.integer('PROVIDER_INITIAL_DAYS', { default: 90, min: 1, max: 3650 }),
  providerLookbackDays: read.integer('PROVIDER_LOOKBACK_DAYS', { default: 7, min: 0, max: 365 }),
  syncCooldownSeconds: read.integer('SYNC_COOLDOWN_SECONDS', {
    default: 900,
    min: 0,
    max: 86_400,
  }),
  syncConcurrency: read.integer('SYNC_CONCURRENCY', { default: 20, min: 1, max: 1000 }),
});

/** How long what has happened is kept. */
const readRetention = (read: EnvReader) => ({
  retentionSyncDays: read.integer('RETENTION_SYNC_DAYS', daysRule(90)),
  retentionRuleRunDays: read.integer('RETENTION_RULE_RUN_DAYS', daysRule(30)),
  retentionChangeDays: read.integer('RETENTION_CHANGE_DAYS', daysRule(730)),
  retentionOperatorActionDays: read.integer('RETENTION_OPERATOR_ACTION_DAYS', daysRule(730)),
});

/**
 * The settings of a process that starts, or null after `report` was given one line that names every fault: then the process
 * ends with SETTINGS_EXIT_CODE.
 */
export function configOrReport(report: (line: string) => void): Config | null {
  try {
    return loadConfig();
  } catch (error) {
    if (!(error instanceof SettingsError)) throw error;
    report(error.message);
    return null;
  }
}

/** Reads and checks the environment. Throws one error that lists every fault. */
export function loadConfig(env: NodeJS.ProcessEnv = process.env): Config {
  const read = createEnvReader(env);
  const production = env['NODE_ENV'] === 'production';
  const database = readDatabase(read);
  const config: Config = {
    production,
    logLevel: read.oneOf('LOG_LEVEL', ['error', 'warn', 'info', 'debug'], 'info'),
    host: read.text('HOST', production ? '0.0.0.0' : '127.0.0.1'),
    port: read.integer('PORT', { default: 3000, min: 0, max: 65_535 }),
    ...readQueue(read, database.databaseSessionUrl),
    queuePrefix: read.text('QUEUE_PREFIX', 'ledgerline'),
    trustProxy: read.proxies('TRUST_PROXY'),
    bodyTimeoutMs: read.integer('BODY_TIMEOUT_MS', { default: 120_000, min: 100, max: 3_600_000 }),
    bodyStallMs: read.integer('BODY_STALL_MS', { default: 10_000, min: 100, max: 600_000 }),
    rateLimitPerHour: read.integer('RATE_LIMIT_PER_HOUR', {
      default: 0,
      min: 0,
      max: 1_000_000_000,
    }),
    authFailuresPerMinute: read.integer('AUTH_FAILURES_PER_MINUTE', {
      default: 300,
      min: 0,
      max: 1_000_000_000,
    }),
    adminPassword: read.optionalText('ADMIN_PASSWORD'),
    adminWrite: read.flag('ADMIN_WRITE'),
    credentialKeys: read.keyRing('CREDENTIALS_KEYS'),
    workerHost: read.text('WORKER_HOST', '127.0.0.1'),
    workerPort: read.integer('WORKER_PORT', { default: 0, min: 0, max: 65_535 }),
    metricsPort: read.integer('METRICS_PORT', { default: 0, min: 0, max: 65_535 }),
    shutdownTimeoutMs: read.integer('SHUTDOWN_TIMEOUT_MS', {
      default: 10_000,
      min: 100,
      max: 600_000,
    }),
    ...database,
    ...readImports(read),
    ...readProvider(read),
    ...readRetention(read),
    ...readTraces(read),
  };
  if (production && config.credentialKeys === null) {
    read.fault('CREDENTIALS_KEYS is required in production: provider keys are encrypted with it');
  }
  const weak = config.adminPassword === null ? null : passwordFault(config.adminPassword);
  if (production && weak !== null) read.fault(`ADMIN_PASSWORD ${weak}`);
  read.throwFaults();
  return config;
}
