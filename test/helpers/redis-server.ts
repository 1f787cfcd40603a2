import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Redis } from 'ioredis';
import { freePort } from '../../scripts/ports.ts';
import { eventually } from './eventually.ts';

/** Whether this machine has a Redis to start. */
export const hasRedisServer = spawnSync('redis-server', ['--version']).error === undefined;

/** A Redis of a test's own that can be stopped, started again and made to refuse writes. */
export interface TestRedis {
  readonly url: string;
  /** Starts it, empty, at the same address as before. */
  start(): Promise<void>;
  /** Ends it as a crash does. */
  kill(): Promise<void>;
  /** Lets it hang, and continue. */
  freeze(on: boolean): void;
  /** NOREPLICAS for every write while it is on. */
  refuseWrites(on: boolean): Promise<void>;
  /** How many writes it has refused so since it came up. */
  refusedWrites(): Promise<number>;
  close(): Promise<void>;
}

/** Starts a Redis on a free port of 127.0.0.1. */
export async function startRedis(): Promise<TestRedis> {
  const port = await freePort();
  const url = `redis://127.0.0.1:${port}`;
  const dir = mkdtempSync(join(tmpdir(), 'ledgerline-redis-'));
  let child: ChildProcess | undefined;
  let gone = Promise.resolve();

  const ask = async <T>(question: (redis: Redis) => Promise<T>): Promise<T> => {
    const redis = new Redis(url, { maxRetriesPerRequest: 1, retryStrategy: () => null });
    redis.on('error', () => undefined);
    try {
      return await question(redis);
    } finally {
      redis.disconnect();
    }
  };
  const start = async (): Promise<void> => {
    const args = ['--port', String(port), '--bind', '127.0.0.1', '--save', '', '--dir', dir];
    const started = spawn('redis-server', args, { stdio: 'ignore' });
    child = started;
    gone = new Promise((resolve) => started.once('exit', () => resolve()));
    await eventually(() => ask((redis) => redis.ping()));
  };
  const kill = async (): Promise<void> => {
    child?.kill('SIGKILL');
    await gone;
  };
  await start();
  return {
    url,
    start,
    kill,
    freeze: (on) => void child?.kill(on ? 'SIGSTOP' : 'SIGCONT'),
    async refuseWrites(on) {
      await ask((redis) => redis.config('SET', 'min-replicas-to-write', on ? '1' : '0'));
    },
    async refusedWrites() {
      const stats = await ask((redis) => redis.info('errorstats'));
      return Number(/^errorstat_NOREPLICAS:count=(\d+)/m.exec(stats)?.[1] ?? 0);
    },
    async close() {
      await kill();
      rmSync(dir, { recursive: true, force: true });
    },
  };
}
