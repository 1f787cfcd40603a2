/**
 * `npm run test:long -- chaos all`: rounds of what can go wrong, one kind after the other, each with its own seed, and a
 * table at the end. ROUNDS (30) and ALL_SECONDS (3600) bound it: a round that would begin later is left out, which fails.
 * Every other turn of the kinds has the queue in Redis, unless QUEUE says where it is.
 * The exit code is 0 only when every round held.
 */
import { hasRedisServer, startRedis } from '../helpers/redis-server.ts';
import { canMoveClocks } from './clocks.ts';
import { playRounds, type Kind } from './rounds.ts';

/** Small, so that a round takes a minute or two; the allowance is measured by the large run. */
const SMALL = { CONNECTIONS: '6', TRANSACTIONS: '3000', WORKERS: '2', RATE: '600', ALLOWANCE: '0' };
const SMALL_IMPORT = { TRANSACTIONS: '10000', WORKERS: '2' };
const suite = (...files: string[]) => ['scripts/test.ts', ...files];

const CLOCKS: readonly Kind[] = [
  {
    name: 'syncs: clocks jump',
    program: ['test/chaos/sync.chaos.ts'],
    env: { ...SMALL, KILLS: '2', RESTARTS: '0', JUMPS: '8' },
  },
  {
    name: 'imports: clocks jump',
    program: ['test/chaos/imports.chaos.ts'],
    env: { ...SMALL_IMPORT, KILLS: '1', RESTARTS: '0', JUMPS: '4' },
  },
];
const movesClocks = canMoveClocks();
if (!movesClocks) console.log('no clocks jump: libfaketime is not installed');

const KINDS: readonly Kind[] = [
  {
    name: 'syncs: workers killed',
    program: ['test/chaos/sync.chaos.ts'],
    env: { ...SMALL, KILLS: '4', RESTARTS: '0' },
  },
  {
    name: 'syncs: the datastore crashes',
    program: ['test/chaos/sync.chaos.ts'],
    env: { ...SMALL, KILLS: '1', RESTARTS: '2' },
  },
  {
    name: 'imports: kills and crashes',
    program: ['test/chaos/imports.chaos.ts'],
    env: { ...SMALL_IMPORT, KILLS: '2', RESTARTS: '1' },
  },
  { name: 'the disk is full', program: suite('test/processes/disk-full.full.test.ts'), env: {} },
  {
    name: 'the provider fails, limits and goes down',
    program: suite(
      'test/workers/sync/held-syncs.full.test.ts',
      'test/workers/sync/provider-rate-limits.test.ts',
      'test/workers/sync/error-answers.test.ts',
    ),
    env: {},
  },
  ...(movesClocks ? CLOCKS : []),
];

const { QUEUE: chosen } = process.env;
const redis = chosen !== 'postgres' && hasRedisServer ? await startRedis() : null;
if (redis === null) console.log('the queue is in Postgres in all rounds');

/** Where the queue is in a round, for the environment of the script and of the suite. */
function queueOf(round: number): NodeJS.ProcessEnv {
  const isOther = Math.floor(round / KINDS.length) % 2 === 1;
  return redis !== null && (isOther || chosen === 'redis')
    ? { QUEUE: 'redis', REDIS_URL: redis.url }
    : { QUEUE: 'postgres', REDIS_URL: '' };
}

const holds = await playRounds(KINDS, 30, queueOf);
await redis?.close();
process.exit(holds ? 0 : 1);
