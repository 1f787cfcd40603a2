import cliProgress from 'cli-progress';

/** How far the work is, as the API tells it. */
interface RowsDone {
  /** What a worker does; null while none is at it. Sessions do not say. */
  step?: string | null;
  rows_done: number;
  rows_total: number;
}

/** How far the worker is, as a person sees it. */
export interface RowsProgress {
  show(progress: RowsDone): void;
  stop(): void;
}

/** So many looks without any progress are worth a word: some ten seconds. */
const LOOKS_STALLED = 20;

/**
 * A bar in a terminal; no bar in a file or a pipe, where the summary says it all. Ctrl-C ends the watching and not the
 * work of the import or session `id`, and says so.
 */
export function showRows(what: string, id: string): RowsProgress {
  const bar = process.stderr.isTTY
    ? new cliProgress.SingleBar(
        { format: `${what} {bar} {percentage}% | {value}/{total} rows`, hideCursor: true },
        cliProgress.Presets.shades_grey,
      )
    : null;
  const leave = (): void => {
    bar?.stop();
    console.error(`\nStopped watching: the service continues with ${id}.`);
    console.error(`To undo it when it is complete: npm run undo -- ${id}`);
    process.exit(130);
  };
  process.once('SIGINT', leave);
  bar?.start(1, 0);
  const last = { done: 0, looks: 0 };
  return {
    show({ step = null, rows_done: done, rows_total: total }) {
      bar?.setTotal(Math.max(total, 1));
      bar?.update(done);
      last.looks = done === last.done && step === null ? last.looks + 1 : 0;
      last.done = done;
      if (last.looks !== LOOKS_STALLED) return;
      bar?.stop();
      console.error(
        'No worker is working on it. It continues when one runs; Ctrl-C stops watching.',
      );
      bar?.start(Math.max(total, 1), done);
    },
    stop() {
      process.off('SIGINT', leave);
      bar?.stop();
    },
  };
}
