import { checkAddress, urlOf } from './check-address.ts';
import { createEnvReader } from './env.ts';
import type { EnvReader } from './env.ts';
import { passwordFault } from './password-fault.ts';
import { parseRedisUrl } from './redis-url.ts';
import { readTraces } from './tracing/trace-settings.ts';

/** All settings of all processes. Each field's comment names its variable, unit and default. */
export type Config = ReturnType<typeof readConfig>;

/** Milliseconds up to a day. */
const TIMEOUT = [100, 86_400_000] as const;
/** Days up to a century. */
const DAYS = [0, 36_500] as const;
const PORTS = [0, 65_535] as const;
const REQUESTS = [0, 1_000_000_000] as const;

/** How the database is reached, how long it may take, and where the queue is. */
function readDatabase(read: EnvReader) {
  const databaseUrl = read.checkedUrl('DATABASE_URL', checkAddress) ?? '';
  if (databaseUrl === '') read.fault('DATABASE_URL is required');
  const sessionUrl = read.checkedUrl('DATABASE_SESSION_URL', checkAddress);
  const isPooled = URL.canParse(databaseUrl) && new URL(databaseUrl).searchParams.has('pool_mode');
  if (sessionUrl === null && isPooled) {
    read.fault('DATABASE_SESSION_URL is required with a pooler in DATABASE_URL');
  }
  const databaseSessionUrl = sessionUrl ?? databaseUrl;
  return {
    /** DATABASE_URL: Postgres, required; with `pool_mode=transaction` in its query a pooler in that mode. */
    databaseUrl,
    /** DATABASE_SESSION_URL: the same database without the pooler, for migrations and the queue’s notifications. Default DATABASE_URL. */
    databaseSessionUrl,
    /** DATABASE_REPLICA_URL: a streaming replica for lists and exports; what was just written is never missing. Default none. */
    databaseReplicaUrl: read.checkedUrl('DATABASE_REPLICA_URL', checkAddress),
    /** DATABASE_POOL_MAX: connections of one process to Postgres, not counting the queue's own. Default 10. */
    databasePoolMax: read.integer('DATABASE_POOL_MAX', 10, [1, 1000]),
    /** DATABASE_STATEMENT_TIMEOUT_MS: one statement of a request. Default 5000. */
    databaseStatementTimeoutMs: read.integer('DATABASE_STATEMENT_TIMEOUT_MS', 5_000, TIMEOUT),
    /** DATABASE_LOCK_TIMEOUT_MS: a request’s wait for a lock. Default 3000. */
    databaseLockTimeoutMs: read.integer('DATABASE_LOCK_TIMEOUT_MS', 3_000, TIMEOUT),
    /** DATABASE_JOB_STATEMENT_TIMEOUT_MS: one statement of a worker or the scheduler. Default 600000. */
    databaseJobStatementTimeoutMs: read.integer(
      'DATABASE_JOB_STATEMENT_TIMEOUT_MS',
      600_000,
      TIMEOUT,
    ),
    /** DATABASE_JOB_LOCK_TIMEOUT_MS: a worker’s or the scheduler’s wait for a lock. Default 60000. */
    databaseJobLockTimeoutMs: read.integer('DATABASE_JOB_LOCK_TIMEOUT_MS', 60_000, TIMEOUT),
    /** DATABASE_IDLE_TRANSACTION_TIMEOUT_MS: an idle transaction is ended after this. Default 60000. */
    databaseIdleTransactionTimeoutMs: read.integer(
      'DATABASE_IDLE_TRANSACTION_TIMEOUT_MS',
      60_000,
      TIMEOUT,
    ),
    /** REDIS_URL: queue and limits on Redis, as `parseRedisUrl` reads it; without it both are in Postgres. Default none. */
    redisUrl: read.checkedUrl('REDIS_URL', parseRedisUrl),
    /** QUEUE_DATABASE_URL: Postgres of the queue when there is no Redis, so that it can be scaled separately. Default DATABASE_SESSION_URL. */
    queueDatabaseUrl: read.checkedUrl('QUEUE_DATABASE_URL', checkAddress) ?? databaseSessionUrl,
    /** QUEUE_PREFIX: prefix of the queues’ keys or schema, so that installations can share a server. Default ledgerline. */
    queuePrefix: read.text('QUEUE_PREFIX', 'ledgerline'),
  };
}

const readWeb = (read: EnvReader, production: boolean) => ({
  /** HOST: address the API listens on. Default 127.0.0.1; in production 0.0.0.0, as platforms that set PORT expect. */
  host: read.text('HOST', production ? '0.0.0.0' : '127.0.0.1'),
  /** PORT: port of the API. Default 3000. */
  port: read.integer('PORT', 3000, PORTS),
  /** TRUST_PROXY: reverse proxies whose X-Forwarded-For is believed: how many, or their addresses and subnets. Default none. */
  trustProxy: read.proxies('TRUST_PROXY'),
  /** BODY_TIMEOUT_MS: a client’s time for the whole body of a request. Default 120000. */
  bodyTimeoutMs: read.integer('BODY_TIMEOUT_MS', 120_000, [100, 3_600_000]),
  /** BODY_STALL_MS: a request is given up if its body stalls, or its headers are incomplete, for this long. Default 10000. */
  bodyStallMs: read.integer('BODY_STALL_MS', 10_000, [100, 600_000]),
  /** RATE_LIMIT_PER_HOUR: requests per API key and clock hour; 0 = off. Default 0. */
  rateLimitPerHour: read.integer('RATE_LIMIT_PER_HOUR', 0, REQUESTS),
  /** AUTH_FAILURES_PER_MINUTE: requests without a valid key per client address and minute, above it 429; 0 = no limit. Default 300. */
  authFailuresPerMinute: read.integer('AUTH_FAILURES_PER_MINUTE', 300, REQUESTS),
  /** ADMIN_PASSWORD: opens the queue dashboard; without it there is no dashboard; production refuses a weak one. Default none. */
  adminPassword: read.optionalText('ADMIN_PASSWORD'),
  /** ADMIN_WRITE: lets the dashboard retry and remove jobs. Default false. */
  adminWrite: read.flag('ADMIN_WRITE'),
  /** METRICS_PORT: port of `web` for health and metrics, on WORKER_HOST; 0 = none. Default 0. */
  metricsPort: read.integer('METRICS_PORT', 0, PORTS),
});

/** How large imports may be, and what judging them may cost. */
const readImports = (read: EnvReader) => ({
  /** NATIVE_IMPORT_MAX_CHUNK_MB: whole MiB of NDJSON per upload. Default 10. */
  nativeImportMaxChunkMb: read.positiveOrDefault('NATIVE_IMPORT_MAX_CHUNK_MB', 10),
  /** NATIVE_IMPORT_MAX_ROWS: rows of one import session. Default 100000. */
  nativeImportMaxRows: read.positiveOrDefault('NATIVE_IMPORT_MAX_ROWS', 100_000),
  /** PREFLIGHT_THREADS: preflights that run at once. Default 2. */
  preflightThreads: read.integer('PREFLIGHT_THREADS', 2, [1, 64]),
  /** PREFLIGHT_QUEUE_MAX: preflights that wait for a thread; above it 503. Default 32. */
  preflightQueueMax: read.integer('PREFLIGHT_QUEUE_MAX', 32, [0, 10_000]),
  /** PREFLIGHT_TIMEOUT_MS: one preflight’s time, waiting excluded. Default 20000. */
  preflightTimeoutMs: read.integer('PREFLIGHT_TIMEOUT_MS', 20_000, [100, 600_000]),
  /** UPLOAD_MEMORY_MB: MiB of request bodies in memory at once; above it 503. Default 256. */
  uploadMemoryMb: read.integer('UPLOAD_MEMORY_MB', 256, [64, 1_000_000]),
  // The largest request has 32 MiB.
  /** UPLOAD_MEMORY_PER_HOUSEHOLD_MB: MiB of them that one household may hold. Default 96. */
  uploadMemoryPerHouseholdMb: read.integer('UPLOAD_MEMORY_PER_HOUSEHOLD_MB', 96, [32, 1_000_000]),
});

const readProvider = (read: EnvReader) => ({
  /** PROVIDER_BASE_URL: the bank-connectivity provider. Default https://www.lunchflow.app/api/v1. */
  providerBaseUrl:
    read.checkedUrl('PROVIDER_BASE_URL', urlOf('https:', 'http:')) ??
    'https://www.lunchflow.app/api/v1',
  /** PROVIDER_INCLUDE_PENDING (true or false): sync pending transactions. Default false. */
  providerIncludePending: read.flag('PROVIDER_INCLUDE_PENDING'),
  /** PROVIDER_DEBUG_RAW (true or false): log the provider’s answers, redacted. Default false. */
  providerDebugRaw: read.flag('PROVIDER_DEBUG_RAW'),
  /** PROVIDER_KEY_HEADER: header that carries the provider key. Default x-api-key. */
  providerKeyHeader: read.text('PROVIDER_KEY_HEADER', 'x-api-key').toLowerCase(),
  /** Query names the provider understands. */
  providerQueryNames: {
    /** PROVIDER_QUERY_FROM: first day of a read, inclusive. Default from. */
    from: read.text('PROVIDER_QUERY_FROM', 'from'),
    /** PROVIDER_QUERY_TO: last day of a read, inclusive. Default to. */
    to: read.text('PROVIDER_QUERY_TO', 'to'),
    /** PROVIDER_QUERY_INCLUDE_PENDING: sent as true when pending rows are wanted. Default include_pending. */
    includePending: read.text('PROVIDER_QUERY_INCLUDE_PENDING', 'include_pending'),
    /** PROVIDER_QUERY_CURSOR: where a cursor goes. Default cursor. */
    cursor: read.text('PROVIDER_QUERY_CURSOR', 'cursor'),
    /** PROVIDER_QUERY_PAGE: where a page number goes. Default page. */
    page: read.text('PROVIDER_QUERY_PAGE', 'page'),
  },
  /** PROVIDER_ALLOWED_HOSTS: further hosts (host or host:port, comma separated) a redirect or next link may name. Default none. */
  providerAllowedHosts: read
    .text('PROVIDER_ALLOWED_HOSTS', '')
    .toLowerCase()
    .split(',')
    .map((host) => host.trim())
    .filter((host) => host !== ''),
  /** PROVIDER_ALLOW_LOCAL (true or false): plain http and private addresses for the provider; a loopback base URL needs it in production only. Default false. */
  providerAllowLocal: read.flag('PROVIDER_ALLOW_LOCAL'),
  /** PROVIDER_RATE_PER_MINUTE: requests per minute and provider key, all processes together; 0 = no limit. Default 60. */
  providerRatePerMinute: read.integer('PROVIDER_RATE_PER_MINUTE', 60, [0, 100_000]),
  /** PROVIDER_TOTAL_RATE_PER_MINUTE: requests per minute of all provider keys together; 0 = no limit. Default 0. */
  providerTotalRatePerMinute: read.integer('PROVIDER_TOTAL_RATE_PER_MINUTE', 0, [0, 1_000_000]),
  /** PROVIDER_TIMEOUT_MS: one request to the provider, body included. Default 60000. */
  providerTimeoutMs: read.integer('PROVIDER_TIMEOUT_MS', 60_000, [50, 600_000]),
  /** PROVIDER_INITIAL_DAYS: days of history that the first sync asks for. Default 90. */
  providerInitialDays: read.integer('PROVIDER_INITIAL_DAYS', 90, [1, 3650]),
  /** PROVIDER_LOOKBACK_DAYS: days before the last complete read that are read again. Default 7. */
  providerLookbackDays: read.integer('PROVIDER_LOOKBACK_DAYS', 7, [0, 365]),
  /** SYNC_COOLDOWN_SECONDS: minimum time between two manual syncs of a connection. Default 900. */
  syncCooldownSeconds: read.integer('SYNC_COOLDOWN_SECONDS', 900, [0, 86_400]),
  /** SYNC_CONCURRENCY: connections of one household or bank that one sync worker syncs at once, 55 in all with the default; most of them wait for the provider. Default 20. */
  syncConcurrency: read.integer('SYNC_CONCURRENCY', 20, [1, 1000]),
});

const readRetention = (read: EnvReader) => ({
  /** RETENTION_SYNC_DAYS: ended syncs, except a connection’s last one and last complete one; 0 = for ever. Default 90. */
  retentionSyncDays: read.integer('RETENTION_SYNC_DAYS', 90, DAYS),
  /** RETENTION_RULE_RUN_DAYS: ended runs of rules; 0 = for ever. Default 30. */
  retentionRuleRunDays: read.integer('RETENTION_RULE_RUN_DAYS', 30, DAYS),
  /** RETENTION_CHANGE_DAYS: the change logs, for as long as the law requires; 0 = for ever. Default 730. */
  retentionChangeDays: read.integer('RETENTION_CHANGE_DAYS', 730, DAYS),
  /** RETENTION_OPERATOR_ACTION_DAYS: what operators did; 0 = for ever. Default 730. */
  retentionOperatorActionDays: read.integer('RETENTION_OPERATOR_ACTION_DAYS', 730, DAYS),
  /** RETENTION_WEBHOOK_DELIVERY_DAYS: events that were sent or given up on; 0 = for ever. Default 30. */
  retentionWebhookDeliveryDays: read.integer('RETENTION_WEBHOOK_DELIVERY_DAYS', 30, DAYS),
});

const readConfig = (read: EnvReader, production: boolean) => ({
  /** NODE_ENV: `production` refuses defaults that are only fit for development. Default development. */
  production,
  /** LOG_LEVEL: error, warn, info or debug. Default info. */
  logLevel: read.oneOf('LOG_LEVEL', ['error', 'warn', 'info', 'debug'], 'info'),
  /** CREDENTIALS_KEYS: `id:base64-of-32-bytes`, comma separated, the first encrypts. Required in production. */
  credentialKeys: read.keyRing('CREDENTIALS_KEYS'),
  /** WEBHOOK_ALLOW_LOOPBACK (true or false): events may go to receivers on this machine. For development. Default false. */
  webhookAllowLoopback: read.flag('WEBHOOK_ALLOW_LOOPBACK'),
  /** WORKER_HOST: address of a worker’s health server. Default 127.0.0.1. */
  workerHost: read.text('WORKER_HOST', '127.0.0.1'),
  /** WORKER_PORT: port of a worker’s health server; 0 = any free one. Default 0. */
  workerPort: read.integer('WORKER_PORT', 0, PORTS),
  /** SHUTDOWN_TIMEOUT_MS: a stopping process is ended after this. Default 10000. */
  shutdownTimeoutMs: read.integer('SHUTDOWN_TIMEOUT_MS', 10_000, [100, 600_000]),
  ...readDatabase(read),
  ...readWeb(read, production),
  ...readImports(read),
  ...readProvider(read),
  ...readRetention(read),
  ...readTraces(read),
});

/** Reads and checks the environment. Throws one error that lists every fault. */
export function loadConfig(env: NodeJS.ProcessEnv = process.env): Config {
  const read = createEnvReader(env);
  const production = env['NODE_ENV'] === 'production';
  const config = readConfig(read, production);
  if (production && config.credentialKeys === null) {
    read.fault('CREDENTIALS_KEYS is required in production: provider keys are encrypted with it');
  }
  const weak = config.adminPassword === null ? null : passwordFault(config.adminPassword);
  if (production && weak !== null) read.fault(`ADMIN_PASSWORD ${weak}`);
  read.throwFaults();
  return config;
}
