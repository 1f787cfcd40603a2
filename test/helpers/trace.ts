import type { Page } from 'playwright-core';

interface TraceEvent {
  readonly name: string;
  readonly ph: string;
  readonly dur?: number;
  readonly tdur?: number;
  readonly pid: number;
  readonly tid: number;
  readonly args?: { readonly name?: string };
}

export type Frames = Awaited<ReturnType<typeof readFrames>>;

/** What the main thread of a page did while something was done, in milliseconds of its longest task. A frame waits for the task that runs, so no frame is longer than the longest. */
export async function readFrames(page: Page, work: () => Promise<void>) {
  const session = await page.context().newCDPSession(page);
  const categories = 'devtools.timeline,toplevel,disabled-by-default-devtools.timeline';
  await session.send('Tracing.start', { categories, transferMode: 'ReportEvents' });
  await work();
  const events: TraceEvent[] = [];
  session.on('Tracing.dataCollected', ({ value }) =>
    events.push(...(value as unknown as TraceEvent[])),
  );
  const ended = new Promise((resolve) => session.once('Tracing.tracingComplete', resolve));
  await session.send('Tracing.end');
  await ended;
  const main = new Set(
    events
      .filter(({ name, args }) => name === 'thread_name' && args?.name === 'CrRendererMain')
      .map(({ pid, tid }) => `${pid} ${tid}`),
  );
  const own = events.filter(({ pid, tid }) => main.has(`${pid} ${tid}`));
  const tasks = own.filter(({ name }) => name.endsWith('RunTask'));
  const longestOf = (times: readonly number[]): number => Math.max(0, ...times) / 1000;
  return {
    frames: own.filter(({ name, ph }) => name === 'FireAnimationFrame' && ph !== 'E').length,
    longest: longestOf(tasks.map(({ dur = 0 }) => dur)),
    /** Without the time in which other processes had the processor. */
    longestWork: longestOf(tasks.map(({ tdur = 0 }) => tdur)),
  };
}
