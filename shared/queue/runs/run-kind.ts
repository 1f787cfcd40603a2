import type { AnySql, Fragment } from '../../postgres/connect.ts';
import { defineJob } from '../define-job.ts';
import type { JobDefinition } from '../define-job.ts';
import type { QueueName } from '../queues.ts';

/** One run: its row, and, if the row is of an import that can run repeatedly, which of its runs. */
export interface Run {
  readonly householdId: string;
  readonly id: string;
  /** The job's id; by default the row's. */
  readonly runId?: string;
}

type Part = (sql: AnySql) => Fragment;

/** Describes a kind of run. The code that performs it is in workers/. */
interface RunDescription<Id extends string, Queued extends Run> {
  readonly name: string;
  readonly queue: QueueName;
  readonly attempts?: number;
  /** The names of the row's id, and of its `run_id` if it has one, in the job's payload. */
  readonly ids: readonly Id[];
  /** The lowest goes first; 0, the default, goes before all others. */
  priorityOf?(run: Queued): number;
  /** Has `household_id`, `id`, `status`, `deaths`, `error`, `updated_at` and the column `since`. */
  readonly table: string;
  readonly lease: string;
  /** The column that the lease is on. Default: `id`. */
  readonly leasedBy?: string;
  /** The row has a run that has not ended; the same condition as in an index of the table. */
  readonly isLive: Part;
  /** The column by which that index is ordered. */
  readonly since: 'created_at' | 'updated_at' | 'published_at';
  /** No worker has touched a live run since then. Default: its row has not been written. */
  readonly isSilent?: (sql: AnySql, since: Date) => Fragment;
  readonly silentAfterMs?: number;
  /** Additional columns that `priorityOf` reads. */
  readonly queuedColumns?: Part;
  /** The row stores in `enqueued_at` when its job was added. */
  readonly notesEnqueued?: boolean;
  /** What beginning a run sets. Only if the row has a `run_id`. */
  readonly begin?: Part;
  /** The states in which a person may begin it. None if each run has a row of its own. */
  readonly from?: readonly string[];
  /** The column with the time from which it can be undone for `UNDO_DAYS`. */
  readonly undoes?: 'published_at' | 'finished_at';
  /** What failing sets, in addition to the error. Default: the status `failed`. */
  readonly fail?: Part;
}

export interface RunKind<Id extends string = string, Queued extends Run = Run>
  extends RunDescription<Id, Queued>, JobDefinition<Payload<Id>, Queued> {
  readonly leasedBy: string;
  readonly from: readonly string[];
  readonly fail: Part;
  runOf(payload: Payload<Id>): Run;
}

/** A job's data: ids only, no credentials, no content. */
export type Payload<Id extends string = string> = Readonly<Record<Id | 'household_id', string>>;

/** Defines a kind of run. Its job has the run's id. */
export function defineRun<const Id extends string, Queued extends Run = Run>(
  description: RunDescription<Id, Queued>,
): RunKind<Id, Queued> {
  const [idName, runIdName = idName] = description.ids as readonly [Id, Id?];
  const job = defineJob<Payload<Id>, Queued>({
    ...description,
    ids: ['household_id', ...description.ids],
    payloadOf: ({ householdId, id, runId = id }) =>
      ({ household_id: householdId, [idName]: id, [runIdName]: runId }) as Payload<Id>,
    jobId: ({ id, runId = id }) => runId,
  });
  return {
    leasedBy: 'id',
    from: [],
    fail: (sql) => sql`status = 'failed'`,
    ...description,
    ...job,
    runOf: (payload) => ({
      householdId: payload.household_id,
      id: payload[idName],
      runId: payload[runIdName],
    }),
  };
}

/** Why a run failed, for a person. Codes are stable. */
export interface RunError {
  readonly code: string;
  readonly message: string;
  /** The first faulty lines of a file. */
  readonly lines?: readonly number[];
}

/** The run fails with this reason, and retrying would not help. */
export class RunFailedError extends Error {
  override readonly name = 'RunFailedError';
  readonly shown: RunError;

  constructor(shown: RunError) {
    super(shown.message);
    this.shown = shown;
  }
}
