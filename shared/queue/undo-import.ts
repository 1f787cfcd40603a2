import { defineJob, idsSchema } from './define-job.ts';
import type { ImportRunPayload } from './publish-import.ts';

/** Takes out of the ledger what an import of a CSV or an import session brought. */
export const undoImport = defineJob<ImportRunPayload>({
  name: 'undo-import',
  queue: 'imports',
  payloadSchema: idsSchema('household_id', 'import_id', 'run_id'),
  jobId: (payload) => payload.run_id,
  // One long transaction: what went wrong with it three times goes wrong a fourth time.
  attempts: 3,
});
