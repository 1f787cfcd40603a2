/**
 * `npm start`: all of Ledgerline on this machine, under one supervisor. Everything that it creates is in .data/
 * (DATA_DIR); everything that it starts ends with it.
 */
import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { removeDataDirectory } from './embedded-postgres/directories.ts';
import { readStartOptions, START_USAGE } from './start/options.ts';
import { checkSettings } from './start/processes.ts';
import { endOfLog, logTo, printLine } from './start/output.ts';
import { takeRunLock } from './start/run-lock.ts';
import { removeReady } from './start/ready.ts';
import { runAll } from './start/run-all.ts';
import { packageRoot } from '../shared/platform/package-root.ts';
import { readCommandLine } from './terminal/command-line.ts';

const { values } = readCommandLine(START_USAGE, {
  options: {
    fresh: { type: 'boolean', default: false },
    verbose: { type: 'boolean', default: false },
  },
});
const stop = new AbortController();
let lastSignalAt = 0;
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  process.on(signal, () => {
    // npm forwards the signal that the terminal has already sent: ignore the second one.
    if (stop.signal.aborted && Date.now() - lastSignalAt > 1_000) {
      printLine('start', 'is stopping; give it a few seconds');
    }
    lastSignalAt = Date.now();
    stop.abort(new Error('stopped'));
  });
}

async function main(): Promise<void> {
  const root = packageRoot();
  const options = readStartOptions(values, process.env, root);
  checkSettings(options);
  mkdirSync(options.dataDir, { recursive: true });
  const release = takeRunLock(options.dataDir);
  try {
    if (!options.verbose) logTo(join(options.dataDir, 'start.log'));
    removeReady(options.dataDir);
    if (options.fresh) {
      removeDataDirectory(join(options.dataDir, 'postgres'));
      rmSync(join(options.dataDir, 'secrets.json'), { force: true });
    }
    await runAll(options, stop.signal);
  } finally {
    removeReady(options.dataDir);
    release();
  }
}

try {
  await main();
} catch (error) {
  if (!stop.signal.aborted) {
    const log = endOfLog();
    if (log !== null && log.trim() !== '') console.error(`\n${log}`);
    console.error(`\n${error instanceof Error ? error.message : String(error)}`);
    process.exitCode = 1;
  }
}
process.exit();
