import { spawn, type ChildProcess } from 'node:child_process';
import { setTimeout as delay } from 'node:timers/promises';
import { SETTINGS_EXIT_CODE } from '../../shared/platform/env.ts';
import type { PortReport } from '../../shared/platform/report-port.ts';
import { eachLine, printLine, printLog, readable } from './output.ts';
import { startProcessGuard, type ProcessGuard } from '../process-guard.ts';

export interface ChildSpec {
  /** The name in the Procfile; printed in front of the child's lines. */
  name: string;
  /** The program and its arguments, run by this Node. */
  args: string[];
  env: NodeJS.ProcessEnv;
}

export type Supervisor = ReturnType<typeof createSupervisor>;

interface Running {
  spec: ChildSpec;
  child: ChildProcess;
  ended: Promise<void>;
  /** As reported by the child, so no other process can have bound it since. */
  port: Port | null;
}

type Port = PortReport['ledgerlinePort'];
type OnPort = (port: Port) => void;

/** Restarting would end the same way. */
const SETTINGS_REASON = `exit code ${SETTINGS_EXIT_CODE}`;
const firstBackoffMs = 500;
const longestBackoffMs = 30_000;
/** A child that ran this long had started successfully, so its next crash counts as a new one. */
const stableMs = 30_000;

/**
 * Runs child processes: logs their output under their names, and reports and restarts a child that ends unexpectedly,
 * with a growing delay. `root` is their working directory.
 */
export function createSupervisor(root: string) {
  const guard = startProcessGuard();
  const running = new Map<string, Running>();
  const stopping = new AbortController();
  // A function, because the compiler believes that a property which was false once stays false.
  const stopped = () => stopping.signal.aborted;

  const run = async (spec: ChildSpec, onPort: OnPort = () => undefined): Promise<void> => {
    let backoffMs = firstBackoffMs;
    let hasListened = false;
    while (!stopped()) {
      const startedAt = Date.now();
      const { reason, port } = await runOnce(root, spec, guard, running, onPort);
      if (stopped()) return;
      if (reason === SETTINGS_REASON) {
        printLine(spec.name, 'does not start: its settings are wrong');
        return;
      }
      hasListened ||= typeof port === 'number';
      if (port === 'taken' && !hasListened) {
        onPort('taken');
        return;
      }
      if (Date.now() - startedAt > stableMs) backoffMs = firstBackoffMs;
      printLine(spec.name, `ended unexpectedly (${reason}); starting it again in ${backoffMs} ms`);
      await delay(backoffMs, undefined, { signal: stopping.signal }).catch(() => undefined);
      backoffMs = Math.min(backoffMs * 2, longestBackoffMs);
    }
  };

  return {
    start: (spec: ChildSpec) => void run(spec),
    /**
     * Starts a child that listens. Resolves with the port that it has bound, or with `taken`, in which case it is not
     * restarted. Rejects when `signal` is aborted.
     */
    startListening: (spec: ChildSpec, signal: AbortSignal): Promise<Port> =>
      new Promise((resolve, reject) => {
        const giveUp = () => {
          reject(new Error(`${spec.name} is not listening. See above for why.`));
        };
        if (signal.aborted) giveUp();
        signal.addEventListener('abort', giveUp, { once: true });
        void run(spec, resolve);
      }),
    /** The port of the child that is running; null while it has none. */
    portOf: (name: string): number | null => {
      const port = running.get(name)?.port;
      return typeof port === 'number' ? port : null;
    },
    /** Ends all children, by force after the deadline, and restarts none. */
    stop: async (deadlineMs: number): Promise<void> => {
      stopping.abort();
      const children = [...running.values()];
      for (const { child } of children) child.kill('SIGTERM');
      const all = Promise.all(children.map(({ ended }) => ended));
      const late = await Promise.race([all, delay(deadlineMs, 'late', { ref: false })]);
      if (late === 'late') {
        for (const { spec, child } of running.values()) {
          printLine(spec.name, 'does not stop and is ended by force');
          child.kill('SIGKILL');
        }
        await all;
      }
      guard.end();
    },
  };
}

/** Runs the child until it ends; returns why it ended, and the port that it had. */
async function runOnce(
  root: string,
  spec: ChildSpec,
  guard: ProcessGuard,
  running: Map<string, Running>,
  onPort: OnPort,
): Promise<{ reason: string; port: Port | null }> {
  const child = spawn(process.execPath, spec.args, {
    cwd: root,
    env: spec.env,
    // The child reports its port over the channel.
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    // In a separate session: Ctrl-C reaches the supervisor, which ends the children in order.
    detached: process.platform !== 'win32',
  });
  const ending = new Promise<string>((resolve) => {
    child.once('error', (error) => resolve(error.message));
    child.once('exit', (code, signal) => resolve(signal ?? `exit code ${code ?? 0}`));
  });
  const { pid } = child;
  if (pid !== undefined) guard.watch(pid);
  const entry: Running = { spec, child, ended: ending.then(() => undefined), port: null };
  running.set(spec.name, entry);
  child.on('message', (message: Partial<PortReport>) => {
    const { ledgerlinePort: port } = message;
    if (port === undefined) return;
    entry.port = port;
    // If the port is taken, the caller learns of it when the child has ended.
    if (port !== 'taken') onPort(port);
  });
  if (child.stdout === null || child.stderr === null) throw new Error('a child without output');
  eachLine(child.stdout, (line) => printLog(spec.name, readable(line)));
  eachLine(child.stderr, (line) => printLog(spec.name, readable(line)));
  const reason = await ending;
  running.delete(spec.name);
  if (pid !== undefined) guard.unwatch(pid);
  return { reason, port: entry.port };
}
