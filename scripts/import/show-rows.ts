import cliProgress from 'cli-progress';

/** The progress of the work, as the API answers it. */
interface RowsDone {
  /** The step of the worker; null while no worker is on it. Sessions have none. */
  step?: string | null;
  rows_done: number;
  rows_total: number;
}

/** The progress of the worker, as a person sees it. */
export interface RowsProgress {
  show(progress: RowsDone): void;
  stop(): void;
}

/** After this many polls without progress, about ten seconds, the person gets a message. */
const LOOKS_STALLED = 20;

/**
 * A bar in a terminal; none in a file or a pipe, where the summary is enough. Ctrl-C stops watching, not the import or session
 * `id`, and says so.
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
