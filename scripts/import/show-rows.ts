import cliProgress from 'cli-progress';
import type { RowsProgress } from './import-csv.ts';

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
