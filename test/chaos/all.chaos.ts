/**
 * `npm run test:chaos -- all`: rounds of what can go wrong, one kind after the other, each with a seed of its own, and a
 * table at the end. ROUNDS (30) and ALL_SECONDS (3600) bound it: a round that would begin later is left out, which fails.
 * Every other turn of the kinds has the queue in Redis, unless QUEUE says where it is.
 * The exit code is 0 only when every round held.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { wholeSetting } from '../../scripts/terminal/command-line.ts';
import { hasRedisServer, startRedis } from '../helpers/redis-server.ts';
import { canMoveClocks } from './clocks.ts';

interface Kind {
  name: string;
  program: readonly string[];
  env: NodeJS.ProcessEnv;
}

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
  { name: 'the disk is full', program: suite('test/processes/disk-full.test.ts'), env: {} },
  {
    name: 'the provider fails, limits and goes down',
    program: suite(
      'test/workers/sync/held-syncs.test.ts',
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

const rounds = wholeSetting(process.env, 'ROUNDS', 30);
const until = performance.now() + wholeSetting(process.env, 'ALL_SECONDS', 3600) * 1000;
const seed = process.env['SEED'] ?? String(Math.floor(Math.random() * 1e9));

/** Where the queue is in a round, for the environment of the script and of the suite. */
function queueOf(round: number): NodeJS.ProcessEnv {
  const isOther = Math.floor(round / KINDS.length) % 2 === 1;
  return redis !== null && (isOther || chosen === 'redis')
    ? { QUEUE: 'redis', REDIS_URL: redis.url }
    : { QUEUE: 'postgres', REDIS_URL: '' };
}

/** One round in a process of its own; its output is shown only when it does not hold: the faults that it names, and its end. */
async function play(
  { program, env }: Kind,
  round: number,
): Promise<{ held: boolean; said: string }> {
  const own = { ...queueOf(round), SEED: `${seed}-${round}`, TIME_LIMIT_SECONDS: '300' };
  const child = spawn(process.execPath, ['--import', 'tsx', ...program], {
    env: { ...process.env, ...env, ...own },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const faults: string[] = [];
  let end = '';
  for (const stream of [child.stdout, child.stderr]) {
    createInterface({ input: stream }).on('line', (line) => {
      if (line.includes('FAULT')) faults.push(line);
      end = `${end}${line}\n`.slice(-5000);
    });
  }
  const [code] = (await once(child, 'close')) as [number | null];
  return { held: code === 0, said: [...faults, end].join('\n') };
}

interface Tally {
  held: number;
  failed: number;
  seconds: number;
}
const tally = new Map<string, Tally>(
  KINDS.map(({ name }) => [name, { held: 0, failed: 0, seconds: 0 }]),
);
let played = 0;
console.log(`${rounds} rounds; repeat with SEED=${seed}`);
for (let round = 0; round < rounds && performance.now() < until; round += 1) {
  const kind = KINDS[round % KINDS.length];
  const line = kind === undefined ? undefined : tally.get(kind.name);
  if (kind === undefined || line === undefined) break;
  const begun = performance.now();
  const { held, said } = await play(kind, round);
  const seconds = Math.round((performance.now() - begun) / 1000);
  played += 1;
  line.seconds += seconds;
  line[held ? 'held' : 'failed'] += 1;
  console.log(
    `round ${round + 1}: ${kind.name}, queue in ${queueOf(round)['QUEUE']}: ${held ? 'holds' : 'DOES NOT HOLD'} (${seconds} s)`,
  );
  if (!held) console.log(said);
}

console.log('\n| what goes wrong | rounds | held | seconds |\n| --- | --- | --- | --- |');
for (const [name, { held, failed, seconds }] of tally) {
  console.log(`| ${name} | ${held + failed} | ${held} | ${seconds} |`);
}
await redis?.close();
const holds = played === rounds && [...tally.values()].every(({ failed }) => failed === 0);
console.log(holds ? 'chaos: it holds' : `chaos: IT DOES NOT HOLD (${played} of ${rounds} rounds)`);
process.exit(holds ? 0 : 1);
