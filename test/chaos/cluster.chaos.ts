/**
 * `npm run test:long -- cluster`: syncs, imports and rules while the servers of a large installation fail, and while workers are parted
 * from them. Each round starts its own servers: redis-server must be installed, pgbouncer is when it is not.
 */
import { readCommandLine } from '../../scripts/terminal/command-line.ts';
import { whyNoNamespaces } from './links.ts';
import { playRounds, type Kind } from './rounds.ts';

readCommandLine(
  `Usage: npm run test:long -- cluster

Syncs, imports and runs of rules while servers are killed (Redis with TLS, with sentinels, a node of a cluster of six;
PgBouncer; a primary of PostgreSQL, whose replica is promoted, behind an address that follows it and behind PgBouncer), and while links between a worker and its servers are cut: in
relays, and in network namespaces where the machine allows it (root, iproute2). ROUNDS (one of each kind) and
ALL_SECONDS (3600), from the environment, bound it.`,
  { settings: { ROUNDS: 12, ALL_SECONDS: 3600 } },
);

/** So many requests that work is left after a failover. */
const SYNCS = {
  CONNECTIONS: '4',
  TRANSACTIONS: '4000',
  PAGE_ROWS: '10',
  WORKERS: '2',
  RATE: '300',
  ALLOWANCE: '0',
  KILLS: '1',
  RULES: '1',
};
const IMPORTS = { TRANSACTIONS: '40000', WORKERS: '2', KILLS: '1', RULES: '1' };
/** Slower, so that work is left for who comes back. */
const CUTS = { ...SYNCS, RATE: '120', QUEUE: 'redis', RESTARTS: '0', CUTS: '2' };

const syncs = (name: string, env: NodeJS.ProcessEnv): Kind => ({
  name: `syncs: ${name}`,
  program: ['test/chaos/sync.chaos.ts'],
  env: { ...SYNCS, ...env },
});
const imports = (name: string, env: NodeJS.ProcessEnv): Kind => ({
  name: `imports: ${name}`,
  program: ['test/chaos/imports.chaos.ts'],
  env: { ...IMPORTS, ...env },
});

const fault = whyNoNamespaces();
if (fault !== null)
  console.log(`links are cut in relays only, without network namespaces: ${fault}`);

const KINDS: readonly Kind[] = [
  syncs('Redis with TLS crashes', { QUEUE: 'redis-tls', RESTARTS: '2' }),
  syncs('sentinels choose another primary', { QUEUE: 'redis-sentinel', RESTARTS: '1' }),
  syncs('a node of a cluster crashes', { QUEUE: 'redis-cluster', RESTARTS: '1' }),
  imports('a node of a cluster crashes', { QUEUE: 'redis-cluster', RESTARTS: '1' }),
  syncs('PgBouncer crashes', { DATABASE: 'pooler', RESTARTS: '2' }),
  imports('PgBouncer crashes', { DATABASE: 'pooler', RESTARTS: '2' }),
  syncs('a replica takes over', { DATABASE: 'failover', QUEUE: 'redis-cluster', RESTARTS: '1' }),
  imports('a replica takes over', { DATABASE: 'failover', QUEUE: 'redis', RESTARTS: '2' }),
  syncs('a replica takes over behind PgBouncer', {
    DATABASE: 'pooled-failover',
    QUEUE: 'redis',
    RESTARTS: '1',
  }),
  imports('a replica takes over behind PgBouncer', {
    DATABASE: 'pooled-failover',
    QUEUE: 'redis',
    RESTARTS: '2',
  }),
  syncs('links are cut in relays', { ...CUTS, LINKS: 'relays' }),
  ...(fault === null
    ? [syncs('links of namespaces are cut', { ...CUTS, LINKS: 'namespaces' })]
    : []),
];
process.exit((await playRounds(KINDS, KINDS.length)) ? 0 : 1);
