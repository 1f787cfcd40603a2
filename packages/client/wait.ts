import { lines } from './lines.ts';
import { sleep } from './sleep.ts';
import type { Send } from './send.ts';
import type { CallOptions, Schemas } from './types.ts';

/** Work that a worker does in the background; `waitFor` waits for its end. */
export type Run = Schemas['Sync' | 'RuleRun' | 'Import' | 'ImportSession'];

export interface WaitOptions<R> extends Pick<CallOptions, 'signal'> {
  /** Called with the run as it progresses. */
  readonly onProgress?: ((run: R) => void) | undefined;
}

/** The path of each kind of run, by a field that only this kind has. */
const PATHS = {
  provider_connection_id: '/syncs/{id}',
  execution_type: '/rule_runs/{id}',
  chunks: '/import_sessions/{id}',
  verdicts: '/imports/{id}',
};
const AT_WORK = new Set<string>(['publishing', 'importing', 'undoing']);
const FIRST_WAIT_MS = 200;
/** The end of a run may be noticed late by this fraction of the time that it has taken. */
const LATE_BY = 0.1;
const LONGEST_WAIT_MS = 5_000;
/** The stream sends a heartbeat every 15 seconds. */
const SILENCE_MS = 45_000;

function isAtWork(run: Run): boolean {
  if ('finished_at' in run) return run.finished_at === null;
  // While a worker judges the rows of a large file, the import stays pending.
  const isJudged = !('verdicts' in run) || run.verdicts !== null;
  return AT_WORK.has(run.status) || (run.status === 'pending' && !isJudged);
}

/** See `Client.waitFor`. */
export async function waitFor<R extends Run>(
  send: Send,
  run: R,
  options: WaitOptions<R> = {},
): Promise<R> {
  const { signal, onProgress } = options;
  const [, path] = Object.entries(PATHS).find(([field]) => field in run) ?? [];
  if (path === undefined) throw new TypeError('This is not a run.');
  const call = { path: { id: run.id }, signal };
  const begunAt = Date.now();
  for (;;) {
    const { data } = (await send('get', path, call)).body as { data: R };
    onProgress?.(data);
    if (!isAtWork(data)) return data;
    if ('provider_connection_id' in run) await followSync(send, call, options);
    const waitMs = FIRST_WAIT_MS + LATE_BY * (Date.now() - begunAt);
    await sleep(Math.min(waitMs, LONGEST_WAIT_MS), signal);
  }
}

/** Follows the events of a sync until they end. If the stream fails, returns so that the caller polls instead. */
async function followSync<R>(
  send: Send,
  call: { path: { id: string }; signal: AbortSignal | undefined },
  { signal, onProgress }: WaitOptions<R>,
): Promise<void> {
  try {
    const { body } = await send('get', '/syncs/{id}/events', { ...call, retries: 0 });
    for await (const line of lines(body as ReadableStream<Uint8Array>, SILENCE_MS)) {
      if (line === 'event: end') return;
      if (line.startsWith('data: ')) onProgress?.(JSON.parse(line.slice(6)) as R);
    }
  } catch {
    signal?.throwIfAborted();
  }
}
