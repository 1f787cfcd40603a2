import type { ChildProcess } from 'node:child_process';
import type { Random } from '../../sandbox-provider/random.ts';

export type Fleet = ReturnType<typeof startFleet>;

/**
 * The processes of an installation under a supervisor, so whatever ends is started again: so many workers, each in its
 * own place, those of `others` (entries of the Procfile) behind them, and a scheduler.
 */
export function startFleet(
  processes: { startWorker(entry?: string, place?: number): ChildProcess },
  workers: number,
  random: Random,
  say: (text: string) => void,
  others: readonly string[] = [],
) {
  const working = new Map<number, ChildProcess>();
  const living = new Set<ChildProcess>();
  // However this process ends, short of its own kill -9.
  process.once('exit', () => {
    for (const child of living) child.kill('SIGKILL');
  });
  const killed = new WeakSet<ChildProcess>();
  let ended = 0;
  let released = false;

  const start = (slot: number | null, entry?: string): void => {
    if (released) return;
    const child = processes.startWorker(entry, slot ?? undefined);
    living.add(child);
    child.stdout?.on('data', (chunk: Buffer) => {
      if (slot !== null && chunk.toString().includes('is working')) working.set(slot, child);
    });
    let lastWords = '';
    child.stderr?.on('data', (chunk: Buffer) => {
      lastWords = `${lastWords}${chunk.toString()}`.slice(-600);
    });
    child.once('exit', (code) => {
      living.delete(child);
      if (slot !== null && working.get(slot) === child) working.delete(slot);
      if (released) return;
      if (!killed.has(child)) {
        ended += 1;
        const name = entry ?? 'a worker';
        say(`${name} ended unexpectedly with ${code ?? 'a signal'}: ${lastWords.trim()}`);
      }
      // As a supervisor does, not in a tight loop while the datastore is away.
      setTimeout(() => start(slot, entry), killed.has(child) ? 0 : 1000);
    });
  };
  for (let slot = 0; slot < workers; slot += 1) start(slot);
  for (const [index, other] of others.entries()) start(workers + index, other);
  start(null, 'workers/scheduler.ts');

  return {
    /** Ends one worker with SIGKILL, chosen at random among those that work; false when there is none. */
    killWorker() {
      const [first, ...others] = working;
      if (first === undefined) return false;
      const [slot, victim] = random.pick([first, ...others]);
      working.delete(slot);
      killed.add(victim);
      victim.kill('SIGKILL');
      return true;
    },
    /** Processes that ended without being killed. */
    endedByThemselves: () => ended,
    /** From now on nothing is started again. */
    release: () => void (released = true),
  };
}
