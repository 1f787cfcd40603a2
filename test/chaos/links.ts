import { execFileSync } from 'node:child_process';
import { startServerProxy } from '../helpers/server-proxy.ts';

/** What a worker talks to, by the variable that says where it is. */
export type Reached = Partial<Record<'DATABASE_URL' | 'REDIS_URL', string>>;
export type Link = keyof Reached;

/** The ways of one worker, and of those that follow it in its place, to the servers. */
export interface WorkerLinks {
  /** For the environment of its process alone. */
  env: NodeJS.ProcessEnv;
  /** What the command of its process begins with. */
  prefix: readonly string[];
  /** From now on nothing gets through in either direction, and no one is notified. */
  cut(link: Link): void;
  mend(link: Link): void;
  close(): Promise<void>;
}

const ip = (...args: string[]): void =>
  void execFileSync('ip', args, { stdio: ['ignore', 'ignore', 'pipe'] });

/** Why no worker can have its own network namespace here; null: it can. */
export function whyNoNamespaces(): string | null {
  const name = `ledgerline-${process.pid}`;
  try {
    ip('netns', 'add', name);
    try {
      ip('link', 'add', `ll${process.pid}`, 'type', 'veth', 'peer', 'name', 'eth0', 'netns', name);
    } finally {
      ip('netns', 'delete', name);
    }
    return null;
  } catch (error) {
    return String(error).split('\n', 2).join(' ');
  }
}

/** Links through relays on loopback that stop handing on what they are given. */
export async function relayedLinks(reached: Reached): Promise<WorkerLinks> {
  const relays = await startRelays(reached, () => '127.0.0.1');
  return {
    env: relays.env,
    prefix: [],
    cut: (link) => relays.of(link).cut(),
    mend: (link) => relays.of(link).mend(),
    close: () => relays.close(),
  };
}

/** Of this machine, for what all namespaces of this process reach by the same name. */
const subnet = `10.${200 + (process.pid % 50)}`;
const COMMON = `${subnet}.255.1`;

/** An address for servers that are never cut off, until this process ends. */
export function openCommonAddress(): string {
  ip('address', 'add', `${COMMON}/32`, 'dev', 'lo');
  process.once('exit', () => quietly('address', 'delete', `${COMMON}/32`, 'dev', 'lo'));
  return COMMON;
}

function quietly(...args: string[]): void {
  try {
    ip(...args);
  } catch {
    // It is gone.
  }
}

/**
 * Links out of a network namespace, each over its own pair of interfaces: when it is cut, packets are lost. `place` distinguishes
 * the namespaces of a run. Servers stay on loopback, behind relays at our end of each pair; what has the common
 * address is reached over one more.
 */
export async function namespacedLinks(reached: Reached, place: number): Promise<WorkerLinks> {
  const namespace = `ledgerline-${process.pid}-${place}`;
  const names = [...Object.keys(reached), COMMON];
  const interfaceOf = (name: string): string => `ll${process.pid}-${place}${names.indexOf(name)}`;
  const hostOf = (name: string, end: 1 | 2): string =>
    `${subnet}.${place * names.length + names.indexOf(name)}.${end}`;
  const inside = (...args: string[]): void => ip('-n', namespace, ...args);
  const remove = (): void => {
    quietly('netns', 'delete', namespace);
    for (const name of names) quietly('link', 'delete', interfaceOf(name));
  };
  process.once('exit', remove);
  ip('netns', 'add', namespace);
  inside('link', 'set', 'lo', 'up');
  for (const [index, name] of names.entries()) {
    const [ours, theirs] = [interfaceOf(name), `eth${index}`];
    ip('link', 'add', ours, 'type', 'veth', 'peer', 'name', theirs, 'netns', namespace);
    ip('address', 'add', `${hostOf(name, 1)}/30`, 'dev', ours);
    ip('link', 'set', ours, 'up');
    inside('address', 'add', `${hostOf(name, 2)}/30`, 'dev', theirs);
    inside('link', 'set', theirs, 'up');
  }
  inside('route', 'add', COMMON, 'via', hostOf(COMMON, 1));
  const relays = await startRelays(reached, (link) => hostOf(link, 1));
  return {
    env: { ...relays.env, PROVIDER_ALLOW_LOCAL: 'true' },
    prefix: ['ip', 'netns', 'exec', namespace],
    cut: (link) => ip('link', 'set', interfaceOf(link), 'down'),
    mend: (link) => ip('link', 'set', interfaceOf(link), 'up'),
    async close() {
      await relays.close();
      remove();
    },
  };
}

async function startRelays(reached: Reached, hostOf: (link: Link) => string) {
  const relays = new Map(
    await Promise.all(
      Object.entries(reached).map(async ([link, url]) => {
        const relay = await startServerProxy(url, { host: hostOf(link as Link) });
        return [link as Link, relay] as const;
      }),
    ),
  );
  return {
    env: Object.fromEntries([...relays].map(([link, { url }]) => [link, url])),
    of(link: Link) {
      const relay = relays.get(link);
      if (relay === undefined) throw new Error(`there is no ${link}`);
      return relay;
    },
    async close(): Promise<void> {
      for (const relay of relays.values()) await relay.close();
    },
  };
}
