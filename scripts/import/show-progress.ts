import cliProgress from 'cli-progress';
import type { ImportProgress } from './run-import.ts';

/** Progress as a person sees it. */
export interface ShownProgress extends ImportProgress {
  /** Ends the display and restores the cursor below it. */
  stop(): void;
}

/** Bars in a terminal; in a file or a pipe a line for every tenth part. Both on standard error. */
export function showProgress(): ShownProgress {
  return process.stderr.isTTY ? showBars() : showLines();
}

function showBars(): ShownProgress {
  const bars = new cliProgress.MultiBar(
    {
      format: '{what} {bar} {percentage}% | {value}/{total} rows | {duration_formatted}',
      clearOnComplete: false,
      hideCursor: true,
    },
    cliProgress.Presets.shades_grey,
  );
  const upload = bars.create(1, 0, { what: 'Upload' });
  const importing = bars.create(1, 0, { what: 'Import' });
  return {
    planned({ rows }) {
      upload.setTotal(rows);
      importing.setTotal(rows);
    },
    uploaded: (rows) => upload.update(rows),
    imported(rows) {
      upload.update(upload.getTotal());
      importing.update(rows);
    },
    stop: () => bars.stop(),
  };
}

function showLines(): ShownProgress {
  let total = 0;
  const last = { uploaded: -1, imported: -1 };
  const tell = (what: keyof typeof last, rows: number): void => {
    const tenth = total === 0 ? 0 : Math.floor((rows / total) * 10);
    if (tenth <= last[what]) return;
    last[what] = tenth;
    console.error(`${what} ${rows} of ${total} rows`);
  };
  return {
    planned: ({ rows }) => void (total = rows),
    uploaded: (rows) => tell('uploaded', rows),
    imported: (rows) => tell('imported', rows),
    stop: () => undefined,
  };
}
