import { existsSync, mkdtempSync, renameSync, writeFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Random } from '../../sandbox-provider/random.ts';
import { UsageError } from '../../scripts/terminal/command-line.ts';

const LIBRARIES = ['x86_64', 'aarch64'].map(
  (machine) => `/usr/lib/${machine}-linux-gnu/faketime/libfaketimeMT.so.1`,
);
const HOUR_S = 3600;

/** Whether clocks can be moved here: Debian's `libfaketime` is installed. */
export function canMoveClocks(): boolean {
  return LIBRARIES.some((file) => existsSync(file));
}

/** Clocks of processes, each of which a test moves by an hour while its process runs. */
export interface Clocks {
  /** For the environment of one more process: a separate clock, which starts where a machine's may. */
  env(): NodeJS.ProcessEnv;
  /** Moves one of the clocks an hour ahead, an hour behind or to the right time. Returns what it did. */
  jump(): string;
  remove(): Promise<void>;
}

/**
 * Clocks as the processes see them through libc: all that is not the monotonic clock. Throws a sentence where libfaketime is
 * missing. Without `isOn` they stay right, and nothing is needed.
 */
export function createClocks(random: Random, isOn: boolean): Clocks {
  if (!isOn) return { env: () => ({}), jump: () => '', remove: () => Promise.resolve() };
  const library = LIBRARIES.find((file) => existsSync(file));
  if (library === undefined) {
    throw new UsageError('JUMPS needs libfaketime: apt-get install libfaketime.');
  }
  const folder = mkdtempSync(path.join(tmpdir(), 'ledgerline-clocks-'));
  const files: string[] = [];
  const set = (file: string): number => {
    const seconds = random.pick([-HOUR_S, 0, HOUR_S]);
    // Processes read the file whenever they like: it is never half written.
    writeFileSync(`${file}.new`, `${seconds < 0 ? '' : '+'}${seconds}`);
    renameSync(`${file}.new`, file);
    return seconds;
  };
  return {
    env() {
      const file = path.join(folder, String(files.length));
      files.push(file);
      set(file);
      return {
        LD_PRELOAD: library,
        FAKETIME_TIMESTAMP_FILE: file,
        FAKETIME_CACHE_DURATION: '1',
        // Else a process that is killed leaves its share of memory behind.
        FAKETIME_DISABLE_SHM: '1',
        // Timers go by this one, which no machine's clock moves.
        FAKETIME_DONT_FAKE_MONOTONIC: '1',
        DONT_FAKE_MONOTONIC: '1',
      };
    },
    jump() {
      const [first, ...others] = files;
      if (first === undefined) return 'there is no clock yet';
      const file = random.pick([first, ...others]);
      return `clock ${path.basename(file)} is ${set(file) / HOUR_S} h off`;
    },
    remove: () => rm(folder, { recursive: true, force: true }),
  };
}
