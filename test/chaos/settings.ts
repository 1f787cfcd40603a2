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

export type ChaosSettings = ReturnType<typeof readSettings>;

/** Reads the sizes of a run from the environment; throws a sentence when one makes no sense. */
export function readSettings(env: NodeJS.ProcessEnv) {
  const whole = (name: string, fallback: number, min = 1): number =>
    wholeSetting(env, name, fallback, min);
  const settings = {
    /** Bank connections, each with a first sync. */
    connections: whole('CONNECTIONS', 50),
    /** Rows of all connections together. */
    transactions: whole('TRANSACTIONS', 100_000),
    /** Workers ended with kill -9. */
    kills: whole('KILLS', 20, 0),
    /** Times the datastore is stopped without warning and started again. */
    restarts: whole('RESTARTS', 3, 0),
    /** Times the clock of a process is moved by an hour; needs libfaketime. */
    jumps: whole('JUMPS', 0, 0),
    /** Times the link of a worker to Postgres is cut until another one takes over, or to Redis, in turn. */
    cuts: whole('CUTS', 0, 0),
    /** Times a run of rules is asked for in the middle; with 0 there are no rules. */
    rules: whole('RULES', 0, 0),
    /** Processes of worker-sync. */
    workers: whole('WORKERS', 4),
    /** Provider keys that the connections share, so that all workers compete for each. */
    keys: whole('KEYS', 2),
    /** Requests a minute that the provider allows each key. */
    rate: whole('RATE', 300),
    /** Rows of one page of the provider. */
    pageRows: whole('PAGE_ROWS', 50),
    /** `postgres`, or its own Redis servers (redis-server must be installed). */
    queue: oneOf(env, 'QUEUE', QUEUE_KINDS, 'postgres'),
    /** `server`, with a pooler before it that is what crashes, with a replica that takes over, or with both, where the replica does. */
    database: oneOf(env, 'DATABASE', DATABASE_KINDS, 'server'),
    /** What is cut, relays or the interfaces of network namespaces (iproute2, root). */
    links: oneOf(env, 'LINKS', LINK_KINDS, 'relays'),
    /** Decides when is killed what. */
    seed: env['SEED'] ?? String(Math.floor(Math.random() * 1e9)),
    /** Percent of the allowance that have to be used while there is work. */
    allowance: whole('ALLOWANCE', 95, 0) / 100,
    /** Where the processes' log goes, to see why something happened. */
    logFile: env['LOG_FILE'],
    /** The run fails after this. */
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
