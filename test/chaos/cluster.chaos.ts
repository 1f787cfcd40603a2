/**
 * `npm run test:cluster`: syncs and imports while the servers of a large installation fail: each round starts Redis
 * servers of its own (redis-server must be installed) and kills the one that holds the queue.
 */
import { readCommandLine } from '../../scripts/terminal/command-line.ts';
import { playRounds } from './rounds.ts';
import type { Kind } from './rounds.ts';
import type { QueueKind } from './settings.ts';

readCommandLine(
  `Usage: npm run test:cluster

Syncs and imports while servers of the queue are killed: one with TLS, one with sentinels, and a node of a cluster of
six. ROUNDS (4) and ALL_SECONDS (3600), from the environment, bound it.`,
  { settings: { ROUNDS: 4, ALL_SECONDS: 3600 } },
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
};

const syncs = (queue: QueueKind, name: string, restarts: number): Kind => ({
  name: `syncs: ${name}`,
  program: ['test/chaos/sync.chaos.ts'],
  env: { ...SYNCS, QUEUE: queue, RESTARTS: String(restarts) },
});

const holds = await playRounds(
  [
    syncs('redis-tls', 'Redis with TLS crashes', 2),
    syncs('redis-sentinel', 'sentinels choose another primary', 1),
    syncs('redis-cluster', 'a node of a cluster crashes', 1),
    {
      name: 'imports: a node of a cluster crashes',
      program: ['test/chaos/imports.chaos.ts'],
      env: {
        TRANSACTIONS: '10000',
        WORKERS: '2',
        QUEUE: 'redis-cluster',
        KILLS: '1',
        RESTARTS: '1',
      },
    },
  ],
  4,
);
process.exit(holds ? 0 : 1);
