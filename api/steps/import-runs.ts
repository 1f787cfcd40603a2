import { randomUUID } from 'node:crypto';
import { problemsOfFile } from '../../packages/preflight/report.ts';
import type { ImportError } from '../../packages/preflight/states.ts';
import { findInvalidRows } from '../../shared/imports/csv/run-import.ts';
import { updateImportToRunning } from '../../shared/imports/import-runs.ts';
import type { CsvRun } from '../../shared/imports/import-runs.ts';
import type { Import } from '../../shared/imports/imports.ts';
import { AppError, validationFailed } from '../../shared/platform/errors.ts';
import { UNDO_DAYS } from '../../packages/preflight/states.ts';
import type { ErrorCode } from '../../shared/platform/errors.ts';
import { undoImport } from '../../shared/queue/undo-import.ts';
import { updateToUndoing } from '../../shared/removal/undo/undo-runs.ts';
import type { Tx } from '../../shared/postgres/connect.ts';
import { IMPORT_RUN_JOBS } from '../../shared/queue/publish-import.ts';
import { jobOf } from '../http/jobs.ts';
import type { NewJob } from '../http/jobs.ts';

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

/** The job of a run, if there is one. */
export function jobsOf(run: CsvRun | null): NewJob[] {
  if (run === null) return [];
  const payload = { household_id: run.householdId, import_id: run.importId, run_id: run.runId };
  return [jobOf(IMPORT_RUN_JOBS[run.status], payload)];
}

/** What is to be undone: an import of a CSV or an import session, and until when it can be. */
interface Undoable {
  holder: 'imports' | 'import_sessions';
  householdId: string;
  id: string;
  until: Date;
}

/** Begins to undo a locked import and returns the job. Throws an error of the given code when it is too old. */
export async function beginUndo(
  tx: Tx,
  { holder, householdId, id, until }: Undoable,
  now: Date,
  tooOld: ErrorCode,
): Promise<NewJob> {
  if (until < now) {
    throw new AppError(tooOld, {
      publicMessage: `An import can be undone for ${UNDO_DAYS} days; this one is older.`,
    });
  }
  const runId = randomUUID();
  await updateToUndoing(tx, holder, { householdId, importId: id, runId });
  return jobOf(undoImport, { household_id: householdId, import_id: id, run_id: runId });
}
