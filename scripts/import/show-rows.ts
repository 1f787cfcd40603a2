import cliProgress from 'cli-progress';

/** How far the worker is, as a person sees it. */
export interface RowsProgress {
  show(done: number, total: number): void;
  stop(): void;
}

/** So many looks without any progress are worth a word: some ten seconds. */
const LOOKS_STALLED = 20;

/**
 * A bar in a terminal; no bar in a file or a pipe, where the summary says it all. Ctrl-C ends the watching and not the
 * work, and says so.
 */
export function showRows(what: string): RowsProgress {
  const bar = process.stderr.isTTY
    ? new cliProgress.SingleBar(
        { format: `${what} {bar} {percentage}% | {value}/{total} rows`, hideCursor: true },
        cliProgress.Presets.shades_grey,
      )
    : null;
  const leave = (): void => {
    bar?.stop();
    console.error('\nStopped watching: the service goes on with it.');
    process.exit(130);
  };
  process.once('SIGINT', leave);
  bar?.start(1, 0);
  const last = { done: 0, looks: 0 };
  return {
    show(done, total) {
      bar?.setTotal(Math.max(total, 1));
      bar?.update(done);
      last.looks = done === last.done ? last.looks + 1 : 0;
      last.done = done;
      if (last.looks !== LOOKS_STALLED) return;
      bar?.stop();
      console.error(
        'No worker makes progress on it. It goes on when one runs; Ctrl-C stops watching.',
      );
      bar?.start(Math.max(total, 1), done);
    },
    stop() {
      process.off('SIGINT', leave);
      bar?.stop();
    },
  };
}
