import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Redis, type RedisOptions as AllOptions } from 'ioredis';
import { eventually } from './eventually.ts';
import { crash } from './processes.ts';

/** Sentinels that were held up by a busy machine only look on for 30 s, each time. */
export const FAILOVER = { timeoutMs: 180_000, everyMs: 200 };

export const HOST = '127.0.0.1';

type Settings = Record<string, string | number>;
type RedisOptions = Omit<AllOptions, 'replyMapping'>;

export type Member = ReturnType<ReturnType<typeof createGroup>['member']>;

/** A directory for the servers of a group, who end with this process at the latest. */
export function createGroup() {
  const directory = mkdtempSync(path.join(tmpdir(), 'ledgerline-redis-group-'));
  const children = new Set<ChildProcess>();
  process.once('exit', () => {
    for (const child of children) child.kill('SIGKILL');
  });

  async function launch(
    port: number,
    settings: Settings,
    ...flags: string[]
  ): Promise<ChildProcess> {
    const lines = Object.entries({ port, bind: HOST, dir: directory, ...settings });
    const file = path.join(directory, `${port}.conf`);
    writeFileSync(file, lines.map(([name, value]) => `${name} ${value}\n`).join(''));
    const child = spawn('redis-server', [file, ...flags], {
      stdio: ['ignore', 'ignore', 'inherit'],
    });
    children.add(child);
    child.once('exit', () => children.delete(child));
    await once(child, 'spawn');
    return child;
  }

  /** A server with keys, on its files and its port; `connection` is how to reach it. Not started yet. */
  function member(port: number, settings: Settings, connection: RedisOptions = {}) {
    let child: ChildProcess | undefined;
    const ask = async <T>(question: (redis: Redis) => Promise<T>): Promise<T> => {
      const own = { host: HOST, port, ...connection, maxRetriesPerRequest: 1 };
      const redis = new Redis({ ...own, retryStrategy: () => null });
      redis.on('error', () => undefined);
      try {
        return await question(redis);
      } finally {
        redis.disconnect();
      }
    };
    return {
      port,
      ask,
      async start() {
        const kept = { appendonly: 'yes', save: '""', 'maxmemory-policy': 'noeviction' };
        const files = { appenddirname: `log-${port}`, dbfilename: `${port}.rdb` };
        child = await launch(port, { ...kept, ...files, ...settings });
        await eventually(() => ask((redis) => redis.ping()), FAILOVER);
      },
      /** Lets it hang, and continue. */
      freeze: (on: boolean) => void child?.kill(on ? 'SIGSTOP' : 'SIGCONT'),
      /** Ends it as a crash does. */
      async kill() {
        if (child !== undefined) await crash(child);
      },
    };
  }

  async function remove(): Promise<void> {
    for (const child of [...children]) await crash(child);
    rmSync(directory, { recursive: true, force: true });
  }
  return { directory, launch, member, remove };
}
