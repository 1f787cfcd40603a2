import { randomUUID } from 'node:crypto';
import { problemsOfFile } from '#preflight/report';
import type { ImportError } from '#preflight/states';
import { findInvalidRows } from '../../shared/imports/csv/run-import.ts';
import { takeBackCsvRun, updateImportToRunning } from '../../shared/imports/import-runs.ts';
import type { CsvRun } from '../../shared/imports/import-runs.ts';
import type { Import } from '../../shared/imports/imports.ts';
import { AppError, validationFailed } from '../../shared/platform/errors.ts';
import type { Tx } from '../../shared/postgres/connect.ts';
import { IMPORT_RUN_JOBS } from '../../shared/queue/publish-import.ts';
import type { ApiContext } from '../context.ts';

/** Begins to publish a locked import: what preflight calls invalid is not published. An error says why that cannot be, and then nothing is changed. */
export async function beginPublish(
  tx: Tx,
  { householdId, id, rowsCount, report }: Import,
  skipInvalid: boolean,
): Promise<CsvRun | ImportError> {
  const [problem] = problemsOfFile(report);
  if (problem !== undefined) {
    const message = `The content is not valid: ${problem.message}. Read it with other settings, or correct it.`;
    return { code: 'invalid_content', message, lines: [] };
  }
  if (rowsCount === 0) {
    return { code: 'invalid_rows', message: 'There are no rows to publish.', lines: [] };
  }
  const invalid = skipInvalid ? null : await findInvalidRows(tx, householdId, id);
  if (invalid !== null) return invalid;
  const run = { status: 'publishing', runId: randomUUID() } as const;
  await updateImportToRunning(tx, householdId, id, { ...run, skipInvalid });
  return { householdId, importId: id, ...run };
}

/** Why an import cannot be published, as an answer: 422 with the first lines. */
export function unpublishable({ message, lines = [] }: ImportError): AppError {
  const error = validationFailed(message);
  return new AppError(error.code, {
    publicMessage: message,
    errors: lines.map((line) => `Line ${line} has errors.`),
    details: { lines },
  });
}

/** Adds the job of a run; when the queue is away the run is taken back, so that the client can repeat it. */
export async function enqueueRun({ sql, queues, log }: ApiContext, run: CsvRun): Promise<void> {
  const payload = { household_id: run.householdId, import_id: run.importId, run_id: run.runId };
  try {
    await IMPORT_RUN_JOBS[run.status].enqueue(queues, payload);
  } catch (cause) {
    log.warn('a run of an import could not be queued', { import_id: run.importId, error: cause });
    // The import is kept: the scheduler queues what judges it.
    if (run.status === 'pending') return;
    const takenBack = await takeBackCsvRun(sql, run, {
      code: 'import_enqueue_failed',
      message: 'It could not be queued; try again in a moment.',
    });
    // The job arrived although the queue did not say so, and a worker has begun.
    if (!takenBack) return;
    throw new AppError('import_enqueue_failed', {
      publicMessage: 'It could not be queued; try again in a moment.',
      retryAfterSeconds: 5,
      details: { import_id: run.importId },
      cause,
    });
  }
}
