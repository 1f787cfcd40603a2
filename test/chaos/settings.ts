import { UsageError, wholeSetting } from '../../scripts/terminal/command-line.ts';

/** What `--help` of a chaos script says of them. */
export const CHAOS_SETTINGS = `
Settings, from the environment: CONNECTIONS, TRANSACTIONS, KILLS, RESTARTS, JUMPS, CUTS, RULES, WORKERS, KEYS, RATE, PAGE_ROWS,
QUEUE (postgres, redis, redis-tls, redis-sentinel or redis-cluster), DATABASE (server, pooler, failover or pooled-failover), LINKS (relays or namespaces), SEED, ALLOWANCE (percent), LOG_FILE, TIME_LIMIT_SECONDS;
test/chaos/settings.ts has their defaults.`;

const QUEUE_KINDS = ['postgres', 'redis', 'redis-tls', 'redis-sentinel', 'redis-cluster'] as const;
export type QueueKind = (typeof QUEUE_KINDS)[number];
const DATABASE_KINDS = ['server', 'pooler', 'failover', 'pooled-failover'] as const;
const LINK_KINDS = ['relays', 'namespaces'] as const;

/** Sizes of a run; each field's comment names its variable and default. */
export type ChaosSettings = {
  /** CONNECTIONS: bank connections, each with a first sync. Default 50. */
  connections: number;
  /** TRANSACTIONS: rows of all connections together. Default 100000. */
  transactions: number;
  /** KILLS: workers ended with kill -9. Default 20. */
  kills: number;
  /** RESTARTS: times the datastore is stopped without warning and started again. Default 3. */
  restarts: number;
  /** JUMPS: times the clock of a process is moved by an hour; needs libfaketime. Default 0. */
  jumps: number;
  /** CUTS: times the link of a worker to Postgres is cut until another one takes over, or to Redis, in turn. Default 0. */
  cuts: number;
  /** RULES: times a run of rules is asked for in the middle; with 0 there are no rules. Default 0. */
  rules: number;
  /** WORKERS: worker-sync processes. Default 4. */
  workers: number;
  /** KEYS: provider keys that the connections share, so that all workers compete for each. Default 2. */
  keys: number;
  /** RATE: requests a minute that the provider allows each key. Default 300. */
  rate: number;
  /** PAGE_ROWS: rows of one page of the provider. Default 50. */
  pageRows: number;
  /** QUEUE: postgres, or its own Redis servers (redis-server must be installed). Default postgres. */
  queue: QueueKind;
  /** DATABASE: server, with a pooler before it that is what crashes, with a replica that takes over, or with both, where the replica does. Default server. */
  database: (typeof DATABASE_KINDS)[number];
  /** LINKS: what is cut, relays or the interfaces of network namespaces (iproute2, root). Default relays. */
  links: (typeof LINK_KINDS)[number];
  /** SEED: decides when is killed what. Default random. */
  seed: string;
  /** ALLOWANCE: percent of the allowance that have to be used while there is work. Default 95. */
  allowance: number;
  /** LOG_FILE: where the processes' log goes, to see why something happened. Default nowhere. */
  logFile: string | undefined;
  /** TIME_LIMIT_SECONDS: the run fails after this. Default 1200. */
  timeLimitMs: number;
};

/** Reads the environment; throws a sentence when a size makes no sense. */
export function readSettings(env: NodeJS.ProcessEnv): ChaosSettings {
  const whole = (name: string, fallback: number, min = 1): number =>
    wholeSetting(env, name, fallback, min);
  const settings: ChaosSettings = {
    connections: whole('CONNECTIONS', 50),
    transactions: whole('TRANSACTIONS', 100_000),
    kills: whole('KILLS', 20, 0),
    restarts: whole('RESTARTS', 3, 0),
    jumps: whole('JUMPS', 0, 0),
    cuts: whole('CUTS', 0, 0),
    rules: whole('RULES', 0, 0),
    workers: whole('WORKERS', 4),
    keys: whole('KEYS', 2),
    rate: whole('RATE', 300),
    pageRows: whole('PAGE_ROWS', 50),
    queue: oneOf(env, 'QUEUE', QUEUE_KINDS, 'postgres'),
    database: oneOf(env, 'DATABASE', DATABASE_KINDS, 'server'),
    links: oneOf(env, 'LINKS', LINK_KINDS, 'relays'),
    seed: env['SEED'] ?? String(Math.floor(Math.random() * 1e9)),
    allowance: whole('ALLOWANCE', 95, 0) / 100,
    logFile: env['LOG_FILE'],
    timeLimitMs: whole('TIME_LIMIT_SECONDS', 1200) * 1000,
  };
  if (settings.keys > settings.connections)
    throw new UsageError('There are more KEYS than CONNECTIONS.');
  return settings;
}

function oneOf<T extends string>(
  env: NodeJS.ProcessEnv,
  name: string,
  kinds: readonly T[],
  fallback: T,
): T {
  const asked = env[name] || fallback;
  const kind = kinds.find((each) => each === asked);
  if (kind === undefined) throw new UsageError(`${name} is one of ${kinds.join(', ')}.`);
  return kind;
}
