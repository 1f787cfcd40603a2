import { createWriteStream } from 'node:fs';
import { Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Schemas } from '#client';
import { EXIT, Failure } from './failure.ts';
import type { ServiceOptions } from './find-service.ts';
import { plain } from './plain.ts';
import { fileFailure } from './read-content.ts';
import type { Screen } from './screen.ts';
import { connect, watch } from './service.ts';

interface RunOptions extends ServiceOptions {
  /** False: only starts it. */
  wait: boolean;
}

/** Syncs one connection, or all. */
export async function sync(screen: Screen, options: RunOptions, [id]: string[]): Promise<number> {
  const client = connect(screen, options);
  const ids = id === undefined ? [] : [id];
  if (id === undefined) {
    for await (const connection of client.list('/provider_connections')) ids.push(connection.id);
  }
  if (ids.length === 0) throw new Failure('faults', 'No bank is connected.');
  const runs: Schemas['Sync'][] = [];
  for (const each of ids) {
    runs.push((await client.post('/provider_connections/{id}/syncs', { path: { id: each } })).data);
  }
  let code: number = EXIT.fine;
  for (const started of runs) {
    const leave = [`Stopped watching: the service continues with sync ${started.id}.`];
    const run = options.wait
      ? await watch(screen, client, { what: 'Sync', run: started, leave })
      : started;
    const { created, updated } = run.counts;
    screen.answerLine(run);
    screen.print(`Sync ${run.id} is ${run.status}: ${created} created, ${updated} updated.`);
    for (const { message } of run.errors) screen.print(`  ${message}`, 'red');
    if (options.wait && run.status !== 'completed') code = EXIT.faults;
  }
  return code;
}

/** Runs one rule, or all. */
export async function runRules(
  screen: Screen,
  { ignoreLocks, ...options }: RunOptions & { ignoreLocks?: boolean },
  [rule]: string[],
): Promise<number> {
  const client = connect(screen, options);
  const body = { ignore_locks: ignoreLocks === true };
  const { data: started } =
    rule === undefined
      ? await client.post('/rule_runs', { body })
      : await client.post('/rules/{id}/runs', { path: { id: rule }, body });
  const leave = [`Stopped watching: the service continues with rule run ${started.id}.`];
  const run = options.wait
    ? await watch(screen, client, { what: 'Rules', run: started, leave })
    : started;
  screen.answer({ data: run });
  const changed = `${run.transactions_modified} of ${run.transactions_processed} transactions changed`;
  screen.print(`Rule run ${run.id} is ${run.status}${options.wait ? `: ${changed}` : ''}.`);
  if (run.error !== null) screen.print(`  ${run.error.message}`, 'red');
  return run.status === 'failed' ? EXIT.faults : EXIT.fine;
}

/** Writes all records of the household as NDJSON. */
export async function exportRecords(
  screen: Screen,
  { out, ...options }: ServiceOptions & { out?: string },
): Promise<number> {
  const records = await connect(screen, options).get('/export');
  const { stdout } = screen.streams;
  // Records must not send control characters to the terminal of a person who looks at them.
  const shown = new Transform({
    transform(chunk: Buffer, _encoding, next) {
      next(null, chunk.toString().replace(/[^\n]+/g, plain));
    },
  });
  try {
    if (out !== undefined) await pipeline(records, createWriteStream(out));
    else if (stdout.isTTY === true) await pipeline(records, shown, stdout, { end: false });
    else await pipeline(records, stdout, { end: false });
  } catch (error) {
    const { syscall } = error as NodeJS.ErrnoException;
    if (out !== undefined && (syscall === 'open' || syscall === 'write'))
      throw fileFailure(out, error);
    const what = out ?? 'What was written';
    throw new Failure('unreachable', `The answer broke off: ${what} is incomplete.`);
  }
  if (out !== undefined) screen.answer({ out });
  return EXIT.fine;
}
