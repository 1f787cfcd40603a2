import cliProgress from 'cli-progress';
import { createClient } from '#client';
import type { Client, Run } from '#client';
import { Failure } from './failure.ts';
import { findService } from './find-service.ts';
import type { ServiceOptions } from './find-service.ts';
import type { Screen } from './screen.ts';

/** How long a run may wait for a worker before the person is warned. */
const STALLED_MS = 10_000;

/** A client of the service that options or the environment name; it says when it waits for the service. Throws Failure. */
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

/** Progress as a person sees it: a bar named after the work, as wide as the terminal allows. Without a terminal, `inLines` prints a line for every tenth. */
export function showBar(screen: Screen, what: string, inLines: boolean, unit = 'rows') {
  const { stderr } = screen.streams;
  if (stderr.isTTY !== true) {
    let last = -1;
    return {
      show(done: number, total: number): void {
        const tenth = Math.floor((done / total) * 10);
        if (inLines && tenth > last) screen.tell(`${what}: ${done} of ${total} ${unit}`);
        last = Math.max(last, tenth);
      },
      stop: (): void => undefined,
    };
  }
  const format = `${what} {bar} {percentage}% | {value}/{total} ${unit}`;
  const barsize = Math.max(5, Math.min(40, (stderr.columns ?? 80) - 40));
  const bar = new cliProgress.SingleBar(
    { format, barsize, hideCursor: true, stream: stderr },
    cliProgress.Presets.shades_grey,
  );
  bar.start(1, 0);
  return {
    show(done: number, total: number): void {
      bar.setTotal(Math.max(total, 1));
      bar.update(done);
    },
    stop: (): void => bar.stop(),
  };
}

/** How much of its work a run has done; `isAtWork` says whether a worker is on it, as far as the run shows. */
function progressOf(run: Run): { done: number; total: number; isAtWork: boolean } {
  if ('provider_connection_id' in run) {
    const { progress, started_at: startedAt } = run;
    const [done, total] = [progress.accounts_done, progress.accounts_total];
    return { done, total, isAtWork: startedAt !== null };
  }
  if ('execution_type' in run) {
    const { transactions_processed: done, transactions_queued: total } = run;
    return { done, total, isAtWork: run.started_at !== null };
  }
  const { rows_done: done, rows_total: total } = run.progress;
  return { done, total, isAtWork: 'step' in run.progress && run.progress.step !== null };
}

/**
 * Watches a run until no worker is at work on it. Ctrl-C stops watching, not the run, and then prints or calls `leave`.
 * Throws what the client throws.
 */
export async function watch<R extends Run>(
  screen: Screen,
  client: Pick<Client, 'waitFor'>,
  { what, run, leave }: { what: string; run: R; leave: readonly string[] | (() => Promise<void>) },
  stalledMs = STALLED_MS,
): Promise<R> {
  const stopped = new Failure('interrupted', 'Stopped.');
  // Ctrl-C came while the run was begun.
  if (screen.isStopped) throw stopped;
  const stop = new AbortController();
  const bar = showBar(screen, what, false, 'provider_connection_id' in run ? 'accounts' : 'rows');
  screen.whenStopped(async () => {
    bar.stop();
    stop.abort(stopped);
    if (typeof leave === 'function') await leave();
    else for (const line of leave) screen.tell(line);
  });
  const stalled = (): void =>
    screen.tell('No worker is working on it. It continues when one runs; Ctrl-C stops watching.');
  let timer: NodeJS.Timeout | undefined;
  let last = -1;
  try {
    return await client.waitFor(run, {
      signal: stop.signal,
      onProgress(now) {
        const { done, total, isAtWork } = progressOf(now);
        bar.show(done, total);
        if (isAtWork || done !== last) {
          clearTimeout(timer);
          timer = undefined;
        }
        if (!isAtWork) timer ??= setTimeout(stalled, stalledMs);
        last = done;
      },
    });
  } finally {
    clearTimeout(timer);
    bar.stop();
  }
}
