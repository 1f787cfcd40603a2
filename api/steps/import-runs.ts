import { problemsOfFile } from '#preflight/report';
import { UNDO_DAYS } from '#preflight/states';
import type { ImportError } from '#preflight/states';
import { findInvalidRows } from '../../shared/imports/csv/run-import.ts';
import type { Import } from '../../shared/imports/imports.ts';
import { AppError, validationFailed } from '../../shared/platform/errors.ts';
import type { ErrorCode } from '../../shared/platform/errors.ts';
import type { Tx } from '../../shared/postgres/connect.ts';
import { publishImport } from '../../shared/queue/runs/kinds.ts';
import type { RunKind } from '../../shared/queue/runs/run-kind.ts';
import { beginRun } from '../../shared/queue/runs/run-store.ts';
import { listKept } from '../../shared/imports/kept-record.ts';
import type { KeptRecord } from '../../shared/imports/kept-record.ts';
import { exampleId } from '../openapi/example-ids.ts';
import { ref } from '../openapi/json-schema.ts';
import { jobOf } from '../http/jobs.ts';
import type { NewJob } from '../http/jobs.ts';
import type { Resource } from '../http/resource.ts';
import type { Operation } from '../http/route.ts';

/** Begins to publish a locked import and returns the job, or the error that prevents it. */
export async function beginPublish(
  tx: Tx,
  { householdId, id, rowsCount, report }: Import,
  skipInvalid: boolean,
): Promise<NewJob | ImportError> {
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
  const skip = tx`, skip_invalid = ${skipInvalid}`;
  return jobOf(publishImport, await beginRun(tx, publishImport, { householdId, id }, skip));
}

/** The answer for an import that cannot be published: 422 with the first lines. */
export function unpublishable({ message, lines = [] }: ImportError): AppError {
  const error = validationFailed(message);
  return new AppError(error.code, {
    publicMessage: message,
    errors: lines.map((line) => `Line ${line} has errors.`),
    details: { lines },
  });
}

/** What to undo, a CSV import or an import session, and until when that is possible. */
interface Undoable {
  kind: RunKind;
  householdId: string;
  id: string;
  until: Date;
}

/** Begins to undo a locked import and returns the job. Throws an error of the given code when it is too old. */
export async function beginUndo(
  tx: Tx,
  { kind, householdId, id, until }: Undoable,
  now: Date,
  tooOld: ErrorCode,
): Promise<NewJob> {
  if (until < now) {
    throw new AppError(tooOld, {
      publicMessage: `An import can be undone for ${UNDO_DAYS} days; this one is older.`,
    });
  }
  return jobOf(kind, await beginRun(tx, kind, { householdId, id }));
}

/** Adds the list of what the undo of a CSV import or an import session left alone. */
export function addKeptList(
  routes: Resource,
  list: {
    path: `GET /api/v1/${string}/{id}/kept`;
    operationId: string;
    what: string;
    example: string;
    find: NonNullable<Operation['exists']>;
  },
) {
  routes.list(list.path, {
    operationId: list.operationId,
    summary: `List what undoing an ${list.what} left alone`,
    description:
      'Each record, with the reason and what identifies it, as it was when the undo ended, in the order of the file. Empty before that.',
    example: { params: { id: exampleId(list.example) } },
    exists: list.find,
    answers: 'A page of records.',
    record: Object.assign((kept: KeptRecord) => kept, { schema: ref('KeptRecord') }),
    rows: (sql, { householdId, id }, page) => listKept(sql, { householdId, sourceId: id }, page),
  });
}
