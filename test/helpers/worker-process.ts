import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import type { Config } from '../../shared/platform/config.ts';
import { programArguments, root } from './checkout.ts';

/** A real process of the Procfile. */
export interface RunningProcess {
  child: ChildProcess;
  /** Everything it wrote, standard error included. */
  output: string[];
  exited: Promise<number | null>;
}

/** Starts a process and resolves when it says that it is working. */
export async function startProcess(
  entry: string,
  config: Config,
  env: NodeJS.ProcessEnv,
): Promise<RunningProcess> {
  const child = spawn(process.execPath, programArguments(entry), {
    cwd: root,
    env: {
      ...process.env,
      DATABASE_URL: config.databaseUrl,
      QUEUE_PREFIX: config.queuePrefix,
      LOG_LEVEL: 'debug',
      ...env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const output: string[] = [];
  const exited = once(child, 'exit').then(([code]) => code as number | null);
  createInterface({ input: child.stderr }).on('line', (line) => output.push(line));
  await new Promise<void>((resolve, reject) => {
    createInterface({ input: child.stdout }).on('line', (line) => {
      output.push(line);
      if (line.includes('is working')) resolve();
    });
    void exited.then((code) =>
      reject(new Error(`${entry} ended with ${code}:\n${output.join('\n')}`)),
    );
  });
  return { child, output, exited };
}
