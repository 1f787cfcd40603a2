import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { eventually } from './eventually.ts';
import { programArguments, root } from './checkout.ts';

/** A real process `web`. */
export interface WebProcess {
  child: ChildProcess;
  port: number;
  /** What it logged so far. */
  lines: Record<string, any>[];
  exited: Promise<number | null>;
}

/** Starts `api/main.ts` on a free port unless `env` names one. */
export function spawnWeb(databaseUrl: string, env: NodeJS.ProcessEnv = {}): ChildProcess {
  return spawn(process.execPath, programArguments('api/main.ts'), {
    cwd: root,
    env: { ...process.env, DATABASE_URL: databaseUrl, PORT: '0', LOG_LEVEL: 'info', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
}

/** Waits until a spawned `web` listens. Throws when it ends instead. */
export async function listening(child: ChildProcess): Promise<WebProcess> {
  const lines: Record<string, any>[] = [];
  const exited = once(child, 'exit').then(([code]) => code as number | null);
  const port = await new Promise<number>((resolve, reject) => {
    createInterface({ input: child.stdout! }).on('line', (text) => {
      const line = JSON.parse(text) as Record<string, any>;
      lines.push(line);
      if (typeof line['port'] === 'number') resolve(line['port']);
    });
    void exited.then((code) => reject(new Error(`web ended with ${code}`)));
  });
  return { child, port, lines, exited };
}

/** Waits until the process says that it can work. */
export async function ready(web: WebProcess): Promise<WebProcess> {
  await eventually(async () => {
    const { status } = await fetch(`http://127.0.0.1:${web.port}/readyz`);
    if (status !== 200) throw new Error(`web is not ready: ${status}`);
  });
  return web;
}
