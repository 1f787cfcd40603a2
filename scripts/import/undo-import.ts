import { setTimeout as sleep } from 'node:timers/promises';
import { plain } from '../../packages/cli/plain.ts';
import { RefusedError } from './api-client.ts';
import type { ApiClient } from './api-client.ts';
import type { RowsProgress } from './show-rows.ts';

const POLL_MS = 500;

/** What publishing or undoing did, by kind of record. */
export interface ShownSummary {
  created?: Record<string, number>;
  updated?: Record<string, number>;
  removed?: Record<string, number>;
  restored?: Record<string, number>;
  kept?: {
    kind: string;
    id: string;
    reason: string;
    date: string | null;
    amount: string | null;
    name: string | null;
  }[];
  kept_count?: number;
}

/** An import of a CSV or an import session; only what undo looks at. */
interface UndoAnswer {
  status: string;
  progress: { step?: string | null; rows_done: number; rows_total: number };
  error: { code: string; message?: string } | null;
  /** Of an import of a CSV. */
  summary: ShownSummary;
  /** Of a session. */
  undo?: ShownSummary | null;
}

/** Prints what publishing created and updated, or what undoing removed, restored and kept. */
export function printSummary(summary: ShownSummary, did: 'published' | 'undone'): void {
  const verbs =
    did === 'published' ? (['created', 'updated'] as const) : (['removed', 'restored'] as const);
  for (const verb of verbs) {
    for (const [records, count] of Object.entries(summary[verb] ?? {})) {
      if (count > 0) console.log(`  ${records.replaceAll('_', ' ')}: ${count} ${verb}`);
    }
  }
  const { kept = [], kept_count: count = 0 } = summary;
  for (const { kind, id, reason, date, amount, name } of kept) {
    const known = [date, amount, name].filter((part) => part !== null).join(' ');
    console.log(`  kept ${kind} ${plain(known) || id}: ${reason.replaceAll('_', ' ')}`);
  }
  if (count > kept.length) console.log(`  kept ${count - kept.length} more`);
}

/** Prints how to undo an import, while that is possible. */
export function printHowToUndo(id: string, until: string | null): void {
  if (until !== null) console.log(`To undo it, until ${until.slice(0, 10)}: npm run undo -- ${id}`);
}

/** Undoes an import of a CSV or a session and prints what was kept. The exit code: 0 undone, 1 not. */
export async function undoImport(
  {
    api,
    progress,
    pollMs = POLL_MS,
  }: { api: ApiClient; progress: (id: string) => RowsProgress; pollMs?: number },
  id: string,
): Promise<number> {
  const [path, name] = (await exists(api, `/imports/${id}`))
    ? [`/imports/${id}`, 'Import']
    : [`/import_sessions/${id}`, 'Session'];
  const show = async () => ((await api.send('GET', path)) as { data: UndoAnswer }).data;
  try {
    await api.send('POST', `${path}/undo`);
  } catch (error) {
    // The answer to an earlier attempt may have been lost.
    const isRunning =
      error instanceof RefusedError && error.status === 409 && (await show()).status === 'undoing';
    if (!isRunning) throw error;
  }
  const shown = progress(id);
  let now = await show();
  for (; now.status === 'undoing'; now = await show()) {
    shown.show(now.progress);
    await sleep(pollMs);
  }
  shown.stop();
  const { status, summary, undo, error } = now;
  printSummary(undo === undefined ? summary : (undo ?? {}), 'undone');
  if (error !== null) console.log(`${error.code}: ${plain(error.message ?? '')}`);
  console.log(`${name} ${id} is ${status}.`);
  return status === 'undone' ? 0 : 1;
}

async function exists(api: ApiClient, path: string): Promise<boolean> {
  try {
    await api.send('GET', path);
    return true;
  } catch (error) {
    if (error instanceof RefusedError && error.status === 404) return false;
    throw error;
  }
}
