import cliProgress from 'cli-progress';

/** How far the worker is, as a person sees it. */
export interface RowsProgress {
  show(done: number, total: number): void;
  stop(): void;
}

/** A bar in a terminal; nothing in a file or a pipe, where the summary says it all. */
export function showRows(what: string): RowsProgress {
  if (!process.stderr.isTTY) return { show: () => undefined, stop: () => undefined };
  const bar = new cliProgress.SingleBar(
    { format: `${what} {bar} {percentage}% | {value}/{total} rows`, hideCursor: true },
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
