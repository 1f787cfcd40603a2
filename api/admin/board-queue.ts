import { BullMQAdapter } from '@bull-board/api/bullMQAdapter';
import { AppError, conflict, ERROR_CODES } from '../../shared/platform/errors.ts';
import { hold, release } from '../../shared/operations/operate.ts';
import type { QueueName } from '../../shared/queue/queues.ts';
import { retryRun } from '../../shared/operations/retry-run.ts';
import { listRunTitles } from '../../shared/operations/store/run-titles.ts';
import type { RunTitle } from '../../shared/operations/store/run-titles.ts';
import { isUuid } from '#preflight/uuid';
import type { ApiContext } from '../context.ts';

type BoardJob = Awaited<ReturnType<BullMQAdapter['getJob']>>;

/** What the board calls each kind of job. */
const NAMES: Readonly<Record<string, string>> = {
  'sync-connection': 'Sync',
  'publish-session': 'Import session',
  'judge-import': 'Check of an import',
  'publish-import': 'Import',
  'undo-import': 'Undo of an import',
  'undo-session': 'Undo of an import session',
  'apply-rules': 'Rules',
  'delete-household': 'Deletion of a household',
  'deliver-events': 'Webhooks',
};

/**
 * A queue as the board shows it: jobs have readable names, and Retry starts the run again. Jobs hold only ids; the
 * names are read from Postgres when someone looks.
 */
export class BoardQueue extends BullMQAdapter {
  readonly #context: ApiContext;

  constructor(context: ApiContext, queue: ReturnType<ApiContext['queues']['all']>[number]) {
    super(queue, { readOnlyMode: !context.config.adminWrite });
    this.#context = context;
  }

  // The dashboard refuses to set rate limits, so the board does not offer it.
  override get supportsGlobalRateLimit(): boolean {
    return false;
  }

  // Pauses as `ledgerline ops` does, so that the board can resume what a command paused.
  override async pause(): Promise<void> {
    await hold(this.#context, { scope: 'queue', target: this.getName() }, 'pause', 'board');
  }

  override async resume(): Promise<void> {
    await release(this.#context, { scope: 'queue', target: this.getName() });
  }

  override async getJob(id: string): Promise<BoardJob> {
    const job = await super.getJob(id);
    return job === undefined ? job : (await this.#present([job]))[0];
  }

  override async getJobs(...args: Parameters<BullMQAdapter['getJobs']>) {
    return this.#present(await super.getJobs(...args));
  }

  async #present<Job extends NonNullable<BoardJob>>(jobs: readonly Job[]): Promise<Job[]> {
    const kept = jobs.map((job) => job.toJSON() as KeptJob);
    const titles = await listRunTitles(
      this.#context.sql,
      kept.map(({ id, data }) => ({
        id,
        householdId: idIn(data.household_id),
        syncId: idIn(data.sync_id),
      })),
    );
    return jobs.map((job, index) => {
      const own = kept[index] ?? (job.toJSON() as KeptJob);
      const name = titleOf(own.name, titles.get(own.id));
      const toJSON = job.toJSON.bind(job);
      job.toJSON = () => ({ ...withRunTime(toJSON()), name });
      // BullMQ would deliver the job again, but its run has ended and nothing would happen.
      job.retry = () =>
        retryRun(this.#context, own).catch((error: unknown) => {
          throw forBoard(error);
        });
      job.promote = async () => {
        const queue = this.getName() as QueueName;
        if (await this.#context.queues.promote(queue, own.id)) return;
        throw forBoard(conflict('The job is not delayed.'));
      };
      return job;
    });
  }
}

/**
 * The board shows `timestamp` + `opts.delay` as the time of a delayed job, and calls it unknown when `delay` differs. A
 * postponed job counts its delay from its last start, so both are set to the whole wait.
 */
function withRunTime<Kept extends ReturnType<NonNullable<BoardJob>['toJSON']>>(kept: Kept): Kept {
  if (!kept.delay) return kept;
  const since = (kept.processedOn ?? kept.timestamp) - kept.timestamp;
  const delay = since + kept.delay;
  return { ...kept, delay, opts: { ...kept.opts, delay } };
}

interface KeptJob {
  id: string;
  name: string;
  data: { household_id?: unknown; sync_id?: unknown };
}

function idIn(value: unknown): string | null {
  return typeof value === 'string' && isUuid(value) ? value : null;
}

function titleOf(name: string, run: RunTitle | undefined): string {
  const household = run === undefined ? null : `household ${run.household}`;
  return [NAMES[name] ?? name, run?.connection ?? null, household]
    .filter((part) => part !== null)
    .join(' · ');
}

/** Turns an AppError into one that bull-board understands: it shows `message` and answers with `statusCode`. */
function forBoard(error: unknown): unknown {
  if (!(error instanceof AppError)) return error;
  const { status: statusCode } = ERROR_CODES[error.code];
  return Object.assign(new Error(error.publicMessage), { statusCode });
}
