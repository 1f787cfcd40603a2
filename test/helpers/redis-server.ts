import { spawnSync } from 'node:child_process';
import { freePort } from '../../scripts/ports.ts';
import { createGroup } from './redis-group.ts';

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
  const group = createGroup();
  const server = group.member(port, { appendonly: 'no' });
  await server.start();
  return {
    ...server,
    url: `redis://127.0.0.1:${port}`,
    async refuseWrites(on) {
      await server.ask((redis) => redis.config('SET', 'min-replicas-to-write', on ? '1' : '0'));
    },
    async refusedWrites() {
      const stats = await server.ask((redis) => redis.info('errorstats'));
      return Number(/^errorstat_NOREPLICAS:count=(\d+)/m.exec(stats)?.[1] ?? 0);
    },
    close: group.remove,
  };
}
