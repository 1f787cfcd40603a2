import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { isRunning } from '../running.ts';

function readPid(file: string): number | null {
  try {
    const pid = Number.parseInt(readFileSync(file, 'utf8'), 10);
    return pid > 0 ? pid : null;
  } catch {
    return null;
  }
}

function baseUrlOf(dataDir: string): string | null {
  try {
    const ready = JSON.parse(readFileSync(join(dataDir, 'ready.json'), 'utf8')) as {
      base_url?: string;
    };
    return ready.base_url ?? null;
  } catch {
    return null;
  }
}

/**
 * Makes this process the only supervisor of `dataDir` and returns a function that releases it. If there is another one,
 * throws an error that says where it is.
 */
export function takeRunLock(dataDir: string): () => void {
  const file = join(dataDir, 'supervisor.pid');
  for (let attempt = 0; attempt < 3; attempt += 1) {
    try {
      writeFileSync(file, `${process.pid}\n`, { flag: 'wx' });
      return () => {
        if (readPid(file) === process.pid) rmSync(file, { force: true });
      };
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
      const pid = readPid(file);
      if (pid !== null && isRunning(pid, /start\.(ts|js)/)) {
        const at = baseUrlOf(dataDir);
        throw new Error(
          `Ledgerline is already running here (process ${pid}${at === null ? '' : `, ${at}`}). ` +
            'Stop it first, or set DATA_DIR and PORT to run another one.',
          { cause: error },
        );
      }
      rmSync(file, { force: true });
    }
  }
  throw new Error(`${file} keeps coming back: is another start running?`);
}
