import { spawn, type ChildProcess } from 'node:child_process';
import { freePort } from '../../scripts/ports.ts';
import { eventually } from '../helpers/eventually.ts';
import { programArguments, root } from '../helpers/checkout.ts';
import { crash } from '../helpers/processes.ts';

export type Installation = Awaited<ReturnType<typeof startInstallation>>;

/**
 * The processes of an installation that imports: workers are started as wanted, `web` now, on a free port, and again
 * when it ends. `env` says where the datastores are and goes to every process.
 * `checkout` is where the programs come from, `own` what each process alone has in its environment.
 */
export async function startInstallation(
  env: NodeJS.ProcessEnv,
  checkout = root,
  own: () => NodeJS.ProcessEnv = () => ({}),
) {
  const children: ChildProcess[] = [];
  let output = '';
  const start = (entry: string, port: string): ChildProcess => {
    const child = spawn(process.execPath, programArguments(entry, checkout), {
      cwd: checkout,
      env: { ...process.env, ...env, LOG_LEVEL: 'info', PORT: port, WORKER_PORT: '0', ...own() },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    for (const stream of [child.stdout, child.stderr]) {
      stream.on('data', (text: Buffer) => (output = `${output}${text.toString()}`.slice(-10_000)));
    }
    children.push(child);
    return child;
  };
  const port = String(await freePort());
  const baseUrl = `http://127.0.0.1:${port}`;
  let stopped = false;
  let web: ChildProcess | undefined;
  const startWeb = (): void => {
    if (stopped) return;
    web = start('api/main.ts', port);
    web.once('exit', startWeb);
  };
  startWeb();
  await eventually(() => fetch(`${baseUrl}/healthz`), { timeoutMs: 180_000, everyMs: 200 });
  return {
    baseUrl,
    startWorker: (entry = 'workers/imports.ts') => start(entry, '0'),
    /** Ends `web` with SIGKILL; it starts again. */
    killWeb: () => void web?.kill('SIGKILL'),
    /** The last that the processes wrote. */
    output: () => output,
    async stop() {
      stopped = true;
      for (const child of children) await crash(child);
    },
  };
}
