import { defineJob, idsSchema } from './define-job.ts';

/** An import of a CSV and the run of it, whose id is the job's. */
export interface ImportRunPayload {
  household_id: string;
  import_id: string;
  run_id: string;
}

/** Judges the rows of an import that is too large for the request that creates it. */
export const judgeImport = defineJob<ImportRunPayload>({
  name: 'judge-import',
  queue: 'imports',
  payloadSchema: idsSchema('household_id', 'import_id', 'run_id'),
  jobId: (payload) => payload.run_id,
  attempts: 3,
});

/** Writes the rows of an import into the ledger. */
export const publishImport = defineJob<ImportRunPayload>({
  name: 'publish-import',
  queue: 'imports',
  payloadSchema: idsSchema('household_id', 'import_id', 'run_id'),
  jobId: (payload) => payload.run_id,
  // One long transaction: what went wrong with it three times goes wrong a fourth time.
  attempts: 3,
});

/** The job of a run, by the status that the import has meanwhile. */
export const IMPORT_RUN_JOBS = { pending: judgeImport, publishing: publishImport } as const;
