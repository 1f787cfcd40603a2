import { defineJob, idsSchema } from './define-job.ts';

/** An import of a CSV and the run of it, whose id is the job's. */
export interface ImportRunPayload {
  household_id: string;
  import_id: string;
  run_id: string;
}

/** Writes the rows of an import into the ledger. */
export const publishImport = defineJob<ImportRunPayload>({
  name: 'publish-import',
  queue: 'imports',
  payloadSchema: idsSchema('household_id', 'import_id', 'run_id'),
  jobId: (payload) => payload.run_id,
  // One long transaction: what went wrong with it three times goes wrong a fourth time.
  attempts: 3,
});
