import { isObject } from '#preflight/is-object';
import { lastOnly } from '../../shared/platform/last-only.ts';
import { jobWork } from '../../shared/platform/metrics/series.ts';
import { withTimeout } from '../../shared/platform/with-timeout.ts';

/** What a person sees of a running job: numbers and short texts, never names or content. */
type JobProgress = Record<string, number | string | null>;

/** Reports the progress of a delivery on the board and in the metrics. Never throws. */
export interface JobReport {
  /** Replaces these fields. */
  progress(fields: JobProgress): void;
  /** Adds to counting fields, such as pages and rows, and to the counters of the process. */
  count(units: Record<string, number>): void;
  /** Adds a line to the job's log of steps. Only our own words and codes. */
  step(text: string): void;
}

interface ReportedJob {
  queueName: string;
  name: string;
  progress: unknown;
  updateProgress(progress: JobProgress): Promise<void>;
  log(line: string): Promise<unknown>;
}

/** Minimum time between two writes of a job's progress. The board polls every few seconds. */
const SHOW_EVERY_MS = 1000;
const SETTLE_MS = 3000;

/** Reports on one delivery, line by line until bullmq takes parallel ones on Postgres: they fail the job (bullmq 6.7.0). */
export function reportOn(job: ReportedJob): JobReport & { settle(): Promise<void> } {
  const shown: JobProgress = isObject(job.progress) ? { ...(job.progress as JobProgress) } : {};
  const show = lastOnly(async (progress: JobProgress) => job.updateProgress(progress));
  let shownAt = -Infinity;
  let timer: NodeJS.Timeout | undefined;
  let lines: Promise<unknown> = Promise.resolve();
  const send = (): void => {
    clearTimeout(timer);
    timer = undefined;
    shownAt = performance.now();
    show({ ...shown });
  };
  const changed = (): void => {
    const waitMs = shownAt + SHOW_EVERY_MS - performance.now();
    if (waitMs <= 0) send();
    else timer ??= setTimeout(send, waitMs).unref();
  };
  return {
    progress(fields) {
      Object.assign(shown, fields);
      changed();
    },
    count(units) {
      for (const [unit, amount] of Object.entries(units)) {
        if (amount === 0) continue;
        const before = shown[unit];
        shown[unit] = (typeof before === 'number' ? before : 0) + amount;
        jobWork.inc({ queue: job.queueName, job: job.name, unit }, amount);
      }
      changed();
    },
    step(text) {
      const line = `${new Date(Date.now()).toISOString()} ${text}`;
      lines = lines.then(() => job.log(line)).catch(() => undefined);
    },
    /** Waits a moment for what is being sent to the queue. */
    async settle() {
      if (timer !== undefined) send();
      await withTimeout(Promise.all([lines, show.idle()]), SETTLE_MS, 'slow').catch(
        () => undefined,
      );
    },
  };
}
