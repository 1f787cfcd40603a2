import { isCallError } from '#client';
import type { Client, Schemas } from '#client';
import { EXIT } from './failure.ts';
import type { ServiceOptions } from './find-service.ts';
import { connect, watch } from './service.ts';
import type { Screen } from './screen.ts';

type Summary = Schemas['Import']['summary'];

/** Prints what publishing created and updated, or what undoing removed, restored and kept. */
export function printSummary(
  screen: Screen,
  summary: Partial<Summary>,
  did: 'published' | 'undone',
): void {
  const verbs =
    did === 'published' ? (['created', 'updated'] as const) : (['removed', 'restored'] as const);
  for (const verb of verbs) {
    for (const [records, count] of Object.entries(summary[verb] ?? {})) {
      if (count > 0) screen.print(`  ${records.replaceAll('_', ' ')}: ${count} ${verb}`);
    }
  }
  const { kept = [], kept_count: count = 0 } = summary;
  for (const { kind, id, reason, date, amount, name } of kept) {
    const known = [date, amount, name].filter((part) => part !== null).join(' ');
    screen.print(`  kept ${kind} ${known || id}: ${reason.replaceAll('_', ' ')}`);
  }
  if (count > kept.length) screen.print(`  kept ${count - kept.length} more`);
}

/** Prints how to undo an import, while that is possible. */
export function printHowToUndo(screen: Screen, id: string, until: string | null): void {
  if (until === null) return;
  screen.print(`To undo it, until ${until.slice(0, 10)}: ${screen.program} undo ${id}`);
}

/** Undoes an import of a CSV or a session, and prints what was kept. */
export async function undo(
  screen: Screen,
  options: ServiceOptions,
  [id = '']: string[],
): Promise<number> {
  return undoImport(screen, connect(screen, options), id);
}

/** The exit code: 0 undone, 1 not. */
export async function undoImport(
  screen: Screen,
  client: Client,
  id: string,
  pollMs?: number,
): Promise<number> {
  const at = { path: { id } };
  const isImport = await client.get('/imports/{id}', at).then(
    () => true,
    (error: unknown) => {
      if (isCallError(error) && error.status === 404) return false;
      throw error;
    },
  );
  const begin = () =>
    isImport
      ? client.post('/imports/{id}/undo', at)
      : client.post('/import_sessions/{id}/undo', at);
  const look = async () =>
    (isImport
      ? await client.get('/imports/{id}', at)
      : await client.get('/import_sessions/{id}', at)
    ).data;
  // It may be under way since an earlier attempt.
  if ((await look()).status !== 'undoing') await begin();
  const now = await watch(
    screen,
    'Undo',
    look,
    ({ status, progress }) => (status === 'undoing' ? progress : undefined),
    [`Stopped watching: the service goes on undoing ${id}.`],
    pollMs,
  );
  screen.answer({ data: now });
  printSummary(screen, 'undo' in now ? (now.undo ?? {}) : now.summary, 'undone');
  if (now.error !== null) screen.print(`${now.error.code}: ${now.error.message ?? ''}`, 'red');
  screen.print(`${isImport ? 'Import' : 'Session'} ${id} is ${now.status}.`);
  return now.status === 'undone' ? EXIT.fine : EXIT.faults;
}
