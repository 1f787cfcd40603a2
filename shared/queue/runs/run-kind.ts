import type { AnySql, Fragment } from '../../postgres/connect.ts';
import { defineJob } from '../define-job.ts';
import type { JobDefinition } from '../define-job.ts';
import type { QueueName } from '../queues.ts';

/** One run: its row, and, where the row is of an import that may run again, which of its runs. */
export interface Run {
  readonly householdId: string;
  /** Of the row. */
  readonly id: string;
  /** Of the job; without it the row's id. */
  readonly runId?: string;
}

type Part = (sql: AnySql) => Fragment;

/** What a kind of run is. What is done for it lives in workers/. */
interface RunDescription<Id extends string, Queued extends Run> {
  /** Of its job. */
  readonly name: string;
  readonly queue: QueueName;
  readonly attempts?: number;
  /** What its job's payload calls the row's id, and, where the row has a `run_id`, that. */
  readonly ids: readonly Id[];
  /** The lowest goes first; 0, the default, before all others. */
  priorityOf?(run: Queued): number;
  /** Has `household_id`, `id`, `status`, `deaths`, `error`, `updated_at` and the column `since`. */
  readonly table: string;
  /** Kind of the lease that its worker holds. */
  readonly lease: string;
  /** Column of what the lease is on. Default: `id`. */
  readonly leasedBy?: string;
  /** The row has a run that has not ended; as an index of the table says it. */
  readonly isLive: Part;
  /** The column by which that index is ordered. */
  readonly since: 'created_at' | 'updated_at' | 'published_at';
  /** No worker has touched a live run since then. Default: its row was not written. */
  readonly isSilent?: (sql: AnySql, since: Date) => Fragment;
  readonly silentAfterMs?: number;
  /** Further columns that `priorityOf` reads. */
  readonly queuedColumns?: Part;
  /** The row says in `enqueued_at` when its job was added. */
  readonly notesEnqueued?: boolean;
  /** What beginning sets. Only where the row has a `run_id`. */
  readonly begin?: Part;
  /** The states in which a person may begin it. None where each run has a row. */
  readonly from?: readonly string[];
  /** The column with the end of what can be undone for `UNDO_DAYS`. */
  readonly undoes?: 'published_at' | 'finished_at';
  /** What failing sets, next to the error. Default: the status `failed`. */
  readonly fail?: Part;
}

/** A kind of run with its job. */
export interface RunKind<Id extends string = string, Queued extends Run = Run>
  extends RunDescription<Id, Queued>, JobDefinition<Payload<Id>, Queued> {
  readonly from: readonly string[];
  runOf(payload: Payload<Id>): Run;
}

/** Data of a job: ids only, no credentials, no content. */
export type Payload<Id extends string = string> = Readonly<Record<Id | 'household_id', string>>;

/** Defines a kind of run. The job's id is the run's. */
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
    from: [],
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
  /** The first lines of a file that are at fault. */
  readonly lines?: readonly number[];
}

/** The run fails with this reason, whatever is tried. */
export class RunFailedError extends Error {
  override readonly name = 'RunFailedError';
  readonly shown: RunError;

  constructor(shown: RunError) {
    super(shown.message);
    this.shown = shown;
  }
}
