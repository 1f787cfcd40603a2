import { defineJob, idsSchema } from './define-job.ts';

/** Imports the chunks of a published session. The job's id is the id of the run. */
export interface PublishSessionPayload {
  household_id: string;
  session_id: string;
  run_id: string;
}

export const publishSession = defineJob<PublishSessionPayload>({
  name: 'publish-session',
  queue: 'imports',
  payloadSchema: idsSchema('household_id', 'session_id', 'run_id'),
  jobId: (payload) => payload.run_id,
  // A chunk is long work: what went wrong with it three times goes wrong a fourth time.
  attempts: 3,
});
