import { spawnSync } from 'node:child_process';
import { freePort } from '../../scripts/ports.ts';
import { createGroup } from './redis-group.ts';

/** Whether this machine has a Redis to start. */
export const hasRedisServer = spawnSync('redis-server', ['--version']).error === undefined;

export type TestRedis = Awaited<ReturnType<typeof startRedis>>;

/**
 * A Redis of a test's own, on a free port of 127.0.0.1, that can be stopped, started again, empty and at the same
 * address, and made to refuse writes.
 */
export async function startRedis() {
  const port = await freePort();
  const group = createGroup();
  const server = group.member(port, { appendonly: 'no' });
  await server.start();
  return {
    ...server,
    url: `redis://127.0.0.1:${port}`,
    /** NOREPLICAS for every write while it is on. */
    async refuseWrites(on: boolean) {
      await server.ask((redis) => redis.config('SET', 'min-replicas-to-write', on ? '1' : '0'));
    },
    /** How many writes it has refused so since it came up. */
    async refusedWrites() {
      const stats = await server.ask((redis) => redis.info('errorstats'));
      return Number(/^errorstat_NOREPLICAS:count=(\d+)/m.exec(stats)?.[1] ?? 0);
    },
    close: group.remove,
  };
}
