import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { eventually } from './eventually.ts';
import { programArguments, root } from './checkout.ts';

/** A process of the Procfile as it comes up, before it works. */
export interface LaunchedProcess {
  child: ChildProcess;
  /** What it wrote, line by line. */
  lines: Record<string, any>[];
  exited: Promise<number | null>;
  /** Resolves with the first line whose message holds the text. */
  says(text: string): Promise<Record<string, any>>;
  /** The port of its API or health server. */
  port(): Promise<number>;
}

/** Launches a process; resolves at once. */
export function launchProcess(entry: string, env: NodeJS.ProcessEnv): LaunchedProcess {
  const child = spawn(process.execPath, programArguments(entry), {
    cwd: root,
    env: { ...process.env, PORT: '0', WORKER_PORT: '0', LOG_LEVEL: 'info', ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const lines: Record<string, any>[] = [];
  createInterface({ input: child.stdout }).on('line', (line) => {
    lines.push(JSON.parse(line) as Record<string, any>);
  });
  const find = (test: (line: Record<string, any>) => boolean) =>
    eventually(() => {
      const found = lines.find(test);
      if (found === undefined) throw new Error(`not said in:\n${JSON.stringify(lines, null, 1)}`);
      return found;
    });
  return {
    child,
    lines,
    exited: once(child, 'exit').then(([code]) => code as number | null),
    says: (text) => find(({ message }) => String(message).includes(text)),
    async port() {
      const line = await find((each) => 'port' in each || 'health_port' in each);
      return Number(line['port'] ?? line['health_port']);
    },
  };
}
