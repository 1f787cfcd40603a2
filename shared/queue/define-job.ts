import { isObject } from '#preflight/is-object';
import { isUuid } from '#preflight/uuid';
import type { QueueName, Queues } from './queues.ts';

/** A kind of queue message: its name, its queue and the schema of its data. The code that handles it is in workers/. */
export interface JobDefinition<Payload extends object, Run extends object = Payload> {
  readonly name: string;
  readonly queue: QueueName;
  /** Checks data from the queue. Throws if it is not a valid payload. */
  parse(data: unknown): Payload;
  payloadOf(run: Run): Payload;
  /** Adds committed runs to the queue, each under its own id, so that adding one twice is harmless. */
  enqueue(queues: Queues, ...runs: readonly Run[]): Promise<void>;
  /** Adds jobs again that the queue has lost, and returns their runs. */
  requeueLost<Lost extends Run>(queues: Queues, runs: readonly Lost[]): Promise<Lost[]>;
  /** Makes the delayed jobs of these runs ready, and adds missing ones. Returns the runs that now have a ready job. */
  wake<Held extends Run>(queues: Queues, runs: readonly Held[]): Promise<Held[]>;
}

/** How many queue requests run concurrently: each is a round trip. */
const ASKED_AT_ONCE = 50;

interface Definition<Payload extends object, Run extends object> extends Pick<
  JobDefinition<Payload, Run>,
  'name' | 'queue' | 'payloadOf'
> {
  /** Names of the ids in the payload: no credentials, no content. */
  readonly ids: readonly string[];
  jobId(run: Run): string;
  /** The lowest goes first; 0, the default, goes before all others. */
  priorityOf?(run: Run): number;
  /** Tries until the run fails; waiting for a rate limit does not count. Default 5. */
  readonly attempts?: number | undefined;
}

export function defineJob<Payload extends object, Run extends object>(
  definition: Definition<Payload, Run>,
): JobDefinition<Payload, Run> {
  const { name, queue, ids, attempts = 5 } = definition;
  const idOf = (run: Run): string => definition.jobId(run);
  const parse = (data: unknown): Payload => {
    const fields = isObject(data) ? data : {};
    const faults = ids.filter((id) => typeof fields[id] !== 'string' || !isUuid(fields[id]));
    const others = Object.keys(fields).filter((field) => !ids.includes(field));
    if (faults.length + others.length === 0) return data as Payload;
    throw new Error(`${name}: bad payload: ${[...faults, ...others].join(', ')}`);
  };
  return {
    name,
    queue,
    parse,
    payloadOf: (run) => definition.payloadOf(run),
    enqueue(queues, ...runs) {
      const jobs = runs.map((run) => ({
        data: parse(definition.payloadOf(run)),
        jobId: idOf(run),
        attempts,
        priority: definition.priorityOf?.(run) ?? 0,
      }));
      return queues.add(queue, name, jobs);
    },
    async requeueLost(queues, runs) {
      if (runs.length === 0) return [];
      const stages = await queues.stages(queue, runs.map(idOf));
      const lost = runs.filter((run) => (stages.get(idOf(run)) ?? 'finished') === 'finished');
      // A finished job with that id would swallow the new one.
      const swallowing = lost.filter((run) => stages.has(idOf(run)));
      await inTurns(swallowing, (run) => queues.remove(queue, idOf(run)));
      if (lost.length > 0) await this.enqueue(queues, ...lost);
      return lost;
    },
    async wake(queues, runs) {
      if (runs.length === 0) return [];
      const stages = await queues.stages(queue, runs.map(idOf));
      const delayed = runs.filter((run) => stages.get(idOf(run)) === 'delayed');
      const isReady = await inTurns(delayed, (run) => queues.promote(queue, idOf(run)));
      const promoted = delayed.filter((_run, index) => isReady[index]);
      const ready = runs.filter(
        (run) => stages.get(idOf(run)) === 'ready' || promoted.includes(run),
      );
      const others = runs.filter((run) => !ready.includes(run));
      return [...ready, ...(await this.requeueLost(queues, others))];
    },
  };
}

/** Runs `work` for all runs, several at once. */
async function inTurns<Run, Done>(
  runs: readonly Run[],
  work: (run: Run) => Promise<Done>,
): Promise<Done[]> {
  const done: Done[] = [];
  for (let from = 0; from < runs.length; from += ASKED_AT_ONCE) {
    done.push(...(await Promise.all(runs.slice(from, from + ASKED_AT_ONCE).map(work))));
  }
  return done;
}
