import { isCallError } from '#client';
import type { Schemas } from '#client';
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

/** Undoes a CSV import or an import session, and prints what was kept. */
export async function undo(
  screen: Screen,
  options: ServiceOptions,
  [id = '']: string[],
): Promise<number> {
  const client = connect(screen, options);
  const at = { path: { id } };
  const { data: found } = await client.get('/imports/{id}', at).catch((error: unknown) => {
    if (isCallError(error) && error.status === 404) return client.get('/import_sessions/{id}', at);
    throw error;
  });
  const isSession = 'chunks' in found;
  const begin = () =>
    isSession
      ? client.post('/import_sessions/{id}/undo', at)
      : client.post('/imports/{id}/undo', at);
  const now = await watch<Schemas['Import' | 'ImportSession']>(screen, client, {
    what: 'Undo',
    // An earlier attempt may have started it already.
    run: found.status === 'undoing' ? found : (await begin()).data,
    leave: [`Stopped watching: the service continues to undo ${id}.`],
  });
  screen.answer({ data: now });
  printSummary(screen, 'undo' in now ? (now.undo ?? {}) : now.summary, 'undone');
  if (now.error !== null) screen.print(`${now.error.code}: ${now.error.message ?? ''}`, 'red');
  screen.print(`${isSession ? 'Session' : 'Import'} ${id} is ${now.status}.`);
  return now.status === 'undone' ? EXIT.fine : EXIT.faults;
}
