import { setTimeout as sleep } from 'node:timers/promises';
import cliProgress from 'cli-progress';
import { createClient } from '#client';
import type { Client } from '#client';
import { Failure } from './failure.ts';
import { findService } from './find-service.ts';
import type { ServiceOptions } from './find-service.ts';
import type { Screen } from './screen.ts';

const POLL_MS = 500;
/** After this many looks without progress, about ten seconds, the person gets a message. */
const LOOKS_STALLED = 20;

/** A client of the service that options or surroundings name; it tells when it waits for the service. Throws Failure. */
export function connect(screen: Screen, options: ServiceOptions, retries = 2): Client {
  const { url, key } = findService(options, screen.streams.env);
  return createClient({
    baseUrl: url,
    apiKey: key,
    retries,
    onRetry({ waitMs }) {
      const seconds = Math.ceil(waitMs / 1000);
      screen.tell(`The service does not answer; trying again in ${seconds} s.`, 'yellow');
    },
  });
}

/** How far a run is. */
export interface RowsDone {
  /** The step of the worker; null while no worker is on it. Some runs have none. */
  step?: string | null;
  rows_done: number;
  rows_total: number;
}

/** How far something is, as a person sees it. */
export interface Bar {
  show: (done: number, total: number) => void;
  stop: () => void;
}

/** A bar named after the work, as wide as the terminal allows; elsewhere, if wanted, a line for every tenth part. */
export function showBar(screen: Screen, what: string, inLines = false): Bar {
  const { stderr } = screen.streams;
  if (stderr.isTTY !== true) {
    let last = -1;
    return {
      show(done, total) {
        const tenth = Math.floor((done / total) * 10);
        if (inLines && tenth > last) screen.tell(`${what}: ${done} of ${total} rows`);
        last = Math.max(last, tenth);
      },
      stop: () => undefined,
    };
  }
  const format = `${what} {bar} {percentage}% | {value}/{total} rows`;
  const barsize = Math.max(5, Math.min(40, (stderr.columns ?? 80) - 40));
  const bar = new cliProgress.SingleBar(
    { format, barsize, hideCursor: true, stream: stderr },
    cliProgress.Presets.shades_grey,
  );
  bar.start(1, 0);
  return {
    show(done, total) {
      bar.setTotal(Math.max(total, 1));
      bar.update(done);
    },
    stop: () => bar.stop(),
  };
}

/**
 * Looks at a run until it is no longer at work; `progressOf` gives undefined for its end. Ctrl-C stops watching, not the run,
 * and tells how to go on, or does what `leave` does.
 */
export async function watch<Run>(
  screen: Screen,
  what: string,
  look: () => Promise<Run>,
  progressOf: (run: Run) => RowsDone | undefined,
  leave: readonly string[] | (() => Promise<void>),
  pollMs = POLL_MS,
): Promise<Run> {
  const bar = showBar(screen, what);
  screen.whenStopped(async () => {
    bar.stop();
    if (typeof leave === 'function') await leave();
    else for (const line of leave) screen.tell(line);
  });
  let looks = 0;
  let last = 0;
  try {
    for (;;) {
      const run = await look();
      const progress = progressOf(run);
      if (progress === undefined) return run;
      const { step = null, rows_done: done, rows_total: total } = progress;
      bar.show(done, total);
      looks = done === last && step === null ? looks + 1 : 0;
      last = done;
      if (looks === LOOKS_STALLED) {
        screen.tell(
          'No worker is working on it. It continues when one runs; Ctrl-C stops watching.',
        );
      }
      await sleep(pollMs);
      if (screen.isStopped) throw new Failure('interrupted', 'Stopped.');
    }
  } finally {
    bar.stop();
  }
}
